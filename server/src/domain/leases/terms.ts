/** Agreements about a signed lease: another term, and other recurring charges. */
import type { ConsoleContract } from '#contract/console.ts'
import type { InputOf } from '#contract/operation.ts'
import { addDays, earlier, later } from '#server/base/dates.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { changeLease, saveChargesOf } from './change.ts'
import { deleteRenewal, findLastRenewal, insertRenewal, listLeaseCharges, type StoredLease } from './change-queries.ts'
import {
  type Charge,
  type ChargeChange,
  changedCharges,
  rentChanges,
  rentsOn,
  wasEnded,
  withdrawnChanges,
} from './charges.ts'
import { type RenewedCharge, renewedCharges, restoredCharges } from './renewed-charges.ts'
import { checkInService, checkWithinLease, termFrom } from './rules.ts'

/** Adds a term to the lease, with the rent from the first day of the term. Until that day the present term stays in force. */
export const renewLease: ConsoleOperations['renewLease'] = (context, { lease_id: id, ...renewal }) => {
  const { db, today } = context
  return changeLease(context, 'renew', id, async lease => {
    refuseLeaving(lease)
    const startsOn = renewal.starts_on ?? dayAfterTerm(lease, today)
    if (startsOn <= lease.start_date)
      throw fieldError('starts_on', `must be after ${lease.start_date}, the start of the lease`)
    const [last] = await db.query(findLastRenewal, [db.organizationId, id])
    if (last && startsOn <= last.starts_on) {
      throw new Refusal(
        'conflict',
        `A term from ${last.starts_on} is already agreed. The next term must start after that day.`,
      )
    }
    const term = termFrom(startsOn, renewal)
    checkInService(lease, { ...lease, end_date: term.end_date })
    const changed = JSON.stringify(await saveTermCharges(context, id, startsOn, renewal))
    await db.query(insertRenewal, [db.organizationId, id, startsOn, lease.end_date, lease.term_type, today, changed])
    return { ...term, changedOn: earlier(startsOn, today) }
  })
}

/**
 * Cancels the renewal that was agreed last, if its term has not begun: the term before it and its charges stay in force. No day has shown the term, so
 * the dates of the lease are what they would be if it had never been agreed.
 */
export const cancelRenewal: ConsoleOperations['cancelRenewal'] = (context, { lease_id: id }) => {
  const { db, today } = context
  return changeLease(context, 'cancel_renewal', id, async lease => {
    const [last] = await db.query(findLastRenewal, [db.organizationId, id])
    if (!last) throw new Refusal('conflict', 'The lease was not renewed, so there is no renewal to cancel.')
    const { starts_on: startsOn, previous_end_date, previous_term_type, agreed_on, changed_charges: changed } = last
    if (startsOn <= today) {
      throw new Refusal(
        'conflict',
        `The term from ${startsOn} has begun, so its renewal cannot be canceled. Renew the lease again from a later day, with the correct term and rent.`,
      )
    }
    if (changed === null) {
      throw new Refusal(
        'conflict',
        'An older version recorded this renewal without the charges before it, so it cannot be canceled. Change the charges instead.',
      )
    }
    const charges = await db.query(listLeaseCharges, [db.organizationId, id])
    if (charges.some(wasEnded)) {
      throw new Refusal(
        'conflict',
        `The lease ends on ${lease.move_out_date}, before the term from ${startsOn} begins. To cancel its renewal, cancel the notice or the eviction first.`,
      )
    }
    checkInService(lease, { ...lease, end_date: previous_end_date })
    await saveChargesOf(context, id, restoredCharges(charges, changed, startsOn))
    await db.query(deleteRenewal, [db.organizationId, id, startsOn])
    const changedOn = earlier(agreed_on, today)
    return { end_date: previous_end_date, term_type: previous_term_type, changedOn }
  })
}

/** Changes recurring charges from a day on. Charges that are not named stay as they are. */
export const changeCharges: ConsoleOperations['changeCharges'] = async (
  context,
  { lease_id: id, effective_on: given, charges: changes },
) => {
  const { db, today } = context
  if (changes.length === 0) throw fieldError('charges', 'must name at least one charge')
  return changeLease(context, 'change_charges', id, async lease => {
    const day = given ?? later(lease.start_date, today)
    checkWithinLease('effective_on', day, lease)
    const charges = await db.query(listLeaseCharges, [db.organizationId, id])
    // A day that has passed is restated on purpose.
    const changed = withdrawnChanges(charges, day, changedCharges(charges, day, changes.map(placed)))
    await saveChargesOf(context, id, changed, earlier(day, today))
    return {}
  })
}

function refuseLeaving({ notice_given_on, eviction_filed_on, move_out_date }: StoredLease): void {
  const [why, way] =
    notice_given_on !== null
      ? [`Notice was given on ${notice_given_on}`, 'cancel the notice first']
      : eviction_filed_on !== null
        ? [`An eviction was filed on ${eviction_filed_on}`, 'cancel the eviction first']
        : [move_out_date !== null && `The residents move out on ${move_out_date}`, 'create a new lease']
  if (why) throw new Refusal('conflict', `${why}, so the lease cannot be renewed. If the residents stay, ${way}.`)
}

function dayAfterTerm({ end_date }: StoredLease, today: string): string {
  if (end_date === null) throw fieldError('starts_on', 'is required, because the present term has no end')
  const day = addDays(end_date, 1)
  if (day < today) throw fieldError('starts_on', `is required, because the present term ended on ${end_date}`)
  return day
}

/** Stores the charges of the term, and returns what that changed. */
async function saveTermCharges(
  context: Context,
  id: string,
  startsOn: string,
  {
    rent_cents: rentCents,
    charges: others = [],
  }: Pick<InputOf<ConsoleContract['renewLease']>, 'rent_cents' | 'charges'>,
): Promise<RenewedCharge[]> {
  const charges = await context.db.query(listLeaseCharges, [context.db.organizationId, id])
  const rent = rentCents === undefined ? [] : rentChanges(charges, startsOn, rentCents)
  const changes = changedCharges(charges, startsOn, [...others.map(placed), ...rent])
  const isReplaced = (charge: Charge) =>
    changes.some(
      ({ code, description, effective_from }) =>
        code === charge.code && description === charge.description && effective_from === charge.effective_from,
    )
  const agreed = [...charges.filter(charge => !isReplaced(charge)), ...changes]
  if (rentsOn(agreed, startsOn).length === 0) {
    throw fieldError('rent_cents', `is required, because no rent is agreed from ${startsOn} on`)
  }
  await saveChargesOf(context, id, changes, earlier(startsOn, context.today))
  return renewedCharges(charges, changes)
}

function placed(change: Omit<ChargeChange, 'at'>, index: number): ChargeChange {
  return { ...change, at: field => `charges[${index}]${field === undefined ? '' : `.${field}`}` }
}
