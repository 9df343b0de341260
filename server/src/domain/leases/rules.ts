/** The steps a lease allows, and the rules of its dates, decided without reading the database. */
import type { LEASE_STATUSES, TERM_TYPES } from '#contract/v1/leases.ts'
import { spanInWords } from '#server/base/dates.ts'
import { keysOf } from '#server/base/keys-of.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'

export type LeaseStatus = (typeof LEASE_STATUSES)[number]
export type LeaseOperation = keyof typeof ALLOWED

/**
 * The steps a lease allows in the status it has today. A lease signed on paper was never sent. A lease that is ENDED can be ended again, which
 * corrects the move-out date: residents who planned to leave yesterday may have left the day before. The start date of a lease that is ACTIVE can
 * change until its residents move in, because those before them may have stayed longer than they planned.
 */
export const ALLOWED = {
  edit: ['DRAFT'],
  send: ['DRAFT'],
  sign: ['DRAFT', 'PENDING_SIGNATURE'],
  cancel: ['DRAFT', 'PENDING_SIGNATURE', 'FUTURE'],
  reschedule: ['FUTURE', 'ACTIVE'],
  move_in: ['ACTIVE'],
  change_charges: ['DRAFT', 'PENDING_SIGNATURE', 'FUTURE', 'ACTIVE'],
  add_resident: ['FUTURE', 'ACTIVE'],
  change_resident: ['FUTURE', 'ACTIVE', 'ENDED'],
  renew: ['ACTIVE'],
  cancel_renewal: ['ACTIVE'],
  record_notice: ['ACTIVE'],
  cancel_notice: ['ACTIVE'],
  record_eviction: ['ACTIVE'],
  cancel_eviction: ['ACTIVE'],
  end: ['ACTIVE', 'ENDED'],
} as const satisfies Record<string, readonly LeaseStatus[]>

/** How a message continues after "can". */
const WORDS: Readonly<Record<LeaseOperation, string>> = {
  edit: 'be edited',
  send: 'be sent for signature',
  sign: 'be signed',
  cancel: 'be canceled',
  reschedule: 'have its start date changed',
  move_in: 'be moved into',
  change_charges: 'have its charges changed',
  add_resident: 'have a resident added',
  change_resident: 'have the days or the role of a resident changed',
  renew: 'be renewed',
  cancel_renewal: 'have its renewal canceled',
  record_notice: 'have a notice recorded',
  cancel_notice: 'have its notice canceled',
  record_eviction: 'have an eviction recorded',
  cancel_eviction: 'have its eviction canceled',
  end: 'be ended',
}

/** Refuses a step that the status does not allow, and names the steps that it does allow. */
export function checkAllowed(operation: LeaseOperation, status: LeaseStatus): void {
  if (isAllowed(operation, status)) return
  const possible = keysOf(ALLOWED).filter(other => isAllowed(other, status))
  const rest =
    possible.length === 0 ? 'no further step is possible' : `it can ${possible.map(name => WORDS[name]).join(', ')}`
  throw new Refusal('conflict', `A lease that is ${status} cannot ${WORDS[operation]}; ${rest}.`)
}

/** The steps that a lease with these renewals allows on the day `today`: those of its status, except those that would be refused whatever their input were. */
export function stepsOf(
  lease: {
    status: LeaseStatus
    move_in_date: string | null
    notice_given_on: string | null
    eviction_filed_on: string | null
    move_out_date: string | null
  },
  today: string,
  renewals: readonly { starts_on: string }[] = [],
): LeaseOperation[] {
  const { status, notice_given_on: notice, eviction_filed_on: eviction, move_out_date: leaving } = lease
  const isLeaving = notice !== null || eviction !== null || leaving !== null
  const hasNo: Partial<Record<LeaseOperation, boolean>> = {
    cancel_notice: notice === null,
    cancel_eviction: eviction === null,
    renew: isLeaving,
    cancel_renewal: !renewals.some(({ starts_on }) => starts_on > today),
    reschedule: hasMovedIn(lease, today) || (status === 'ACTIVE' && renewals.length > 0),
  }
  return keysOf(ALLOWED).filter(name => isAllowed(name, status) && !hasNo[name])
}

/** Whether the residents live in the unit since a move-in that was recorded or planned. */
export function hasMovedIn(
  { status, move_in_date }: { status: LeaseStatus; move_in_date: string | null },
  today: string,
): boolean {
  return status === 'ACTIVE' && move_in_date !== null && move_in_date <= today
}

