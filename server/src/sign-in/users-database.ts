/** The connections that better-auth uses. It writes its own SQL, so they have the rights of gatehouse_console and find its schema first. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { Refusal } from '#server/base/refusal.ts'
import { ConnectionLost, fromDriver, isOutOfResources, OutOfReach } from '#server/db/failure.ts'
import {
  beginSession,
  clientConfig,
  connectTimeoutMs,
  type DatabaseConnection,
  SILENCE_MARGIN_MS,
} from '#server/db/session.ts'

const SIGN_IN_CONNECTIONS = 3
/** A connection does not stay with a server from which the address of the database has moved on. */
const MAX_LIFETIME_SECONDS = 60
const STATEMENT_TIMEOUT_MS = 10_000

export type UsersDatabase = {
  pool: pg.Pool
  /**
   * Runs a call of the library. If the database was unavailable or overloaded in the meantime, rejects with that, whatever the library makes of it:
   * an error without a reason, a visitor who is not signed in, or a sign-out that is reported as done but has not ended the session.
   */
  run<Result>(call: () => Promise<Result>): Promise<Result>
}

type Trouble = { error?: unknown }

export function openUsersDatabase(
  connection: DatabaseConnection,
  onConnectionError: (error: Error) => void,
): UsersDatabase {
  const troubles = new AsyncLocalStorage<Trouble>()
  const { types: _, ...config } = clientConfig(connection)
  const pool = new pg.Pool({
    ...config,
    // Nothing is pipelined here. Pipeline mode is on because only then is a connection discarded if a query on it is not answered in time.
    pipeline: true,
    query_timeout: STATEMENT_TIMEOUT_MS + SILENCE_MARGIN_MS,
    max: SIGN_IN_CONNECTIONS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    // better-auth compares instants as Date objects, so the driver's own types apply.
    onConnect: async client => {
      // The pool listens only to idle connections: without this, losing one that is in use would end the process. Its query fails in either case.
      client.on('error', () => {})
      const limits = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, transactionTimeoutMs: STATEMENT_TIMEOUT_MS }
      await beginSession(
        client,
        { role: 'gatehouse_console', readOnly: false, ...limits },
        connectTimeoutMs(connection),
      )
      await client.query(`set search_path to console`)
      client.query = reporting(client.query.bind(client), error => fromDriver(error))
    },
  })
  pool.on('error', onConnectionError)
  pool.connect = reporting(pool.connect.bind(pool), cause => new OutOfReach(cause))

  /** Wraps `method` so that the call of the library to which it belongs learns of its failure. */
  function reporting<Method extends (...args: never[]) => unknown>(
    method: Method,
    read: (error: Error) => Error,
  ): Method {
    const wrapped = (...args: Parameters<Method>): unknown => {
      const answer = method(...args)
      const trouble = troubles.getStore()
      if (trouble && answer instanceof Promise) {
        answer.catch(error => {
          trouble.error ??= read(error)
        })
      }
      return answer
    }
    return wrapped as Method
  }

  return {
    pool,
    run: call => {
      const trouble: Trouble = {}
      return troubles.run(trouble, async () => {
        const [outcome] = await Promise.allSettled([call()])
        const { error } = trouble
        if (isOfDatabase(error)) throw error instanceof ConnectionLost ? new OutOfReach(error) : error
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      })
    },
  }
}

/** Whether only the state of the database is the reason, and not a statement of the library. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof ConnectionLost || error instanceof Refusal || isOutOfResources(error)
}
