/** Creating and updating one property. */
import { newId } from '#server/base/ids.ts'
import { fieldError, Refusal, requireOne, unknownReference } from '#server/base/refusal.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { externalIdTaken, nameTaken, refusingTaken, reserveName } from '../name-conflicts.ts'
import { findPropertiesKnownAs, saveProperties } from './operations.ts'
import { findOwnerAndPortfolio, findProperty, lockProperty, type PropertyRow } from './queries.ts'
import type { PropertyRecord } from './records.ts'

type Property = PropertyRow & { year_built: number | null }

/** The values of a new property for fields that are left out. */
const DEFAULTS = {
  year_built: null,
  current_value: 0,
  owner_id: null,
  portfolio_id: null,
  is_active: true,
  external_id: null,
}

export const createProperty: ConsoleOperations['createProperty'] = async (context, input) => {
  const fields = { ...DEFAULTS, ...input }
  const id = newId('property', context.now)
  await holdFreeName(context, id, fields.name)
  await save(context, id, fields)
  const after = await read(context, id)
  await logAdministration(context, 'property.create', id, { after })
  return after
}

export const updateProperty: ConsoleOperations['updateProperty'] = async (context, { id, ...changes }) => {
  const { db } = context
  await db.query(lockProperty, [db.organizationId, id])
  const before = await read(context, id)
  if (changes.name !== undefined && changes.name !== before.name) await holdFreeName(context, id, changes.name)
  await save(context, id, { ...before, ...changes })
  const after = await read(context, id)
  await logAdministration(context, 'property.update', id, { before, after })
  return after
}

async function read({ db, today }: Context, id: string): Promise<Property> {
  return requireOne(await db.query(findProperty, [db.organizationId, today, id]), 'property')
}

async function holdFreeName(context: Context, ownId: string, name: string): Promise<void> {
  await reserveName(context, 'property', name)
  const known = await findPropertiesKnownAs(context, { names: [name], externalIds: [], addressLines: [] })
  const namesake = known.find(({ id }) => id !== ownId)
  if (namesake) throw new Refusal('conflict', nameTaken('property', namesake.name, namesake.id))
}

type Fields = Omit<PropertyRecord, 'id' | 'current_value_cents'> & { current_value: number }

async function save(context: Context, id: string, { current_value, ...fields }: Fields): Promise<void> {
  const { db } = context
  const { owner_id, portfolio_id, external_id } = fields
  const state = fields.state.toUpperCase()
  if (!/^[A-Z]{2}$/.test(state)) throw fieldError('state', 'must be the two letters of a state, such as OH')
  const known = onlyRow(await db.query(findOwnerAndPortfolio, [db.organizationId, owner_id, portfolio_id]))
  if (owner_id !== null && !known.has_owner) throw unknownReference('owner_id', 'an owner')
  if (portfolio_id !== null && !known.has_portfolio) {
    throw unknownReference('portfolio_id', 'a portfolio')
  }
  await refusingTaken(saveProperties(context, [{ ...fields, id, state, current_value_cents: current_value }]), {
    properties_by_external_id: externalIdTaken('property', external_id),
  })
}
