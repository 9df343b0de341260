/** How money is allocated to days and invoices, decided without reading the database. */
import { addMonths, later } from '#server/base/dates.ts'
import { firstOf } from '#server/base/first-of.ts'
import { fieldError } from '#server/base/refusal.ts'
import { compareText } from '#server/base/text.ts'
import type { Change, LedgerEntry, OpenInvoice } from './records.ts'

/** Money of a payment that is applied to an invoice, by the days on which it is applied. */
export type DatedAllocation = { invoice: OpenInvoice; parts: readonly Change[] }

/** Throws invalid_request for a day more than a year ahead, which must be a typing error. */
export function checkDay(path: string, day: string, today: string): void {
  const last = addMonths(today, 12)
  if (day > last) throw fieldError(path, `must not be after ${last}, which is a year ahead`)
}

/**
 * Takes `cents` away as early as possible, but not before `from`. On each day, no more is taken than the sum of `changes` up to that day or any
 * later one, so the sum never falls below 0. Takes less than `cents` if the final sum is less.
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

/** How much can be taken from the sum of `changes` on `from` so that it stays at 0 or more on every later day. */
export function availableFrom(from: string, changes: readonly Change[]): number {
  return Math.max(0, firstOf(lowestFrom(from, changes)).cents)
}

/** Whether the sum of `changes` is 0 or more on every day. */
export function isNeverBelowZero(changes: readonly Change[]): boolean {
  const [first] = changes.map(({ on }) => on).sort()
  return first === undefined || firstOf(lowestFrom(first, changes)).cents >= 0
}

