/**
 * A backup as a file: a gzipped tar of the database's folder, which `tar` can unpack, with a description in front and, at the end, the SHA-256 of
 * everything before it. A file that is incomplete or was changed is refused before anything is replaced.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { asError } from '#server/base/as-error.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Piece } from './base-backup.ts'
import { readTar, TAR_END, type TarEntry, tarFile, tarStream } from './tar.ts'

/** The folder of our own entries, next to the files of the database. */
const OURS = 'gatehouse/'
const ABOUT = `${OURS}backup.json`
const ROOT_KEY = `${OURS}root-key`
const MANIFEST = 'backup_manifest'
/** The folder of uploaded files, which have their keys as names. */
const UPLOADED = `${OURS}files/`
const CHECKSUM = `${OURS}sha256`

export const FORMAT = 1

export type AboutBackup = {
  format: number
  /** The version of Gatehouse that wrote the backup. */
  version: string
  made_at: string
  /** The processor's architecture, such as `x64`: the database's files work on no other. */
  architecture: string
  postgresql: string
  /** The newest migration that was applied to the database. */
  migration: string
}

type Contents = {
  about: AboutBackup
  pieces: AsyncIterable<Piece>
  rootKey: string | undefined
  /** Uploaded files: a record is committed after its bytes are stored, so they are listed once the database's own pieces have ended. */
  uploaded: AsyncIterable<{ key: string; path: string }>
}

/** Compression beyond the first level takes three times the time for a tenth of the size. */
const LEVEL = 1

/**
 * Writes the file under another name first, and renames it once it is complete and on the disk. Resolves with its size in bytes. If `stopped` is
 * aborted before that, removes what was written and throws its reason.
 */
export async function writeBackup(file: string, options: Contents, stopped: AbortSignal): Promise<number> {
  const unfinished = `${file}.unfinished`
  const handle = await open(unfinished, 'wx', 0o600).catch(error => {
    throw whyNotWritten(file, error)
  })
  try {
    await pipeline(
      Readable.from(archiveOf(options)),
      createGzip({ level: LEVEL }),
      handle.createWriteStream({ flush: true }),
      { signal: stopped },
    )
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    stopped.throwIfAborted()
    throw whyNotWritten(file, error)
  }
  const written = await open(file)
  try {
    return (await written.stat()).size
  } finally {
    await written.close()
  }
}

/** Errors of the disk or the folder to which the backup is written. Any other error is not about the file and is thrown unchanged. */
const OF_THE_FILE = new Set('EACCES EDQUOT EFBIG EIO ELOOP ENAMETOOLONG ENOENT ENOSPC ENOTDIR EPERM EROFS'.split(' '))

function whyNotWritten(file: string, error: unknown): unknown {
  const { code = '', path } = asError(error)
  const unfinished = `${file}.unfinished`
  if (code === 'EEXIST' && path === unfinished) {
    const advice = `Another backup is writing it, or one was interrupted: if none is running, delete it and run the command again.`
    return new Refusal('conflict', `${unfinished} exists. ${advice}`)
  }
  // An error of writing has no path; one of reading an uploaded file has its own.
  if (!OF_THE_FILE.has(code) || (path !== undefined && path !== unfinished)) return error
  return new Refusal(
    'unavailable',
    `${file} cannot be written (${code}). There is no backup; name a file in a folder that exists, may be written, and has room.`,
  )
}

async function* archiveOf({ about, pieces, rootKey, uploaded }: Contents): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const bytes of contentsOf()) {
    hash.update(bytes)
    yield bytes
  }
  yield tarFile(CHECKSUM, Buffer.from(`${hash.digest('hex')}\n`))
  yield TAR_END

  async function* contentsOf(): AsyncGenerator<Buffer> {
    yield tarFile(ABOUT, Buffer.from(`${JSON.stringify(about, null, 2)}\n`))
    if (rootKey !== undefined) yield tarFile(ROOT_KEY, Buffer.from(rootKey))
    const manifest: Buffer[] = []
    // The server ends its archive; our entries come after it.
    let held = Buffer.alloc(0)
    for await (const { kind, bytes } of pieces) {
      if (kind === 'manifest') {
        manifest.push(bytes)
        continue
      }
      const all = Buffer.concat([held, bytes])
      const ready = Math.max(0, all.length - TAR_END.length)
      if (ready > 0) yield all.subarray(0, ready)
      held = all.subarray(ready)
    }
    if (!held.equals(TAR_END)) throw new Error('The archive of the server does not end as expected')
    yield tarFile(MANIFEST, Buffer.concat(manifest))
    for await (const { key, path } of uploaded) yield* uploadedFile(key, path)
  }
}

