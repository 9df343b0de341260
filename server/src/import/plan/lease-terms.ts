/** The dates of a tenancy's lease, as the file states them and as they can be stored together. Pure. */
import { earlier, todayIn } from '#server/base/dates.ts'
import type { KnownLease, LeaseRecord } from '#server/domain/leases/records.ts'
import type { UnitRecord } from '#server/domain/units/records.ts'
import { statusName, type TenancyRecord } from '../read/records.ts'
import type { PlanTerms, RowPlan } from './row-plan.ts'

/** Whether the residents of a tenancy live in the unit on the day of the file, will move in later, or have moved out. */
export type Role = 'current' | 'future' | 'former'

/** Returns the first day of the lease. If the unit is occupied, the lease has begun, and a Lease From in the future is the start of a renewal. */
export function startOf(
  { lease: { from, moveIn }, role }: TenancyRecord & { role: Role },
  asOf: string,
): { startDate: string; isAssumed: boolean } {
  const fits = (date: string | undefined) => date !== undefined && date > asOf === (role === 'future')
  const stated = [from, moveIn].find(fits)
  return { startDate: stated ?? asOf, isAssumed: stated === undefined }
}

const ON_DAY_OF_FILE: Readonly<Record<Role, string>> = {
  current: 'The unit is occupied',
  future: 'The residents have not moved in yet',
  former: 'The residents have already moved out',
}

/** Why the day of the file is used as the first day of the lease: no day is stated, or the one that is stated contradicts the role. */
function assumedStart({ lease: { from, moveIn }, role }: TenancyRecord & { role: Role }, asOf: string): string {
  const stated = from ?? moveIn
  const why =
    stated === undefined
      ? 'The file does not state when the lease began'
      : `${ON_DAY_OF_FILE[role]} on ${asOf}, the day of the file, but the lease begins on ${stated}`
  return `${why}, so ${asOf} is used. Correct the date in Gatehouse if it is wrong.`
}

/** The facts that determine the terms of a lease. */
type Facts = {
  plan: RowPlan
  role: Role
  /** The lease as the file states it. */
  stated: TenancyRecord['lease']
  /** The stored lease; undefined if the lease is new. */
  match: KnownLease | undefined
  startDate: string
  terms: PlanTerms
}

/** Returns the lease to store: a new one, or `match` with the differences of the file. */
export function leaseAfter(
  plan: RowPlan,
  unit: Pick<UnitRecord, 'id' | 'property_id'>,
  tenancy: TenancyRecord & { role: Role },
  match: KnownLease | undefined,
  externalId: string | null,
  terms: PlanTerms,
): LeaseRecord {
  const { asOf, newId } = terms
  const { lease: stated, role } = tenancy
  const start = startOf(tenancy, asOf)
  // A start in the past does not move, because a later Lease From is a renewal of the same lease.
  const keepsStart = match !== undefined && match.start_date <= asOf
  const startDate = keepsStart ? match.start_date : start.startDate
  if (!match && start.isAssumed) plan.report(assumedStart(tenancy, asOf), stated.line)
  const facts: Facts = { plan, role, stated, match, startDate, terms }
  const moveOutDate = moveOutOf(facts)
  const noticeGivenOn = noticeOf(facts)
  return {
    id: match?.id ?? newId('lease'),
    property_id: unit.property_id,
    unit_id: unit.id,
    stage: 'SIGNED',
    ...termOf(facts),
    start_date: startDate,
    move_in_date: stated.moveIn ?? match?.move_in_date ?? null,
    move_out_date: moveOutDate,
    notice_given_on: noticeGivenOn,
    eviction_filed_on: evictionOf(facts),
    signed_at: signedAtOf(facts),
    rent_due_day: match?.rent_due_day ?? 1,
    external_id: externalId,
    security_deposit_cents: stated.agreedDepositCents || (match?.security_deposit_cents ?? null),
  }
}

