/** A separate connection for one piece of work, outside of every pool. */
import pg from 'pg'
import { asError } from '#server/base/as-error.ts'
import { ConnectionLost, fromDriver, withoutValues } from './failure.ts'
import { SET_REQUIRED } from './requirements.ts'
import {
  beginSession,
  clientConfig,
  connectTimeoutMs,
  type DatabaseConnection,
  type Session,
  SILENCE_MARGIN_MS,
} from './session.ts'

const END_TIMEOUT_MS = 1_000

/**
 * Connects, runs `work`, and ends the connection. A statement that is not answered within `silenceMs` fails, because the network may have silently
 * dropped the connection. Throws ConnectionLost if the connection fails or is lost, no matter what `work` throws then.
 */
export async function onOwnConnection<T>(
  connection: DatabaseConnection,
  { silenceMs }: { silenceMs: number },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(connection, silenceMs)
  let lost: Error | undefined
  client.on('error', error => {
    lost ??= error
  })
  try {
    return await work(client)
  } catch (error) {
    if (lost || asError(error).message === UNANSWERED)
      throw new ConnectionLost(asError(error).message, { cause: error })
    throw error
  } finally {
    await endConnection(client)
  }
}

/** Runs `work` in the same way under the role and the limits of a session. Its errors repeat no values, so they can be logged. */
export async function onOwnSession<T>(
  connection: DatabaseConnection,
  session: Session,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const silenceMs = session.statementTimeoutMs + SILENCE_MARGIN_MS
  return onOwnConnection(connection, { silenceMs }, async client => {
    await beginSession(client, session, connectTimeoutMs(connection))
    try {
      return await work(client)
    } catch (error) {
      throw withoutValues(error)
    }
  })
}

/** The message of the driver when `query_timeout` has passed. */
const UNANSWERED = 'Query read timeout'

async function connect(connection: DatabaseConnection, silenceMs: number): Promise<pg.Client> {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ ...clientConfig(connection), query_timeout: silenceMs })
    client.on('error', () => {})
    await client.connect()
    await client.query(`select ${SET_REQUIRED}`)
    return client
  } catch (error) {
    // The driver leaves the connection open if the server asks for something that we do not have, such as a password.
    if (client) await endConnection(client)
    throw fromDriver(asError(error))
  }
}

/** Ends a connection in an orderly way, and cuts it if the server does not answer. Never throws. */
export async function endConnection(client: pg.Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), END_TIMEOUT_MS)
  await client.end().catch(() => {})
  clearTimeout(late)
}