/** A file that upkeep has removed since it was listed belongs to a record that was deleted, and is left out. */
async function* uploadedFile(key: string, path: string): AsyncGenerator<Buffer, void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return
  try {
    const { size } = await file.stat()
    yield* tarStream(`${UPLOADED}${key}`, size, file.createReadStream({ autoClose: false }))
  } finally {
    await file.close()
  }
}

type Takers = {
  /** Takes each file of the database. */
  take?: (entry: TarEntry) => Promise<void>
  takeUploaded?: ((key: string, bytes: AsyncIterable<Buffer>) => Promise<void>) | undefined
  /** Ends the reading with its reason when it is aborted. */
  stopped?: AbortSignal
}

/** Reads the file to its end. Throws a Refusal if it is not a complete and unchanged backup. */
export async function readBackup(
  file: string,
  { take = async () => {}, takeUploaded = async () => {}, stopped }: Takers = {},
): Promise<{ about: AboutBackup; rootKey: string | undefined }> {
  const source = createReadStream(file)
  const unzipped = source.pipe(createGunzip())
  source.on('error', error => unzipped.destroy(error))
  const stop = () => void unzipped.destroy(stopped?.reason)
  stopped?.addEventListener('abort', stop)
  const hash = createHash('sha256')
  const found: { about?: AboutBackup; rootKey?: string; isWhole?: boolean } = {}
  try {
    let before = hash.copy()
    for await (const entry of readTar(unzipped, bytes => hash.update(bytes))) {
      if (found.isWhole) throw new Error('something follows its end')
      if (entry.name === CHECKSUM) {
        if ((await textOf(entry)).trim() !== before.digest('hex')) throw new Error('its contents have changed')
        found.isWhole = true
      } else if (entry.name === ABOUT) found.about = JSON.parse(await textOf(entry))
      else if (entry.name === ROOT_KEY) found.rootKey = await textOf(entry)
      else if (entry.name.startsWith(UPLOADED)) await takeUploaded(entry.name.slice(UPLOADED.length), entry.bytes)
      else await take(entry)
      for await (const _ of entry.bytes);
      before = hash.copy()
    }
    stopped?.throwIfAborted()
  } catch (error) {
    stopped?.throwIfAborted()
    throw refusalFor(error, file)
  } finally {
    stopped?.removeEventListener('abort', stop)
    source.destroy()
    unzipped.destroy()
  }
  const { about, rootKey, isWhole } = found
  if (!about || !isWhole) {
    throw new Refusal('conflict', `${file} is not a complete backup. Nothing was changed. Use another backup.`)
  }
  return { about, rootKey }
}

function refusalFor(error: unknown, file: string): Refusal {
  if (error instanceof WriteFailed)
    return new Refusal('unavailable', `${error.message}. Nothing was changed. ${error.action}`)
  const { message, code, syscall } = asError(error)
  // What cannot be opened or read says nothing about its contents.
  if (syscall !== undefined)
    return new Refusal(
      'not_found',
      `${file} cannot be read (${code}). Name a backup that exists and that this account may read.`,
    )
  return new Refusal(
    'conflict',
    `${file} is damaged or not a backup: ${message}. Nothing was changed. Use another backup.`,
  )
}

/** A restored file could not be written, which says nothing about the backup. */
class WriteFailed extends Error {
  override readonly name = 'WriteFailed'
  readonly action: string

  constructor(path: string, { code, message }: NodeJS.ErrnoException) {
    super(`${path} could not be written (${code ?? message})`)
    const isFull = code === 'ENOSPC' || code === 'EDQUOT'
    this.action = isFull
      ? 'Free up space on its disk, for the restored database next to the one that is there, and run it again.'
      : 'Let this account write there, and run it again.'
  }
}

/** Resolves as `step` does, which writes a restored file to `path`, and rejects with WriteFailed if it fails. */
export async function writing<T>(path: string, step: Promise<T>): Promise<T> {
  return step.catch(error => {
    throw new WriteFailed(path, error)
  })
}

async function textOf({ bytes }: TarEntry): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
