/** Voiding payments that were recorded by mistake, and restoring them. Both post entries on their own day, so earlier days stay as they were. */
import { later } from '#server/base/dates.ts'
import { formatCents } from '#server/base/money.ts'
import { Refusal } from '#server/base/refusal.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { ConsoleOperations } from '#server/platform/context.ts'
import { positionsOf } from '../ledger/money-of-leases.ts'
import { lockPayment, logStep, store } from './pending.ts'
import { findPaymentDetail } from './queries.ts'
import { postPayments } from './record.ts'
import { dayOfStep, postReduction, reapplyCredit } from './reversals.ts'
import { changesOf, checkAllocations, entriesOfReversal } from './rules.ts'

/**
 * Voids a payment that was never received: from that day on, it is not applied to any invoice, and its status is CANCELLED. A payment of which a part
 * was refunded was received, so it cannot be voided.
 */
export const voidPayment: ConsoleOperations['voidPayment'] = async (context, { id, on: given }) => {
  const before = await lockPayment(context, id, 'CANCELLED', 'PAID')
  if (before.refunded_cents > 0) {
    throw new Refusal(
      'conflict',
      `${formatCents(before.refunded_cents)} of this payment was refunded, so it was received. Refund the rest instead.`,
    )
  }
  const on = dayOfStep(before, given, context.today)
  await postReduction(context, before, entriesOfReversal(before, await positionsOf(context, id), on, 'Void'))
  const voided_at = new Date(context.now).toISOString()
  await store(context, { ...before, status: 'CANCELLED', received_at: null, voided_at })
  await reapplyCredit(context, before, on)
  return logStep(context, 'payment.void', before)
}

/**
 * Restores a voided payment: it counts again from the day on, or from the day of the void if that is later, and is applied to the invoices that are
 * named, or to the earliest due ones. It was already received once, so `payment.received` is not emitted again. A withheld deposit cannot be
 * restored: it is withheld again instead.
 */
export const restorePayment: ConsoleOperations['restorePayment'] = async (context, { id, on: given, allocations }) => {
  const before = await lockPayment(context, id, 'PAID', 'CANCELLED')
  const marks = onlyRow(await context.db.query(findPaymentDetail, [context.db.organizationId, id]))
  if (marks.voided_at === null) {
    throw new Refusal('conflict', 'This payment was canceled before it was received. Record a new payment instead.')
  }
  // Its money came out of the deposit, which the void holds again.
  if (before.source === 'SECURITY_DEPOSIT') {
    throw new Refusal('conflict', 'This payment was a withheld deposit. Withhold the deposit again instead.')
  }
  const on = dayOfStep(before, given, context.today)
  const { payment_id, lease_id, amount_cents } = before
  if (allocations) checkAllocations(allocations, amount_cents)
  // If it is known when the payment was first received, that instant is kept instead of this one.
  const received_at = new Date(context.now).toISOString()
  await store(context, { ...before, status: 'PAID', received_at })
  const voided_on = changesOf(await positionsOf(context, id)).at(-1)?.on ?? before.payment_date
  const again = { payment_id, lease_id, amount_cents, payment_date: later(on, voided_on), allocations }
  await postPayments(context, [again], { emits: true, isAgain: true })
  return logStep(context, 'payment.restore', before)
}
