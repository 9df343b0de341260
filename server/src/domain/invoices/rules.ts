/** What an invoice charges, when it is due, and which steps it allows, decided without reading the database. */
import { CHARGE_CODES, type ChargeCode, type INVOICE_STATUSES, MAX_LINES } from '#contract/v1/invoices.ts'
import { MAX_CENTS } from '#contract/values.ts'
import { addDays, addMonths, daysBetween, earlier, later } from '#server/base/dates.ts'
import { firstOf } from '#server/base/first-of.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { checkDay } from '../ledger/rules.ts'
import type { InvoiceLine } from './records.ts'

export type Status = (typeof INVOICE_STATUSES)[number]

/** The statuses that each status can become, when the invoice is issued or voided and when payments are applied, reversed or refunded. */
export const NEXT_STATUSES: Readonly<Record<Status, readonly Status[]>> = {
  DRAFT: ['OPEN', 'PARTIALLY_PAID', 'PAID', 'VOID'],
  OPEN: ['PARTIALLY_PAID', 'PAID', 'VOID'],
  PARTIALLY_PAID: ['OPEN', 'PAID', 'VOID'],
  PAID: ['OPEN', 'PARTIALLY_PAID', 'VOID'],
  VOID: [],
}

/** Throws conflict unless the invoice is a DRAFT. Invoices in other statuses become OPEN only when a payment is reversed or refunded. */
export function checkIssue(status: Status): void {
  if (status === 'DRAFT') return
  throw new Refusal('conflict', `An invoice that is ${status} cannot be issued. Only a DRAFT can.`)
}

/** Whether an invoice in this status can be voided: credit that was applied to it is released, but not a payment that was recorded after it. */
function isVoidable(status: Status, isPaidSince: boolean): boolean {
  return NEXT_STATUSES[status].includes('VOID') && !isPaidSince
}

/** Throws conflict if an invoice cannot be voided, because of its status or because it was paid since it was created. */
export function checkVoid(
  { status, lines }: { status: Status; lines: readonly InvoiceLine[] },
  isPaidSince: boolean,
): void {
  if (isVoidable(status, isPaidSince)) return
  const hint = status === 'VOID' ? '' : ' Void, reverse or refund its payments first.'
  const isDeposit = lines.some(({ charge_code }) => charge_code === 'DEPOSIT')
  const forgiving = isDeposit
    ? 'waive the unpaid deposit of the lease.'
    : 'void its payments, void the invoice, create it again without that amount, such as with a CONCESSION, and restore the payments.'
  const rest = status === 'PARTIALLY_PAID' ? ` To forgive only what is left to pay, ${forgiving}` : ''
  throw new Refusal('conflict', `An invoice that is ${status} cannot be voided.${hint}${rest}`)
}

/** The steps that are possible in a status. */
export function stepsOf(status: Status, isPaidSince: boolean): ('ISSUE' | 'VOID' | 'RECORD_PAYMENT')[] {
  return [
    ...(status === 'DRAFT' ? (['ISSUE'] as const) : []),
    ...(isVoidable(status, isPaidSince) ? (['VOID'] as const) : []),
    ...(NOTHING_OWED[status] === undefined ? (['RECORD_PAYMENT'] as const) : []),
  ]
}

const NOTHING_OWED: Readonly<Partial<Record<Status, string>>> = {
  DRAFT: 'Issue it first.',
  PAID: 'Nothing is left to pay.',
  VOID: 'Nothing is owed.',
}

/** Throws conflict if nothing is owed on an invoice in this status. */
export function checkOwed(status: Status): void {
  const reason = NOTHING_OWED[status]
  if (reason) throw new Refusal('conflict', `An invoice that is ${status} cannot be paid. ${reason}`)
}

