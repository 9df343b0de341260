/** The end of a PENDING payment: it is received, fails or is canceled. */
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { lockMoney } from '../ledger/money-of-leases.ts'
import { checkDay } from '../ledger/rules.ts'
import { detailOf, getPayment, type PaymentDetail } from './operations.ts'
import { updatePayment } from './queries.ts'
import { postPayments } from './record.ts'
import type { PaymentRow } from './records.ts'
import { checkAllocations, checkTransition, type Status } from './rules.ts'

/** Marks a payment as received. It counts from its own date, unless another date is given. */
export const settlePayment: ConsoleOperations['settlePayment'] = async (context, { id, payment_date, allocations }) => {
  const before = await lockPayment(context, id, 'PAID', 'PENDING')
  const { payment_id, lease_id, amount_cents } = before
  const day = payment_date ?? before.payment_date
  checkDay('payment_date', day, context.today)
  if (allocations) checkAllocations(allocations, amount_cents)
  const received_at = new Date(context.now).toISOString()
  await store(context, { ...before, status: 'PAID', payment_date: day, received_at })
  const received = { payment_id, lease_id, amount_cents, payment_date: day, allocations }
  await postPayments(context, [received], { emits: true })
  return logStep(context, 'payment.settle', before)
}

export const failPayment: ConsoleOperations['failPayment'] = async (context, { id, reason = null }) => {
  const before = await lockPayment(context, id, 'FAILED')
  await store(context, { ...before, status: 'FAILED', failure_reason: reason })
  return logStep(context, 'payment.fail', before)
}

export const cancelPayment: ConsoleOperations['cancelPayment'] = async (context, { id }) => {
  const before = await lockPayment(context, id, 'CANCELLED', 'PENDING')
  await store(context, { ...before, status: 'CANCELLED' })
  return logStep(context, 'payment.cancel', before)
}

/**
 * Locks the money of a payment's lease and reads the payment. Throws conflict if its status cannot become `next`, or if `since` is given and is not
 * its status.
 */
export async function lockPayment(context: Context, id: string, next: Status, since?: Status): Promise<PaymentRow> {
  const { lease_id } = await getPayment(context, { id })
  await lockMoney(context, [lease_id])
  const payment = await getPayment(context, { id })
  checkTransition(payment.status, next, since)
  return payment
}

/** Stores the status of a payment and whatever changed with it; `voided_at` is null if left out. */
export async function store({ db }: Context, payment: PaymentRow & { voided_at?: string }): Promise<void> {
  await db.query(updatePayment, [db.organizationId, payment.payment_id, JSON.stringify(payment)])
}

/** Logs a step of a payment, and returns the payment as it is now. */
export async function logStep(context: Context, action: string, before: PaymentRow): Promise<PaymentDetail> {
  const after = await getPayment(context, { id: before.payment_id })
  await logAdministration(context, action, before.payment_id, { before, after })
  return detailOf(context, after)
}
