/** The state of each term of a lease, as its badge says it. */
import type { LeaseDetail } from '#client/console.ts'

type Term = { starts_on: string }
type TermState = 'Not signed' | 'Current' | 'Next' | 'Past' | 'Canceled'

const BY_STATUS: Partial<Record<LeaseDetail['status'], TermState>> = {
  DRAFT: 'Not signed',
  PENDING_SIGNATURE: 'Not signed',
  // Also if its first day has come: an earlier lease may still occupy the unit.
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