/** Throws invalid_request for what the schema cannot express: signs, deposits only on invoices of their own, and the total. */
export function checkLines(lines: readonly InvoiceLine[]): void {
  for (const [index, { charge_code, amount_cents }] of lines.entries()) {
    const isNegative = charge_code === 'CONCESSION'
    if ((isNegative ? -amount_cents : amount_cents) > 0) continue
    throw fieldError(
      `lines[${index}].amount_cents`,
      isNegative ? 'must be less than 0 for a CONCESSION' : 'must be more than 0. Use a CONCESSION to lower the total',
    )
  }
  const deposits = lines.filter(line => line.charge_code === 'DEPOSIT').length
  if (deposits > 0 && deposits < lines.length)
    throw fieldError('lines', 'must not be a DEPOSIT next to other charges. Put the deposit on an invoice of its own')
  const total = totalOf({ lines })
  if (total < 0) throw fieldError('lines', 'must not add up to less than 0')
  if (total > MAX_CENTS) throw fieldError('lines', `must not add up to more than ${MAX_CENTS}`)
}

/** The sum of the lines, in cents. */
export function totalOf({ lines }: { lines: readonly InvoiceLine[] }): number {
  return lines.reduce((sum, line) => sum + line.amount_cents, 0)
}

/** Whether an invoice can hold these lines: their number and their total are limited. */
export function fitsInvoice(lines: readonly InvoiceLine[]): boolean {
  return lines.length <= MAX_LINES && totalOf({ lines }) <= MAX_CENTS
}

/** Throws invalid_request unless both days are given in order, or neither is. */
export function checkPeriod(start: string | null, end: string | null): void {
  if (start === null && end !== null) throw fieldError('period_start', 'is required when period_end is given')
  if (start !== null && end === null) throw fieldError('period_end', 'is required when period_start is given')
  if (start !== null && end !== null && end < start) throw fieldError('period_end', 'must not be before period_start')
}

/** Days that were billed by an invoice that is void from the day `on`. */
export type VoidDays = Period & { on: string }

/**
 * The day on which a bill is issued: its first day. If it bills days that invoices had billed until they were voided, that is the day of the last void,
 * so that no day shows both, and what is billed again is due on that day at the earliest.
 */
export function issueDay({ period }: Bill, voidDays: readonly VoidDays[]): string {
  return voidDays.reduce((day, span) => (overlap(span, period) ? later(day, span.on) : day), period.start)
}

/** The first day on which one of the bills would be issued although its books are closed, if there is one. */
export function closedDay(
  bills: readonly Bill[],
  { void_days, books_closed_through: closed }: { void_days: readonly VoidDays[]; books_closed_through: string | null },
): string | undefined {
  return bills.map(bill => issueDay(bill, void_days)).find(day => closed !== null && day <= closed)
}

/**
 * Prorates an amount by `part` of `whole`, such as days, or a rate in basis points. Half a cent is rounded up (toward +∞); all steps are in whole
 * numbers, and none of them is too large to be exact: only what the amount leaves when it is divided by `whole` is multiplied and rounded.
 */
export function prorate(cents: number, part: number, whole: number): number {
  const rest = ((cents % whole) + whole) % whole
  return ((cents - rest) / whole) * part + Math.floor((2 * rest * part + whole) / (2 * whole))
}

/** Throws invalid_request for a month that cannot be billed yet. */
export function checkMonth(month: string, today: string): void {
  checkDay('month', `${month}-01`, today)
}

/** The first and last day of the month that contains a day. */
export function monthOf(day: string): { first: string; last: string } {
  const first = `${day.slice(0, 7)}-01`
  return { first, last: addDays(addMonths(first, 1), -1) }
}

/** The day on which a month's rent is due, never before the period begins. */
export function dueDay(month: string, rent_due_day: number, period_start: string): string {
  const { first, last } = monthOf(month)
  const due = addDays(first, rent_due_day - 1)
  return later(earlier(due, last), period_start)
}

export type Occupancy = { start_date: string; move_out_date: string | null }

/** The days of a month on which a lease is occupied, or undefined. The term of the lease does not matter: a holdover resident stays. */
export function periodOf(month: string, { start_date, move_out_date }: Occupancy): Period | undefined {
  const { first, last } = monthOf(month)
  return overlap({ start: first, end: last }, { start: start_date, end: move_out_date ?? last })
}

