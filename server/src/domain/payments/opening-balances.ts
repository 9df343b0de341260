/** Opening balances: what leases owed, or had prepaid, when their books began here. */
import type { Static } from 'typebox'
import type { Valid } from '#contract/operation.ts'
import { date, idInput, nullable, parameters, signedCents } from '#contract/values.ts'
import { addDays } from '#server/base/dates.ts'
import { firstOf } from '#server/base/first-of.ts'
import { newId } from '#server/base/ids.ts'
import { fieldError } from '#server/base/refusal.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { postInvoices } from '../invoices/issue.ts'
import { saveInvoices } from '../invoices/operations.ts'
import type { InvoiceRecord } from '../invoices/records.ts'
import { applyCredit, lockMoney, postEntries } from '../ledger/money-of-leases.ts'
import type { LedgerEntry } from '../ledger/records.ts'
import { checkDay } from '../ledger/rules.ts'
import { insertLeaseOpenings, OPENINGS } from './opening-balance-queries.ts'
import { savePayments } from './operations.ts'
import type { PaymentRecord } from './records.ts'
import { newReceivedPayment } from './rules.ts'

export type OpeningBalance = Static<typeof OpeningBalance>
export const OpeningBalance = parameters({
  lease_id: idInput({ description: 'The lease.', example: 'lease_01kh3zr6p4fa2t9w6xq8n5c7yd' }),
  property_id: idInput({ description: 'Its property.', example: 'prop_01kh3zr6nxf7ys3m2b8k4h5t6c' }),
  unit_id: idInput({ description: 'Its unit.', example: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' }),
  resident_id: nullable(idInput({ description: 'Its primary resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' })),
  amount_cents: signedCents({
    description: 'What the lease owes, in cents; negative when it is prepaid.',
    example: 30_000,
  }),
  as_of: date({ description: 'The day of this balance.', example: '2026-03-01' }),
})

/**
 * Records any number of opening balances in a few statements, without events, and remembers that they were stated: a history of the lease that is
 * imported later must end in them. A balance of 0 is also stated, but posts nothing. `entries`, such as those of deposits that are held, are posted
 * in the same statement, because updating the running balances of a lease twice costs nearly twice as much. `added` are the leases that this
 * transaction created, which nobody else can see and which therefore need no lock.
 */
export async function recordOpeningBalances(
  context: Context,
  items: readonly Valid<OpeningBalance>[],
  entries: readonly LedgerEntry[] = [],
  added: ReadonlySet<string> = new Set(),
): Promise<void> {
  await postOpeningBalances(context, items, entries, added)
  if (items.length === 0) return
  const { db } = context
  await db.query(insertLeaseOpenings, [db.organizationId, ...OPENINGS.of(items)])
}

/**
 * Posts opening balances, together with other entries. What a lease owes becomes an invoice that was due the day before; what is prepaid becomes a
 * payment, which is credit of the lease. A balance of 0 is left out.
 */
export async function postOpeningBalances(
  context: Context,
  items: readonly Valid<OpeningBalance>[],
  entries: readonly LedgerEntry[] = [],
  added: ReadonlySet<string> = new Set(),
): Promise<void> {
  const balances = items.filter(({ amount_cents }) => amount_cents !== 0)
  if (balances.length === 0) return postEntries(context, entries)
  for (const { as_of } of balances) checkDay('as_of', as_of, context.today)
  const leaseIds = balances.map(({ lease_id }) => lease_id)
  if (new Set(leaseIds).size < leaseIds.length) throw fieldError('lease_id', 'must not name a lease twice')
  await lockMoney(
    context,
    leaseIds.filter(id => !added.has(id)),
  )
  const invoices = balances.filter(({ amount_cents }) => amount_cents > 0).map(item => invoiceOf(context, item))
  await saveInvoices(context, invoices)
  await postInvoices(context, invoices, entries)
  const prepaid = balances.filter(({ amount_cents }) => amount_cents < 0)
  const payments = prepaid.map(item => paymentOf(context, item))
  await savePayments(context, payments)
  await postEntries(context, payments.map(creditOf))
  await applyCredit(context, new Map(prepaid.map(({ lease_id, as_of }) => [lease_id, as_of])))
  const amount_cents = balances.reduce((sum, balance) => sum + balance.amount_cents, 0)
  const after = { leases: balances.length, amount_cents }
  await logAdministration(context, 'balance.open', firstOf(leaseIds), { after })
}

const OPENING_BALANCE = 'Opening balance'

function invoiceOf({ now }: Context, { amount_cents, as_of, ...place }: OpeningBalance): InvoiceRecord {
  const line = { charge_code: 'OPENING_BALANCE', description: OPENING_BALANCE, amount_cents } as const
  const dates = { issue_date: as_of, due_date: addDays(as_of, -1), period_start: null, period_end: null }
  const rest = { is_draft: false, recurring_month: null, external_id: null }
  return { ...place, ...rest, ...dates, invoice_id: newId('invoice', now), lines: [line] }
}

function paymentOf({ now }: Context, { amount_cents, as_of, ...lease }: OpeningBalance): PaymentRecord {
  const payment_id = newId('payment', now)
  const fields = { payment_id, amount_cents: -amount_cents, payment_date: as_of, memo: OPENING_BALANCE }
  return newReceivedPayment(lease, fields, now)
}

function creditOf({ payment_id, lease_id, amount_cents, payment_date }: PaymentRecord): LedgerEntry {
  const entry = { lease_id, payment_id, amount_cents: -amount_cents, effective_on: payment_date }
  return { ...entry, account: 'RECEIVABLE', code: 'OPENING_BALANCE', description: OPENING_BALANCE }
}
