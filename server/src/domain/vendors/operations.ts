/** Vendors: listing and reading them and their work orders, creating and updating them. */
import { newId } from '#server/base/ids.ts'
import { Refusal, requireOne } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { externalIdTaken, nameTaken, refusingTaken } from '../name-conflicts.ts'
import { wordsTyped } from '../search-words/terms.ts'
import { workOrdersOfVendor } from '../work-orders/operations.ts'
import { reserveVendorNames } from '../work-orders/vendor-names.ts'
import {
  findVendor,
  insertVendors,
  lockVendor,
  replaceVendor,
  type VendorRecord,
  type VendorRow,
  vendorList,
} from './queries.ts'

/** The values of a new vendor for fields that are left out. */
const DEFAULTS = { trade: null, email: null, phone: null, is_active: true, external_id: null }

/** Lists vendors by name, unless another order is requested. */
export const listVendors: ConsoleOperations['listVendors'] = ({ db }, { limit, offset, sort, search, ...filters }) =>
  list(db, vendorList, [], { ...filters, ...wordsTyped(search) }, { limit, offset, sort })

export const getVendor: ConsoleOperations['getVendor'] = (context, { vendor_id }) => readVendor(context, vendor_id)

export const createVendor: ConsoleOperations['createVendor'] = async (context, input) => {
  const id = newId('vendor', context.now)
  const vendor = { ...DEFAULTS, ...input, id }
  await reserveVendorNames(context, [vendor.name])
  const isNew = await refusingTaken(saveNewVendors(context, [vendor]), taken(vendor))
  if (isNew === 0) throw new Refusal('conflict', nameTaken('vendor', vendor.name))
  const after = await readVendor(context, id)
  await logAdministration(context, 'vendor.create', id, { after })
  return after
}

export const updateVendor: ConsoleOperations['updateVendor'] = async (context, { vendor_id: id, ...changes }) => {
  const { db } = context
  await db.query(lockVendor, [db.organizationId, id])
  const before = await readVendor(context, id)
  const vendor = { ...before, ...changes }
  if (vendor.name !== before.name) await reserveVendorNames(context, [before.name, vendor.name])
  await refusingTaken(db.query(replaceVendor, [db.organizationId, id, JSON.stringify(vendor)]), taken(vendor))
  const after = await readVendor(context, id)
  await logAdministration(context, 'vendor.update', id, { before, after })
  return after
}

export const listVendorWorkOrders: ConsoleOperations['listVendorWorkOrders'] = async (
  context,
  { vendor_id, ...page },
) => {
  await readVendor(context, vendor_id)
  return workOrdersOfVendor(context, vendor_id, page)
}

/** Creates the vendors whose names are new, in any case. Resolves with how many were created. */
export async function saveNewVendors({ db }: Context, vendors: readonly VendorRecord[]): Promise<number> {
  return (await db.query(insertVendors, [db.organizationId, JSON.stringify(vendors)])).length
}

async function readVendor({ db }: Context, id: string): Promise<VendorRow> {
  return requireOne(await db.query(findVendor, [db.organizationId, id]), 'vendor')
}

function taken({ name, external_id }: Pick<VendorRecord, 'name' | 'external_id'>): Record<string, string> {
  return {
    vendors_by_name: nameTaken('vendor', name),
    vendors_by_external_id: externalIdTaken('vendor', external_id),
  }
}
