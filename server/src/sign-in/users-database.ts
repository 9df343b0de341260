/** The connections better-auth works on: it writes its own SQL, so they have the rights of gatehouse_console and see its schema first. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { Refusal } from '#server/base/refusal.ts'
import { ConnectionLost, fromDriver, isOutOfResources, outOfReach } from '#server/db/failure.ts'
import {
  beginSession,
  clientConfig,
  connectTimeoutMs,
  type DatabaseConnection,
  SILENCE_MARGIN_MS,
} from '#server/db/session.ts'

const CONNECTIONS = 3
const STATEMENT_TIMEOUT_MS = 10_000

export type UsersDatabase = {
  pool: pg.Pool
  /**
   * Runs a call of the library. If the database was away or overloaded meanwhile, rejects with that, whatever the library makes of it: an
   * error without a reason, nobody who is signed in, or a sign-out that is said to be done and has not ended the session.
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
    // Not to send several statements at once, but because only then a connection whose query is not answered in time is given up.
    pipeline: true,
    query_timeout: STATEMENT_TIMEOUT_MS + SILENCE_MARGIN_MS,
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
      client.query = noting(client.query.bind(client), error => fromDriver(error))
    },
  })
  pool.on('error', onConnectionError)
  pool.connect = noting(pool.connect.bind(pool), outOfReach)

  /** `method` as before, except that the call of the library that it belongs to learns of its failure. */
  function noting<Method extends (...args: never[]) => unknown>(method: Method, read: (error: Error) => Error): Method {
    const noted = (...args: Parameters<Method>): unknown => {
      const answer = method(...args)
      const trouble = troubles.getStore()
      if (trouble && answer instanceof Promise) {
        answer.catch(error => {
          trouble.error ??= read(error)
        })
      }
      return answer
    }
    return noted as Method
  }

  return {
    pool,
    run: call => {
      const trouble: Trouble = {}
      return troubles.run(trouble, async () => {
        const [outcome] = await Promise.allSettled([call()])
        const { error } = trouble
        if (isOfDatabase(error)) throw error instanceof ConnectionLost ? outOfReach(error) : error
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      })
    },
  }
}

/** Whether nothing but the state of the database is the reason, and no statement of the library. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof ConnectionLost || error instanceof Refusal || isOutOfResources(error)
}