/** The days of a month on which a lease is occupied and that are not among `billed`, as spans in their order. */
export function daysToBill(month: string, lease: Occupancy, billed: readonly Period[]): Period[] {
  const occupied = periodOf(month, lease)
  return billed.reduce((left, days) => left.flatMap(span => without(span, days)), occupied ? [occupied] : [])
}

/** What is left of a span in front of other days and after them. */
function without(span: Period, { start, end }: Period): Period[] {
  const before = overlap(span, { start: span.start, end: addDays(start, -1) })
  const after = overlap(span, { start: addDays(end, 1), end: span.end })
  return [before, after].filter(days => days !== undefined)
}

/** A bill for some days of a month. */
export type Bill = { period: Period; lines: InvoiceLine[] }

/** The bills that a lease is still to receive for a month: one for each span of days that is not among `billed` and for which something is charged. */
export function billsOf(
  month: string,
  lease: Occupancy & { charges: readonly MonthlyCharge[] },
  billed: readonly Period[],
): Bill[] {
  return daysToBill(month, lease, billed)
    .map((period, index, all) => ({
      period,
      lines: linesOf(lease.charges, period, [...billed, ...all.slice(0, index)]),
    }))
    .filter(({ lines }) => lines.length > 0)
}

export type Period = { start: string; end: string }
export type MonthlyCharge = {
  code: ChargeCode
  description: string
  amount_cents: number
  effective_from: string
  effective_to: string | null
}

/**
 * The lines for a lease's charges in a period within one month. Each charge is prorated by the actual days on which it is in force, and a line
 * of 0 is left out. Concessions take away at most the sum of the other lines. If other days of the month were billed before, by the parts `billed` in
 * the order in which they were billed, each amount is what it would be for all of these days less what it was for `billed`, so that the parts of a
 * month add up to the cent. What a part could not take away, because it charged less than its concessions, the later ones do.
 */
export function linesOf(
  charges: readonly MonthlyCharge[],
  period: Period,
  billed: readonly Period[] = [],
): InvoiceLine[] {
  const ordered = charges.toSorted((a, b) => CHARGE_CODES.indexOf(a.code) - CHARGE_CODES.indexOf(b.code))
  const parts = [...billed, period]
  const sums = ordered.map(() => 0)
  let amounts: number[] = []
  for (let count = 1; count <= parts.length; count++) {
    amounts = capped(ordered.map((charge, index) => prorated(charge, parts.slice(0, count)) - sums[index]!))
    for (const [index, cents] of amounts.entries()) sums[index] = sums[index]! + cents
  }
  return ordered
    .map(({ code, description }, index): InvoiceLine => {
      return { charge_code: code, description, amount_cents: amounts[index]! }
    })
    .filter(line => line.amount_cents !== 0)
}

/** The amount of a charge for some days of one month. */
function prorated({ amount_cents, effective_from, effective_to }: MonthlyCharge, spans: readonly Period[]): number {
  const { first, last } = monthOf(firstOf(spans).start)
  const inForce = { start: effective_from, end: effective_to ?? last }
  const days = spans.reduce((sum, span) => sum + daysIn(overlap(span, inForce)), 0)
  return prorate(amount_cents, days, daysIn({ start: first, end: last }))
}

/** These amounts, of which those below 0 take away at most the sum of the others. */
function capped(amounts: readonly number[]): number[] {
  let left = amounts.reduce((sum, cents) => sum + Math.max(cents, 0), 0)
  return amounts.map(cents => {
    const kept = Math.max(cents, -left)
    left += Math.min(kept, 0)
    return kept
  })
}

function overlap(a: Period, b: Period): Period | undefined {
  const start = later(a.start, b.start)
  const end = earlier(a.end, b.end)
  return start <= end ? { start, end } : undefined
}

function daysIn(days: Period | undefined): number {
  return days ? daysBetween(days.start, days.end) + 1 : 0
}
