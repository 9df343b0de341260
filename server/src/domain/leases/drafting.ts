/** The draft of a lease, which is created, and edited until it is sent for signature. */
import type { Static } from 'typebox'
import type { LeaseDraft } from '#contract/console/leases.ts'
import { newId } from '#server/base/ids.ts'
import { fieldError, unknownReference } from '#server/base/refusal.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { advanceLeadOfLease } from '../leads/operations.ts'
import { changeLease, saveChargesOf, saveLease, saveLeaseResidents, withDeposit } from './change.ts'
import { clearDraftCharges, findLeasableUnit, setLead, setSecurityDeposit } from './change-queries.ts'
import { newCharges } from './charges.ts'
import { detailOf, readLease } from './detail.ts'
import { clearDraftResidents, listKnownResidents } from './resident-queries.ts'
import { checkInService, termFrom, whyNotInService } from './rules.ts'

type Draft = Static<typeof LeaseDraft>

/** Creates a draft. The unit can still be leased to others until a lease is signed. */
export const createLease: ConsoleOperations['createLease'] = async (
  context,
  { unit_id, property_id, lead_id, ...draft },
) => {
  const { db, now } = context
  const terms = termsOf(draft)
  const unit = await leasableUnit(context, { unit_id, property_id }, terms)
  await checkResidents(context, draft)
  const id = newId('lease', now)
  await saveLease(context, {
    id,
    property_id: unit.property_id,
    unit_id,
    stage: 'DRAFT',
    ...terms,
    move_out_date: null,
    notice_given_on: null,
    eviction_filed_on: null,
    signed_at: null,
  })
  await saveResidentsAndCharges(context, id, draft)
  if (lead_id !== undefined) {
    await advanceLeadOfLease(context, lead_id, 'APPLIED')
    await db.query(setLead, [db.organizationId, id, lead_id])
  }
  const { security_deposit_cents: deposit = null } = draft
  if (deposit !== null) await db.query(setSecurityDeposit, [db.organizationId, id, deposit])
  const after = await readLease(context, id)
  await logAdministration(context, 'lease.create', id, { after: withDeposit(after, deposit) })
  return detailOf(context, after)
}

/** The unit of a draft. Refuses one of another property, and one that is not in service on all days of the term. */
async function leasableUnit(
  { db }: Context,
  { unit_id, property_id }: { unit_id: string; property_id: string | undefined },
  terms: ReturnType<typeof termsOf>,
): Promise<{ property_id: string }> {
  const [unit] = await db.query(findLeasableUnit, [db.organizationId, unit_id])
  if (!unit) throw unknownReference('unit_id', 'a unit')
  if (property_id !== undefined && property_id !== unit.property_id) {
    throw fieldError('property_id', 'is not the property of that unit')
  }
  const why = whyNotInService(unit, terms)
  if (why !== undefined) {
    throw fieldError(
      'unit_id',
      `names a unit that ${why}: change the dates of the lease, or the days on which the unit is in service`,
    )
  }
  return unit
}

/** Replaces the whole draft. The unit stays, because a draft for another unit is another lease. */
export const editLease: ConsoleOperations['editLease'] = async (context, { lease_id: id, ...draft }) => {
  const { db } = context
  const terms = termsOf(draft)
  return changeLease(context, 'edit', id, async lease => {
    checkInService(lease, terms)
    await checkResidents(context, draft)
    await db.query(clearDraftResidents, [db.organizationId, id])
    await db.query(clearDraftCharges, [db.organizationId, id])
    await saveResidentsAndCharges(context, id, draft)
    return { ...terms, security_deposit_cents: draft.security_deposit_cents ?? null }
  })
}

function termsOf(draft: Draft) {
  const { start_date, move_in_date = null, rent_due_day = 1, external_id = null } = draft
  return { ...termFrom(start_date, draft), start_date, move_in_date, rent_due_day, external_id }
}

async function saveResidentsAndCharges(context: Context, lease_id: string, draft: Draft): Promise<void> {
  const charges = newCharges(draft.charges ?? [], draft.start_date)
  await saveLeaseResidents(
    context,
    draft.residents.map(({ resident_id, role }) => ({ lease_id, resident_id, role })),
  )
  await saveChargesOf(context, lease_id, charges, context.today, { areNew: true })
}

async function checkResidents({ db }: Context, { residents }: Draft): Promise<void> {
  const primaries = residents.filter(({ role }) => role === 'PRIMARY').length
  if (primaries !== 1)
    throw fieldError('residents', `must have exactly one resident with the role PRIMARY, not ${primaries}`)
  const ids = residents.map(({ resident_id }) => resident_id)
  const known = new Set((await db.query(listKnownResidents, [db.organizationId, ids])).map(({ id }) => id))
  for (const [index, id] of ids.entries()) {
    const path = `residents[${index}].resident_id`
    if (!known.has(id)) throw unknownReference(path, 'a resident')
    if (ids.indexOf(id) !== index) throw fieldError(path, 'is already on the lease')
  }
}
