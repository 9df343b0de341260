/** What becomes of a payment that is on its way: it arrives, fails or is cancelled. */
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { lockMoney } from '../ledger/operations.ts'
import { checkDay } from '../ledger/rules.ts'
import { getPayment } from './operations.ts'
import { type PaymentRow, updatePayment } from './queries.ts'
import { postPayments } from './record.ts'
import { type Allocation, checkAllocations, checkText, checkTransition } from './rules.ts'

/** The payment has arrived. It counts from its own day, unless another is given. */
export async function settlePayment(
  context: Context,
  {
    paymentId,
    paymentDate,
    allocations,
  }: { paymentId: string; paymentDate?: string; allocations?: readonly Allocation[] },
): Promise<PaymentRow> {
  const before = await lockPayment(context, paymentId)
  checkTransition(before.status, 'PAID')
  const day = paymentDate ?? before.payment_date
  checkDay('payment_date', day, context.today)
  const { lease_id: leaseId, amount_cents: amountCents } = before
  if (allocations) checkAllocations(allocations, amountCents, 'allocations')
  const received_at = new Date(context.now).toISOString()
  await change(context, { ...before, status: 'PAID', payment_date: day, received_at })
  const arrival = { id: paymentId, leaseId, amountCents, paymentDate: day, allocations }
  await postPayments(context, [arrival], { emits: true })
  return logged(context, 'payment.settle', before)
}

/** The payment did not arrive. */
export async function failPayment(
  context: Context,
  { paymentId, reason = null }: { paymentId: string; reason?: string | null },
): Promise<PaymentRow> {
  const before = await lockPayment(context, paymentId)
  checkTransition(before.status, 'FAILED')
  checkText('reason', reason, 500)
  await change(context, { ...before, status: 'FAILED', failure_reason: reason })
  return logged(context, 'payment.fail', before)
}

/** The payment was called off before it arrived. */
export async function cancelPayment(context: Context, { paymentId }: { paymentId: string }): Promise<PaymentRow> {
  const before = await lockPayment(context, paymentId)
  checkTransition(before.status, 'CANCELLED')
  await change(context, { ...before, status: 'CANCELLED' })
  return logged(context, 'payment.cancel', before)
}

/** The payment as it stands, once the money of its lease is locked. */
export async function lockPayment(context: Context, id: string): Promise<PaymentRow> {
  const { lease_id: leaseId } = await getPayment(context, { id })
  await lockMoney(context, [leaseId])
  return getPayment(context, { id })
}

/** Stores where the payment now stands. */
export async function change({ db }: Context, payment: PaymentRow): Promise<void> {
  await db.query(updatePayment, [db.organizationId, payment.payment_id, JSON.stringify(payment)])
}

/** Logs what was done to a payment, and returns it as it is now. */
export async function logged(context: Context, action: string, before: PaymentRow): Promise<PaymentRow> {
  const after = await getPayment(context, { id: before.payment_id })
  await logAdministration(context, context.organizationId, action, before.payment_id, { before, after })
  return after
}
