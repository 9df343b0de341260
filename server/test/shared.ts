/** Resources that the test files of one process share: opened when first requested, and closed when the last file has ended. */

const opened = new Map<string, Promise<unknown>>()
const closers: (() => unknown)[] = []
const ended: (() => unknown)[] = []

let isBatch = false

/** Says that this process closes what its files share. */
export function beginBatch(): void {
  isBatch = true
}

/** Throws if the file was started by itself: nobody would close what it opens, so it would never end, and its first hooks would not wait for each other. */
export function requireBatch(): void {
  if (!isBatch) throw new Error('Run this file with `npm test -- FILE`. By itself it would never end.')
}

/** Resolves with the resource that the first caller with this name opened. */
export function shared<T>(name: string, open: () => Promise<T>, close: (thing: T) => unknown): Promise<T> {
  const earlier = opened.get(name)
  if (earlier) return earlier as Promise<T>
  const opening = open()
  opened.set(name, opening)
  closers.push(async () => close(await opening))
  return opening
}

/** Closes what shared resources may use once all of them are closed. Returns false in a process that is not a batch, which closes nothing by itself. */
export function closeLast(close: () => unknown): boolean {
  if (isBatch) closers.unshift(close)
  return isBatch
}

/** Closes a resource when the next file begins or the run ends, so that everything else its own file has opened is closed first. */
export function closeOnceEnded(close: () => unknown): void {
  ended.push(close)
}

export async function closeEnded(): Promise<void> {
  for (const close of ended.splice(0)) await close()
}

export async function closeShared(): Promise<void> {
  await closeEnded()
  opened.clear()
  for (const close of closers.splice(0).reverse()) await close()
}
