/** Listens for NOTIFY from the database, so that code that waits for a change does not have to poll. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { clientConfig, type DatabaseConnection } from './session.ts'

const RECONNECT_AFTER_MS = 1_000

/**
 * Calls `onAnnouncement` for each announcement on `channel` and after each reconnect, since some may have been missed meanwhile; the
 * function it returns stops listening.
 */
export function listenTo(
  connection: DatabaseConnection,
  channel: `gatehouse_${string}`,
  onAnnouncement: () => void,
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
        await lost
      } catch {
        await fresh.end().catch(() => {})
      }
      if (!stopped) await pause(RECONNECT_AFTER_MS, undefined, { ref: false })
    }
  }

  void listen()
  return async () => {
    stopped = true
    await client?.end().catch(() => {})
  }
}
