/**
 * The server's own base backup, taken while it runs: the command that pg_basebackup sends, on a replication connection. The server reads every file,
 * verifies the checksum of every page that it has not written since, and adds the log that brings them all to one point in time, the end of the backup.
 */
import { Readable } from 'node:stream'
import pg from 'pg'
import { Refusal } from '#server/base/refusal.ts'
import { onlyRow } from '../../only-row.ts'
import type { Connection } from '../postmaster.ts'
import { FuturePages } from './future-pages.ts'

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
    const pages = new FuturePages()
    for await (const piece of backup.pieces as AsyncIterable<Piece>) {
      if (piece.kind === 'archive') pages.add(piece.bytes)
      yield piece
    }
    const page = pages.after(await reachedBy(client))
    if (page !== undefined) throw damaged(`The database is damaged at ${page}.`)
  } finally {
    stopped.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}

/** The position up to which the log is on the disk. PostgreSQL writes no page before the log of its changes. */
async function reachedBy(client: pg.Client): Promise<string> {
  client.connection.stream.resume()
  const { rows } = await client.query<{ xlogpos: string }>('IDENTIFY_SYSTEM')
  return onlyRow(rows).xlogpos
}

/** The refusal to back up a database that is damaged; `damage` says where, as a sentence. */
export function damaged(damage: string): Refusal {
  return new Refusal(
    'unavailable',
    `${damage} There is no backup of such a database: keep the earlier ones, stop the service and restore the last of them (docs/backup.md).`,
  )
}

/** The methods that `pg` requires of a query that it did not create itself. */
class BaseBackup {
  readonly pieces: Readable
  readonly #client: pg.Client
  #kind: Piece['kind'] = 'archive'
  #hasFailed = false

  constructor(client: pg.Client) {
    this.#client = client
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
