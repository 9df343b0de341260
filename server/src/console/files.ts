/** Files that members upload and download. Their bytes pass through: only a few pieces of a file are in memory at any time. */
import { Readable } from 'node:stream'
import { MAX_FILE_BYTES } from '#contract/console/files.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { abandonFile, beginFile, completeFile, readFile } from '#server/domain/files/operations.ts'
import type { FileReply, Upload } from '#server/http/console/uploads.ts'
import { dispositionOf, HEAD_BYTES, plainName, typeOf } from '#server/platform/files/content.ts'
import type { Storage } from '#server/platform/files/storage.ts'
import type { Member } from '#server/platform/members/member.ts'
import { rejectWhenAborted } from './reject-when-aborted.ts'

type FilesOptions = {
  storage: Storage
  writes: WritePool
  reads: { for(organizationId: string): Tenant }
  /** What one organization may have in total. */
  limitBytes: number
  now: () => number
}

/** The most uploads that one process receives at a time. */
const MAX_UPLOADS = 20
/** The longest refused body that is read to its end; a longer one is cut off. */
const MAX_DRAINED_BYTES = 5 * MAX_FILE_BYTES

export class Files {
  readonly #options: FilesOptions
  #uploads = 0

  constructor(options: FilesOptions) {
    this.#options = options
  }

  readonly uploadFile = async (member: Member, upload: Upload): Promise<unknown> => {
    if (this.#uploads >= MAX_UPLOADS) {
      throw new Refusal('unavailable', 'Many files are being uploaded. Try again.', { retryAfterSeconds: 5 })
    }
    this.#uploads++
    try {
      return await this.#receive(member, upload)
    } catch (error) {
      const { body, length = 0, gone } = upload
      if (error instanceof Refusal && body && length <= MAX_DRAINED_BYTES) await drain(body, gone)
      throw error
    } finally {
      this.#uploads--
    }
  }

  readonly downloadFile = async (member: Member, { file_id }: { file_id: string }): Promise<FileReply> => {
    const file = await readFile({ db: this.#options.reads.for(member.organizationId) }, file_id)
    const bytes = await this.#options.storage.get(file.storage_key)
    if (!bytes)
      throw new Error(`the bytes of ${file_id} are missing: every process must reach the same folder or bucket`)
    const { size_bytes: length, content_type: type } = file
    return { bytes, length, type, disposition: dispositionOf(file.name, type) }
  }

  async #receive(member: Member, { input, body, length, gone, decideAgain }: Upload): Promise<unknown> {
    const { storage, limitBytes } = this.#options
    const { record_id: recordId, name } = input as { record_id: string; name: string }
    const { head, bytes } = await beginReading(body, length, gone)
    const type = typeOf(head)
    if (!type) {
      throw new Refusal(
        'invalid_request',
        'This is not a photo (JPEG, PNG, WebP or HEIC) or a PDF. The content of a file determines its type, not its name.',
      )
    }
    const file = { recordId, name: plainName(name, type), type, length: length as number }
    const { fileId, key } = await this.#within(member, context => beginFile(context, file, limitBytes))
    try {
      await storage.put(key, bytes, file.length, gone)
      await decideAgain()
      return await this.#within(member, context => completeFile(context, fileId))
    } catch (error) {
      // The bytes are removed only once no record names them, because the commit may have succeeded without a confirmation. Upkeep removes whatever
      // is left over.
      await this.#within(member, context => abandonFile(context, fileId))
        .then(() => storage.remove(key))
        .catch(() => {})
      throw gone.aborted || body?.errored ? incomplete() : error
    }
  }

  /** Runs `work` in a transaction of the member's organization. */
  #within<T>({ organizationId, actor }: Member, work: (context: FileContext) => Promise<T>): Promise<T> {
    const { writes, now } = this.#options
    return writes.transaction(organizationId, db => work({ db, actor, now: now() }))
  }
}

type FileContext = Parameters<typeof completeFile>[0]

/** The first bytes of a body, and the whole body as a stream. Refuses a body whose length is not stated or is too large before any of it is read. */
async function beginReading(
  body: Readable | undefined,
  length: number | undefined,
  gone: AbortSignal,
): Promise<{ head: Buffer; bytes: Readable }> {
  if (!body || length === 0) throw new Refusal('invalid_request', 'The file is empty.')
  if (length === undefined) throw new Refusal('invalid_request', 'State the length of the file in Content-Length.')
  if (length > MAX_FILE_BYTES) {
    throw new Refusal('payload_too_large', `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB.`)
  }
  const pieces = body[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let size = 0
  while (size < Math.min(HEAD_BYTES, length)) {
    const next = await Promise.race([pieces.next(), rejectWhenAborted(gone, incomplete)])
    if (next.done) throw incomplete()
    first.push(next.value)
    size += next.value.length
  }
  return {
    head: Buffer.concat(first).subarray(0, HEAD_BYTES),
    bytes: Readable.from(firstThenRest(first, pieces), { objectMode: false }),
  }
}

async function* firstThenRest(first: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void> {
  yield* first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** Reads the rest of a body that was refused, because a caller who is cut off while sending never sees the reply. */
async function drain(body: Readable, gone: AbortSignal): Promise<void> {
  // A body whose first bytes were read by an iterator does not flow: resume() would wait for the 30 s after which a request is cut off.
  const discard = () => {
    while (body.read() !== null);
  }
  body.on('readable', discard)
  discard()
  const ended = new Promise(resolve => body.once('close', resolve).once('end', resolve))
  if (!body.readableEnded && !body.destroyed)
    await Promise.race([ended, rejectWhenAborted(gone, incomplete)]).catch(() => {})
}

function incomplete(): Refusal {
  return new Refusal('invalid_request', 'The file ended before it was complete. Send it again.')
}
