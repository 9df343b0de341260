/** The steps of a unit: creating it, updating it, setting its rate, listing it and retiring it. */
import type { ConsoleContract } from '#contract/console.ts'
import type { InputOf } from '#contract/operation.ts'
import { spanInWords } from '#server/base/dates.ts'
import { newId } from '#server/base/ids.ts'
import { keysOf } from '#server/base/keys-of.ts'
import { fieldError, Refusal, unknownReference } from '#server/base/refusal.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { externalIdTaken, refusingTaken } from '../name-conflicts.ts'
import { detailOf, readUnit, type UnitDetail, type UnitToday } from './detail.ts'
import {
  findLeaseBeyond,
  findUnitLabeled,
  listUnitRates,
  lockPropertyOfUnit,
  lockPropertyOfUnits,
  lockUnit,
} from './queries.ts'
import type { UnitRecord } from './records.ts'
import { changedRates, checkListable } from './rules.ts'
import { saveUnitRates, saveUnits } from './save-units.ts'

export const createUnit: ConsoleOperations['createUnit'] = async (context, input) => {
  const fields = { ...DEFAULTS, in_service_from: context.today, ...input }
  const { unit_type, market_rent_cents } = fields
  const id = newId('unit', context.now)
  checkPhotos(fields.photos)
  await refuseTakenLabel(context, fields.property_id, fields.label)
  await save(context, { ...fields, id, is_listed: false })
  if (unit_type !== null || market_rent_cents !== null) {
    await saveUnitRates(context, [
      { unit_id: id, effective_from: fields.in_service_from, unit_type, market_rent_cents },
    ])
  }
  const after = await readUnit(context, id)
  await logAdministration(context, 'unit.create', id, { after })
  return detailOf(context, after)
}

export const updateUnit: ConsoleOperations['updateUnit'] = (context, input) =>
  changeFields(context, 'unit.update', input)

/** Sets the market rent and floor plan from a day on; earlier days keep the rate that was in force. */
export const setUnitRate: ConsoleOperations['setUnitRate'] = (context, input) =>
  changeFields(context, 'unit.set_rate', input)

type UnitInput = Parameters<ConsoleOperations['updateUnit']>[1]

async function changeFields(context: Context, action: string, { unit_id: id, ...input }: UnitInput) {
  const { effective_on: effectiveOn, unit_type, market_rent_cents, ...changes } = input
  const isRated = unit_type !== undefined || market_rent_cents !== undefined
  if (effectiveOn !== undefined && !isRated) {
    throw fieldError('effective_on', 'must be left out unless market_rent_cents or unit_type is given')
  }
  checkPhotos(changes.photos ?? [])
  if (changes.label !== undefined) await context.db.query(lockPropertyOfUnit, [context.db.organizationId, id])
  return changeUnit(context, action, id, async before => {
    // Storing the unit as it is took an eighth of PostgreSQL's time to set a rate.
    if (keysOf(changes).length > 0) await replace(context, before, changes)
    if (isRated) await saveRate(context, id, effectiveOn ?? context.today, { unit_type, market_rent_cents })
  })
}

/** Ends the service of a unit that is in service. A later last day of one that is not would put it on the rent rolls of days that have passed. */
export const retireUnit: ConsoleOperations['retireUnit'] = (context, { unit_id, last_day = context.today }) =>
  changeUnit(context, 'unit.retire', unit_id, async before => {
    const { label, in_service_from: first, in_service_to: last } = before
    if (last !== null && last < context.today) {
      throw new Refusal(
        'conflict',
        `Unit ${label} has been out of service since its last day, ${last}. To correct that day, change in_service_to.`,
      )
    }
    if (last_day < first) throw fieldError('last_day', `must not be before its first day in service, ${first}`)
    await replace(context, before, { in_service_to: last_day })
  })

/** Lists the unit whenever it is vacant from now on. If it could not be listed even when vacant, the call is refused with every reason. */
export const listUnit: ConsoleOperations['listUnit'] = (context, { unit_id }) =>
  changeUnit(context, 'unit.list', unit_id, async before => {
    checkListable(before)
    await save(context, { ...before, id: unit_id, is_listed: true })
  })

