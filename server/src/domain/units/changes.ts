/** Taking a unit in, keeping it up to date and listing it, one at a time and by the rules of the house. */
import type { Static } from 'typebox'
import { NewUnit, UnitChanges } from '#contract/back-office/units.ts'
import { newId } from '#server/base/ids.ts'
import { readFields } from '#server/base/read-object.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { externalIdTaken, refusingTaken } from '../taken.ts'
import { saveUnitRates, saveUnits } from './operations.ts'
import {
  findLeaseBeyond,
  findUnit,
  findUnitLabelled,
  findUnitRate,
  lockPropertyOfUnit,
  lockPropertyOfUnits,
  lockUnit,
  type UnitFacts,
} from './queries.ts'
import type { UnitRecord } from './records.ts'
import { checkListable, type Reason, whyNotListed } from './rules.ts'

/** A unit as the back office sees it today. */
export type UnitDetail = UnitFacts & { not_listed_because: Reason[] }

export async function getUnit({ db, today }: Context, id: string): Promise<UnitDetail> {
  const [found] = await db.query(findUnit, [db.organizationId, today, id])
  if (!found) throw new Refusal('not_found', 'There is no such unit.')
  return { ...found, not_listed_because: whyNotListed(found) }
}

export async function createUnit(context: Context, input: Static<typeof NewUnit>): Promise<UnitDetail> {
  const fields = { ...UNSAID, in_service_from: context.today, ...readFields(NewUnit, input) }
  const { property_id: propertyId, unit_type: unitType, market_rent_cents: marketRentCents } = fields
  const id = newId('unit', context.now)
  checkPhotos(fields.photos)
  await refuseTakenLabel(context, propertyId, fields.label)
  await save(context, recordFrom(id, { ...fields, is_listed: false }))
  if (unitType !== null || marketRentCents !== null) {
    await saveUnitRates(context, [{ unitId: id, effectiveFrom: fields.in_service_from, unitType, marketRentCents }])
  }
  const after = await getUnit(context, id)
  await logAdministration(context, context.organizationId, 'unit.create', id, { after })
  return after
}

/** Market rent and type change from a day on; what was in force before it stays as it was. */
export async function updateUnit(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof UnitChanges>,
): Promise<UnitDetail> {
  const {
    effective_on: effectiveOn,
    unit_type: unitType,
    market_rent_cents: marketRentCents,
    ...changes
  } = readFields(UnitChanges, input)
  const isRated = unitType !== undefined || marketRentCents !== undefined
  if (effectiveOn !== undefined && !isRated) {
    throw fieldError('effective_on', 'is the day of a new market_rent_cents or unit_type; give one of them')
  }
  checkPhotos(changes.photos ?? [])
  if (changes.label !== undefined) await context.db.query(lockPropertyOfUnit, [context.organizationId, id])
  return changeUnit(context, 'unit.update', id, async before => {
    const changed = { ...before, ...changes }
    if (changed.label !== before.label) await refuseTakenLabel(context, before.property_id, changed.label, id)
    if (changed.in_service_from !== before.in_service_from || changed.in_service_to !== before.in_service_to) {
      await refuseLeasedBeyond(context, before, changed)
    }
    await save(context, recordFrom(id, changed))
    if (isRated) await saveRate(context, id, effectiveOn ?? context.today, { unitType, marketRentCents })
  })
}

/** Marks the unit to be listed whenever it is vacant; refuses what could not be listed even then, with every reason. */
export function listUnit(context: Context, id: string): Promise<UnitDetail> {
  return changeUnit(context, 'unit.list', id, async before => {
    checkListable(before)
    await save(context, recordFrom(id, { ...before, is_listed: true }))
  })
}

export function unlistUnit(context: Context, id: string): Promise<UnitDetail> {
  return changeUnit(context, 'unit.unlist', id, before =>
    save(context, recordFrom(id, { ...before, is_listed: false })),
  )
}

