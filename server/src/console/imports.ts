/**
 * Imports files that members upload. Each upload is received piece by piece into its own folder and imported in a thread, so that neither reading
 * nor planning it delays other calls. An organization has one import at a time, the service has few, and the folder is deleted afterward.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { MAX_IMPORT_BYTES } from '#contract/console/imports.ts'
import { asError } from '#server/base/as-error.ts'
import { FairSemaphore } from '#server/base/fair-semaphore.ts'
import { callerLeft, Refusal } from '#server/base/refusal.ts'
import type { WritePoolOptions } from '#server/db/write-pool.ts'
import type { Upload } from '#server/http/console/uploads.ts'
import type { Member } from '#server/platform/members/member.ts'
import type { Turns } from '#server/platform/turns.ts'
import { alreadyRunning } from '#server/platform/work-lock.ts'
import { giveTurns, type TurnRequest } from './import-turns.ts'
import type { ImportEnd, ImportJob } from './import-worker.ts'
import { rejectWhenAborted } from './reject-when-aborted.ts'
import { inUploadFolder } from './upload-folders.ts'

type ImportsOptions = {
  /** The pool that each import opens for itself. */
  pool: Omit<WritePoolOptions, 'onConnectionError'>
  now: () => number
  turns: Turns
  /** Called with the reason if an import is refused because of something that the service lacks, such as its database. */
  onFailure: (reason: Error) => void
  /** How long an import waits for those of others, in milliseconds. */
  waitMs?: number | undefined
  /** How long a file may be read before it is written, in milliseconds. */
  readingLimitMs?: number
}

export type Imports = {
  importFile(member: Member, upload: Upload): Promise<unknown>
  /** Waits until the imports in progress have ended. */
  close(): Promise<void>
}

/** An upload: whether its caller has left, and when it has ended. */
type InProgress = { gone: AbortSignal; ended: Promise<void> }

/** The most uploads that are being received or are waiting at a time, each in a file of at most 16 MiB. */
const MAX_UPLOADS = 20
const BUSY = { message: 'Other imports are running. Nothing was imported. Try again.', retryAfterSeconds: 10 }
/** Two imports run at a time, so that a large one does not delay every small one. A caller who has waited for longer is told to try again. */
const LIMITS = {
  inAll: 2,
  perCustomer: 1,
  reserved: 0,
  maxWaiting: MAX_UPLOADS,
  maxWaitingPerCustomer: MAX_UPLOADS,
  busy: BUSY,
}
const IMPORT_WAIT_MS = 25_000
/**
 * The memory of a thread. A large workbook is read through millions of short-lived cells while about 40 MB stay in use: with a young generation of
 * the default size, the process that reads 60,000 rows grows to 290 MB; with one of 24 MB, it stays at 150 MB.
 */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24 }
const BODY = 'body.json'
/** Far more than the largest file needs. One that was made to take hours would hold one of the two places until then. */
const READING_LIMIT_MS = 300_000

export function openImports(options: ImportsOptions): Imports {
  const { pool, now, turns, onFailure, waitMs = IMPORT_WAIT_MS, readingLimitMs = READING_LIMIT_MS } = options
  const semaphore = new FairSemaphore({ ...LIMITS, waitMs })
  const enter = openEntrance()

  return {
    async importFile(member, { body, gone, decideAgain, ...address }) {
      const { organizationId, isSandbox, timeZone, actor } = member
      const leave = await enter(organizationId, gone)
      try {
        return await inUploadFolder(async folder => {
          await receive(body, gone, join(folder, BODY))
          const release = await semaphore.acquire(member.customerId, gone)
          const principal = { organizationId, isSandbox, timeZone, actor }
          const job: ImportJob = { ...address, folder, bodyName: BODY, member: principal, now: now(), pool }
          const begin = (worker: Worker) => giveTurns(worker, turns, member.customerId)
          const run = () => runInThread(job, { readingLimitMs, gone, onFailure }, begin)
          return decideAgain().then(run).finally(release)
        })
      } finally {
        leave()
      }
    },
    close: () => semaphore.close(),
  }
}