export function isAllowed(operation: LeaseOperation, status: LeaseStatus): boolean {
  return (ALLOWED[operation] as readonly LeaseStatus[]).includes(status)
}

type TermType = (typeof TERM_TYPES)[number]
type Term = { term_type: TermType; end_date: string | null }

/** The term that starts on `startDate` with the given `end_date` and `term_type`. Refuses a term that contradicts itself. */
export function termFrom(
  startDate: string,
  { end_date: endDate = null, term_type }: { end_date?: string | null; term_type?: TermType },
): Term {
  const termType = term_type ?? (endDate === null ? 'MONTH_TO_MONTH' : 'FIXED')
  if (termType === 'FIXED' && endDate === null) throw fieldError('end_date', 'is required when term_type is FIXED')
  if (termType === 'MONTH_TO_MONTH' && endDate !== null) {
    throw fieldError('end_date', 'must be left out when term_type is MONTH_TO_MONTH')
  }
  if (endDate !== null && endDate < startDate)
    throw fieldError('end_date', `must not be before ${startDate}, the first day of the term`)
  return { term_type: termType, end_date: endDate }
}

/** Refuses a day before the lease starts, and a day in the future. */
export function checkHappened(field: string, day: string, { start_date }: { start_date: string }, today: string): void {
  if (day > today) throw fieldError(field, `must not be after today, ${today}`)
  checkWithinLease(field, day, { start_date, move_out_date: null })
}

/** Refuses a day before the lease starts or after its last day, if that is known. */
export function checkWithinLease(
  field: string,
  day: string,
  { start_date, move_out_date }: { start_date: string; move_out_date: string | null },
): void {
  if (day < start_date) throw fieldError(field, `must not be before the lease starts on ${start_date}`)
  if (move_out_date !== null && day > move_out_date)
    throw fieldError(field, `must not be after ${move_out_date}, the last day of the lease`)
}

export type OtherLease = {
  lease_id: string
  start_date: string
  end_date: string | null
  move_out_date: string | null
  resident_name: string | null
}

/** The refusal of a lease whose days overlap another signed lease. */
export function overlaps(other: OtherLease, from: string, to: string | null): Refusal {
  const { lease_id, start_date, end_date, move_out_date, resident_name } = other
  const who = resident_name === null ? '' : ` to ${resident_name}`
  const way = start_date > from ? ': that lease can start later until its residents have moved in' : ''
  return new Refusal(
    'conflict',
    `The unit is leased${who} ${spanInWords(start_date, move_out_date ?? end_date)} (${lease_id}), which overlaps this lease ${spanInWords(from, to)}. Change the dates of one of the two${way}.`,
  )
}

/** The refusal of a lease on days on which its unit is offline. */
export function unitOffline(
  { starts_on, ends_on, reason }: { starts_on: string; ends_on: string | null; reason: string },
  from: string,
  to: string | null,
): Refusal {
  return new Refusal(
    'conflict',
    `The unit is offline ${spanInWords(starts_on, ends_on)} (${reason}), which overlaps the lease ${spanInWords(from, to)}. Change the dates of one of the two.`,
  )
}

/** The refusal of a step because another lease still occupies the unit on the day. */
export function stillOccupied(by: OtherLease, day: string, { start_date: startDate }: { start_date: string }): Refusal {
  const { lease_id, start_date, resident_name } = by
  return new Refusal(
    'conflict',
    `On ${day} the unit is still occupied by ${resident_name ?? 'another lease'}, since ${start_date} (${lease_id}). End that lease first; if it ended after ${startDate}, change the start date of this one.`,
  )
}

type Service = { in_service_from: string; in_service_to: string | null }
type LeasedDays = { start_date: string; end_date: string | null }

/** Refuses a lease of a unit that is not in service on all days of its term. */
export function checkInService(unit: Service, term: LeasedDays): void {
  const why = whyNotInService(unit, term)
  if (why !== undefined) throw new Refusal('conflict', `The unit of the lease ${why}. Change one of the two.`)
}

/** Why the unit cannot be leased for the term: it must be in service on all days of the term. Undefined if it is. */
export function whyNotInService(
  { in_service_from: from, in_service_to: to }: Service,
  { start_date: startDate, end_date: endDate }: LeasedDays,
): string | undefined {
  const isWithin = from <= startDate && (to === null || (endDate !== null && endDate <= to))
  if (isWithin) return undefined
  return startDate < from ? `is not in service before ${from}` : `is not in service after ${to}`
}
