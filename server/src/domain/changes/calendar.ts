/** Changes that only the calendar makes, such as a lease that begins: entered once for each organization and day, also after an outage. */

import { statement } from '#server/db/statement.ts'
import type { Platform } from '#server/db/tenant.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { enterCalendar, insertCalendarDay, lockCalendarDay, updateCalendarDay } from './queries.ts'

/** The organizations in which it is a day at `$1`, an instant, that has not been entered, at most `$2` of them. Runs as gatehouse_platform. */
export const listOrganizationsBehind = statement<{ id: string; today: string }>(
  'list_organizations_behind',
  `select o.id, ($1::timestamptz at time zone o.time_zone)::date as today
     from organizations o
     left join calendar_days d on d.organization_id = o.id
    where d.entered_through is null or d.entered_through < ($1::timestamptz at time zone o.time_zone)::date
    order by o.id
    limit $2::int`,
)

/** Organizations entered in one round; the others wait for the next. */
const BATCH = 1_000

/** Enters the days that have begun in each organization since the last round; `now` is in milliseconds since the epoch. Resolves with how many were behind. */
export async function enterCalendarChanges(
  { platformWrites, writes }: { platformWrites: WritePool; writes: WritePool },
  now: number,
): Promise<number> {
  const behind = await platformWrites.transaction(null, (tx: Platform) =>
    tx.query(listOrganizationsBehind, [new Date(now).toISOString(), BATCH]),
  )
  for (const { id, today } of behind) {
    await writes.transaction(id, async tx => {
      await tx.query(insertCalendarDay, [id, today])
      const [day] = await tx.query(lockCalendarDay, [id])
      if (!day || day.entered_through >= today) return
      await tx.query(enterCalendar, [id, day.entered_through, today])
      await tx.query(updateCalendarDay, [id, today])
    })
  }
  return behind.length
}
