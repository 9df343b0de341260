/**
 * The audit log's writer: group commit on one connection. A reply waits for the batch that holds its line; the next batch is
 * whatever gathered while the last one was committing. COPY on one connection keeps 0.74 to 0.81 of the throughput without an
 * audit line; `insert … unnest` 0.65 to 0.75, two connections 0.58, a delay of 1 ms before each flush 0.53.
 */
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { Refusal } from '#server/base/refusal.ts'
import { sqlState, withoutValues } from '#server/db/failure.ts'
import { beginSession, clientConfig, connectTimeoutMs, type DatabaseConnection } from '#server/db/session.ts'
import { AUDIT_COLUMNS, type AuditLine, auditValues, copyText } from './line.ts'

export type AuditLog = {
  /** Resolves once `line` is committed; rejects when it cannot be. */
  append(line: AuditLine): Promise<void>
  /** Commits what is waiting, then closes the connection. */
  close(): Promise<void>
}

type Waiting = { values: (string | null)[]; resolve: () => void; reject: (error: unknown) => void }

/** Beyond this many waiting lines a call is refused rather than queued. */
const MAX_WAITING = 10_000
const MAX_BATCH = 2_000
const COMMIT_TIMEOUT_MS = 10_000

const PLACES = AUDIT_COLUMNS.split(',').map((_, index) => `$${index + 1}`)
const INSERT_ONE = `insert into audit.calls (${AUDIT_COLUMNS}) values (${PLACES.join(', ')}) on conflict do nothing`

type AuditLogOptions = { connection: DatabaseConnection; role: string; commitTimeoutMs?: number | undefined }

export function openAuditLog({ connection, role, commitTimeoutMs = COMMIT_TIMEOUT_MS }: AuditLogOptions): AuditLog {
  let waiting: Waiting[] = []
  let client: pg.Client | undefined
  let running: Promise<void> | undefined
  let closed = false

  function append(line: AuditLine): Promise<void> {
    if (closed || waiting.length >= MAX_WAITING) {
      return Promise.reject(new Refusal('unavailable', 'The audit log cannot keep up.', { retryAfterSeconds: 1 }))
    }
    return new Promise((resolve, reject) => {
      waiting.push({ values: auditValues(line), resolve, reject })
      // One turn of the event loop, so that calls answered in the same turn share the commit.
      running ??= new Promise(done => setImmediate(() => drain().finally(done)))
    })
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH)
      waiting = waiting.slice(MAX_BATCH)
      await commit(batch)
    }
    running = undefined
  }

  async function commit(batch: Waiting[]): Promise<void> {
    try {
      await copy(await connected(), batch)
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (!isAboutLine(error)) discard()
      await commitSingly(batch)
    }
  }

  /** After a failed batch: the connection broke, perhaps behind the commit, or one line is bad. Writes what is not there yet. */
  async function commitSingly(batch: Waiting[]): Promise<void> {
    try {
      const live = await connected()
      for (const { values, resolve, reject } of batch) {
        await live.query(INSERT_ONE, values).then(
          () => resolve(),
          error => {
            if (!isAboutLine(error)) throw error
            reject(withoutValues(error))
          },
        )
      }
    } catch (error) {
      discard()
      for (const { reject } of batch) reject(withoutValues(error))
    }
  }

  async function connected(): Promise<pg.Client> {
    if (client) return client
    const fresh = new pg.Client({ ...clientConfig(connection), query_timeout: commitTimeoutMs })
    fresh.on('error', () => forget(fresh))
    fresh.on('end', () => forget(fresh))
    try {
      await fresh.connect()
      const limits = { statementTimeoutMs: commitTimeoutMs, transactionTimeoutMs: 0 }
      await beginSession(fresh, { role, readOnly: false, ...limits }, connectTimeoutMs(connection))
    } catch (error) {
      fresh.end().catch(() => {})
      throw error
    }
    client = fresh
    return fresh
  }

  function forget(lost: pg.Client): void {
    if (client === lost) client = undefined
  }

  /** Drops a connection that broke or no longer answers; whatever it still holds must not delay the next batch. */
  function discard(): void {
    client?.end().catch(() => {})
    client = undefined
  }

  return {
    append,
    async close() {
      closed = true
      await running
      await client?.end()
    },
  }
}

/** Whether PostgreSQL found fault with a value or a key: with anything else the next line would fare no better. */
function isAboutLine(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '')
}

function copy(client: pg.Client, batch: Waiting[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = client.query(copyFrom(`copy audit.calls (${AUDIT_COLUMNS}) from stdin`))
    stream.on('finish', resolve)
    stream.on('error', reject)
    stream.end(batch.map(({ values }) => copyText(values)).join(''))
  })
}
