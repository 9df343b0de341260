/** What becomes of the deposit that is held for a lease: it is returned, or withheld for what the lease owes. */
import { newId } from '#server/base/ids.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { checkDeposit, lockMoney, postEntries } from '../ledger/operations.ts'
import type { LedgerEntry, LockedLease } from '../ledger/records.ts'
import { checkAmount, checkDay } from '../ledger/rules.ts'
import { getPayment } from './operations.ts'
import type { PaymentRow } from './queries.ts'
import { postPayments } from './record.ts'
import { checkText } from './rules.ts'

export type DepositPart = { leaseId: string; amountCents: number; on?: string }

/** Gives the deposit, or a part of it, back to the resident. */
export async function returnDeposit(context: Context, { leaseId, amountCents, on = context.today }: DepositPart) {
  await lockDeposit(context, leaseId, amountCents, on)
  const left = leaving({ leaseId, amountCents, on }, 'Deposit returned')
  await checkHeld(context, left)
  await postEntries(context, [left])
  const after = { amount_cents: amountCents, effective_on: on }
  await logAdministration(context, context.organizationId, 'deposit.return', leaseId, { after })
}

/**
 * Keeps the deposit, or a part of it: it becomes a payment of the lease, which settles what is owed. To take that back is to hold the
 * deposit again.
 */
export async function withholdDeposit(
  context: Context,
  { leaseId, amountCents, on = context.today, memo = 'Deposit withheld' }: DepositPart & { memo?: string },
): Promise<PaymentRow> {
  const { now } = context
  checkText('memo', memo, 1_000)
  const lease = await lockDeposit(context, leaseId, amountCents, on)
  const id = newId('payment', now)
  const left = leaving({ leaseId, amountCents, on }, 'Deposit withheld', id)
  await checkHeld(context, left)
  const { propertyId, unitId, residentId } = lease
  const none = { refundedCents: 0, reversedAt: null, reference: null, failureReason: null, externalId: null }
  const received = { status: 'PAID', method: 'OTHER', receivedAt: new Date(now).toISOString() } as const
  const place = { leaseId, propertyId, unitId, residentId }
  const payment = { ...none, ...received, ...place, id, amountCents, paymentDate: on, memo }
  const arrival = { id, leaseId, amountCents, paymentDate: on, isWithheldDeposit: true }
  await postPayments(context, [arrival], { emits: true, more: [left], toStore: [payment] })
  const after = await getPayment(context, { id })
  await logAdministration(context, context.organizationId, 'deposit.withhold', leaseId, { after })
  return after
}

async function lockDeposit(context: Context, leaseId: string, cents: number, on: string): Promise<LockedLease> {
  checkAmount('amount_cents', cents)
  checkDay('on', on, context.today)
  return (await lockMoney(context, [leaseId])).get(leaseId) as LockedLease
}

function checkHeld(context: Context, left: LedgerEntry): Promise<void> {
  const message = `That is more than the deposit held for the lease on ${left.effectiveOn}, or on a day after it.`
  return checkDeposit(context, left.leaseId, [left], message)
}

function leaving(
  { leaseId, amountCents, on: effectiveOn }: Required<DepositPart>,
  description: string,
  paymentId: string | null = null,
): LedgerEntry {
  const amount = { account: 'DEPOSIT', code: 'DEPOSIT', amountCents: -amountCents } as const
  return { leaseId, paymentId, ...amount, effectiveOn, description }
}
