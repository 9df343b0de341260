/** The entries of a void: an invoice is taken away, and what was applied to it becomes credit of its lease again. */
import { later } from '#server/base/dates.ts'
import type { LedgerEntry } from '../ledger/records.ts'
import { oppositeEntriesOf } from './operations.ts'
import type { BilledInvoice } from './void-month-queries.ts'

/**
 * The entries that take an invoice away from the day `on`, or from its issue date if that is later, and return what was applied to it to its lease as
 * credit. A deposit that the credit had paid is no longer held.
 */
export function entriesOfVoid(invoice: Omit<BilledInvoice, 'total_cents'>, on: string): LedgerEntry[] {
  const { invoice_id, lease_id, due_date: due_on, issue_date, applied, lines } = invoice
  const day = later(on, issue_date)
  const isDeposit = lines.some(({ charge_code }) => charge_code === 'DEPOSIT')
  const released = applied.flatMap(({ payment_id, on, cents }): LedgerEntry[] => {
    const entry = { description: 'Credit released', lease_id, payment_id, effective_on: later(day, on) }
    const receivable = { ...entry, account: 'RECEIVABLE', code: 'PAYMENT' } as const
    const held = { ...entry, account: 'DEPOSIT', code: 'DEPOSIT', invoice_id, amount_cents: -cents } as const
    return [
      { ...receivable, invoice_id, due_on, amount_cents: cents },
      { ...receivable, amount_cents: -cents },
      ...(isDeposit ? [held] : []),
    ]
  })
  return [...oppositeEntriesOf(invoice, day), ...released]
}
