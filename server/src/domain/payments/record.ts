/** Recording payments, one or many, and applying them to invoices. */
import Type, { type Static } from 'typebox'
import { NewPayment } from '#contract/console/payments.ts'
import type { Valid } from '#contract/operation.ts'
import { instant, nullable, oneOf, parameters, text } from '#contract/values.ts'
import { firstOf } from '#server/base/first-of.ts'
import { newId } from '#server/base/ids.ts'
import { fieldError, unknownReference } from '#server/base/refusal.ts'
import { compareText } from '#server/base/text.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { emitAll } from '#server/platform/events.ts'
import { invoiceStatesOf } from '../invoices/operations.ts'
import { emitPaid } from '../invoices/paid.ts'
import { checkOwed } from '../invoices/rules.ts'
import { checkOnLeases, lockedLease, lockMoney, openInvoicesOf, postEntries } from '../ledger/money-of-leases.ts'
import type { LedgerEntry } from '../ledger/records.ts'
import { allocateOldestFirst, checkDay, entriesOfPayment, groupByLease, newlyPaid } from '../ledger/rules.ts'
import { detailOf, findPayments, getPayment, savePayments } from './operations.ts'
import type { PaymentRecord } from './records.ts'
import { type Allocation, allocateAsGiven, checkAllocations } from './rules.ts'

/** A payment as an import records it: it may have failed or been canceled before, and it may say when it was received. */
export const PastPayment = parameters({
  ...NewPayment.properties,
  status: Type.Optional(
    oneOf(['PAID', 'PENDING', 'FAILED', 'CANCELLED'], {
      description: 'The outcome of the payment. Defaults to PAID.',
      example: 'FAILED',
    }),
  ),
  received_at: Type.Optional(
    instant({ description: 'When a PAID payment was received. Defaults to now.', example: '2026-03-02T15:00:00Z' }),
  ),
  failure_reason: Type.Optional(
    nullable(text(500, { description: 'Why a FAILED payment failed.', example: 'Account closed', minLength: 1 })),
  ),
})

export const recordPayment: ConsoleOperations['recordPayment'] = async (context, input) => {
  const id = firstOf(await recordNew(context, [input], { emits: true }))
  const recorded = await getPayment(context, { id })
  await logAdministration(context, 'payment.record', id, { after: recorded })
  return detailOf(context, recorded)
}

/** Records any number of payments in a few statements, in the order in which they were made. Returns their IDs, in the order given. */
export async function recordPayments(
  context: Context,
  inputs: readonly Valid<Static<typeof PastPayment>>[],
  { emits = false }: { emits?: boolean } = {},
): Promise<string[]> {
  if (inputs.length === 0) return []
  const ids = await recordNew(context, inputs, { emits })
  const amount_cents = inputs.reduce((sum, payment) => sum + payment.amount_cents, 0)
  const after = { payments: inputs.length, amount_cents }
  await logAdministration(context, 'payment.record_many', firstOf(ids), { after })
  return ids
}

async function recordNew(
  context: Context,
  inputs: readonly Static<typeof PastPayment>[],
  { emits }: { emits: boolean },
): Promise<string[]> {
  const { now, today } = context
  for (const input of inputs) check(input, today)
  const leaseIds = inputs.map(({ lease_id }) => lease_id)
  const leases = await lockMoney(context, leaseIds)
  const payments = inputs.map(({ allocations, ...input }) => {
    const { property_id, unit_id } = lockedLease(leases, input.lease_id)
    const { status = 'PAID', payment_date = today, received_at = new Date(now).toISOString() } = input
    const absent = { resident_id: null, reference: null, memo: null, failure_reason: null, external_id: null }
    const changed = { refunded_cents: 0, reversed_at: null, received_at: status === 'PAID' ? received_at : null }
    const payment_id = newId('payment', now)
    return { ...absent, ...input, payment_id, property_id, unit_id, status, payment_date, ...changed, allocations }
  })
  await checkOnLeases(context, payments)
  const paid = payments.filter(({ status }) => status === 'PAID')
  await postPayments(context, paid, { emits, toStore: payments })
  return payments.map(({ payment_id }) => payment_id)
}

