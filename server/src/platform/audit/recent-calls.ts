/** The calls of a key that its quota still counts, for a process that has just started. */
import { uuidv7Floor } from '#server/base/ids.ts'
import { statement } from '#server/db/statement.ts'
import type { Tenant } from '#server/db/tenant.ts'

export const listRecentCalls = statement<{ occurred_at: string }>(
  'list_recent_calls',
  `select occurred_at from audit.calls
    where organization_id = $1 and id >= $2 and key_id = $3 and occurred_at >= $4 and status not in (401, 429)
    order by occurred_at`,
)

const WINDOW_MS = 60_000
/** Ids are stamped when a call arrives, but the quota counts from when it was admitted, which is a little later. */
const ARRIVAL_SLACK_MS = 30_000

/** The times at which calls were admitted, in milliseconds since the epoch, oldest first. */
export async function recentCalls(db: Tenant, keyId: string, nowMs: number): Promise<number[]> {
  const rows = await db.query(listRecentCalls, [
    db.organizationId,
    uuidv7Floor(nowMs - WINDOW_MS - ARRIVAL_SLACK_MS),
    keyId,
    new Date(nowMs - WINDOW_MS),
  ])
  return rows.map(row => Date.parse(row.occurred_at))
}
