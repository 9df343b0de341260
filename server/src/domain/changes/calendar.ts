/** Changes that only the calendar makes, such as the start of a lease. Each is recorded once per organization and day, even after an outage. */
import { earlier, later } from '#server/base/dates.ts'
import { statement } from '#server/db/statement.ts'
import type { Platform } from '#server/db/tenant.ts'
import type { UpkeepPools } from '#server/db/upkeep-batches.ts'
import type { Context } from '#server/platform/context.ts'
import { forEachOrganization, ORGANIZATIONS_PER_ROUND } from '#server/platform/each-organization.ts'
import {
  findCalendarToday,
  insertCalendarDay,
  lockCalendarDay,
  recordCalendar,
  recordListingChanges,
  updateCalendarDay,
} from './queries.ts'

/** Lists the organizations whose recorded day is not their day at the instant `$1`, at most `$2` of them. Runs as gatehouse_platform. */
export const listOrganizationsBehind = statement<{ id: string; today: string }>(
  'list_organizations_behind',
  `select o.id, ($1::timestamptz at time zone o.time_zone)::date as today
     from organizations o
     left join calendar_days d on d.organization_id = o.id
    where d.entered_through is distinct from ($1::timestamptz at time zone o.time_zone)::date
    order by o.id
    limit $2::int`,
)

/**
 * Records, for each organization, what changed with the days that have begun since the last round; `now` is in milliseconds since the epoch. If the
 * clock was ahead and has been set back, records show again what they showed on the earlier day, so the days in between are recorded again, now and
 * when they come. Resolves with how many organizations had another day.
 */
export async function recordCalendarChanges({ platformWrites, writes }: UpkeepPools, now: number): Promise<number> {
  const behind = await platformWrites.transaction(null, (tx: Platform) =>
    tx.query(listOrganizationsBehind, [new Date(now), ORGANIZATIONS_PER_ROUND]),
  )
  await forEachOrganization(behind, ({ id, today: seen }) =>
    writes.transaction(id, async tx => {
      await tx.query(insertCalendarDay, [id, seen])
      const [day] = await tx.query(lockCalendarDay, [id])
      // The zone, and today with it, may have changed before we got the lock.
      const [{ today } = { today: seen }] = await tx.query(findCalendarToday, [id, new Date(now)])
      if (!day || day.entered_through === today) return
      await tx.query(recordCalendar, [id, earlier(day.entered_through, today), later(day.entered_through, today)])
      await tx.query(updateCalendarDay, [id, today])
    }),
  )
  return behind.length
}

/**
 * Records what changes with the organization's time zone, in the transaction of that change: a listing's `availableFrom`, which is the start of a
 * day, and, if it is another day in the new zone, whatever differs between the two days. If it was a later day in the old zone, the records show
 * again what they showed a day ago, and the next midnight records them again.
 */
export async function recordTimeZoneChange({ db }: Context, days: { before: string; after: string }): Promise<void> {
  const { organizationId } = db
  const first = earlier(days.before, days.after)
  await db.query(insertCalendarDay, [organizationId, first])
  const [calendar] = await db.query(lockCalendarDay, [organizationId])
  const through = calendar?.entered_through ?? first
  const [from, to] = [earlier(through, first), later(through, later(days.before, days.after))]
  if (from < to) await db.query(recordCalendar, [organizationId, from, to])
  await db.query(updateCalendarDay, [organizationId, days.after])
  await db.query(recordListingChanges, [organizationId])
}
