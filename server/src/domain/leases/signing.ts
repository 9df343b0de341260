/** A lease from its draft until its residents move in: sent, signed, rescheduled or canceled. */
import { NewInvoice } from '#contract/console/invoices.ts'
import { earlier, later } from '#server/base/dates.ts'
import { readFields } from '#server/base/read-object.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { addInvoice } from '../invoices/issue.ts'
import { advanceLeadOfLease } from '../leads/operations.ts'
import { changeLease, saveChargesOf } from './change.ts'
import { findLastRenewal, listLeaseCharges, type StoredLease } from './change-queries.ts'
import { restartedCharges } from './charges.ts'
import { hasPrimaryResident, listStoredResidents } from './resident-queries.ts'
import { checkInService, hasMovedIn } from './rules.ts'

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
    // The lead comes before the counter of invoices in the order of locks.
    if (lease.lead_id !== null) await advanceLeadOfLease(context, lease.lead_id, 'LEASED')
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
 * Changes the first day of a lease whose residents have not moved in, and of the charges that start with it. Only a lease that has begun or waits for
 * its unit can start on a day that has passed, and no earlier than its present start date, because until then the unit belonged to the previous
 * residents. The days that a lease which has begun gives up are restated: the previous residents had stayed longer than they planned.
 */
export const rescheduleLease: ConsoleOperations['rescheduleLease'] = (context, { lease_id, start_date }) => {
  const { db, today } = context
  return changeLease(context, 'reschedule', lease_id, async lease => {
    const { move_in_date } = lease
    if (lease.status === 'ACTIVE') await checkNotMovedIn(context, lease)
    for (const lastDay of [lease.end_date, lease.move_out_date]) {
      if (lastDay !== null && start_date > lastDay)
        throw fieldError('start_date', `must not be after ${lastDay}, the last day of the lease`)
    }
    const earliest = earlier(lease.start_date, today)
    if (start_date < earliest) {
      const what = earliest === today ? 'today' : 'the present start date'
      throw fieldError('start_date', `must not be before ${earliest}, ${what}`)
    }
    checkInService(lease, { ...lease, start_date })
    await checkNobodyLeaves(context, lease_id, start_date)
    const changedOn = lease.status === 'ACTIVE' ? lease.start_date : earlier(start_date, today)
    const charges = await db.query(listLeaseCharges, [db.organizationId, lease_id])
    await saveChargesOf(context, lease_id, restartedCharges(charges, lease.start_date, start_date), changedOn)
    return { start_date, move_in_date: move_in_date && later(move_in_date, start_date), changedOn }
  })
}

/** Refuses to move the start of a lease that has begun if its residents live in the unit, or if a term was added to it. */
async function checkNotMovedIn({ db, today }: Context, lease: StoredLease): Promise<void> {
  if (hasMovedIn(lease, today)) {
    throw new Refusal(
      'conflict',
      `The residents moved in on ${lease.move_in_date}, so the start date of the lease cannot change anymore. If they have not, correct the move-in date first.`,
    )
  }
  const [renewal] = await db.query(findLastRenewal, [db.organizationId, lease.id])
  if (renewal) {
    const way = renewal.starts_on > today ? ' Cancel the renewal first.' : ''
    throw new Refusal(
      'conflict',
      `The lease was renewed from ${renewal.starts_on}, so its start date cannot change anymore.${way}`,
    )
  }
}

/** Refuses a start of the lease after the last day of somebody who is to leave it. Those who have left before are not on it then. */
async function checkNobodyLeaves({ db, today }: Context, leaseId: string, startDate: string): Promise<void> {
  const residents = await db.query(listStoredResidents, [db.organizationId, leaseId])
  const leaving = residents.find(({ to_day }) => to_day !== null && to_day >= today && to_day < startDate)
  if (!leaving) return
  throw new Refusal(
    'conflict',
    `The last day of ${leaving.name} on the lease is ${leaving.to_day}, so it cannot begin on ${startDate}. Change that last day first.`,
  )
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
