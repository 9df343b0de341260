/** Owners of properties; what they share with portfolios is in `property-groups`. */
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { type GroupRecord, PropertyGroups } from '../property-groups/property-groups.ts'

export type Owner = GroupRecord

export const owners = new PropertyGroups('owner')

export const listOwners: ConsoleOperations['listOwners'] = (context, input) => owners.list(context, input)
export const getOwner: ConsoleOperations['getOwner'] = (context, { owner_id }) => owners.read(context, owner_id)
export const createOwner: ConsoleOperations['createOwner'] = (context, input) => owners.create(context, input)
export const updateOwner: ConsoleOperations['updateOwner'] = (context, { owner_id, ...changes }) =>
  owners.update(context, owner_id, changes)

export const saveOwners = (context: Context, records: readonly Owner[]) => owners.saveAll(context, records)
export const findOwnersNamed = (context: Context, names: readonly string[]) => owners.findNamed(context, names)
export const ownersById = (context: Context, ids: readonly string[]) => owners.byId(context, ids)
