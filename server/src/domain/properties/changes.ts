/** Taking a property in and keeping it up to date, one at a time and by the rules of the house. */
import type { Static } from 'typebox'
import { NewProperty, PropertyChanges } from '#contract/back-office/properties.ts'
import { newId } from '#server/base/ids.ts'
import { readFields } from '#server/base/read-object.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { externalIdTaken, holdName, refusingTaken } from '../taken.ts'
import { findPropertiesKnownAs, saveProperties } from './operations.ts'
import { findHolders, findProperty, lockProperty, type PropertyRow } from './queries.ts'
import type { PropertyRecord } from './records.ts'

export type Property = PropertyRow & { year_built: number | null }

const UNSAID = {
  year_built: null,
  current_value: 0,
  owner_id: null,
  portfolio_id: null,
  is_active: true,
  external_id: null,
}

export async function createProperty(context: Context, input: Static<typeof NewProperty>): Promise<Property> {
  const fields = { ...UNSAID, ...readFields(NewProperty, input) }
  const id = newId('property', context.now)
  await holdFreeName(context, id, fields.name)
  await save(context, recordFrom(id, fields))
  const after = await find(context, id)
  await logAdministration(context, context.organizationId, 'property.create', id, { after })
  return after
}

export async function updateProperty(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof PropertyChanges>,
): Promise<Property> {
  const { db, organizationId } = context
  const changes = readFields(PropertyChanges, input)
  await db.query(lockProperty, [organizationId, id])
  const before = await find(context, id)
  if (changes.name !== undefined && changes.name !== before.name) await holdFreeName(context, id, changes.name)
  await save(context, recordFrom(id, { ...before, ...changes }))
  const after = await find(context, id)
  await logAdministration(context, organizationId, 'property.update', id, { before, after })
  return after
}

async function find({ db, today }: Context, id: string): Promise<Property> {
  const [found] = await db.query(findProperty, [db.organizationId, today, id])
  if (!found) throw new Refusal('not_found', 'There is no such property.')
  return found
}

async function holdFreeName(context: Context, ownId: string, name: string): Promise<void> {
  await holdName(context, 'property', name)
  const known = await findPropertiesKnownAs(context, { names: [name], externalIds: [], addressLines: [] })
  const namesake = known.find(({ id }) => id !== ownId)
  if (namesake) throw new Refusal('conflict', `Another property is named ${namesake.name} already: ${namesake.id}.`)
}

function recordFrom(
  id: string,
  fields: Required<Static<typeof NewProperty>> | Omit<Property, 'owner_name' | 'unit_count'>,
): PropertyRecord {
  const state = fields.state.toUpperCase()
  if (!/^[A-Z]{2}$/.test(state)) throw fieldError('state', 'must be the two letters of a state, such as OH')
  return {
    id,
    portfolioId: fields.portfolio_id,
    ownerId: fields.owner_id,
    name: fields.name,
    type: fields.type,
    addressLine: fields.address_line,
    city: fields.city,
    state,
    postalCode: fields.postal_code,
    yearBuilt: fields.year_built,
    currentValueCents: fields.current_value,
    isActive: fields.is_active,
    externalId: fields.external_id,
  }
}

async function save(context: Context, property: PropertyRecord): Promise<void> {
  const { db, organizationId } = context
  const { ownerId, portfolioId, externalId } = property
  const [holders] = await db.query(findHolders, [organizationId, ownerId, portfolioId])
  if (ownerId !== null && !holders?.has_owner) throw fieldError('owner_id', 'names no owner of this organization')
  if (portfolioId !== null && !holders?.has_portfolio) {
    throw fieldError('portfolio_id', 'names no portfolio of this organization')
  }
  await refusingTaken(saveProperties(context, [property]), {
    properties_by_external_id: externalIdTaken('property', externalId),
  })
}
