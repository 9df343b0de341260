/** Opening balances: what leases owed, or had paid ahead, when their books began here. */
import { addDays } from '#server/base/dates.ts'
import { newId } from '#server/base/ids.ts'
import { fieldError } from '#server/base/refusal.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { postInvoices } from '../invoices/issue.ts'
import { saveInvoices } from '../invoices/operations.ts'
import type { InvoiceRecord } from '../invoices/records.ts'
import { applyCredit, lockMoney, postEntries } from '../ledger/operations.ts'
import type { LedgerEntry } from '../ledger/records.ts'
import { checkAmount, checkDay } from '../ledger/rules.ts'
import { savePayments } from './operations.ts'
import type { PaymentRecord } from './records.ts'

export type OpeningBalance = {
  leaseId: string
  propertyId: string
  unitId: string
  residentId: string | null
  /** Owed, or when negative paid ahead; 0 says nothing. */
  amountCents: number
  /** The day on which it is so. */
  asOf: string
}

/**
 * What is owed becomes an invoice that was due the day before; what was paid ahead becomes a payment, which is credit of the lease.
 * Any number at once, in a few statements; no events.
 */
export async function recordOpeningBalances(context: Context, items: readonly OpeningBalance[]): Promise<void> {
  const telling = items.filter(({ amountCents }) => amountCents !== 0)
  if (telling.length === 0) return
  for (const { amountCents, asOf } of telling) {
    checkAmount('amount_cents', Math.abs(amountCents))
    checkDay('as_of', asOf, context.today)
  }
  const leaseIds = telling.map(({ leaseId }) => leaseId)
  if (new Set(leaseIds).size < leaseIds.length) throw fieldError('lease_id', 'names a lease twice')
  await lockMoney(context, leaseIds)
  const invoices = telling.filter(({ amountCents }) => amountCents > 0).map(item => invoiceOf(context, item))
  await saveInvoices(context, invoices)
  await postInvoices(context, invoices)
  const prepaid = telling.filter(({ amountCents }) => amountCents < 0)
  const payments = prepaid.map(item => paymentOf(context, item))
  await savePayments(context, payments)
  await postEntries(context, payments.map(creditOf))
  await applyCredit(context, new Map(prepaid.map(({ leaseId, asOf }) => [leaseId, asOf])))
  const amount_cents = telling.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const after = { leases: telling.length, amount_cents }
  await logAdministration(context, context.organizationId, 'balance.bring_forward', leaseIds[0] as string, { after })
}

function invoiceOf({ now }: Context, { amountCents, asOf, ...place }: OpeningBalance): InvoiceRecord {
  const line = { charge_code: 'OPENING_BALANCE', description: 'Opening balance', amount_cents: amountCents } as const
  const rest = { isDraft: false, periodStart: null, periodEnd: null, recurringMonth: null, externalId: null }
  return { ...place, ...rest, id: newId('invoice', now), issueDate: asOf, dueDate: addDays(asOf, -1), lines: [line] }
}

function paymentOf({ now }: Context, { amountCents, asOf, ...place }: OpeningBalance): PaymentRecord {
  const none = { refundedCents: 0, reversedAt: null, reference: null, failureReason: null, externalId: null }
  const received = { status: 'PAID', method: 'OTHER', receivedAt: new Date(now).toISOString() } as const
  const what = { amountCents: -amountCents, paymentDate: asOf, memo: 'Opening balance' }
  return { ...place, ...none, ...received, ...what, id: newId('payment', now) }
}

function creditOf({ id: paymentId, leaseId, amountCents, paymentDate: effectiveOn }: PaymentRecord): LedgerEntry {
  const entry = { leaseId, paymentId, amountCents: -amountCents, effectiveOn }
  return { ...entry, account: 'RECEIVABLE', code: 'OPENING_BALANCE', description: 'Opening balance' }
}
