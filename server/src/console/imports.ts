/**
 * Files that members upload to be imported: received into a folder of their own, a piece at a time, and imported in a thread, so that
 * neither reading nor planning them holds up a call. One at a time of an organization, few in all; the upload is kept nowhere.
 */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { MAX_IMPORT_BYTES } from '#contract/console/imports.ts'
import { FairSemaphore } from '#server/base/fair-semaphore.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { WritePoolOptions } from '#server/db/write-pool.ts'
import type { Upload } from '#server/http/console/uploads.ts'
import type { Member } from '#server/platform/members/member.ts'
import { turnIsTaken } from '#server/platform/one-at-a-time.ts'
import type { ImportEnd, ImportJob } from './import-worker.ts'

export type ImportsOptions = {
  /** The pool that each import opens for itself. */
  pool: Omit<WritePoolOptions, 'onConnectionError'>
  now: () => number
}

export type Imports = {
  importFile(member: Member, upload: Upload): Promise<unknown>
  /** Lets the imports in progress end. */
  close(): Promise<void>
}

/** How many uploads are received or wait for their turn, each in a file of at most 16 MiB. */
const MAX_UPLOADS = 20
const BUSY = { message: 'Other imports are running. Nothing was imported; try again.', retryAfterSeconds: 10 }
/** Two in all, so that a large import does not hold up every small one. One takes 30 s at most, so a turn comes within that, or not soon. */
const LIMITS = {
  inAll: 2,
  perCustomer: 1,
  reserved: 0,
  maxWaiting: MAX_UPLOADS,
  maxWaitingPerCustomer: MAX_UPLOADS,
  waitMs: 25_000,
  busy: BUSY,
}
/** The heap a thread may have; with 60,000 units it takes some 200 MB in all. */
const MAX_HEAP_MB = 512
const BODY = 'body.json'

export function openImports({ pool, now }: ImportsOptions): Imports {
  const semaphore = new FairSemaphore(LIMITS)
  /** Organizations with an upload that is received, waits or is imported. */
  const importing = new Set<string>()

  return {
    async importFile(member, { body, gone, ...address }) {
      const { organizationId, isSandbox, timeZone, actor } = member
      // Before anything is read of it: what cannot be taken yet costs nothing.
      if (importing.has(organizationId)) throw turnIsTaken('import')
      if (importing.size >= MAX_UPLOADS) {
        throw new Refusal('unavailable', BUSY.message, { retryAfterSeconds: BUSY.retryAfterSeconds })
      }
      importing.add(organizationId)
      try {
        return await inFolder(async folder => {
          await receive(body, gone, join(folder, BODY))
          const release = await semaphore.acquire(member.customerId, gone)
          const principal = { organizationId, isSandbox, timeZone, actor }
          const job: ImportJob = { ...address, folder, bodyName: BODY, member: principal, now: now(), pool }
          return runInThread(job).finally(release)
        })
      } finally {
        importing.delete(organizationId)
      }
    },
    close: () => semaphore.close(),
  }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-upload-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the body to `path` as it arrives. What is too long is still taken: a caller who is cut off while sending never sees the reply. */
async function receive(body: Readable | undefined, gone: AbortSignal, path: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    // A body that failed before it was first read neither ends nor fails. The race is run once: one for each piece would keep them all.
    const length = await Promise.race([writePieces(body, file), departure(gone)])
    if (length > MAX_IMPORT_BYTES) throw new Refusal('payload_too_large', 'The body is larger than 16 MiB.')
  } catch (error) {
    throw body?.errored ? incomplete() : error
  } finally {
    await file.close()
  }
}

/** Resolves with the length of the body in bytes. */
async function writePieces(body: Readable | undefined, file: FileHandle): Promise<number> {
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length <= MAX_IMPORT_BYTES) await file.appendFile(piece)
  }
  return length
}

/** Rejects once `gone` is aborted. */
function departure(gone: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = () => reject(gone.reason instanceof Refusal ? gone.reason : incomplete())
  if (gone.aborted) leave()
  else gone.addEventListener('abort', leave, { once: true })
  return promise
}

function incomplete(): Refusal {
  return new Refusal('invalid_request', 'The body did not arrive whole.')
}

/** Resolves once the thread is over and its memory is free. */
async function runInThread(job: ImportJob): Promise<unknown> {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  let end: ImportEnd | undefined
  let failure: unknown
  worker.once('message', (message: ImportEnd) => {
    end = message
  })
  worker.once('error', error => {
    failure = isOutOfMemory(error) ? tooLarge() : error
  })
  const status = await new Promise<number>(resolve => worker.once('exit', resolve))
  if (!end) throw failure ?? new Error(`The thread of an import ended with status ${status}`)
  if ('report' in end) return end.report
  const { code, message, ...more } = end.refusal
  throw new Refusal(code, message, more)
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooLarge(): Refusal {
  const message =
    'The file takes more memory than one import may have. Nothing was written; split it, by property for example.'
  return new Refusal('invalid_request', message)
}
