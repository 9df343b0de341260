/**
 * Messages that wait longer than any schedule allows, because their time was computed while the clock of the database was ahead. Without this, they
 * would wait until the clock, which has been set back, catches up.
 */
import { statement } from '#server/db/statement.ts'
import { inUpkeepBatches, type UpkeepPools } from '#server/db/upkeep-batches.ts'
import { forEachOrganization, ORGANIZATIONS_PER_ROUND } from '#server/platform/each-organization.ts'
import { CLAIM_MS } from './delivery.ts'
import { MAX_WAIT_MS } from './rules.ts'

/** A first attempt is due at once; processes notice within seconds that the clock was set. */
const FIRST_MS = 120_000
const BATCH = 1_000

/** The organizations with messages that are due after `$1` or claimed until after `$2`, at most `$3`. Runs as gatehouse_platform. */
export const listOrganizationsToBringForward = statement<{ id: string }>(
  'list_organizations_to_bring_forward',
  `select distinct m.organization_id as id from messages m
    where m.next_attempt_at is not null and (m.next_attempt_at > $1::timestamptz or m.claimed_until > $2::timestamptz)
    order by 1
    limit $3::int`,
)

/**
 * Makes up to `$7` messages of the organization due at `$2` whose first attempt is due after `$3`, whose next attempt is due after `$4`, or whose
 * claim ends after `$5`. A claim then ends at `$6`, because the message may be on its way right now. If its sender has died, a text message is FAILED by
 * the next one, as always.
 */
export const bringMessagesForward = statement<{ count: number }>(
  'bring_messages_forward',
  `with late as (
     select m.id from messages m
      where m.organization_id = $1 and m.next_attempt_at is not null
        and (m.next_attempt_at > $4::timestamptz or m.next_attempt_at > $3::timestamptz and m.attempts = 0 or m.claimed_until > $5::timestamptz)
      limit $7::int
        for update skip locked
   ),
   brought as (
     update messages m set next_attempt_at = least(m.next_attempt_at, $2::timestamptz), claimed_until = least(m.claimed_until, $6::timestamptz)
       from late l
      where m.organization_id = $1 and m.id = l.id
     returning 1
   )
   select count(*)::int as count from brought`,
)

/** Makes messages due that would wait for a clock that was set back, and resolves with their number. */
export async function bringForward({ platformWrites, writes }: UpkeepPools, nowMs: number): Promise<number> {
  const [now, first, next, claim, claimEnd] = [0, FIRST_MS, MAX_WAIT_MS, 2 * CLAIM_MS, CLAIM_MS].map(
    ms => new Date(nowMs + ms),
  ) as [Date, Date, Date, Date, Date]
  const late = await platformWrites.transaction(null, tx =>
    tx.query(listOrganizationsToBringForward, [first, claim, ORGANIZATIONS_PER_ROUND]),
  )
  let total = 0
  await forEachOrganization(late, async ({ id }) => {
    const values = [id, now, first, next, claim, claimEnd]
    total += await inUpkeepBatches(writes, 'messages after the clock was set back', bringMessagesForward, values, {
      batch: BATCH,
      organizationId: id,
    })
  })
  return total
}
