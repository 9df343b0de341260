/** A separate connection for one piece of work, outside of every pool. */
import pg from 'pg'
import { clientConfig, type DatabaseConnection } from './session.ts'

const END_TIMEOUT_MS = 1_000

/**
 * Connects, runs `work`, and ends the connection. A lost connection shows in the failure of the statement that was running. A statement that is not
 * answered within `silenceMs` fails, because the network may have silently dropped the connection.
 */
export async function onOwnConnection<T>(
  connection: DatabaseConnection,
  { silenceMs }: { silenceMs: number },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...clientConfig(connection), query_timeout: silenceMs })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await endConnection(client)
  }
}

/** Ends a connection in an orderly way, and cuts it if the server does not answer. Never throws. */
export async function endConnection(client: pg.Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), END_TIMEOUT_MS)
  await client.end().catch(() => {})
  clearTimeout(late)
}
