/** Plans the prelease of a unit: it is rented to a future tenant whom the row does not name. Pure. */
import { addDays } from '#server/base/dates.ts'
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import type { KnownUnit } from '#server/domain/units/records.ts'
import { statusName } from '../read/records.ts'
import { isSignedBy, isUpcoming } from './other-leases.ts'
import type { PlanTerms, RowPlan } from './row-plan.ts'

type Span = KnownUnit['preleases'][number]

/** Plans the prelease. `leases` are those of the unit after the import: a signed future lease makes a prelease unnecessary. */
export function planPrelease(
  plan: RowPlan,
  stored: readonly Span[],
  leases: readonly LeaseRecord[],
  { asOf, timeZone }: PlanTerms,
): void {
  const { status } = plan.row
  // Both statuses take precedence over a prelease, so they do not show whether there is one.
  if (status === 'EVICT' || status === 'OFFLINE') return
  const isNamed = leases.some(lease => isSignedBy(lease, asOf, timeZone) && isUpcoming(lease, leases, asOf))
  const isRentedAhead = (status === 'NOTICE_RENTED' || status === 'VACANT_RENTED') && !isNamed
  const begun = stored.filter(({ starts_on: startsOn }) => startsOn <= asOf)
  if (isRentedAhead) {
    if (!begun.some(span => holds(span, leases, asOf))) begin(plan, stored, asOf)
  } else {
    for (const span of begun) end(plan, span, isNamed, asOf)
  }
}

/** Whether a prelease still counts. In the status history it ends when a lease of the unit begins after it, because that lease belongs to the future tenant. */
function holds({ starts_on: startsOn }: Span, leases: readonly LeaseRecord[], day: string): boolean {
  return !leases.some(
    ({ stage, start_date: startDate }) => stage === 'SIGNED' && startDate > startsOn && startDate <= day,
  )
}

function begin({ changes, unitId, words }: RowPlan, stored: readonly Span[], asOf: string): void {
  const next = stored.find(({ starts_on: startsOn }) => startsOn > asOf)
  const endsOn = next ? addDays(next.starts_on, -1) : null
  changes.preleases.push({ to: { unit_id: unitId, starts_on: asOf, ends_on: endsOn }, isNew: true })
  words.push('preleased')
}

function end({ changes, unitId, words, report, row }: RowPlan, span: Span, isNamed: boolean, asOf: string): void {
  // A period has at least one day, so one that began on this day ends on this day.
  const isOfToday = span.starts_on === asOf
  const endsOn = isOfToday ? asOf : addDays(asOf, -1)
  if (isOfToday && !isNamed && row.status !== 'CURRENT') {
    report(
      `The unit is ${statusName(row.status)}, but an earlier file of ${asOf} states that it is rented. It is shown as rented until the next day.`,
    )
  }
  if (endsOn === span.ends_on) return
  changes.preleases.push({ to: { ...span, unit_id: unitId, ends_on: endsOn }, isNew: false })
  words.push(isNamed ? 'future resident named' : 'no longer preleased')
}
