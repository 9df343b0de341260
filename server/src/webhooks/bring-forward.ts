/**
 * Deliveries that wait longer than any schedule allows, because their time was computed while the clock of the database was ahead. Without this, they
 * would wait until the clock, which has been set back, catches up. If it had been a year ahead, that would practically be never.
 */
import { statement } from '#server/db/statement.ts'
import { inUpkeepBatches } from '#server/db/upkeep-batches.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { longestDelayMs } from './schedule.ts'
import { CLAIM_MS } from './worker.ts'

/** A first attempt is due at once, and a claim ends after `CLAIM_MS`; processes notice within seconds that the clock was set. */
const FIRST_OR_CLAIM_MS = 2 * CLAIM_MS
const BATCH = 1_000

/**
 * Makes up to `$5` deliveries due at `$1` whose first attempt is due, or whose claim ends, after `$2`, or whose next attempt is due after `$3`. A claim
 * then ends at `$4`, because a worker may be sending the delivery right now. Deliveries that somebody else has locked are skipped, so that this never
 * waits.
 */
export const bringDeliveriesForward = statement<{ count: number }>(
  'bring_deliveries_forward',
  `with late as (
     select d.organization_id, d.subscription_id, d.id from webhook_deliveries d
      where d.due_at is not null
        and (d.due_at > $3::timestamptz or d.due_at > $2::timestamptz and d.attempts_in_schedule = 0 or d.claimed_until > $2::timestamptz)
      limit $5::int
        for update skip locked
   ),
   brought as (
     update webhook_deliveries d
        set due_at = least(d.due_at, $1::timestamptz), claimed_until = least(d.claimed_until, $4::timestamptz)
       from late l
      where d.organization_id = l.organization_id and d.subscription_id = l.subscription_id and d.id = l.id
     returning 1
   )
   select count(*)::int as count from brought`,
)

/** Makes deliveries due that would wait for a clock that was set back, and resolves with their number. `writes` is the platform's. */
export function bringForward(writes: WritePool, nowMs: number, schedule?: readonly number[]): Promise<number> {
  const values = [0, FIRST_OR_CLAIM_MS, longestDelayMs(schedule), CLAIM_MS].map(ms => new Date(nowMs + ms))
  return inUpkeepBatches(writes, 'deliveries after the clock was set back', bringDeliveriesForward, values, {
    batch: BATCH,
  })
}
