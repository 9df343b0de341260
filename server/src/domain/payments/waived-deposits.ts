/** Waives the unpaid part of a security deposit, which nobody owes once the residents have moved out. */
import { later } from '#server/base/dates.ts'
import { newId } from '#server/base/ids.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { entriesOf, oppositeEntriesOf, saveInvoices } from '../invoices/operations.ts'
import { emitPaid } from '../invoices/paid.ts'
import type { InvoiceLine, InvoiceRecord } from '../invoices/records.ts'
import { type UnpaidDeposit, unpaidDepositsOf, voidDeposits } from '../invoices/unpaid-deposits.ts'
import { getLease } from '../leases/detail.ts'
import { postEntries } from '../ledger/money-of-leases.ts'
import type { LedgerEntry, LockedLease } from '../ledger/records.ts'
import { allocationEntries } from '../ledger/rules.ts'
import { lockDeposit } from './deposits.ts'

/**
 * Voids the invoices of deposits that are not paid in full. What was paid of one is applied to a new invoice of that amount from the same day on, so
 * the deposit that is held stays the same on every day.
 */
export const waiveDeposit: ConsoleOperations['waiveDeposit'] = async (context, { lease_id, on: given }) => {
  const { today } = context
  const lease = await lockDeposit(context, lease_id, given ?? today)
  const unpaid = await unpaidDepositsOf(context, lease_id)
  if (unpaid.length === 0) throw new Refusal('conflict', 'The lease owes no deposit, so there is none to waive.')
  const first = unpaid.flatMap(({ issue_date, applied }) => [issue_date, ...applied.map(({ on }) => on)]).reduce(later)
  const on = given ?? later(today, first)
  if (on < first) {
    throw fieldError(
      'on',
      `must not be before ${first}, when its invoice was issued or a payment was last applied to it`,
    )
  }
  const paid = unpaid.filter(({ paid_cents }) => paid_cents > 0)
  const reduced = paid.map(deposit => ({ deposit, invoice: reducedInvoice(context, lease, deposit, on) }))
  const invoices = reduced.map(({ invoice }) => invoice)
  await saveInvoices(context, invoices)
  await postEntries(context, [
    ...unpaid.flatMap(deposit => oppositeEntriesOf(deposit, on)),
    ...invoices.flatMap(invoice => entriesOf(invoice)),
    ...reduced.flatMap(({ deposit, invoice }) => movedPayments(deposit, invoice, on)),
  ])
  await voidDeposits(context, unpaid, on)
  await emitPaid(
    context,
    invoices.map(({ invoice_id }) => invoice_id),
  )
  const amount_cents = unpaid.reduce((sum, { total_cents, paid_cents }) => sum + total_cents - paid_cents, 0)
  const after = { amount_cents, effective_on: on }
  await logAdministration(context, 'deposit.waive', lease_id, { after })
  return getLease(context, { lease_id })
}

function reducedInvoice(
  { now }: Context,
  lease: LockedLease,
  { lines, paid_cents, due_date }: UnpaidDeposit,
  on: string,
): InvoiceRecord {
  const dates = { issue_date: on, due_date: later(due_date, on), period_start: null, period_end: null }
  const rest = { is_draft: false, recurring_month: null, external_id: null }
  return { invoice_id: newId('invoice', now), ...lease, ...dates, ...rest, lines: firstCents(lines, paid_cents) }
}

/** The first lines that add up to `cents`; the last of them may be a part of its line. */
function firstCents(lines: readonly InvoiceLine[], cents: number): InvoiceLine[] {
  let left = cents
  return lines.flatMap(line => {
    const amount_cents = Math.min(line.amount_cents, left)
    left -= amount_cents
    return amount_cents > 0 ? [{ ...line, amount_cents }] : []
  })
}

/** The entries that apply the payments of one deposit invoice to another one from the day on. */
function movedPayments(from: UnpaidDeposit, to: InvoiceRecord, on: string): LedgerEntry[] {
  const byPayment = Map.groupBy(from.applied, ({ payment_id }) => payment_id)
  return [...byPayment].flatMap(([payment_id, parts]) => {
    const cents = parts.reduce((sum, part) => sum + part.cents, 0)
    const applied = (invoice: UnpaidDeposit | InvoiceRecord, amount: number) =>
      allocationEntries(payment_id, { invoice: { ...invoice, is_deposit: true }, parts: [{ on, cents: amount }] })
    return [...applied(from, -cents), ...applied(to, cents)]
  })
}
