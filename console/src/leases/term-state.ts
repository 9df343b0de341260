/** The state of a lease and of each of its terms, as its page says it. */
import type { LeaseDetail } from '#client/console.ts'
import { date } from '../kit/format.ts'

type Term = { starts_on: string }
type TermState = 'Not signed' | 'Current' | 'Next' | 'Past' | 'Canceled'

const BY_STATUS: Partial<Record<LeaseDetail['status'], TermState>> = {
  DRAFT: 'Not signed',
  PENDING_SIGNATURE: 'Not signed',
  // Even if its first day has come: an earlier lease may still occupy the unit.
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

/** What to know about the days of an active lease: its last day, if that is known, or that its term has ended and it goes on. */
export function daysNote(
  { status, end_date, move_out_date }: Pick<LeaseDetail, 'status' | 'end_date' | 'move_out_date'>,
  today: string,
): string | undefined {
  if (status !== 'ACTIVE') return undefined
  if (move_out_date !== null) {
    return move_out_date === today
      ? 'Today is the last day of this lease. It is active through today.'
      : `${date(move_out_date)} is the last day of this lease. It is active until then.`
  }
  if (end_date === null || end_date >= today) return undefined
  return `The term ended on ${date(end_date)}. The lease continues from month to month until it is renewed or ended.`
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

/** What is said once the last day of a lease has been recorded. */
export function endedOn(day: string, today: string): string {
  if (day < today) return `Lease ended on ${date(day)}`
  return day === today ? 'Lease ends today' : `The lease ends on ${date(day)} and is active until then`
}
