/** Hears when keys or plans change anywhere, so that cached entries are forgotten at once instead of within a second. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { CONNECT_TIMEOUT_MS, clientConfig, type DatabaseConnection } from '#server/db/session.ts'

const RECONNECT_AFTER_MS = 1_000

/** Calls `onChange` at each announcement and after each reconnect; the function it returns stops listening. */
export function listenForKeyChanges(connection: DatabaseConnection, onChange: () => void): () => Promise<void> {
  let client: pg.Client | undefined
  let stopped = false

  async function listen(): Promise<void> {
    while (!stopped) {
      const fresh = new pg.Client({ ...clientConfig(connection), connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
      const lost = new Promise<void>(resolve => fresh.on('end', resolve))
      fresh.on('error', () => {})
      fresh.on('notification', onChange)
      try {
        client = fresh
        await fresh.connect()
        await fresh.query('listen gatehouse_keys')
        onChange()
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
