/** How the files of a test run are spread over processes: loading the modules takes 0.9 s of processor time in each. */

/**
 * Files whose subject is the process itself (its memory, its handlers, its environment), each in a process of its own. So is one about months: IDs of a
 * process never go back in time, also when the world of the next file begins in an earlier month.
 */
const ALONE = /\/(?:memory|large|imports-fairness|embedded|retention|bench)\.test\.ts$/

/** Enough that two processes end at about the same time, few enough that starting them does not matter. */
const FILES_PER_BATCH = 9

/** Batches of files of one folder, the ones that take longest first. */
export function batchesOf(files: readonly string[]): string[][] {
  const alone = files.filter(file => ALONE.test(file))
  const folders = Map.groupBy(
    files.filter(file => !alone.includes(file)),
    file => file.slice(0, file.lastIndexOf('/')),
  )
  const batches = [...folders.values()].flatMap(inFolder => split(inFolder))
  return [...batches, ...alone.map(file => [file])].sort((one, other) => weight(other) - weight(one))
}

function split(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / FILES_PER_BATCH)
  return Array.from({ length: count }, (_, index) => files.filter((_, position) => position % count === index))
}

/** A page in a browser takes ten times as long as a call. */
function weight(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (file.includes('/browser/') ? 10 : 1), 0)
}
