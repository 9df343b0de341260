/** Opening balances: what leases owed, or had paid ahead, when their books began here. */

import { addDays } from '#server/base/dates.ts'
import { newId } from '#server/base/ids.ts'
import type { Context } from '#server/platform/context.ts'
import { entriesOf, saveInvoices } from '../invoices/operations.ts'
import type { InvoiceRecord } from '../invoices/records.ts'
import { postEntries } from '../ledger/operations.ts'
import type { LedgerEntry } from '../ledger/records.ts'
import { savePayments } from './operations.ts'
import type { PaymentRecord } from './records.ts'

export type OpeningBalance = {
  leaseId: string
  propertyId: string
  unitId: string
  residentId: string | null
  /** Above 0 is owed, below 0 paid ahead; 0 says nothing. */
  amountCents: number
  /** The day it is the balance of. */
  asOf: string
}

const DESCRIPTION = 'Opening balance'

/**
 * What is owed becomes an invoice issued on the day and due the day before it, so that it is past due on the day and can be paid; what
 * was paid ahead becomes a payment, all of it credit of the lease. For leases without money so far, one balance each; any number at once.
 * Emits no events: nothing happened on that day but that the books began.
 */
export async function bringForward(context: Context, balances: readonly OpeningBalance[]): Promise<void> {
  const invoices = balances.filter(({ amountCents }) => amountCents > 0).map(balance => invoiceOf(balance, context.now))
  const payments = balances.filter(({ amountCents }) => amountCents < 0).map(balance => paymentOf(balance, context.now))
  await saveInvoices(context, invoices)
  if (payments.length > 0) await savePayments(context, payments)
  await postEntries(context, [...invoices.flatMap(entriesOf), ...payments.map(creditOf)])
}

function invoiceOf(
  { leaseId, propertyId, unitId, residentId, amountCents, asOf }: OpeningBalance,
  now: number,
): InvoiceRecord {
  return {
    id: newId('invoice', now),
    leaseId,
    propertyId,
    unitId,
    residentId,
    isDraft: false,
    issueDate: asOf,
    dueDate: addDays(asOf, -1),
    periodStart: null,
    periodEnd: null,
    recurringMonth: null,
    lines: [{ charge_code: 'OPENING_BALANCE', description: DESCRIPTION, amount_cents: amountCents }],
    externalId: null,
  }
}

function paymentOf(
  { leaseId, propertyId, unitId, residentId, amountCents, asOf }: OpeningBalance,
  now: number,
): PaymentRecord {
  return {
    id: newId('payment', now),
    leaseId,
    propertyId,
    unitId,
    residentId,
    status: 'PAID',
    method: 'OTHER',
    amountCents: -amountCents,
    refundedCents: 0,
    paymentDate: asOf,
    // When the money really came is not known; that it is here is known since now.
    receivedAt: new Date(now).toISOString(),
    reversedAt: null,
    reference: null,
    memo: DESCRIPTION,
    failureReason: null,
    externalId: null,
  }
}

/** The whole payment, not applied to any invoice. */
function creditOf({ id, leaseId, amountCents, paymentDate }: PaymentRecord): LedgerEntry {
  return {
    leaseId,
    paymentId: id,
    account: 'RECEIVABLE',
    code: 'OPENING_BALANCE',
    description: DESCRIPTION,
    amountCents: -amountCents,
    effectiveOn: paymentDate,
  }
}
