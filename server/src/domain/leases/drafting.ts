/** The draft of a lease: drawn up, and edited for as long as nobody was asked to sign it. */
import type { Static } from 'typebox'
import { LeaseDraft, NewLease } from '#contract/back-office/leases.ts'
import { newId } from '#server/base/ids.ts'
import { readFields } from '#server/base/read-object.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { changeLease, saveLease, withDeposit } from './change.ts'
import {
  clearDraftCharges,
  clearDraftResidents,
  findUnitToLet,
  listKnownResidents,
  setDepositAsked,
} from './change-queries.ts'
import { newCharges } from './charges.ts'
import { getLease, saveLeaseCharges, saveLeaseResidents } from './operations.ts'
import type { LeaseRow } from './queries.ts'
import { termFrom, whyNotInService } from './rules.ts'

type Draft = Static<typeof LeaseDraft>

/** It keeps nothing from anybody until it is signed. */
export async function createLease(context: Context, input: Static<typeof NewLease>): Promise<LeaseRow> {
  const { db, organizationId, now } = context
  const { unit_id: unitId, property_id: propertyId, ...draft } = readFields(NewLease, input)
  const terms = termsOf(draft)
  const [unit] = await db.query(findUnitToLet, [organizationId, unitId])
  if (!unit) throw fieldError('unit_id', 'names no unit of this organization')
  if (propertyId !== undefined && propertyId !== unit.property_id) {
    throw fieldError('property_id', 'is not the property of that unit')
  }
  const why = whyNotInService(unit, terms)
  if (why !== undefined) throw fieldError('unit_id', `names a unit that ${why}`)
  await checkResidents(context, draft)
  const id = newId('lease', now)
  await saveLease(context, {
    id,
    propertyId: unit.property_id,
    unitId,
    stage: 'DRAFT',
    ...terms,
    moveOutDate: null,
    noticeGivenOn: null,
    evictionFiledOn: null,
    signedAt: null,
  })
  await savePeopleAndCharges(context, id, draft)
  const { deposit_asked_cents: asked = null } = draft
  if (asked !== null) await db.query(setDepositAsked, [organizationId, id, asked])
  const after = await getLease(context, id)
  await logAdministration(context, organizationId, 'lease.create', id, { after: withDeposit(after, asked) })
  return after
}

/** Draws it up anew, for the same unit: a draft of another unit is another lease. */
export function editLease(context: Context, { id, ...input }: { id: string } & Draft): Promise<LeaseRow> {
  const { db, organizationId } = context
  const draft = readFields(LeaseDraft, input)
  const terms = termsOf(draft)
  return changeLease(context, 'edit', id, async lease => {
    const why = whyNotInService(lease, terms)
    if (why !== undefined) throw new Refusal('conflict', `The unit of the lease ${why}. Change one of the two.`)
    await checkResidents(context, draft)
    await db.query(clearDraftResidents, [organizationId, id])
    await db.query(clearDraftCharges, [organizationId, id])
    await savePeopleAndCharges(context, id, draft)
    return { ...terms, depositAskedCents: draft.deposit_asked_cents ?? null }
  })
}

function termsOf(draft: Draft) {
  const { start_date: startDate, move_in_date: moveInDate = null, rent_due_day: rentDueDay = 1 } = draft
  return { ...termFrom(startDate, draft), startDate, moveInDate, rentDueDay, externalId: draft.external_id ?? null }
}

async function savePeopleAndCharges(context: Context, leaseId: string, draft: Draft): Promise<void> {
  const charges = newCharges(draft.charges ?? [], draft.start_date)
  await saveLeaseResidents(
    context,
    draft.residents.map(({ resident_id: residentId, role }) => ({ leaseId, residentId, role })),
  )
  await saveLeaseCharges(
    context,
    charges.map(charge => ({ leaseId, ...charge })),
  )
}

async function checkResidents({ db, organizationId }: Context, { residents }: Draft): Promise<void> {
  const primaries = residents.filter(({ role }) => role === 'PRIMARY').length
  if (primaries !== 1) throw fieldError('residents', `must have exactly one PRIMARY, not ${primaries}`)
  const ids = residents.map(({ resident_id }) => resident_id)
  const known = new Set((await db.query(listKnownResidents, [organizationId, ids])).map(({ id }) => id))
  for (const [index, id] of ids.entries()) {
    const path = `residents[${index}].resident_id`
    if (!known.has(id)) throw fieldError(path, 'names no resident of this organization')
    if (ids.indexOf(id) !== index) throw fieldError(path, 'is on the lease already')
  }
}
