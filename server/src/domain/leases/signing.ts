/** A lease that was drawn up, before it runs: sent, signed, put off, or cancelled. */
import type { Static } from 'typebox'
import { NewStart, Signature } from '#contract/back-office/leases.ts'
import { NewInvoice } from '#contract/console/invoices.ts'
import { readFields } from '#server/base/read-object.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/events.ts'
import { addInvoice } from '../invoices/issue.ts'
import { later } from '../ledger/rules.ts'
import { changeLease } from './change.ts'
import { hasPrimaryResident, type LockedLease, restartCharges } from './change-queries.ts'
import type { LeaseRow } from './queries.ts'
import { earlier, whyNotInService } from './rules.ts'

export function sendLease(context: Context, id: string): Promise<LeaseRow> {
  return changeLease(context, 'send', id, async lease => {
    await checkSignable(context, lease)
    return { stage: 'PENDING_SIGNATURE' }
  })
}

/** The last signature is made: from now on the unit is let, and the deposit it asks is owed. Emits `lease.signed`. */
export async function signLease(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof Signature>,
): Promise<LeaseRow> {
  const { signed_at: signedAt = new Date(context.now).toISOString() } = readFields(Signature, input)
  if (Date.parse(signedAt) > context.now) throw fieldError('signed_at', 'must not be in the future')
  const lease = await changeLease(context, 'sign', id, async lease => {
    await checkSignable(context, lease)
    await billDeposit(context, lease)
    return { stage: 'SIGNED', signedAt }
  })
  await emit(context, 'lease.signed', { lease })
  return lease
}

/** One that was signed counted until today, and days before it keep that. */
export function cancelLease(context: Context, id: string): Promise<LeaseRow> {
  return changeLease(context, 'cancel', id, ({ stage }) => ({
    stage: 'CANCELLED',
    cancelledOn: stage === 'SIGNED' ? context.today : null,
  }))
}

/**
 * Changes the first day of a lease to come, with what it charges from that day. A lease that waits for its unit can begin on a day that has
 * passed, but no earlier than it was to: whoever was there before had the unit until then.
 */
export function rescheduleLease(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof NewStart>,
): Promise<LeaseRow> {
  const { db, organizationId, today } = context
  const { start_date: startDate } = readFields(NewStart, input)
  return changeLease(context, 'reschedule', id, async lease => {
    const { endDate, moveInDate, moveOutDate } = lease
    const lastDay = moveOutDate ?? endDate
    if (lastDay !== null && startDate > lastDay) throw fieldError('start_date', `must not be after ${lastDay}`)
    const earliest = earlier(lease.startDate, today)
    if (startDate < earliest) throw fieldError('start_date', `must not be before ${earliest}`)
    checkInService({ ...lease, startDate })
    await db.query(restartCharges, [organizationId, id, lease.startDate, startDate])
    const later = moveInDate !== null && moveInDate < startDate ? startDate : moveInDate
    return { startDate, moveInDate: later, changedOn: earlier(startDate, today) }
  })
}

async function checkSignable({ db, organizationId }: Context, lease: LockedLease): Promise<void> {
  const [signers] = await db.query(hasPrimaryResident, [organizationId, lease.id])
  if (!signers?.has_primary) throw new Refusal('conflict', 'The lease has no primary resident to sign it.')
  checkInService(lease)
}

function checkInService(lease: LockedLease): void {
  const why = whyNotInService(lease, lease)
  if (why !== undefined) throw new Refusal('conflict', `The unit of the lease ${why}. Change one of the two.`)
}

/** By an invoice like any other of a deposit: it is held once it is paid. */
async function billDeposit(context: Context, { id: lease_id, startDate, depositAskedCents }: LockedLease) {
  if (depositAskedCents === null) return
  const line = { charge_code: 'DEPOSIT', description: 'Security deposit', amount_cents: depositAskedCents } as const
  const due_date = later(startDate, context.today)
  await addInvoice(context, readFields(NewInvoice, { lease_id, due_date, lines: [line] }))
}
