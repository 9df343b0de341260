/** Taking a unit offline, for days on which it can be neither occupied nor leased, and bringing it back online. */
import { addDays, spanInWords } from '#server/base/dates.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import type { ConsoleOperations } from '#server/platform/context.ts'
import { changeUnit } from './changes.ts'
import { findLeaseWithin, listOfflineSpans } from './queries.ts'
import { saveOfflineSpans } from './save-units.ts'

export const setUnitOffline: ConsoleOperations['setUnitOffline'] = async (context, { unit_id: id, ...span }) => {
  const { db, today } = context
  const { starts_on: startsOn = today, ends_on: endsOn = null, reason } = span
  if (endsOn !== null && endsOn < startsOn) throw fieldError('ends_on', 'must not be before starts_on')
  return changeUnit(context, 'unit.set_offline', id, async ({ label }) => {
    const [lease] = await db.query(findLeaseWithin, [db.organizationId, id, startsOn, endsOn])
    if (lease) {
      throw new Refusal(
        'conflict',
        `Unit ${label} is leased from ${lease.start_date} (${lease.lease_id}), so it cannot be offline on those days. Choose other days, or end the lease first.`,
      )
    }
    const spans = await db.query(listOfflineSpans, [db.organizationId, id])
    const other = spans.find(
      span => (endsOn === null || span.starts_on <= endsOn) && (span.ends_on ?? startsOn) >= startsOn,
    )
    if (other) {
      throw new Refusal(
        'conflict',
        `Unit ${label} is already offline ${spanInWords(other.starts_on, other.ends_on)} (${other.reason}). Choose other days, or bring it back online first.`,
      )
    }
    await saveOfflineSpans(context, [{ unit_id: id, starts_on: startsOn, ends_on: endsOn, reason }])
  })
}

/**
 * Brings the unit back: ends the span that covers the day before `back_on`, or withdraws the one that begins on `back_on`, if that is today or later. A
 * span that began on a past day has already been reported, so at least that day of it is kept.
 */
export const endUnitOffline: ConsoleOperations['endUnitOffline'] = (context, { unit_id: id, back_on }) => {
  const { db, today } = context
  const backOn = back_on ?? today
  const lastDay = addDays(backOn, -1)
  return changeUnit(context, 'unit.end_offline', id, async ({ label }) => {
    const spans = await db.query(listOfflineSpans, [db.organizationId, id])
    const begins = spans.find(({ starts_on }) => starts_on === backOn && backOn >= today)
    if (begins) return saveOfflineSpans(context, [{ unit_id: id, ...begins, is_withdrawn: true }])
    const span = spans.find(({ starts_on, ends_on }) => starts_on <= lastDay && (ends_on ?? backOn) >= lastDay)
    if (!span) throw notOffline(label, lastDay, spans.find(({ starts_on }) => starts_on >= today)?.starts_on)
    await saveOfflineSpans(context, [{ unit_id: id, starts_on: span.starts_on, ends_on: lastDay, reason: span.reason }])
  })
}

function notOffline(label: string, lastDay: string, next: string | undefined): Refusal {
  const hint =
    next === undefined ? '' : ` To cancel the days offline that begin on ${next}, bring the unit back on that day.`
  return new Refusal('conflict', `Unit ${label} is not offline on ${lastDay}, the day before it would be back.${hint}`)
}
