/** Listens for NOTIFY from the database, so that code that waits for a change does not have to poll. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { endConnection } from './own-connection.ts'
import { clientConfig, connectTimeoutMs, type DatabaseConnection, timed } from './session.ts'

const RECONNECT_AFTER_MS = 1_000
/** How often a listening client sends a query. Otherwise it would never learn that the network has dropped its connection. */
const ASK_EVERY_MS = 15_000

export type Channel = `gatehouse_${string}`

type Listener = {
  /** Listens over another connection from now on. */
  renew(): void
  stop(): Promise<void>
}

/**
 * Calls `onAnnouncement` for each announcement on `channel`, and after each reconnect, since announcements may have been missed in the meantime.
 */
export function listenTo(
  connection: DatabaseConnection,
  channel: Channel,
  onAnnouncement: () => void,
  askEveryMs = ASK_EVERY_MS,
): Listener {
  let client: pg.Client | undefined
  let stopped = false

  async function listen(): Promise<void> {
    while (!stopped) {
      const fresh = new pg.Client(clientConfig(connection))
      const lost = new Promise<void>(resolve => fresh.on('end', resolve))
      fresh.on('error', () => {})
      fresh.on('notification', onAnnouncement)
      client = fresh
      try {
        await fresh.connect()
        await fresh.query(`listen ${channel}`)
        onAnnouncement()
        await Promise.race([lost, untilSilent(fresh, askEveryMs, connectTimeoutMs(connection))])
      } catch {
        // The connection is opened again.
      }
      await endConnection(fresh)
      if (!stopped) await pause(RECONNECT_AFTER_MS, undefined, { ref: false })
    }
  }

  const renew = () => client && endConnection(client)
  void listen()
  return {
    renew: () => void renew(),
    stop: async () => {
      stopped = true
      await renew()
    },
  }
}

/** Rejects once a query is not answered within `limitMs`, or the connection has ended. */
async function untilSilent(client: pg.Client, askEveryMs: number, limitMs: number): Promise<never> {
  for (;;) {
    await pause(askEveryMs, undefined, { ref: false })
    await client.query(timed('select', limitMs))
  }
}
