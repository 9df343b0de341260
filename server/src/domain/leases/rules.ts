/** What may be done to a lease, decided without looking anything up. */
import type { LEASE_STATUSES, TERM_TYPES } from '#contract/v1/leases.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'

export type LeaseStatus = (typeof LEASE_STATUSES)[number]
export type LeaseOperation = keyof typeof ALLOWED

/**
 * Which operations a lease takes in the status it shows today. One signed on paper was never sent. One that is ENDED may be ended again,
 * which corrects the day: who was to leave yesterday may have left the day before.
 */
export const ALLOWED = {
  edit: ['DRAFT'],
  send: ['DRAFT'],
  sign: ['DRAFT', 'PENDING_SIGNATURE'],
  cancel: ['DRAFT', 'PENDING_SIGNATURE', 'FUTURE'],
  reschedule: ['FUTURE'],
  move_in: ['ACTIVE'],
  change_charges: ['DRAFT', 'PENDING_SIGNATURE', 'FUTURE', 'ACTIVE'],
  renew: ['ACTIVE'],
  give_notice: ['ACTIVE'],
  withdraw_notice: ['ACTIVE'],
  file_eviction: ['ACTIVE'],
  withdraw_eviction: ['ACTIVE'],
  end: ['ACTIVE', 'ENDED'],
} as const satisfies Record<string, readonly LeaseStatus[]>

/** Each reads on from "can". */
const WORDS: Readonly<Record<LeaseOperation, string>> = {
  edit: 'be edited',
  send: 'be sent for signature',
  sign: 'be signed',
  cancel: 'be cancelled',
  reschedule: 'have its start date changed',
  move_in: 'be moved into',
  change_charges: 'have its charges changed',
  renew: 'be renewed',
  give_notice: 'have a notice recorded',
  withdraw_notice: 'have its notice cancelled',
  file_eviction: 'have an eviction filed',
  withdraw_eviction: 'have its eviction cancelled',
  end: 'be ended',
}

/** Refuses an operation that the status does not allow, and says which ones it does. */
export function checkAllowed(operation: LeaseOperation, status: LeaseStatus): void {
  if (isAllowed(operation, status)) return
  const possible = (Object.keys(ALLOWED) as LeaseOperation[]).filter(other => isAllowed(other, status))
  const rest =
    possible.length === 0 ? 'nothing more can be done to it' : `it can ${possible.map(name => WORDS[name]).join(', ')}`
  throw new Refusal('conflict', `A lease that is ${status} cannot ${WORDS[operation]}; ${rest}.`)
}

/** What the lease takes as it stands: of what its status allows, not what would be refused whatever is given with it. */
export function stepsOf(lease: {
  status: LeaseStatus
  notice_given_on: string | null
  eviction_filed_on: string | null
  move_out_date: string | null
}): LeaseOperation[] {
  const { status, notice_given_on: notice, eviction_filed_on: eviction, move_out_date: leaving } = lease
  const isLeaving = notice !== null || eviction !== null || leaving !== null
  const hasNo: Partial<Record<LeaseOperation, boolean>> = {
    withdraw_notice: notice === null,
    withdraw_eviction: eviction === null,
    renew: isLeaving,
  }
  return (Object.keys(ALLOWED) as LeaseOperation[]).filter(name => isAllowed(name, status) && !hasNo[name])
}

export function isAllowed(operation: LeaseOperation, status: LeaseStatus): boolean {
  return (ALLOWED[operation] as readonly LeaseStatus[]).includes(status)
}

type TermType = (typeof TERM_TYPES)[number]
export type Term = { termType: TermType; endDate: string | null }

/** The term that begins on `startDate`, as `end_date` and `term_type` say; refuses one that contradicts itself. */
export function termFrom(
  startDate: string,
  { end_date: endDate = null, term_type }: { end_date?: string | null; term_type?: TermType },
): Term {
  const termType = term_type ?? (endDate === null ? 'MONTH_TO_MONTH' : 'FIXED')
  if (termType === 'FIXED' && endDate === null) throw fieldError('end_date', 'is required when term_type is FIXED')
  if (termType === 'MONTH_TO_MONTH' && endDate !== null) {
    throw fieldError('end_date', 'must be left out when term_type is MONTH_TO_MONTH')
  }
  if (endDate !== null && endDate < startDate) throw fieldError('end_date', `must not be before ${startDate}`)
  return { termType, endDate }
}

/** Refuses a day of the past that lies before the lease, or one that has yet to come. */
export function checkHappened(field: string, day: string, { startDate }: { startDate: string }, today: string): void {
  if (day > today) throw fieldError(field, `must not be after today, ${today}`)
  if (day < startDate) throw fieldError(field, `must not be before the lease begins on ${startDate}`)
}

/** The earlier of two days. */
export function earlier(a: string, b: string): string {
  return a < b ? a : b
}

/** `from 2025-09-01 to 2026-08-31`. */
export function span(from: string, to: string | null): string {
  return to === null ? `from ${from} without an end` : `from ${from} to ${to}`
}

export type OtherLease = {
  lease_id: string
  start_date: string
  end_date: string | null
  move_out_date: string | null
  resident_name: string | null
}

/** Why the unit cannot be let over these days. */
export function overlaps(other: OtherLease, from: string, to: string | null): Refusal {
  const { lease_id, start_date, end_date, move_out_date, resident_name } = other
  const who = resident_name === null ? '' : ` to ${resident_name}`
  return new Refusal(
    'conflict',
    `The unit is let${who} ${span(start_date, move_out_date ?? end_date)} (${lease_id}), which overlaps ${span(from, to)}. Change one of the two.`,
  )
}

/** Why the lease cannot have its unit on a day. */
export function stillOccupied(by: OtherLease, day: string, { startDate }: { startDate: string }): Refusal {
  const { lease_id, start_date, resident_name } = by
  return new Refusal(
    'conflict',
    `On ${day} the unit is still occupied by ${resident_name ?? 'another lease'}, since ${start_date} (${lease_id}). End that lease first; if it ended after ${startDate}, change the start date of this one.`,
  )
}

/** Refuses a unit that is not in service over all days of the lease's term. */
export function whyNotInService(
  { in_service_from: from, in_service_to: to }: { in_service_from: string; in_service_to: string | null },
  { startDate, endDate }: { startDate: string; endDate: string | null },
): string | undefined {
  const isWithin = from <= startDate && (to === null || (endDate !== null && endDate <= to))
  return isWithin ? undefined : `is in service ${span(from, to)} only`
}
