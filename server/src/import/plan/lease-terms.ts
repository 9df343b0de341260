/** The dates of a tenancy's lease, as the file states them and as they can be stored together. Pure. */
import { todayIn } from '#server/base/dates.ts'
import type { KnownLease, LeaseRecord } from '#server/domain/leases/records.ts'
import type { UnitRecord } from '#server/domain/units/records.ts'
import type { TenancyRecord } from '../read/records.ts'
import type { PlanTerms, RowPlan } from './row-plan.ts'
import { nameOf } from './unit.ts'

/** The first day of the lease. Who lives there has begun: a Lease From still to come is that of their renewal. */
export function startOf(
  { lease: { from, moveIn } }: TenancyRecord,
  isFuture: boolean,
  asOf: string,
): { startDate: string; isAssumed: boolean } {
  const fits = (date: string | undefined) => date !== undefined && date > asOf === isFuture
  const stated = [from, moveIn].find(fits)
  return { startDate: stated ?? asOf, isAssumed: stated === undefined }
}

/** The lease as it is to be stored: a new one, or `match` with what the file says otherwise. */
export function leaseAfter(
  plan: RowPlan,
  unit: Pick<UnitRecord, 'id' | 'propertyId'>,
  tenancy: TenancyRecord,
  match: KnownLease | undefined,
  externalId: string | null,
  { asOf, timeZone, statesLeaseEnds, newId }: PlanTerms,
): LeaseRecord {
  const { status } = plan.row
  const stated = tenancy.lease
  const isFuture = tenancy === plan.row.futureTenancy
  const start = startOf(tenancy, isFuture, asOf)
  // A start that has passed stays: a later Lease From is the renewal of the same lease.
  const keepsStart = match !== undefined && match.startDate <= asOf
  const startDate = keepsStart ? match.startDate : start.startDate
  if (!match && start.isAssumed) plan.reports.push(`The file does not say when the lease began: ${asOf} is assumed.`)

  const moveOutDate = moveOutOf()
  const noticeGivenOn = noticeOf()
  return {
    id: match?.id ?? newId('lease'),
    propertyId: unit.propertyId,
    unitId: unit.id,
    stage: 'SIGNED',
    ...termOf(),
    startDate,
    moveInDate: stated.moveIn ?? match?.moveInDate ?? null,
    moveOutDate,
    noticeGivenOn,
    evictionFiledOn: evictionOf(),
    signedAt: signedAtOf(),
    rentDueDay: match?.rentDueDay ?? 1,
    externalId,
  }

  function termOf(): Pick<LeaseRecord, 'termType' | 'endDate'> {
    const { to } = stated
    if (to !== undefined && to >= startDate) return { termType: 'FIXED', endDate: to }
    if (to !== undefined)
      plan.drop('Lease To', `The lease ends on ${to}, before it begins on ${startDate}. Correct it.`)
    const isKept = match?.endDate != null && match.endDate >= startDate && (to !== undefined || !statesLeaseEnds)
    if (isKept) return { termType: match.termType, endDate: match.endDate }
    return { termType: 'MONTH_TO_MONTH', endDate: null }
  }

  function moveOutOf(): string | null {
    const { moveOut } = stated
    if (moveOut !== undefined && moveOut >= (isFuture ? startDate : asOf)) return moveOut
    if (moveOut !== undefined) {
      const reason = isFuture ? `before the lease begins on ${startDate}` : `but the unit is still occupied on ${asOf}`
      plan.drop('Move-out', `The tenant moves out on ${moveOut}, ${reason}. Correct it.`)
    }
    const before = match?.moveOutDate ?? null
    const noticeOn = match?.noticeGivenOn ?? null
    const isWithdrawn = status === 'CURRENT' && noticeOn !== null && noticeOn <= asOf
    return before !== null && before >= asOf && before >= startDate && !isWithdrawn ? before : null
  }

  /** The status is what the file says of the day; a notice that contradicts it is left out, and one stored for later stays. */
  function noticeOf(): string | null {
    const { noticeOn } = stated
    const before = match?.noticeGivenOn ?? null
    const later = before !== null && before > asOf ? before : null
    if (status === 'CURRENT' || isFuture) {
      if (noticeOn !== undefined) {
        const reason = `The unit is ${nameOf(status)}, but notice was given on ${noticeOn}. Correct one of them.`
        plan.drop('Notice Given', reason)
      }
      return later
    }
    if (noticeOn !== undefined && noticeOn <= asOf) return noticeOn
    if (noticeOn !== undefined) {
      plan.drop(
        'Notice Given',
        `Notice was given on ${noticeOn}, after the day of the file, ${asOf}. Correct the date.`,
      )
    }
    if (before !== null && before <= asOf) return before
    return status === 'EVICT' ? later : asOf
  }

  function evictionOf(): string | null {
    const before = match?.evictionFiledOn ?? null
    if (status === 'EVICT') return before !== null && before <= asOf ? before : asOf
    return before !== null && before > asOf ? before : null
  }

  /** A lease that the file shows was agreed by its day. Noon UTC is on that day in every time zone of the United States. */
  function signedAtOf(): string {
    const before = match?.signedAt ?? null
    if (before !== null && todayIn(timeZone, Date.parse(before)) <= asOf) return before
    return `${startDate < asOf ? startDate : asOf}T12:00:00.000Z`
  }
}
