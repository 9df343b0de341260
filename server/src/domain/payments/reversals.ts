/** Reversals by the payer’s bank, and refunds by us. Both post entries on their own day, so earlier days stay as they were. */
import type { Static } from 'typebox'
import type { PaymentRefund, PaymentReversal } from '#contract/console/payments.ts'
import type { Valid } from '#contract/operation.ts'
import { later } from '#server/base/dates.ts'
import { formatCents } from '#server/base/money.ts'
import { fieldError } from '#server/base/refusal.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/events.ts'
import { emitPaid } from '../invoices/paid.ts'
import { applyCredit, checkDeposit, positionsOf, postEntries } from '../ledger/money-of-leases.ts'
import type { LedgerEntry } from '../ledger/records.ts'
import { checkDay } from '../ledger/rules.ts'
import { getPayment, type PaymentDetail } from './operations.ts'
import { lockPayment, logStep, store } from './pending.ts'
import type { PaymentRow } from './records.ts'
import { checkRefundable, entriesOfRefund, entriesOfReversal } from './rules.ts'

/** Whether events are emitted: the event of the step itself, and `invoice.paid` for invoices that other credit of the lease pays as a consequence. */
type Emits = { emits?: boolean }

/**
 * Reverses what is left of a payment; what was refunded before stays refunded. A withheld deposit is then held again, without an event, because no bank
 * took anything back.
 */
export async function reversePayment(
  context: Context,
  { id, on: given, reason = null }: { id: string } & Valid<Static<typeof PaymentReversal>>,
  { emits = true }: Emits = {},
): Promise<PaymentDetail> {
  const before = await lockPayment(context, id, 'REVERSED')
  const on = dayOfStep(before, given, context.today)
  await postReduction(context, before, entriesOfReversal(before, await positionsOf(context, id), on))
  const reversed_at = new Date(context.now).toISOString()
  await store(context, { ...before, status: 'REVERSED', reversed_at, failure_reason: reason })
  if (emits && before.source !== 'SECURITY_DEPOSIT')
    await emit(context, 'payment.reversed', { payment: await getPayment(context, { id }), reason })
  await reapplyCredit(context, before, on, { emits })
  return logStep(context, 'payment.reverse', before)
}

/** Refunds a payment in full or in part: from credit first, then from the invoices that are due last. */
export async function refundPayment(
  context: Context,
  { id, amount_cents, on: given }: { id: string } & Valid<Static<typeof PaymentRefund>>,
  { emits = true }: Emits = {},
): Promise<PaymentDetail> {
  const before = await lockPayment(context, id, 'REFUNDED')
  const on = dayOfStep(before, given, context.today)
  const left = before.amount_cents - before.refunded_cents
  const cents = amount_cents ?? left
  if (cents > left) {
    throw fieldError('amount_cents', `must not be more than what is left of the payment, ${formatCents(left)}`)
  }
  const positions = await positionsOf(context, id)
  checkRefundable(before, positions, cents, on)
  await postReduction(context, before, entriesOfRefund(before, positions, cents, on))
  const status = cents === left ? 'REFUNDED' : 'PAID'
  await store(context, { ...before, status, refunded_cents: before.refunded_cents + cents })
  await reapplyCredit(context, before, on, { emits })
  // What is left of the payment may be the credit that was applied just now.
  if (emits)
    await emit(context, 'payment.refunded', { payment: await getPayment(context, { id }), amount_cents: cents })
  return logStep(context, 'payment.refund', before)
}

/** Posts the entries that take money away from a payment. Throws conflict if a deposit that it paid is no longer held. */
export async function postReduction(
  context: Context,
  { lease_id }: PaymentRow,
  entries: readonly LedgerEntry[],
): Promise<void> {
  await checkDeposit(
    context,
    lease_id,
    entries,
    held =>
      `Only ${formatCents(held)} of the deposit is still held, because it was returned or withheld since this payment paid it. Charge the lease for what it owes instead.`,
  )
  await postEntries(context, entries)
}

/** Applies other credit of the lease to its open invoices. */
export async function reapplyCredit(
  context: Context,
  { lease_id }: Pick<PaymentRow, 'lease_id'>,
  on: string,
  { emits = true }: Emits = {},
): Promise<void> {
  const paid = await applyCredit(context, new Map([[lease_id, on]]))
  if (emits) await emitPaid(context, paid)
}

/**
 * The day of a step of a payment: the one given, or today, or the payment date if that is later. Throws invalid_request for a day before the payment.
 */
export function dayOfStep({ payment_date }: PaymentRow, given: string | undefined, today: string): string {
  const on = given ?? later(today, payment_date)
  checkDay('on', on, today)
  if (on < payment_date) throw fieldError('on', `must not be before the payment date, ${payment_date}`)
  return on
}
