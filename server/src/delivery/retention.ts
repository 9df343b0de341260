/** How long events, deliveries and attempts are kept, and what becomes of those that still wait by then. */
import type pg from 'pg'
import { EVENTS_KEPT_DAYS } from '#contract/v1/events.ts'
import { uuidv7Floor } from '#server/base/ids.ts'
import type { MonthlyTable } from '#server/db/monthly-partitions.ts'
import { statement } from '#server/db/statement.ts'

export const DELIVERY_TABLES: readonly MonthlyTable[] = ['events', 'webhook_deliveries', 'webhook_attempts'].map(
  name => ({ schema: 'public', name, keptDays: EVENTS_KEPT_DAYS }),
)

const DAY_MS = 86_400_000

/** What was made before the id `$1` and waits yet is given up at `$2`. */
export const giveUpOld = statement<{ count: number }>(
  'give_up_old_deliveries',
  `with given_up as (
     update webhook_deliveries set status = 'EXHAUSTED', due_at = null, claimed_until = null, finished_at = $2::timestamptz
      where due_at is not null and id < $1::uuid
     returning 1
   )
   select count(*)::int as count from given_up`,
)

/**
 * Gives up what can no longer be sent, because its event is about to be dropped, and resolves with how many they were. The schedule ends
 * within days: they were begun again late, or could not be signed all the while. As gatehouse_platform.
 */
export async function giveUpOldDeliveries(client: pg.ClientBase, nowMs: number): Promise<number> {
  const values = [uuidv7Floor(nowMs - EVENTS_KEPT_DAYS * DAY_MS), new Date(nowMs)]
  const { rows } = await client.query<{ count: number }>(giveUpOld.text, values)
  return rows[0]?.count ?? 0
}
