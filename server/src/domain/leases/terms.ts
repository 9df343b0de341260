/** What was agreed for a lease that runs: another term, other charges. */
import type { Static } from 'typebox'
import { ChargeChanges, Renewal } from '#contract/back-office/leases.ts'
import { addDays } from '#server/base/dates.ts'
import { readFields } from '#server/base/read-object.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import type { Context } from '#server/platform/context.ts'
import { changeLease } from './change.ts'
import { findLastRenewal, insertRenewal, type LockedLease, listLeaseCharges } from './change-queries.ts'
import { type Charge, type ChargeChange, changedCharges, rentChange, rentsOn } from './charges.ts'
import { saveLeaseCharges } from './operations.ts'
import type { LeaseRow } from './queries.ts'
import { earlier, termFrom, whyNotInService } from './rules.ts'

/** Adds a term to the lease, with its rent from its first day. Until then, and on every day before, the term in force stays. */
export function renewLease(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof Renewal>,
): Promise<LeaseRow> {
  const { db, organizationId, today } = context
  const renewal = readFields(Renewal, input)
  return changeLease(context, 'renew', id, async lease => {
    refuseLeaving(lease)
    const startsOn = renewal.starts_on ?? dayAfterTerm(lease, today)
    if (startsOn <= lease.startDate)
      throw fieldError('starts_on', `must be after the lease began on ${lease.startDate}`)
    const [last] = await db.query(findLastRenewal, [organizationId, id])
    if (last && startsOn <= last.starts_on) {
      throw new Refusal(
        'conflict',
        `A term from ${last.starts_on} is agreed already; the next one must begin after it.`,
      )
    }
    const term = termFrom(startsOn, renewal)
    const why = whyNotInService(lease, { startDate: lease.startDate, endDate: term.endDate })
    if (why !== undefined) throw new Refusal('conflict', `The unit of the lease ${why}. Change one of the two.`)
    await saveTermCharges(context, id, startsOn, renewal)
    const { endDate, termType } = lease
    await db.query(insertRenewal, [organizationId, id, startsOn, endDate, termType, today])
    return { ...term, changedOn: earlier(startsOn, today) }
  })
}

/** Other amounts from a day on, charge by charge; those not named stay. */
export function changeCharges(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof ChargeChanges>,
): Promise<LeaseRow> {
  const { db, organizationId, today } = context
  const { effective_on: given, charges: changes } = readFields(ChargeChanges, input)
  if (changes.length === 0) throw fieldError('charges', 'must name at least one charge')
  return changeLease(context, 'change_charges', id, async ({ startDate, moveOutDate }) => {
    const day = given ?? (startDate > today ? startDate : today)
    if (day < startDate) throw fieldError('effective_on', `must not be before the lease begins on ${startDate}`)
    if (moveOutDate !== null && day > moveOutDate) throw fieldError('effective_on', `must not be after ${moveOutDate}`)
    const charges = await db.query(listLeaseCharges, [organizationId, id])
    await write(context, id, changedCharges(charges, day, changes.map(placed)))
    return {}
  })
}

function refuseLeaving({ noticeGivenOn, evictionFiledOn, moveOutDate }: LockedLease): void {
  const why =
    moveOutDate !== null
      ? `The residents leave on ${moveOutDate}`
      : noticeGivenOn !== null
        ? `Notice was given on ${noticeGivenOn}`
        : evictionFiledOn !== null && `An eviction was filed on ${evictionFiledOn}`
  if (why)
    throw new Refusal('conflict', `${why}, so the lease is not renewed. If they stay after all, draw up a new lease.`)
}

function dayAfterTerm({ endDate }: LockedLease, today: string): string {
  if (endDate === null) throw fieldError('starts_on', 'is required, because the present term has no end')
  const day = addDays(endDate, 1)
  if (day < today) throw fieldError('starts_on', `is required, because the present term ended on ${endDate}`)
  return day
}

async function saveTermCharges(
  context: Context,
  id: string,
  startsOn: string,
  { rent_cents: rentCents, charges: others = [] }: Static<typeof Renewal>,
): Promise<void> {
  const charges = await context.db.query(listLeaseCharges, [context.organizationId, id])
  const rent = rentCents === undefined ? [] : [rentChange(charges, startsOn, rentCents)]
  const changes = changedCharges(charges, startsOn, [...others.map(placed), ...rent])
  const isReplaced = (charge: Charge) =>
    changes.some(
      ({ code, description, effectiveFrom }) =>
        code === charge.code && description === charge.description && effectiveFrom === charge.effectiveFrom,
    )
  const agreed = [...charges.filter(charge => !isReplaced(charge)), ...changes]
  if (rentsOn(agreed, startsOn).length === 0) {
    throw fieldError('rent_cents', `is required, because no rent is agreed from ${startsOn} on`)
  }
  await write(context, id, changes)
}

async function write(context: Context, leaseId: string, charges: readonly Charge[]): Promise<void> {
  await saveLeaseCharges(
    context,
    charges.map(charge => ({ leaseId, ...charge })),
  )
}

function placed(change: Omit<ChargeChange, 'at'>, index: number): ChargeChange {
  return { ...change, at: field => `charges[${index}]${field === undefined ? '' : `.${field}`}` }
}