/** Whether the lease had ended, or was to end, on an earlier day than it does now. */
export function isPostponed({ move_out_date: before }: LeaseRecord, { move_out_date: after }: LeaseRecord): boolean {
  return before !== null && (after === null || after > before)
}

function termOf({
  plan,
  stated: { to, line },
  match,
  startDate,
  terms,
}: Facts): Pick<LeaseRecord, 'term_type' | 'end_date'> {
  // The stored end is that of the last agreed term, and the file states the term that is in force.
  if (match?.next_term) return { term_type: match.term_type, end_date: match.end_date }
  // A lease may be month to month since its end, which the file states all the same.
  if (match && to !== undefined && to === match.end_date) return { term_type: match.term_type, end_date: to }
  if (to !== undefined && to >= startDate) return { term_type: 'FIXED', end_date: to }
  if (to !== undefined)
    plan.drop('Lease To', `The lease ends on ${to}, before it begins on ${startDate}. Correct it.`, line)
  const isKept = match?.end_date != null && match.end_date >= startDate && (to !== undefined || !terms.statesLeaseEnds)
  if (isKept) return { term_type: match.term_type, end_date: match.end_date }
  return { term_type: 'MONTH_TO_MONTH', end_date: null }
}

function moveOutOf({ plan, role, stated: { moveOut, line }, match, startDate, terms: { asOf } }: Facts): string | null {
  const isFuture = role === 'future'
  if (role === 'former') return moveOut !== undefined && moveOut >= startDate ? moveOut : (match?.move_out_date ?? asOf)
  if (moveOut !== undefined && moveOut >= (isFuture ? startDate : asOf)) return moveOut
  if (moveOut !== undefined) {
    const reason = isFuture ? `before the lease begins on ${startDate}` : `but the unit is still occupied on ${asOf}`
    plan.drop('Move-out', `The tenant moves out on ${moveOut}, ${reason}. Correct it.`, line)
  }
  const before = match?.move_out_date ?? null
  const noticeOn = match?.notice_given_on ?? null
  const isWithdrawn = plan.row.status === 'CURRENT' && noticeOn !== null && noticeOn <= asOf
  return before !== null && before >= asOf && before >= startDate && !isWithdrawn ? before : null
}

/** Plans the notice. The status of the file decides: a notice date that contradicts it is not imported, and a stored later notice is unchanged. */
function noticeOf({ plan, role, stated: { noticeOn }, match, terms: { asOf } }: Facts): string | null {
  const { status } = plan.row
  const before = match?.notice_given_on ?? null
  const later = before !== null && before > asOf ? before : null
  if (role === 'former') return before
  if (status === 'CURRENT' || role === 'future') {
    if (noticeOn !== undefined) {
      const reason = `The unit is ${statusName(status)}, but notice was given on ${noticeOn}. Correct one of them.`
      plan.drop('Notice Given', reason)
    }
    return later
  }
  if (noticeOn !== undefined && noticeOn <= asOf) return noticeOn
  if (noticeOn !== undefined) {
    const reason = `Notice was given on ${noticeOn}, after the day of the file, ${asOf}. Correct the date.`
    plan.drop('Notice Given', reason)
  }
  if (before !== null && before <= asOf) return before
  return status === 'EVICT' ? later : asOf
}

function evictionOf({ plan, role, match, terms: { asOf } }: Facts): string | null {
  const before = match?.eviction_filed_on ?? null
  if (role === 'former') return before
  if (plan.row.status === 'EVICT' && role !== 'future') return earlier(before ?? asOf, asOf)
  return before !== null && before > asOf ? before : null
}

/** The time of signature: a lease in the file was signed by the day of the file. Noon UTC is on that day in every time zone of the United States. */
function signedAtOf({ match, startDate, terms: { asOf, timeZone } }: Facts): string {
  const before = match?.signed_at ?? null
  if (before !== null && todayIn(timeZone, Date.parse(before)) <= asOf) return before
  return `${earlier(startDate, asOf)}T12:00:00.000Z`
}
