/** Owners: listing, creating and updating them. */
import { newId } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import type { ConsoleOperations } from '../implementations.ts'
import { externalIdTaken, holdName, refusingTaken } from '../taken.ts'
import {
  findOwner,
  listOwnersById,
  listOwnersNamed,
  lockOwner,
  type OwnerRow,
  ownerList,
  upsertOwners,
} from './queries.ts'

export type Owner = { id: string; name: string; external_id?: string | null }

/** By name, unless another order is asked for. */
export const listOwners: ConsoleOperations['listOwners'] = ({ db }, { limit, offset, sort, ...filters }) =>
  list(db, ownerList, [], filters, { limit, offset, sort })

export const createOwner: ConsoleOperations['createOwner'] = async (context, { name, external_id = null }) => {
  const id = newId('owner', context.now)
  await holdFreeName(context, id, name)
  await save(context, { id, name, external_id })
  const after = await readOwner(context, id)
  await logAdministration(context, context.organizationId, 'owner.create', id, { after })
  return after
}

export const updateOwner: ConsoleOperations['updateOwner'] = async (context, { owner_id: id, ...changes }) => {
  const { db, organizationId } = context
  await db.query(lockOwner, [organizationId, id])
  const before = await readOwner(context, id)
  const { name, external_id } = { ...before, ...changes }
  if (name !== before.name) await holdFreeName(context, id, name)
  await save(context, { id, name, external_id })
  const after = await readOwner(context, id)
  await logAdministration(context, organizationId, 'owner.update', id, { before, after })
  return after
}

export async function readOwner({ db }: Context, id: string): Promise<OwnerRow> {
  const [found] = await db.query(findOwner, [db.organizationId, id])
  if (!found) throw new Refusal('not_found', 'There is no such owner.')
  return found
}

/** Creates the owners whose id is new and updates the others; any number at once. */
export async function saveOwners({ db }: Context, owners: readonly Owner[]): Promise<void> {
  await db.query(upsertOwners, [db.organizationId, JSON.stringify(owners)])
}

/** The owners that have one of `names`, in any case. */
export function findOwnersNamed({ db }: Context, names: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db.query(listOwnersNamed, [db.organizationId, names])
}

async function holdFreeName(context: Context, ownId: string, name: string): Promise<void> {
  await holdName(context, 'owner', name)
  const namesake = (await findOwnersNamed(context, [name])).find(({ id }) => id !== ownId)
  if (namesake) throw new Refusal('conflict', `Another owner is already named ${namesake.name}: ${namesake.id}.`)
}

async function save(context: Context, owner: Owner): Promise<void> {
  await refusingTaken(saveOwners(context, [owner]), {
    owners_by_external_id: externalIdTaken('owner', owner.external_id),
  })
}

/** The owners by their ids, as the list shows them; one that is not there is left out. */
export const ownersById = ({ db }: Context, ids: readonly string[]): Promise<OwnerRow[]> =>
  db.query(listOwnersById, [db.organizationId, ids])
