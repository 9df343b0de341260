/** The state of a lease and of each of its terms, as its page says it. */
import type { LeaseDetail } from '#client/console.ts'
import { date, daysAfter } from '../kit/format.ts'

type Term = { starts_on: string }
type TermState = 'Not signed' | 'Current' | 'Next' | 'Past' | 'Canceled'

const BY_STATUS: Partial<Record<LeaseDetail['status'], TermState>> = {
  DRAFT: 'Not signed',
  PENDING_SIGNATURE: 'Not signed',
  // A lease is upcoming even after its first day while an earlier lease still occupies the unit.
  FUTURE: 'Next',
  ENDED: 'Past',
  CANCELLED: 'Canceled',
}

/** The state of `term`, one of the terms of the lease. Only an active lease has a current one. */
export function termState(
  { status, terms }: Pick<LeaseDetail, 'status'> & { terms: readonly Term[] },
  term: Term,
  today: string,
): TermState {
  const state = BY_STATUS[status]
  if (state) return state
  if (term.starts_on > today) return 'Next'
  return term === terms.findLast(({ starts_on }) => starts_on <= today) ? 'Current' : 'Past'
}

type Days = Pick<LeaseDetail, 'status' | 'end_date' | 'move_out_date'> &
  Partial<Pick<LeaseDetail, 'unit_in_service_to'>>

/**
 * What to know about the days of an active lease: that its unit is not in service for as long as the residents stay, its last day, if that is known, or
 * that its term has ended and it goes on.
 */
export function daysNote(lease: Days, today: string): string | undefined {
  const { status, end_date, move_out_date } = lease
  if (status !== 'ACTIVE') return undefined
  const service = serviceNote(lease, today)
  if (service) return service
  if (move_out_date !== null) {
    return move_out_date === today
      ? 'Today is the last day of this lease. It is active through today.'
      : `${date(move_out_date)} is the last day of this lease. It is active until then.`
  }
  if (end_date === null || end_date >= today) return undefined
  return `The term ended on ${date(end_date)}. The lease continues month to month until it is renewed or ended.`
}

/** Residents who stay after their term may outlast the service of their unit. During a rolling restart, an older process answers without that day. */
function serviceNote(
  { end_date, move_out_date, unit_in_service_to: to = null }: Days,
  today: string,
): string | undefined {
  const leaving = move_out_date ?? (end_date !== null && end_date >= today ? end_date : null)
  if (to === null || (leaving !== null && leaving <= to)) return undefined
  const way = 'If the residents stay, edit the unit and clear its last day in service; otherwise,'
  return to < today
    ? `The unit has been out of service since ${date(to)}, so rent rolls of later days do not show it, although this lease is active and is billed. ${way} end the lease.`
    : `The unit is in service through ${date(to)} only, and then leaves the rent roll. ${way} record when they move out.`
}

/** The name of the day of a move-in, which is only planned before that day, and before the lease begins. */
export function moveInName(day: string | null, { hasBegun, today }: { hasBegun: boolean; today: string }): string {
  return hasBegun && (day === null || day <= today) ? 'Moved in' : 'Moves in'
}

/** The monthly rent that is agreed for a day. */
export function rentOn({ recurring_charges }: Pick<LeaseDetail, 'recurring_charges'>, day: string): number {
  return recurring_charges
    .filter(({ code, from, to }) => code === 'RENT' && from <= day && (to === null || to >= day))
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}

/**
 * The monthly rent of a term: for the current term the rent of today, for a later one that of its first day, and for one that is over that of its last
 * day, because the rent can change within a term.
 */
export function rentOfTerm(
  lease: Pick<LeaseDetail, 'recurring_charges' | 'move_out_date'> & { terms: readonly Term[] },
  term: Term,
  today: string,
): number {
  const next = lease.terms[lease.terms.indexOf(term) + 1]
  const ends = [today, lease.move_out_date, next && daysAfter(next.starts_on, -1)].filter(
    day => typeof day === 'string',
  )
  const last = ends.sort()[0]!
  return rentOn(lease, last > term.starts_on ? last : term.starts_on)
}

/** What is said once the last day of a lease has been recorded. */
export function endedOn(day: string, today: string): string {
  if (day < today) return `Lease ended on ${date(day)}`
  return day === today ? 'Lease ends today' : `The lease ends on ${date(day)} and is active until then`
}
