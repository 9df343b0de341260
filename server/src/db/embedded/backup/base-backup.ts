/**
 * The server's own base backup, taken while it runs: the command that pg_basebackup sends, on a replication connection. The server reads every file,
 * verifies the checksum of every page, and adds the log that brings them all to one point in time, the end of the backup.
 */
import { Readable } from 'node:stream'
import pg from 'pg'
import { Refusal } from '#server/base/refusal.ts'
import type { Connection } from '../postmaster.ts'

/** A piece of the archive in tar, or of the list of its files with their checksums. */
export type Piece = { kind: 'archive' | 'manifest'; bytes: Buffer }

const QUEUED_PIECES = 32

/** Keeps the log that the backup needs until it has been sent; the slot ends with the connection. */
const KEEP_LOG = 'CREATE_REPLICATION_SLOT gatehouse_backup_$ TEMPORARY PHYSICAL RESERVE_WAL'
const TAKE_BACKUP = `BASE_BACKUP (LABEL 'gatehouse', CHECKPOINT 'fast', WAL, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`

/**
 * Takes a backup. `superuser` may use replication. Throws the server's errors, for example that a page is damaged, and the reason of `stopped` once
 * that is aborted.
 */
export async function* takeBaseBackup(superuser: Connection, stopped: AbortSignal): AsyncGenerator<Piece> {
  const client = new pg.Client({ ...superuser, replication: 'true' } as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect()
  // The server may be silent for a while, for example during a checkpoint.
  const stop = () => client.connection.stream.destroy()
  stopped.addEventListener('abort', stop)
  try {
    stopped.throwIfAborted()
    await client.query(KEEP_LOG.replace('$', `${process.pid}_${Date.now().toString(36)}`))
    const backup = new BaseBackup(client)
    client.query(backup)
    yield* backup.pieces
    const damaged = backup.notices.find(text => /checksum/i.test(text))
    if (damaged) throw new Refusal('unavailable', `The database has a damaged page: ${damaged}`)
  } finally {
    stopped.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}

/** The methods that `pg` requires of a query that it did not create itself. */
class BaseBackup {
  readonly pieces: Readable
  readonly notices: string[] = []
  readonly #client: pg.Client
  #kind: Piece['kind'] = 'archive'
  #hasFailed = false

  constructor(client: pg.Client) {
    this.#client = client
    client.on('notice', ({ message }) => void this.notices.push(message ?? ''))
    this.pieces = new Readable({
      objectMode: true,
      highWaterMark: QUEUED_PIECES,
      read: () => void client.connection.stream.resume(),
    })
  }

  submit(connection: pg.Connection): void {
    connection.query(TAKE_BACKUP)
  }

  /** The first byte tells what follows: a new archive, the manifest, data of either, or progress. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const type = String.fromCharCode(chunk[0]!)
    if (type === 'm') this.#kind = 'manifest'
    if (type !== 'd') return
    // The driver reuses its buffer, so the bytes are copied.
    const bytes = Buffer.from(chunk.subarray(1))
    if (!this.pieces.push({ kind: this.#kind, bytes })) this.#client.connection.stream.pause()
  }

  handleError(error: Error): void {
    this.#hasFailed = true
    this.pieces.destroy(error)
  }

  handleReadyForQuery(): void {
    if (!this.#hasFailed) this.pieces.push(null)
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}