/** Each day from `from` on that has a change, with the lowest sum on that day or any later one. */
function lowestFrom(from: string, changes: readonly Change[]): Change[] {
  const byDay = new Map([[from, 0]])
  for (const { on, cents } of changes) byDay.set(later(on, from), (byDay.get(later(on, from)) ?? 0) + cents)
  let sum = 0
  const sums = [...byDay]
    .sort(([a], [b]) => compareText(a, b))
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

/** Compares invoices by due date, then issue date, then number: the order in which they are paid. */
function byDue(a: OpenInvoice, b: OpenInvoice): number {
  return compareText(a.due_date, b.due_date) || compareText(a.issue_date, b.issue_date) || a.number - b.number
}

/** Allocates `cents` to invoices until the cents or the invoices are used up, and brings the invoices up to date. */
export function allocateOldestFirst(invoices: readonly OpenInvoice[], cents: number, from: string): DatedAllocation[] {
  const allocations: DatedAllocation[] = []
  let left = cents
  for (const invoice of invoices.toSorted(byDue)) {
    const part = Math.min(left, invoice.balance_cents)
    if (part === 0) continue
    allocations.push(allocate(invoice, part, from))
    left -= part
  }
  return allocations
}

export function groupByLease(invoices: readonly OpenInvoice[]): Map<string, OpenInvoice[]> {
  return Map.groupBy(invoices, ({ lease_id }) => lease_id)
}

/** The IDs of those invoices, all of them open before, that are now paid in full for the first time. */
export function newlyPaid(invoices: readonly OpenInvoice[]): string[] {
  return invoices
    .filter(({ balance_cents, was_paid }) => balance_cents === 0 && !was_paid)
    .map(({ invoice_id }) => invoice_id)
}

/** Allocates `cents` to an invoice from `from` on, but not before its issue date, and brings the invoice up to date. */
export function allocate(invoice: OpenInvoice, cents: number, from: string): DatedAllocation {
  const changes = [{ on: invoice.issue_date, cents: invoice.total_cents }, ...invoice.allocated]
  const parts = takeEarliest(cents, later(from, invoice.issue_date), changes)
  invoice.balance_cents -= cents
  invoice.allocated.push(...parts.map(({ on, cents }) => ({ on, cents: -cents })))
  return { invoice, parts }
}

/** The entries of a payment that has been received: what is allocated, now and later, and the rest as credit of the lease. */
export function entriesOfPayment(
  payment: { payment_id: string; lease_id: string; payment_date: string; amount_cents: number },
  allocations: readonly DatedAllocation[],
): LedgerEntry[] {
  const { payment_id, lease_id, payment_date, amount_cents } = payment
  const partsWhere = (isIncluded: (on: string) => boolean) =>
    allocations.map(({ invoice, parts }) => ({ invoice, parts: parts.filter(({ on }) => isIncluded(on)) }))
  const atOnce = partsWhere(on => on === payment_date)
  const afterward = partsWhere(on => on > payment_date)
  const allocated = atOnce.flatMap(allocation => allocationEntries(payment_id, allocation))
  const allocatedCents = atOnce.flatMap(({ parts }) => parts).reduce((sum, { cents }) => sum + cents, 0)
  const credit = creditEntry(lease_id, payment_id, { on: payment_date, cents: allocatedCents - amount_cents })
  return [credit, ...allocated, ...entriesOfCredit(payment_id, afterward)].filter(entry => entry.amount_cents !== 0)
}

/** The entries that move credit of a payment to invoices. */
export function entriesOfCredit(payment_id: string, allocations: readonly DatedAllocation[]): LedgerEntry[] {
  return allocations.flatMap(allocation => [
    ...allocation.parts.map(part => creditEntry(allocation.invoice.lease_id, payment_id, part)),
    ...allocationEntries(payment_id, allocation),
  ])
}

const OF_PAYMENT = { account: 'RECEIVABLE', code: 'PAYMENT', description: 'Payment' } as const
export const OF_DEPOSIT = { account: 'DEPOSIT', code: 'DEPOSIT', description: 'Deposit paid' } as const
/** The description of an entry that returns a deposit. It distinguishes that entry from one that corrects an imported deposit. */
export const DEPOSIT_RETURNED = 'Deposit returned'
/** The description of an entry that undoes a return. */
export const DEPOSIT_RETURN_VOIDED = 'Deposit return voided'

function creditEntry(lease_id: string, payment_id: string, { on, cents }: Change): LedgerEntry {
  return { lease_id, payment_id, ...OF_PAYMENT, amount_cents: cents, effective_on: on }
}

/** The entries of an allocation. A security deposit is held from the day on which it is paid. */
export function allocationEntries(
  payment_id: string,
  {
    invoice,
    parts,
  }: {
    invoice: Pick<OpenInvoice, 'invoice_id' | 'lease_id' | 'due_date' | 'is_deposit'>
    parts: readonly Change[]
  },
): LedgerEntry[] {
  const { invoice_id, lease_id, due_date: due_on, is_deposit } = invoice
  return parts.flatMap(({ on: effective_on, cents }): LedgerEntry[] => {
    const entry = { lease_id, payment_id, invoice_id, effective_on }
    const paid = { ...entry, ...OF_PAYMENT, due_on, amount_cents: -cents }
    return is_deposit ? [paid, { ...entry, ...OF_DEPOSIT, amount_cents: cents }] : [paid]
  })
}

type Allocated = {
  cents: number
  /** When the last of it was recorded; now if undefined. */
  at: string | undefined
}

/** What entries allocate to each invoice, or of each payment. */
export function allocatedBy(
  entries: readonly LedgerEntry[],
  document: 'invoice_id' | 'payment_id',
): Map<string, Allocated> {
  const allocated = new Map<string, Allocated>()
  for (const entry of entries) {
    if (entry.account !== 'RECEIVABLE' || !entry.invoice_id || !entry.payment_id) continue
    const id = entry[document]!
    const before = allocated.get(id)
    if (before) {
      before.cents -= entry.amount_cents
      before.at = latest(before.at, entry.recorded_at)
    } else allocated.set(id, { cents: -entry.amount_cents, at: entry.recorded_at })
  }
  return allocated
}

/** The later of two instants, of which an undefined one is now. */
function latest(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return undefined
  return Date.parse(one) > Date.parse(other) ? one : other
}
