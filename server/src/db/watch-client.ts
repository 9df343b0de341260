/** Makes PostgreSQL end the statements of a client that has gone, which it would otherwise notice only when it sends the result. */
import type pg from 'pg'
import { ConnectionLost, fromDriver } from './failure.ts'
import { timed } from './session.ts'

/** A server whose client went away in the middle of a statement, which may be waiting for a lock, notices within this time. */
const EVERY_MS = 100

/** Sets how often the server looks whether its client is still there. Not every platform can detect it; there, this changes nothing. */
export async function watchClient(client: pg.ClientBase, timeoutMs: number): Promise<void> {
  const text = `set client_connection_check_interval = '${EVERY_MS}ms'`
  await client.query(timed(text, timeoutMs)).catch(error => {
    if (fromDriver(error) instanceof ConnectionLost) throw error
  })
}