/** Locks the unit, does `change`, and logs what became of it. */
export async function changeUnit(
  context: Context,
  action: string,
  id: string,
  change: (before: UnitDetail) => Promise<void>,
): Promise<UnitDetail> {
  const { db, organizationId } = context
  await db.query(lockUnit, [organizationId, id])
  const before = await getUnit(context, id)
  await change(before)
  const after = await getUnit(context, id)
  await logAdministration(context, organizationId, action, id, { before, after })
  return after
}

const UNSAID = {
  bedrooms: null,
  bathrooms: null,
  sqft: null,
  in_service_to: null,
  available_from: null,
  listing_title: null,
  listing_description: null,
  photos: [],
  amenities: [],
  unit_type: null,
  market_rent_cents: null,
  external_id: null,
}

function recordFrom(
  id: string,
  fields: Omit<Required<Static<typeof NewUnit>>, 'unit_type' | 'market_rent_cents'> & { is_listed: boolean },
): UnitRecord {
  if (fields.in_service_to !== null && fields.in_service_to < fields.in_service_from) {
    throw fieldError('in_service_to', 'must not be before in_service_from')
  }
  return {
    id,
    propertyId: fields.property_id,
    label: fields.label,
    bedrooms: fields.bedrooms,
    bathrooms: fields.bathrooms,
    sqft: fields.sqft,
    inServiceFrom: fields.in_service_from,
    inServiceTo: fields.in_service_to,
    availableFrom: fields.available_from,
    isListed: fields.is_listed,
    listingTitle: fields.listing_title,
    listingDescription: fields.listing_description,
    photos: fields.photos,
    amenities: fields.amenities,
    externalId: fields.external_id,
  }
}

async function save(context: Context, unit: UnitRecord): Promise<void> {
  await refusingTaken(saveUnits(context, [unit]), { units_by_external_id: externalIdTaken('unit', unit.externalId) })
}

/** Pages show photos where they are, and must not fetch what others on the way could read or change. */
function checkPhotos(photos: readonly string[]): void {
  for (const [index, photo] of photos.entries()) {
    if (!/^https:\/\//i.test(photo)) throw fieldError(`photos[${index}]`, 'must begin with https://')
  }
}

/** Labels differ within a property by more than case: people and files write them either way. */
async function refuseTakenLabel({ db }: Context, propertyId: string, label: string, ownId?: string): Promise<void> {
  const [property] = await db.query(lockPropertyOfUnits, [db.organizationId, propertyId])
  if (!property) throw fieldError('property_id', 'names no property of this organization')
  const [namesake] = await db.query(findUnitLabelled, [db.organizationId, propertyId, label])
  if (namesake && namesake.id !== ownId) {
    throw new Refusal('conflict', `The property has a unit labelled ${namesake.label} already: ${namesake.id}.`)
  }
}

type Service = { in_service_from: string; in_service_to: string | null }

async function refuseLeasedBeyond({ db }: Context, { unit_id, label }: UnitDetail, service: Service): Promise<void> {
  const { in_service_from: from, in_service_to: to } = service
  const [lease] = await db.query(findLeaseBeyond, [db.organizationId, unit_id, from, to])
  if (!lease) return
  const { lease_id, start_date, move_out_date } = lease
  const until = move_out_date === null ? 'without an end' : `to ${move_out_date}`
  throw new Refusal(
    'conflict',
    `Unit ${label} is leased from ${start_date} ${until} (${lease_id}), so it must be in service on those days. End or cancel the lease first.`,
  )
}

/** The rate from the day on; what is left out stays as it is on that day. */
async function saveRate(
  context: Context,
  unitId: string,
  effectiveFrom: string,
  given: { unitType: string | null | undefined; marketRentCents: number | null | undefined },
): Promise<void> {
  const { db } = context
  const [inForce] = await db.query(findUnitRate, [db.organizationId, unitId, effectiveFrom])
  const { unitType = inForce?.unit_type ?? null, marketRentCents = inForce?.market_rent_cents ?? null } = given
  await saveUnitRates(context, [{ unitId, effectiveFrom, unitType, marketRentCents }])
}
