/** Connections for streams and imports, which give way to calls. */
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { lowerPriorityOf } from '#server/base/priority.ts'

/** How PostgreSQL names its processes. */
const TITLE = 'postgres: '

/**
 * Lowers the priority of the server process behind a connection, if it is reached by a Unix socket on this machine, as the embedded PostgreSQL is.
 * Otherwise, and where this user may not or the system is not Linux, it changes nothing.
 */
export function giveWay(client: pg.ClientBase): void {
  const { host, processID } = client as pg.Client & { processID: number | null }
  if (process.platform !== 'linux' || !host.startsWith('/') || processID === null) return
  try {
    // A socket may lead to another container, where the number is that of another process.
    if (readFileSync(`/proc/${processID}/cmdline`, 'latin1').startsWith(TITLE)) lowerPriorityOf(processID)
  } catch {
    // PostgreSQL runs as another user, or Linux does not schedule by session.
  }
}
