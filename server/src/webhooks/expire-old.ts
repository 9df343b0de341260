/** Gives up deliveries that are still pending when the retention of their event ends. */
import type pg from 'pg'
import { EVENTS_KEPT_DAYS } from '#contract/v1/events.ts'
import { uuidv7Floor } from '#server/base/ids.ts'
import { DAY_MS } from '#server/base/instants.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { statement } from '#server/db/statement.ts'

/**
 * Gives up at `$2` deliveries that were created before the ID `$1` and are still pending. Deliveries that somebody else has locked are skipped, so
 * that this never waits: they are being handled, or will be dropped with their month.
 */
export const expireDeliveries = statement<{ count: number }>(
  'expire_old_deliveries',
  `with old as (
     select d.organization_id, d.subscription_id, d.id from webhook_deliveries d
      where d.due_at is not null and d.id < $1::uuid
        for update skip locked
   ),
   given_up as (
     update webhook_deliveries d set status = 'EXHAUSTED', due_at = null, claimed_until = null, finished_at = $2::timestamptz
       from old o
      where d.organization_id = o.organization_id and d.subscription_id = o.subscription_id and d.id = o.id
     returning 1
   )
   select count(*)::int as count from given_up`,
)

/**
 * Gives up deliveries that can no longer be sent because their event is about to be dropped, and resolves with their number. The schedule ends
 * within days, so these were begun again late or could not be signed all that time. Runs as gatehouse_platform.
 */
export async function expireOldDeliveries(client: pg.ClientBase, nowMs: number): Promise<number> {
  const values = [uuidv7Floor(nowMs - EVENTS_KEPT_DAYS * DAY_MS), new Date(nowMs)]
  const { rows } = await client.query<{ count: number }>(expireDeliveries.text, values)
  return onlyRow(rows).count
}
