/** The settings that every connection gets before it serves: its role, its time limits and its formats. */
import type { ConnectionOptions } from 'node:tls'
import type pg from 'pg'
import { columnTypes } from './column-types.ts'
import { SET_REQUIRED, setTransactionTimeout } from './requirements.ts'

/** Where PostgreSQL is: a connection string, or its parts (a `host` that begins with `/` is the folder of a Unix socket). */
export type DatabaseConnection =
  | string
  | {
      host: string
      port: number
      user: string
      database: string
      password?: string
      ssl?: boolean | ConnectionOptions
      connectTimeoutMs?: number
    }

export type Session = {
  /** The role whose rights and policies apply. It must be granted to the user that connects. */
  role: string
  readOnly: boolean
  /** The longest that one statement may run, including the time it waits for a lock. */
  statementTimeoutMs: number
  /** The longest that one transaction may last. PostgreSQL 17 and newer enforce it fully, older versions only while the transaction is idle. */
  transactionTimeoutMs: number
}

/** How much longer than a statement may run the server may stay silent before it counts as lost. */
export const SILENCE_MARGIN_MS = 2_000
const CONNECT_TIMEOUT_MS = 5_000
/** How long a connection may be idle before keep-alive packets check that the server is still there. The system's default is two hours. */
const KEEP_ALIVE_MS = 30_000

/** The longest to wait for a connection that serves. A connection string states it in seconds as `connect_timeout`, as for libpq. */
export function connectTimeoutMs(connection: DatabaseConnection): number {
  if (typeof connection !== 'string') return connection.connectTimeoutMs ?? CONNECT_TIMEOUT_MS
  const seconds = /[?&]connect_timeout=(\d{1,4})(?:&|$)/.exec(connection)?.[1]
  return seconds ? Number(seconds) * 1_000 : CONNECT_TIMEOUT_MS
}

export function clientConfig(connection: DatabaseConnection): pg.ClientConfig {
  return {
    ...(typeof connection === 'string' ? { connectionString: withoutWarning(connection) } : connection),
    connectionTimeoutMillis: connectTimeoutMs(connection),
    types: columnTypes,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    fallback_application_name: 'gatehouse',
  }
}

/** The driver treats every mode that turns TLS on as verify-full, but prints six lines of advice to programmers if the mode has another name. */
function withoutWarning(connection: string): string {
  if (connection.includes('uselibpqcompat=')) return connection
  return connection.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

/**
 * Applies the settings in one statement, so that a connection gets all of them or fails and never serves. The startup `options` are not used,
 * because they need escaping, poolers refuse them, and a connection string may have its own.
 */
export async function beginSession(client: pg.ClientBase, session: Session, timeoutMs: number): Promise<void> {
  const { role, readOnly, statementTimeoutMs, transactionTimeoutMs } = session
  const values = [role, readOnly ? 'on' : 'off', String(statementTimeoutMs), String(transactionTimeoutMs)]
  await client.query({ ...timed(BEGIN_SESSION, timeoutMs), values })
}

/** A statement that fails if it is not answered in time. */
export const timed = (text: string, timeoutMs: number) => ({ text, query_timeout: timeoutMs })

/**
 * - If the network silently drops a connection, keep-alive packets end it within 90 seconds on the server's side too. Otherwise, the server would keep
 *   the connection and its transaction, which would hold back the change feed; no time limit ends a COPY that waits for its client. `tcp_user_timeout`
 *   limits the wait for data that the server has sent and nobody acknowledges. A Unix socket ignores all of these.
 * - A statement is planned once per connection: planning takes 1 to 11 ms, running 0.3 to 1 ms, and each statement contains only the filters that are
 *   given. The plan is made for the largest organization (decisions/0033), so tables are read completely only where no index leads to the rows.
 * - The pages that are read are in memory, so a page found by an index costs the same as the next page of a table. At the default of 4, a table of a
 *   few hundred rows is read completely at each lookup in a loop: 22 ms instead of 5 for the days offline of the 239 units of a property.
 * - PostgreSQL 17 and older express `enable_seqscan = off` as a very high cost, for which they would compile statements, so compiling is off.
 */
const BEGIN_SESSION = `
  select
    ${SET_REQUIRED},
    set_config('role', $1, false),
    set_config('default_transaction_read_only', $2, false),
    set_config('statement_timeout', $3, false),
    set_config('idle_in_transaction_session_timeout', $4, false),
    ${setTransactionTimeout('$4')},
    set_config('tcp_keepalives_idle', '60', false),
    set_config('tcp_keepalives_interval', '10', false),
    set_config('tcp_keepalives_count', '3', false),
    set_config('tcp_user_timeout', '90000', false),
    set_config('plan_cache_mode', 'force_generic_plan', false),
    set_config('random_page_cost', '1.1', false),
    set_config('enable_seqscan', 'off', false),
    set_config('jit', 'off', false)`
