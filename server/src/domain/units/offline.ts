/** Taking a unit offline, for days on which it can be neither occupied nor let, and bringing it back. */
import type { Static } from 'typebox'
import { OfflineEnd, OfflineStart } from '#contract/back-office/units.ts'
import { addDays } from '#server/base/dates.ts'
import { readFields } from '#server/base/read-object.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import type { Context } from '#server/platform/context.ts'
import { changeUnit, type UnitDetail } from './changes.ts'
import { saveOfflineSpans } from './operations.ts'
import { findLeaseWithin, listOfflineSpans } from './queries.ts'

export function setOffline(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof OfflineStart>,
): Promise<UnitDetail> {
  const { db, today } = context
  const { starts_on: startsOn = today, ends_on: endsOn = null, reason } = readFields(OfflineStart, input)
  if (endsOn !== null && endsOn < startsOn) throw fieldError('ends_on', 'must not be before starts_on')
  return changeUnit(context, 'unit.set_offline', id, async ({ label }) => {
    const [lease] = await db.query(findLeaseWithin, [db.organizationId, id, startsOn, endsOn])
    if (lease) {
      throw new Refusal(
        'conflict',
        `Unit ${label} is leased from ${lease.start_date} (${lease.lease_id}), so it cannot be offline then.`,
      )
    }
    const spans = await db.query(listOfflineSpans, [db.organizationId, id])
    const other = spans.find(
      span => (endsOn === null || span.starts_on <= endsOn) && (span.ends_on ?? startsOn) >= startsOn,
    )
    if (other) {
      const until = other.ends_on === null ? 'without an end' : `to ${other.ends_on}`
      throw new Refusal(
        'conflict',
        `Unit ${label} is offline from ${other.starts_on} ${until} already (${other.reason}).`,
      )
    }
    await saveOfflineSpans(context, [{ unitId: id, startsOn, endsOn, reason }])
  })
}

/** Ends the span that runs on the day before the unit is back. */
export function endOffline(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof OfflineEnd>,
): Promise<UnitDetail> {
  const { db, today } = context
  const { back_on: backOn = today } = readFields(OfflineEnd, input)
  const lastDay = addDays(backOn, -1)
  return changeUnit(context, 'unit.end_offline', id, async ({ label }) => {
    const spans = await db.query(listOfflineSpans, [db.organizationId, id])
    const span = spans.find(({ starts_on, ends_on }) => starts_on <= lastDay && (ends_on ?? backOn) >= lastDay)
    if (!span)
      throw new Refusal('conflict', `Unit ${label} is not offline on ${lastDay}, the day before it would be back.`)
    await saveOfflineSpans(context, [{ unitId: id, startsOn: span.starts_on, endsOn: lastDay, reason: span.reason }])
  })
}
