/** The connections better-auth works on: it writes its own SQL, so they have the rights of gatehouse_console and see its schema first. */
import pg from 'pg'
import { beginSession, clientConfig, connectTimeoutMs, type DatabaseConnection } from '#server/db/session.ts'

const CONNECTIONS = 3
const STATEMENT_TIMEOUT_MS = 10_000

export function openUsersDatabase(connection: DatabaseConnection, onConnectionError: (error: Error) => void): pg.Pool {
  const { types: _, ...config } = clientConfig(connection)
  const pool = new pg.Pool({
    ...config,
    max: CONNECTIONS,
    // better-auth compares instants as Date objects, so the driver's own types apply.
    onConnect: async client => {
      // The pool listens to idle connections only: without this, losing one that is in use would end the process. Its query fails all the same.
      client.on('error', () => {})
      const limits = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, transactionTimeoutMs: STATEMENT_TIMEOUT_MS }
      await beginSession(
        client,
        { role: 'gatehouse_console', readOnly: false, ...limits },
        connectTimeoutMs(connection),
      )
      await client.query(`set search_path to console`)
    },
  })
  pool.on('error', onConnectionError)
  return pool
}
