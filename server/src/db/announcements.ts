/** Listens for NOTIFY from the database, so that code that waits for a change does not have to poll. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { endConnection } from './own-connection.ts'
import { clientConfig, connectTimeoutMs, type DatabaseConnection } from './session.ts'

const RECONNECT_AFTER_MS = 1_000
/** Who only listens would never learn that the network dropped the connection. */
const ASK_EVERY_MS = 15_000

/**
 * Calls `onAnnouncement` for each announcement on `channel` and after each reconnect, since some may have been missed meanwhile; the
 * function it returns stops listening.
 */
export function listenTo(
  connection: DatabaseConnection,
  channel: `gatehouse_${string}`,
  onAnnouncement: () => void,
  askEveryMs = ASK_EVERY_MS,
): () => Promise<void> {
  let client: pg.Client | undefined
  let stopped = false

  async function listen(): Promise<void> {
    while (!stopped) {
      const fresh = new pg.Client(clientConfig(connection))
      const lost = new Promise<void>(resolve => fresh.on('end', resolve))
      fresh.on('error', () => {})
      fresh.on('notification', onAnnouncement)
      try {
        client = fresh
        await fresh.connect()
        await fresh.query(`listen ${channel}`)
        onAnnouncement()
        await Promise.race([lost, untilSilent(fresh)])
      } catch {
        // It is opened anew.
      }
      await endConnection(fresh)
      if (!stopped) await pause(RECONNECT_AFTER_MS, undefined, { ref: false })
    }
  }

  /** Rejects once a question stays without an answer, or the connection has ended. */
  async function untilSilent(of: pg.Client): Promise<never> {
    for (;;) {
      await pause(askEveryMs, undefined, { ref: false })
      await of.query({ text: 'select', query_timeout: connectTimeoutMs(connection) } as pg.QueryConfig)
    }
  }

  void listen()
  return async () => {
    stopped = true
    if (client) await endConnection(client)
  }
}
