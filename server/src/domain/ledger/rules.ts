/** How money is spread over days and invoices, decided without looking anything up. */
import { addMonths, isBusinessDate } from '#server/base/dates.ts'
import { explainFormat } from '#server/base/field-errors.ts'
import { MAX_CENTS } from '#server/base/money.ts'
import { fieldError } from '#server/base/refusal.ts'
import type { Change, LedgerEntry, OpenInvoice } from './records.ts'

/** A part of a payment that settles an invoice, on the days from which it does. */
export type DatedAllocation = { invoice: OpenInvoice; parts: readonly Change[] }

/** The later of two days. */
export function later(a: string, b: string): string {
  return a > b ? a : b
}

/** Refuses what is no day, or a day so far ahead that it must be a slip of the pen. */
export function checkDay(path: string, day: string, today: string): void {
  if (!isBusinessDate(day)) throw fieldError(path, explainFormat('date'))
  if (day > addMonths(today, 12)) throw fieldError(path, 'must not be more than a year ahead')
}

export function checkAmount(path: string, cents: number): void {
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > MAX_CENTS) {
    throw fieldError(path, `must be whole cents, from 1 to ${MAX_CENTS}`)
  }
}

/**
 * Takes `cents` away as early as can be, but not before `from`, so that on no day more is taken than the sum of `changes` up to that
 * day, or up to any later one: a past day keeps a sum that is never below zero. Takes less if the sum at the end is less.
 */
export function takeEarliest(cents: number, from: string, changes: readonly Change[]): Change[] {
  const parts: Change[] = []
  let taken = 0
  for (const { on, cents: room } of lowestFrom(from, changes)) {
    const part = Math.min(room, cents) - taken
    if (part <= 0) continue
    parts.push({ on, cents: part })
    taken += part
  }
  return parts
}

/** Whether the sum of `changes` is zero or more on every day. */
export function isNeverBelowZero(changes: readonly Change[]): boolean {
  const [first] = changes.map(({ on }) => on).sort()
  return first === undefined || (lowestFrom(first, changes)[0] as Change).cents >= 0
}

/** From `from` on: each day of a change, with the lowest sum of that day or any later one. */
function lowestFrom(from: string, changes: readonly Change[]): Change[] {
  const byDay = new Map([[from, 0]])
  for (const { on, cents } of changes) byDay.set(later(on, from), (byDay.get(later(on, from)) ?? 0) + cents)
  let sum = 0
  const sums = [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([on, cents]) => {
      sum += cents
      return { on, cents: sum }
    })
  let lowest = Number.POSITIVE_INFINITY
  return sums
    .reverse()
    .map(({ on, cents }) => {
      lowest = Math.min(lowest, cents)
      return { on, cents: lowest }
    })
    .reverse()
}

/** Oldest due first, then oldest issued, then by number: the order in which invoices are settled. */
export function byDue(a: OpenInvoice, b: OpenInvoice): number {
  return compare(a.dueDate, b.dueDate) || compare(a.issueDate, b.issueDate) || a.number - b.number
}

/** Settles invoices with `cents` until one or the other is used up; brings the invoices up to date. */
export function allocateOldestFirst(invoices: readonly OpenInvoice[], cents: number, from: string): DatedAllocation[] {
  const allocations: DatedAllocation[] = []
  let left = cents
  for (const invoice of invoices.toSorted(byDue)) {
    const part = Math.min(left, invoice.balanceCents)
    if (part === 0) continue
    allocations.push(allocate(invoice, part, from))
    left -= part
  }
  return allocations
}

export function groupByLease(invoices: readonly OpenInvoice[]): Map<string, OpenInvoice[]> {
  return Map.groupBy(invoices, ({ leaseId }) => leaseId)
}

/** Of invoices that were open: those that no longer are, for the first time. */
export function newlyPaid(invoices: readonly OpenInvoice[]): string[] {
  return invoices.filter(({ balanceCents, wasPaid }) => balanceCents === 0 && !wasPaid).map(({ id }) => id)
}

/** Settles `cents` of an invoice from `from` on, but not before it is issued; brings the invoice up to date. */
export function allocate(invoice: OpenInvoice, cents: number, from: string): DatedAllocation {
  const changes = [{ on: invoice.issueDate, cents: invoice.totalCents }, ...invoice.settled]
  const parts = takeEarliest(cents, later(from, invoice.issueDate), changes)
  invoice.balanceCents -= cents
  invoice.settled.push(...parts.map(({ on, cents }) => ({ on, cents: -cents })))
  return { invoice, parts }
}

/** What a payment enters that arrives on a day: what it settles from then on, and the rest as credit of the lease. */
export function entriesOfPayment(
  payment: { id: string; leaseId: string; paymentDate: string; amountCents: number },
  allocations: readonly DatedAllocation[],
): LedgerEntry[] {
  const { id: paymentId, leaseId, paymentDate, amountCents } = payment
  const atOnce = allocations.map(({ invoice, parts }) => ({
    invoice,
    parts: parts.filter(({ on }) => on === paymentDate),
  }))
  const afterwards = allocations.map(({ invoice, parts }) => ({
    invoice,
    parts: parts.filter(({ on }) => on > paymentDate),
  }))
  const settling = atOnce.flatMap(allocation => settlingEntries(paymentId, allocation))
  const settledCents = atOnce.flatMap(({ parts }) => parts).reduce((sum, { cents }) => sum + cents, 0)
  const credit = creditEntry(leaseId, paymentId, { on: paymentDate, cents: settledCents - amountCents })
  return [credit, ...settling, ...entriesOfCredit(paymentId, afterwards)].filter(({ amountCents }) => amountCents !== 0)
}

/** What credit of a payment enters as it comes to settle invoices. */
export function entriesOfCredit(paymentId: string, allocations: readonly DatedAllocation[]): LedgerEntry[] {
  return allocations.flatMap(allocation => [
    ...allocation.parts.map(part => creditEntry(allocation.invoice.leaseId, paymentId, part)),
    ...settlingEntries(paymentId, allocation),
  ])
}

function creditEntry(leaseId: string, paymentId: string, { on: effectiveOn, cents: amountCents }: Change): LedgerEntry {
  return {
    leaseId,
    paymentId,
    account: 'RECEIVABLE',
    code: 'PAYMENT',
    description: 'Payment',
    amountCents,
    effectiveOn,
  }
}

/** A deposit is held from the day it is paid. */
function settlingEntries(paymentId: string, { invoice, parts }: DatedAllocation): LedgerEntry[] {
  const { id: invoiceId, leaseId, dueDate: dueOn, isDeposit } = invoice
  return parts.flatMap(({ on: effectiveOn, cents }): LedgerEntry[] => {
    const entry = { leaseId, paymentId, invoiceId, effectiveOn }
    const settles = { ...entry, account: 'RECEIVABLE', code: 'PAYMENT', description: 'Payment', dueOn } as const
    const holds = { ...entry, account: 'DEPOSIT', code: 'DEPOSIT', description: 'Deposit paid' } as const
    return [{ ...settles, amountCents: -cents }, ...(isDeposit ? [{ ...holds, amountCents: cents }] : [])]
  })
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
