/** What becomes of deliveries that still wait when their event is no longer kept. */
import type pg from 'pg'
import { EVENTS_KEPT_DAYS } from '#contract/v1/events.ts'
import { uuidv7Floor } from '#server/base/ids.ts'
import { statement } from '#server/db/statement.ts'

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