export const unlistUnit: ConsoleOperations['unlistUnit'] = (context, { unit_id }) =>
  changeUnit(context, 'unit.unlist', unit_id, before => save(context, { ...before, id: unit_id, is_listed: false }))

/** Locks the unit, applies `change`, and logs the unit before and after. */
export async function changeUnit(
  context: Context,
  action: string,
  id: string,
  change: (before: UnitToday) => Promise<void>,
): Promise<UnitDetail> {
  const { db } = context
  await db.query(lockUnit, [db.organizationId, id])
  const before = await readUnit(context, id)
  await change(before)
  const after = await readUnit(context, id)
  await logAdministration(context, action, id, { before, after })
  return detailOf(context, after)
}

type NewUnit = InputOf<ConsoleContract['createUnit']>

/** Stores the unit with the fields that change. */
async function replace(context: Context, before: UnitToday, changes: Partial<NewUnit>): Promise<void> {
  const { unit_id: id } = before
  const changed = { ...before, ...changes }
  if (changed.label !== before.label) await refuseTakenLabel(context, before.property_id, changed.label, id)
  if (changed.in_service_from !== before.in_service_from || changed.in_service_to !== before.in_service_to) {
    await refuseLeasedBeyond(context, before, changed)
  }
  await save(context, { ...changed, id })
}

/** The values of a new unit for fields that are left out. */
const DEFAULTS = {
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

async function save(context: Context, unit: UnitRecord): Promise<void> {
  if (unit.in_service_to !== null && unit.in_service_to < unit.in_service_from) {
    throw fieldError('in_service_to', 'must not be before in_service_from')
  }
  await refusingTaken(saveUnits(context, [unit]), { units_by_external_id: externalIdTaken('unit', unit.external_id) })
}

/** The sample photos of a demo, which the service shows itself, without TLS too. */
const SAMPLE_PHOTO = /^http:\/\/[^/]+\/console\/samples\/[a-z0-9-]+\.webp$/

/** Requires https for photos, because pages load them from their own URLs and nobody in between may read or change them. */
function checkPhotos(photos: readonly string[]): void {
  for (const [index, photo] of photos.entries()) {
    const isSafe = /^https:\/\//i.test(photo) || SAMPLE_PHOTO.test(photo)
    if (!isSafe) throw fieldError(`photos[${index}]`, 'must begin with https://')
  }
}

/** Refuses a label that the property already has. Labels of a property must differ by more than case, because members and files use either case. */
async function refuseTakenLabel({ db }: Context, propertyId: string, label: string, ownId?: string): Promise<void> {
  const [property] = await db.query(lockPropertyOfUnits, [db.organizationId, propertyId])
  if (!property) throw unknownReference('property_id', 'a property')
  const [namesake] = await db.query(findUnitLabeled, [db.organizationId, propertyId, label])
  if (namesake && namesake.id !== ownId) {
    throw new Refusal(
      'conflict',
      `The property already has a unit labeled ${namesake.label}: ${namesake.id}. Use a different label.`,
    )
  }
}

type Service = { in_service_from: string; in_service_to: string | null }

async function refuseLeasedBeyond({ db }: Context, { unit_id, label }: UnitToday, service: Service): Promise<void> {
  const { in_service_from: from, in_service_to: to } = service
  const [lease] = await db.query(findLeaseBeyond, [db.organizationId, unit_id, from, to])
  if (!lease) return
  const { lease_id, start_date, move_out_date } = lease
  throw new Refusal(
    'conflict',
    `Unit ${label} is leased ${spanInWords(start_date, move_out_date)} (${lease_id}), so it must be in service on those days. End or cancel the lease first.`,
  )
}

/** Stores the rate from the day on; a field that is left out keeps the values it has. */
async function saveRate(
  context: Context,
  unit_id: string,
  effective_from: string,
  given: { unit_type: string | null | undefined; market_rent_cents: number | null | undefined },
): Promise<void> {
  const { db } = context
  const rates = await db.query(listUnitRates, [db.organizationId, unit_id])
  await saveUnitRates(context, changedRates(rates, { unit_id, effective_from, ...given }))
}
