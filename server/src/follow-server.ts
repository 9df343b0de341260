/**
 * Follows the address of the database to another server. After a standby is promoted, open connections stay with the old primary, even if new ones
 * lead to the standby. If the old primary still accepts writes, everything that the service stores there from then on is lost.
 */
import type { Logger } from 'pino'
import type { Pools } from './database.ts'
import { onlyRow } from './db/only-row.ts'
import { onOwnSession } from './db/own-connection.ts'
import type { DatabaseConnection } from './db/session.ts'
import { statement } from './db/statement.ts'
import { every } from './every.ts'

const LOOK_EVERY_MS = 10_000
const LIMIT_MS = 5_000

/** A server and its standbys have the same identifier; when each of them was started, to the microsecond, tells them apart. */
export const findServer = statement<{ server: string; is_standby: boolean }>(
  'find_server',
  'select pg_postmaster_start_time()::text as server, pg_is_in_recovery() as is_standby',
)

/**
 * Returns the function that has the pools open new connections if the address leads to a server other than theirs, and resolves with whether it does.
 * A standby is not followed before it is promoted, because it accepts no writes.
 */
export function openFollowing(
  connection: DatabaseConnection,
  pools: Pick<Pools, 'platformReads' | 'renew'>,
): () => Promise<boolean> {
  let last: string | undefined
  const limits = { statementTimeoutMs: LIMIT_MS, transactionTimeoutMs: LIMIT_MS }

  return async () => {
    const ours = onlyRow(await pools.platformReads.query(null, findServer, []))
    const fresh = await onOwnSession(connection, { role: 'none', readOnly: true, ...limits }, async client =>
      onlyRow((await client.query<{ server: string; is_standby: boolean }>(findServer.text)).rows),
    )
    if (fresh.is_standby) return false
    const hasMoved = fresh.server !== ours.server
    // The connection that answered may have been lost and opened again since the address moved, while others stay where they were.
    if (hasMoved || fresh.server !== (last ?? fresh.server)) pools.renew()
    last = fresh.server
    return hasMoved
  }
}

/** Checks every few seconds where the address leads. Returns the function that ends this. */
export function keepFollowing(connection: DatabaseConnection, pools: Pools, logger: Logger): () => void {
  const follow = openFollowing(connection, pools)
  const look = async () => {
    // If the database cannot be reached, everything else that needs it says so.
    const hasMoved = await follow().catch(() => false)
    if (hasMoved) logger.warn(MOVED)
  }
  return every(LOOK_EVERY_MS, look, logger, 'looking where the database is')
}

const MOVED =
  'the address of the database leads to another server, so its connections are opened again; what was stored in the old one after the new one was promoted is lost'