/** Throws invalid_request for what the schema cannot express about one payment. */
function check(input: Static<typeof PastPayment>, today: string): void {
  const { status = 'PAID', amount_cents, payment_date = today, failure_reason, allocations } = input
  checkDay('payment_date', payment_date, today)
  if (failure_reason && status !== 'FAILED')
    throw fieldError('failure_reason', 'must be left out unless status is FAILED')
  if (!allocations) return
  if (status !== 'PAID') throw fieldError('allocations', 'must be left out until the payment is received')
  checkAllocations(allocations, amount_cents)
}

/** A payment that is PAID, with the invoices to which it is to be applied, or none if it pays the earliest due first. */
type ReceivedPayment = Pick<PaymentRecord, 'payment_id' | 'lease_id' | 'amount_cents' | 'payment_date'> & {
  allocations?: readonly Allocation[] | undefined
  /**
   * Whether this is a withheld deposit. That is not money that was received, and it does not pay the invoice of a deposit, because it would be paying
   * for itself.
   */
  is_withheld_deposit?: boolean
}

/**
 * Posts payments that are PAID, the earliest first, and the entries `more` that belong to them. The leases are locked. New payments, in `toStore`,
 * are stored after their entries, together with what is allocated of them. Emits `payment.received` for each payment unless `isAgain` is set,
 * because a payment is received only once, and `invoice.paid` for each invoice that is paid for the first time.
 */
export async function postPayments(
  context: Context,
  payments: readonly ReceivedPayment[],
  {
    emits,
    more = [],
    toStore = [],
    isAgain = false,
  }: { emits: boolean; more?: readonly LedgerEntry[]; toStore?: readonly PaymentRecord[]; isAgain?: boolean },
): Promise<void> {
  if (payments.length === 0) return savePayments(context, toStore)
  await checkPayable(context, payments)
  const open = groupByLease(await openInvoicesOf(context, [...new Set(payments.map(({ lease_id }) => lease_id))]))
  const entries: LedgerEntry[] = [...more]
  for (const payment of payments.toSorted((a, b) => compareText(a.payment_date, b.payment_date))) {
    const { lease_id, amount_cents, payment_date, allocations, is_withheld_deposit } = payment
    const invoices = (open.get(lease_id) ?? []).filter(({ is_deposit }) => !(is_deposit && is_withheld_deposit))
    const allocated = allocations
      ? allocateAsGiven(invoices, allocations, payment_date)
      : allocateOldestFirst(invoices, amount_cents, payment_date)
    entries.push(...entriesOfPayment(payment, allocated))
  }
  await postEntries(context, entries)
  await savePayments(context, toStore, entries)
  if (!emits) return
  const received = payments
    .filter(payment => !payment.is_withheld_deposit && !isAgain)
    .map(({ payment_id }) => payment_id)
  const events = (await findPayments(context, received)).map(payment => ({ payment }))
  await emitAll(context, 'payment.received', events)
  await emitPaid(context, newlyPaid([...open.values()].flat()))
}

/** Throws if an allocation names an invoice that cannot be paid, with the reason. */
async function checkPayable(context: Context, payments: readonly ReceivedPayment[]): Promise<void> {
  const asked = payments.flatMap(({ lease_id, allocations = [] }) =>
    allocations.map(({ invoice_id }, index) => ({ lease_id, invoice_id, path: `allocations[${index}].invoice_id` })),
  )
  if (asked.length === 0) return
  const ids = asked.map(({ invoice_id }) => invoice_id)
  const found = await invoiceStatesOf(context, ids)
  for (const { lease_id, invoice_id, path } of asked) {
    const invoice = found.get(invoice_id)
    if (!invoice) throw unknownReference(path, 'an invoice')
    if (invoice.lease_id !== lease_id) throw fieldError(path, 'is an invoice of another lease')
    checkOwed(invoice.status)
  }
}
