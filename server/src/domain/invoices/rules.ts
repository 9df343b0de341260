/** What an invoice charges, when it is due and what may be done to it, decided without looking anything up. */
import { CHARGE_CODES, CHARGES, type INVOICE_STATUSES } from '#contract/v1/invoices.ts'
import { addDays, addMonths, daysBetween } from '#server/base/dates.ts'
import { MAX_CENTS } from '#server/base/money.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import type { LeaseCharge } from '../leases/records.ts'
import { later } from '../ledger/rules.ts'
import type { InvoiceLine } from './records.ts'

export type Status = (typeof INVOICE_STATUSES)[number]

/** What an invoice in a status can become: by being issued or voided, and by what payments settle of it or take back. */
export const NEXT_STATUSES: Readonly<Record<Status, readonly Status[]>> = {
  DRAFT: ['OPEN', 'PARTIALLY_PAID', 'PAID', 'VOID'],
  OPEN: ['PARTIALLY_PAID', 'PAID', 'VOID'],
  PARTIALLY_PAID: ['OPEN', 'PAID'],
  PAID: ['OPEN', 'PARTIALLY_PAID'],
  VOID: [],
}

/** Only a DRAFT can be issued: whatever else can become OPEN does so because a payment is taken back. */
export function checkIssue(status: Status): void {
  if (status === 'DRAFT') return
  throw new Refusal('conflict', `An invoice that is ${status} cannot be issued; only a DRAFT can.`)
}

export function checkVoid(status: Status): void {
  if (NEXT_STATUSES[status].includes('VOID')) return
  const reason = status === 'VOID' ? 'it is so already' : 'reverse or refund what is paid of it first'
  throw new Refusal('conflict', `An invoice that is ${status} cannot become VOID; ${reason}.`)
}

/** What can be done to an invoice in a status. */
export function stepsOf(status: Status): ('ISSUE' | 'VOID' | 'RECORD_PAYMENT')[] {
  return [
    ...(status === 'DRAFT' ? (['ISSUE'] as const) : []),
    ...(NEXT_STATUSES[status].includes('VOID') ? (['VOID'] as const) : []),
    ...(NOTHING_OWED[status] === undefined ? (['RECORD_PAYMENT'] as const) : []),
  ]
}

const NOTHING_OWED: Readonly<Partial<Record<Status, string>>> = {
  DRAFT: 'issue it first',
  PAID: 'nothing is left to pay',
  VOID: 'nothing is owed',
}

/** Refuses that a payment settles an invoice of which nothing is owed. */
export function checkOwed(status: Status): void {
  const reason = NOTHING_OWED[status]
  if (reason) throw new Refusal('conflict', `An invoice that is ${status} cannot be paid; ${reason}.`)
}

export const MAX_LINES = 100

/** Refuses lines that do not make an invoice. */
export function checkLines(lines: readonly InvoiceLine[]): void {
  if (lines.length < 1 || lines.length > MAX_LINES) throw fieldError('lines', `must have 1 to ${MAX_LINES} items`)
  for (const [index, { charge_code: code, description, amount_cents: cents }] of lines.entries()) {
    const at = (field: string) => `lines[${index}].${field}`
    if (!Object.hasOwn(CHARGES, code)) throw fieldError(at('charge_code'), `must be one of ${CHARGE_CODES.join(', ')}`)
    if (description.length < 1 || description.length > 200) {
      throw fieldError(at('description'), 'must be 1 to 200 characters long')
    }
    const size = code === 'CONCESSION' ? -cents : cents
    if (!Number.isSafeInteger(cents) || size < 1 || size > MAX_CENTS) {
      throw fieldError(at('amount_cents'), `must be whole cents ${code === 'CONCESSION' ? 'below' : 'above'} 0`)
    }
  }
  const deposits = lines.filter(line => line.charge_code === 'DEPOSIT').length
  if (deposits > 0 && deposits < lines.length) throw fieldError('lines', 'must all be a DEPOSIT, or none of them')
  const total = lines.reduce((sum, line) => sum + line.amount_cents, 0)
  if (total < 0) throw fieldError('lines', 'must not add up to less than 0')
  if (total > MAX_CENTS) throw fieldError('lines', `must not add up to more than ${MAX_CENTS}`)
}

/** `part` of `whole` days of an amount, half a cent up (towards +∞), in whole numbers throughout. */
export function prorate(cents: number, part: number, whole: number): number {
  const numerator = 2 * cents * part + whole
  const denominator = 2 * whole
  const remainder = numerator % denominator
  return (numerator - remainder) / denominator - (remainder < 0 ? 1 : 0)
}

/** The first and last day of the month of a day. */
export function monthOf(day: string): { first: string; last: string } {
  const first = `${day.slice(0, 7)}-01`
  return { first, last: addDays(addMonths(first, 1), -1) }
}

/** The day rent of a month is due, never before the period begins. */
export function dueDay(month: string, rentDueDay: number, periodStart: string): string {
  const { first, last } = monthOf(month)
  const due = addDays(first, rentDueDay - 1)
  return later(due < last ? due : last, periodStart)
}

export type Occupancy = { startDate: string; moveOutDate: string | null }

/** The days of a month on which a lease is occupied, or undefined. Its term does not matter: a holdover resident stays. */
export function periodOf(month: string, { startDate, moveOutDate }: Occupancy): Period | undefined {
  const { first, last } = monthOf(month)
  return overlap({ start: first, end: last }, { start: startDate, end: moveOutDate ?? last })
}

export type Period = { start: string; end: string }
export type MonthlyCharge = Omit<LeaseCharge, 'leaseId'>

/**
 * What a lease's charges come to in a period within one month: each prorated by the actual days on which it is in force, whatever
 * comes to nothing left out. Concessions take away at most what the others come to.
 */
export function linesOf(charges: readonly MonthlyCharge[], period: Period): InvoiceLine[] {
  const { first, last } = monthOf(period.start)
  const ordered = charges.toSorted((a, b) => CHARGE_CODES.indexOf(a.code) - CHARGE_CODES.indexOf(b.code))
  const lines = ordered.flatMap(({ code, description, amountCents, effectiveFrom, effectiveTo }): InvoiceLine[] => {
    const inForce = overlap(period, { start: effectiveFrom, end: effectiveTo ?? last })
    if (!inForce) return []
    const cents = prorate(amountCents, daysIn(inForce), daysIn({ start: first, end: last }))
    return [{ charge_code: code, description, amount_cents: cents }]
  })
  let left = lines.reduce((sum, { amount_cents: cents }) => sum + Math.max(cents, 0), 0)
  const capped = lines.map(line => {
    if (line.amount_cents >= 0) return line
    const cents = -Math.min(-line.amount_cents, left)
    left += cents
    return { ...line, amount_cents: cents }
  })
  return capped.filter(line => line.amount_cents !== 0)
}

function overlap(a: Period, b: Period): Period | undefined {
  const start = later(a.start, b.start)
  const end = a.end < b.end ? a.end : b.end
  return start <= end ? { start, end } : undefined
}

function daysIn({ start, end }: Period): number {
  return daysBetween(start, end) + 1
}
