/** The thread of one import: checks the upload, and imports its file or does a dry run, in its own transaction. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { importFile as operation } from '#contract/console/imports.ts'
import type { MemberInputOf } from '#contract/console/operation.ts'
import type { ConsoleContract } from '#contract/console.ts'
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts'
import { SCOPES } from '#contract/scopes.ts'
import { asError } from '#server/base/as-error.ts'
import { todayIn } from '#server/base/dates.ts'
import { lowerOwnPriority } from '#server/base/priority.ts'
import { readJson } from '#server/base/read-json.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { WritePool, type WritePoolOptions } from '#server/db/write-pool.ts'
import { inputDecoder, type RawInput } from '#server/http/decode.ts'
import { asRefusal } from '#server/http/replies.ts'
import { importFile } from '#server/import/import-file.ts'
import type { InTransaction } from '#server/import/import-transaction.ts'
import { progressKeeper } from '#server/import/progress.ts'
import { mappingOf, NO_ANSWERS } from '#server/import/read/mapping.ts'
import { UnknownHeader } from '#server/import/read/unknown-header.ts'
import { noExternalServices } from '#server/platform/external-services.ts'
import type { Member } from '#server/platform/members/member.ts'
import { reportOf, reportOfColumns } from './import-report.ts'
import { turnsBy } from './import-turns.ts'

export type ImportJob = Pick<RawInput, 'path' | 'query'> & {
  /** The folder with the JSON of the upload; the file to import is written to the same folder. */
  folder: string
  bodyName: string
  member: Pick<Member, 'organizationId' | 'isSandbox' | 'timeZone' | 'actor'>
  now: number
  pool: Omit<WritePoolOptions, 'onConnectionError'>
}

/**
 * The result of an import; an error other than a refusal ends the thread. `failure` is the error because of which it was refused, for the log, if
 * the caller is not to blame.
 */
export type ImportEnd = { report: ReturnType<typeof reportOf> } | { refusal: Refused; failure?: Failure | undefined }
/** What is left of an error in another thread, where it is no longer of its class. */
type Failure = { message: string; stack?: string | undefined; code?: unknown }
type Refused = { code: ErrorCode; message: string; details?: ErrorDetail[]; retryAfterSeconds?: number }

type Input = MemberInputOf<ConsoleContract['importFile']>

lowerOwnPriority()
const takeTurn = turnsBy(parentPort!)
parentPort?.postMessage(await run(workerData as ImportJob))

async function run(job: ImportJob): Promise<ImportEnd> {
  const writes = new WritePool({ ...job.pool, onConnectionError: () => {} })
  try {
    return { report: await importUpload(job, writes) }
  } catch (error) {
    const refusal = asRefusal(error)
    if (refusal.code === 'internal_error') throw error
    const { code, message, details, retryAfterSeconds } = refusal
    return {
      refusal: {
        code,
        message,
        ...(details && { details: [...details] }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      },
      failure: refusal.code === 'unavailable' ? failureOf(refusal === error ? refusal.cause : error) : undefined,
    }
  } finally {
    await writes.close()
  }
}

/** The error that caused the others, because those say only what it means for the caller. */
function failureOf(reason: unknown): Failure | undefined {
  if (!(reason instanceof Error)) return undefined
  if (reason.cause instanceof Error) return failureOf(reason.cause)
  const { message, stack, code } = asError(reason)
  return { message, stack, code }
}

async function importUpload(job: ImportJob, writes: WritePool): Promise<ReturnType<typeof reportOf>> {
  const { folder, member, now } = job
  const { organizationId } = member
  const path = join(folder, 'file.csv')
  const input = await unpack(job, path)
  const today = todayIn(member.timeZone, now)
  const options = {
    asOf: input.as_of,
    today,
    dryRun: input.dry_run ?? false,
    skipBadRows: input.skip_bad_rows ?? false,
    closeMissing: input.close_missing ?? false,
    preview: input.preview,
    mapping: mappingOf({ ...NO_ANSWERS, ...input.mapping }),
    ...(input.layout && { layout: input.layout }),
    name: input.file_name,
    timeoutMs: job.pool.transactionTimeoutMs,
    takeTurn,
  }
  const inTransaction: InTransaction = work =>
    writes.transaction(organizationId, db =>
      work({ ...member, today, now, db, liveChannels: [], scopes: SCOPES, external: noExternalServices }),
    )
  const progress =
    input.progress_id === undefined ? undefined : progressKeeper(writes, organizationId, input.progress_id)
  try {
    return reportOf((await importFile(path, options, inTransaction, progress?.record ?? (() => {}))).outcome)
  } catch (error) {
    if (error instanceof UnknownHeader && options.dryRun) return reportOfColumns(error, input.file_name)
    // Messages use the name that the member gave the uploaded file.
    if (error instanceof Refusal) error.message = error.message.replaceAll(path, input.file_name)
    throw error
  } finally {
    await progress?.settled()
  }
}

/** Writes the file in the body to `path`, because the kind of a file is found before it is read, and so that the content does not stay in memory. */
async function unpack(
  { folder, bodyName, path: inPath, query }: ImportJob,
  path: string,
): Promise<Omit<Input, 'content'>> {
  const body = readJson(await readFile(join(folder, bodyName)))
  const { content, ...rest } = inputDecoder(operation)({ path: inPath, query, body }) as Input
  await writeFile(path, bytesOf(content), { mode: 0o600 })
  return rest
}

/** Decodes base64 strictly, because the decoder would skip other characters and the rest would be imported. */
function bytesOf(content: string): Buffer {
  if (content.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(content)) {
    throw fieldError('content', 'must be the bytes of the file in base64')
  }
  return Buffer.from(content, 'base64')
}
