/** A lease from its draft until it starts: sent, signed, rescheduled or canceled. */
import { NewInvoice } from '#contract/console/invoices.ts'
import { earlier, later } from '#server/base/dates.ts'
import { readFields } from '#server/base/read-object.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { addInvoice } from '../invoices/issue.ts'
import { changeLease, saveChargesOf } from './change.ts'
import { hasPrimaryResident, listLeaseCharges, type StoredLease } from './change-queries.ts'
import { restartedCharges } from './charges.ts'
import { checkInService } from './rules.ts'

export const sendLease: ConsoleOperations['sendLease'] = (context, { lease_id }) =>
  changeLease(context, 'send', lease_id, async lease => {
    await checkSignable(context, lease)
    return { stage: 'PENDING_SIGNATURE' }
  })

/** Records the last signature: from now on the unit is leased, and the security deposit is billed. Emits `lease.signed`. */
export const signLease: ConsoleOperations['signLease'] = async (context, { lease_id, signed_at }) => {
  const signedAt = signed_at ?? new Date(context.now).toISOString()
  if (Date.parse(signedAt) > context.now) throw fieldError('signed_at', 'must not be in the future')
  return changeLease(context, 'sign', lease_id, async lease => {
    await checkSignable(context, lease)
    await billDeposit(context, lease)
    return { stage: 'SIGNED', signed_at: signedAt, emits: 'lease.signed' }
  })
}

/** Cancels the lease. Days before today still show a signed lease. */
export const cancelLease: ConsoleOperations['cancelLease'] = (context, { lease_id }) =>
  changeLease(context, 'cancel', lease_id, ({ stage }) => ({
    stage: 'CANCELLED',
    cancelled_on: stage === 'SIGNED' ? context.today : null,
  }))

/**
 * Changes the first day of a future lease, and of the charges that start with it. Only a lease that waits for its unit can start on a day that has
 * passed, and no earlier than its present start date, because until then the unit belonged to the previous residents.
 */
export const rescheduleLease: ConsoleOperations['rescheduleLease'] = (context, { lease_id, start_date }) => {
  const { db, today } = context
  return changeLease(context, 'reschedule', lease_id, async lease => {
    const { move_in_date } = lease
    const lastDay = lease.move_out_date ?? lease.end_date
    if (lastDay !== null && start_date > lastDay) throw fieldError('start_date', `must not be after ${lastDay}`)
    const earliest = earlier(lease.start_date, today)
    if (start_date < earliest) throw fieldError('start_date', `must not be before ${earliest}`)
    checkInService(lease, { ...lease, start_date })
    const changedOn = earlier(start_date, today)
    const charges = await db.query(listLeaseCharges, [db.organizationId, lease_id])
    await saveChargesOf(context, lease_id, restartedCharges(charges, lease.start_date, start_date), changedOn)
    return { start_date, move_in_date: move_in_date && later(move_in_date, start_date), changedOn }
  })
}

async function checkSignable({ db }: Context, lease: StoredLease): Promise<void> {
  const { has_primary: hasPrimary } = onlyRow(await db.query(hasPrimaryResident, [db.organizationId, lease.id]))
  if (!hasPrimary)
    throw new Refusal('conflict', 'The lease has no primary resident to sign it. Choose one among its residents first.')
  checkInService(lease, lease)
}

/** Bills the deposit with an ordinary invoice; the deposit is held once that is paid. */
async function billDeposit(context: Context, { id: lease_id, start_date, security_deposit_cents }: StoredLease) {
  if (security_deposit_cents === null) return
  const line = {
    charge_code: 'DEPOSIT',
    description: 'Security deposit',
    amount_cents: security_deposit_cents,
  } as const
  const due_date = later(start_date, context.today)
  await addInvoice(context, readFields(NewInvoice, { lease_id, due_date, lines: [line] }))
}
