/** The automatic invoices of a lease: its deposit, its opening balance, and its monthly charges. */
import { addDays, addMonths, earlier, later } from '#server/base/dates.ts'
import type { InvoiceLine } from '#server/domain/invoices/records.ts'
import { dueDay, linesOf } from '#server/domain/invoices/rules.ts'
import { nightOf } from '../instants.ts'
import type { SeedInvoice, SeedLease } from '../records.ts'

/** The first and the last day of a calendar month. */
type Month = { first: string; last: string }

export type BilledLease = Omit<SeedLease, 'money'>

/** The days between which money is generated. `months` run from the month of `recordsFrom` to that of `today`. */
export type MoneyDays = { today: string; recordsFrom: string; months: readonly Month[] }

export function monthsBetween(from: string, to: string): Month[] {
  const months: Month[] = []
  for (let first = `${from.slice(0, 7)}-01`; first <= to; ) {
    const next = addMonths(first, 1)
    months.push({ first, last: addDays(next, -1) })
    first = next
  }
  return months
}

/**
 * The monthly invoices: one per month of the occupancy, issued on its first day in that month. A lease that is older than the records is billed
 * from the first full month on.
 */
export function monthlyInvoices(lease: BilledLease, { today, recordsFrom, months }: MoneyDays): SeedInvoice[] {
  const isOlder = lease.start_date < recordsFrom
  const invoices: SeedInvoice[] = []
  const charges = lease.charges.map(({ from, to, amountCents, ...charge }) => {
    return { ...charge, amount_cents: amountCents, effective_from: from, effective_to: to }
  })
  for (const month of months) {
    if (month.last < lease.start_date || (isOlder && month.first < recordsFrom)) continue
    const from = later(lease.start_date, month.first)
    const to = earlier(lease.move_out_date ?? month.last, month.last)
    if (from > today || from > to) break
    const lines = linesOf(charges, { start: from, end: to })
    if (lines.length === 0) continue
    invoices.push({
      issue_date: from,
      due_date: dueDay(month.first, lease.rent_due_day, from),
      period_start: from,
      period_end: to,
      recurring_month: month.first,
      lines,
      created_at: nightOf(from),
    })
  }
  return invoices
}

/** An invoice with a single line, issued at `at`, an instant of `issue_date`. */
export function singleInvoice(line: InvoiceLine, issue_date: string, due_date: string, at: string): SeedInvoice {
  return {
    ...{ issue_date, due_date, period_start: null, period_end: null, recurring_month: null },
    lines: [line],
    created_at: at,
  }
}

export function depositInvoice(lease: BilledLease, signedAt: string): SeedInvoice {
  const line = { charge_code: 'DEPOSIT', description: 'Security deposit', amount_cents: lease.depositCents } as const
  return singleInvoice(line, signedAt.slice(0, 10), lease.start_date, signedAt)
}
