/** Security deposits that are held for a lease: they are returned to the resident, or withheld for what the lease owes. */
import { newId } from '#server/base/ids.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import type { ConsoleOperations } from '../implementations.ts'
import { getLease, readLease } from '../leases/detail.ts'
import { checkDeposit, lockMoneyOfLease, postEntries } from '../ledger/operations.ts'
import type { LedgerEntry } from '../ledger/records.ts'
import { checkDay } from '../ledger/rules.ts'
import { detailOf, getPayment } from './operations.ts'
import { postPayments } from './record.ts'
import { newReceivedPayment } from './rules.ts'

/** Returns the deposit, or a part of it, to the resident. */
export const returnDeposit: ConsoleOperations['returnDeposit'] = async (
  context,
  { lease_id, amount_cents, on = context.today },
) => {
  await lockDeposit(context, lease_id, on)
  const entry = entryOf({ lease_id, amount_cents, effective_on: on, description: 'Deposit returned' })
  await checkHeld(context, entry)
  await postEntries(context, [entry])
  const after = { amount_cents, effective_on: on }
  await logAdministration(context, context.organizationId, 'deposit.return', lease_id, { after })
  return getLease(context, { lease_id })
}

/**
 * Withholds the deposit, or a part of it: the amount becomes a payment for the lease, which is applied to its invoices. If that payment is
 * reversed or refunded, the deposit is held again.
 */
export const withholdDeposit: ConsoleOperations['withholdDeposit'] = async (
  context,
  { lease_id, amount_cents, on = context.today, memo = 'Deposit withheld' },
) => {
  const lease = await lockDeposit(context, lease_id, on)
  const payment_id = newId('payment', context.now)
  const description = 'Deposit withheld'
  const entry = entryOf({ lease_id, amount_cents, effective_on: on, description, payment_id })
  await checkHeld(context, entry)
  const payment = newReceivedPayment(lease, { payment_id, amount_cents, payment_date: on, memo }, context.now)
  const received = { ...payment, is_withheld_deposit: true }
  await postPayments(context, [received], { emits: true, more: [entry], toStore: [payment] })
  const after = await getPayment(context, { id: payment_id })
  await logAdministration(context, context.organizationId, 'deposit.withhold', lease_id, { after })
  return detailOf(context, after)
}

async function lockDeposit(context: Context, leaseId: string, on: string) {
  // The lease is named by the path, so an unknown one is 404 and not a field error.
  await readLease(context, leaseId)
  checkDay('on', on, context.today)
  return lockMoneyOfLease(context, leaseId)
}

function checkHeld(context: Context, entry: LedgerEntry): Promise<void> {
  const message = `This is more than the deposit that is held for the lease on ${entry.effective_on} or on a later day.`
  return checkDeposit(context, entry.lease_id, [entry], message)
}

/** The entry that takes `amount_cents` out of the deposit. */
function entryOf({
  amount_cents,
  ...fields
}: Pick<LedgerEntry, 'lease_id' | 'amount_cents' | 'effective_on' | 'description' | 'payment_id'>): LedgerEntry {
  return { ...fields, account: 'DEPOSIT', code: 'DEPOSIT', amount_cents: -amount_cents }
}
