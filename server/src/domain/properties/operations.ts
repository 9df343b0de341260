/** Properties: listing and reading them, and storing any number of them. */
import type { InputOf, OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { requireOne } from '#server/base/refusal.ts'
import { readDetail } from '#server/db/detail.ts'
import { list, type Page } from '#server/db/list.ts'
import type { Context, V1Operations } from '#server/platform/context.ts'
import { leaseFor, mayReadAccounting } from '../ledger/accounting-only.ts'
import { type Search, wordsTyped } from '../search-words/terms.ts'
import {
  DETAIL_LISTS,
  findPropertyDetail,
  listPropertiesById,
  listPropertiesKnownAs,
  lockPropertiesById,
  type PropertyRow,
  propertyList,
  upsertProperties,
} from './queries.ts'
import type { PropertyRecord } from './records.ts'
import type { PropertySort } from './sorts.ts'

export const listProperties = (
  { db, today }: Context,
  { limit, offset, sort, search, ...filters }: InputOf<V1['listProperties']> & Page<PropertySort> & Search,
): Promise<OutputOf<V1['listProperties']>> =>
  list(db, propertyList, [today], { ...filters, ...wordsTyped(search) }, { limit, offset, sort })

export const getProperty: V1Operations['getProperty'] = async (context, { id }) => {
  const { db, today } = context
  const values = [db.organizationId, today, id]
  const detail = await readDetail<OutputOf<V1['getProperty']>>(db, findPropertyDetail, values, DETAIL_LISTS)
  const found = requireOne(detail ? [detail] : [], 'property')
  return mayReadAccounting(context)
    ? found
    : { ...found, active_leases: found.active_leases.map(lease => leaseFor(context, lease)) }
}

/** Creates the properties whose IDs are new and updates the others, any number at once. */
export async function saveProperties({ db }: Context, properties: readonly PropertyRecord[]): Promise<void> {
  await db.query(upsertProperties, [db.organizationId, JSON.stringify(properties)])
}

/** Locks the properties; their units are locked after them. */
export async function lockProperties({ db }: Context, ids: readonly string[]): Promise<void> {
  await db.query(lockPropertiesById, [db.organizationId, ids])
}

/** The properties that have one of the external IDs, names or address lines; names and addresses match in any case. */
export function findPropertiesKnownAs(
  { db }: Context,
  known: { externalIds: readonly string[]; names: readonly string[]; addressLines: readonly string[] },
): Promise<PropertyRecord[]> {
  return db.query(listPropertiesKnownAs, [db.organizationId, known.externalIds, known.names, known.addressLines])
}

/** The properties with these IDs, as the list shows them; IDs without a property are left out. */
export const propertiesById = ({ db, today }: Context, ids: readonly string[]): Promise<PropertyRow[]> =>
  db.query(listPropertiesById, [db.organizationId, today, ids])