/** Lets one upload of each organization in at a time. Returns the function that lets one in; that resolves with the one by which it leaves. */
function openEntrance() {
  /** Organizations with an upload that is being received, is waiting or is being imported. */
  const importing = new Map<string, InProgress>()

  /** Waits for an import whose caller has left, because it is about to end, and refuses while any other one is in progress. */
  return async function enter(organizationId: string, gone: AbortSignal): Promise<() => void> {
    // This is checked before the body is read, so that an upload that must be refused costs nothing.
    for (let before = importing.get(organizationId); before; before = importing.get(organizationId)) {
      if (!before.gone.aborted) throw alreadyRunning('import')
      await before.ended
    }
    if (importing.size >= MAX_UPLOADS) {
      throw new Refusal('unavailable', BUSY.message, { retryAfterSeconds: BUSY.retryAfterSeconds })
    }
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    importing.set(organizationId, { gone, ended })
    return () => {
      importing.delete(organizationId)
      resolve()
    }
  }
}

/**
 * Writes the body to `path` as it arrives. A body that is too long is still read to its end, because a caller who is cut off while sending never sees
 * the reply.
 */
async function receive(body: Readable | undefined, gone: AbortSignal, path: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    // A body that failed before it was first read neither ends nor fails. One race covers all pieces, because one per piece would hold them all in memory.
    const length = await Promise.race([writePieces(body, file), rejectWhenAborted(gone, incomplete)])
    if (length > MAX_IMPORT_BYTES)
      throw new Refusal('payload_too_large', 'The body is larger than 16 MiB. Split the file.')
  } catch (error) {
    throw body?.errored ? incomplete() : error
  } finally {
    await file.close()
  }
}

/** Writes the pieces. Resolves with the length of the body in bytes. */
async function writePieces(body: Readable | undefined, file: FileHandle): Promise<number> {
  let length = 0
  // If a piece cannot be written, the rest of the body must still arrive, or the caller would not see the reply.
  for await (const piece of body?.iterator({ destroyOnReturn: false }) ?? []) {
    length += piece.length
    if (length <= MAX_IMPORT_BYTES) await file.appendFile(piece)
  }
  return length
}

function incomplete(): Refusal {
  return new Refusal('invalid_request', 'The body ended before it was complete. Send it again.')
}

/**
 * Runs an import in a thread, which is ended if it has not begun to write within `readingLimitMs`; writing has a limit of its own. The thread is ended
 * as well when its caller has gone: PostgreSQL then rolls its transaction back. Resolves when the thread has ended and its memory is free.
 */
async function runInThread(
  job: ImportJob,
  {
    readingLimitMs,
    gone,
    onFailure,
  }: Pick<ImportsOptions, 'onFailure'> & { readingLimitMs: number; gone: AbortSignal },
  begin: (worker: Worker) => void,
): Promise<unknown> {
  if (gone.aborted) throw callerLeft()
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: THREAD_LIMITS,
  })
  begin(worker)
  let end: ImportEnd | undefined
  let failure: unknown
  const stop = (reason: Refusal) => {
    failure = reason
    void worker.terminate()
  }
  const limit = setTimeout(() => stop(readTooLong()), readingLimitMs)
  const leave = () => stop(callerLeft())
  gone.addEventListener('abort', leave)
  worker.on('message', (message: ImportEnd | TurnRequest) => {
    clearTimeout(limit)
    if ('report' in message || 'refusal' in message) end = message
  })
  worker.once('error', error => {
    failure = isOutOfMemory(error) ? tooLarge() : error
  })
  const status = await new Promise<number>(resolve => worker.once('exit', resolve))
  clearTimeout(limit)
  gone.removeEventListener('abort', leave)
  if (!end) throw failure ?? new Error(`The thread of an import ended with status ${status}`)
  if ('report' in end) return end.report
  if (end.failure) onFailure(Object.assign(new Error(end.failure.message), end.failure))
  const { code, message, ...more } = end.refusal
  throw new Refusal(code, message, more)
}

function isOutOfMemory(error: unknown): boolean {
  return asError(error).code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooLarge(): Refusal {
  const message =
    'The file needs more memory than one import may use. Nothing was imported. Split the file, by property for example.'
  return new Refusal('invalid_request', message)
}

function readTooLong(): Refusal {
  const message = 'The file could not be read in time. Nothing was imported. Split the file, by property for example.'
  return new Refusal('invalid_request', message)
}
