/** Taking a payment back: its bank reverses it, or we refund it. Both are entries of their own day; days before stay as they were. */
import { formatCents } from '#server/base/money.ts'
import { fieldError } from '#server/base/refusal.ts'
import type { Context } from '#server/platform/context.ts'
import { emitPaid } from '../invoices/paid.ts'
import { applyCredit, checkDeposit, positionsOf, postEntries } from '../ledger/operations.ts'
import type { LedgerEntry } from '../ledger/records.ts'
import { checkAmount, checkDay } from '../ledger/rules.ts'
import { change, lockPayment, logged } from './pending.ts'
import type { PaymentRow } from './queries.ts'
import { checkText, checkTransition, entriesOfRefund, entriesOfReversal } from './rules.ts'

/** Whether it tells of invoices that other credit of the lease pays thereby. */
type Telling = { emits?: boolean }

/**
 * The payer's bank took the payment back: it settles nothing any longer. What of it was refunded before stays refunded, and only the rest
 * is taken back.
 */
export async function reversePayment(
  context: Context,
  { paymentId, on = context.today, reason = null }: { paymentId: string; on?: string; reason?: string | null },
  { emits = true }: Telling = {},
): Promise<PaymentRow> {
  const before = await lockPayment(context, paymentId)
  checkTransition(before.status, 'REVERSED')
  checkText('reason', reason, 500)
  checkNotBefore(before, on, context.today)
  const payer = { id: paymentId, leaseId: before.lease_id }
  await takeBack(context, before, entriesOfReversal(payer, await positionsOf(context, paymentId), on))
  const reversed_at = new Date(context.now).toISOString()
  await change(context, { ...before, status: 'REVERSED', reversed_at, failure_reason: reason })
  const paid = await applyCredit(context, new Map([[before.lease_id, on]]))
  if (emits) await emitPaid(context, paid)
  return logged(context, 'payment.reverse', before)
}

/** We give the payment back, or a part of it: first what settles nothing, then from the invoices that are due last. */
export async function refundPayment(
  context: Context,
  { paymentId, amountCents, on = context.today }: { paymentId: string; amountCents?: number; on?: string },
  { emits = true }: Telling = {},
): Promise<PaymentRow> {
  const before = await lockPayment(context, paymentId)
  checkTransition(before.status, 'REFUNDED')
  checkNotBefore(before, on, context.today)
  const left = before.amount_cents - before.refunded_cents
  const cents = amountCents ?? left
  checkAmount('amount_cents', cents)
  if (cents > left) {
    throw fieldError('amount_cents', `must not be more than what is left of the payment, $${formatCents(left)}`)
  }
  const payer = { id: paymentId, leaseId: before.lease_id }
  await takeBack(context, before, entriesOfRefund(payer, await positionsOf(context, paymentId), cents, on))
  const status = cents === left ? 'REFUNDED' : 'PAID'
  await change(context, { ...before, status, refunded_cents: before.refunded_cents + cents })
  const paid = await applyCredit(context, new Map([[before.lease_id, on]]))
  if (emits) await emitPaid(context, paid)
  return logged(context, 'payment.refund', before)
}

async function takeBack(context: Context, { lease_id }: PaymentRow, entries: readonly LedgerEntry[]): Promise<void> {
  const message = 'The deposit it paid was returned or withheld since; charge the lease for what is owed instead.'
  await checkDeposit(context, lease_id, entries, message)
  await postEntries(context, entries)
}

function checkNotBefore({ payment_date }: PaymentRow, on: string, today: string): void {
  checkDay('on', on, today)
  if (on < payment_date) throw fieldError('on', `must not be before the day of the payment, ${payment_date}`)
}
