/** Owners of properties. */
import type { Static } from 'typebox'
import { NewOwner, OwnerChanges } from '#contract/back-office/owners.ts'
import { newId } from '#server/base/ids.ts'
import { readFields } from '#server/base/read-object.ts'
import { Refusal } from '#server/base/refusal.ts'
import { list, type Page, type Paged } from '#server/db/list.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { externalIdTaken, holdName, refusingTaken } from '../taken.ts'
import {
  findListedOwner,
  findOwner,
  type ListedOwner,
  listOwnersNamed,
  lockOwner,
  type OwnerRow,
  type OwnerSort,
  ownerList,
  upsertOwners,
} from './queries.ts'

export type Owner = { id: string; name: string; externalId?: string | null }

/** Creates the owners whose id is new and updates the others; any number at once. */
export async function saveOwners({ db }: Context, owners: readonly Owner[]): Promise<void> {
  await db.query(upsertOwners, [db.organizationId, JSON.stringify(owners)])
}

/** The owners that bear one of `names`, in any case. */
export function findOwnersNamed({ db }: Context, names: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db.query(listOwnersNamed, [db.organizationId, names])
}

export async function createOwner(context: Context, input: Static<typeof NewOwner>): Promise<OwnerRow> {
  const { name, external_id: externalId = null } = readFields(NewOwner, input)
  const id = newId('owner', context.now)
  await holdFreeName(context, id, name)
  await saveOwner(context, { id, name, externalId })
  const after = await getOwner(context, id)
  await logAdministration(context, context.organizationId, 'owner.create', id, { after })
  return after
}

export async function updateOwner(
  context: Context,
  { id, ...input }: { id: string } & Static<typeof OwnerChanges>,
): Promise<OwnerRow> {
  const { db, organizationId } = context
  const changes = readFields(OwnerChanges, input)
  const [before] = await db.query(lockOwner, [organizationId, id])
  if (!before) return refuseUnknown()
  const { name, external_id: externalId } = { ...before, ...changes }
  if (name !== before.name) await holdFreeName(context, id, name)
  await saveOwner(context, { id, name, externalId })
  const after = await getOwner(context, id)
  await logAdministration(context, organizationId, 'owner.update', id, { before, after })
  return after
}

/** By name, unless asked otherwise. */
export function listOwners(
  { db }: Context,
  filters: { search?: string },
  page: Page<OwnerSort>,
): Promise<Paged<ListedOwner>> {
  return list(db, ownerList, [], filters, page)
}

/** With how many properties it has. */
export async function getListedOwner({ db }: Context, id: string): Promise<ListedOwner> {
  const [found] = await db.query(findListedOwner, [db.organizationId, id])
  return found ?? refuseUnknown()
}

export async function getOwner({ db }: Context, id: string): Promise<OwnerRow> {
  const [found] = await db.query(findOwner, [db.organizationId, id])
  return found ?? refuseUnknown()
}

async function holdFreeName(context: Context, ownId: string, name: string): Promise<void> {
  await holdName(context, 'owner', name)
  const namesake = (await findOwnersNamed(context, [name])).find(({ id }) => id !== ownId)
  if (namesake) throw new Refusal('conflict', `Another owner is named ${namesake.name} already: ${namesake.id}.`)
}

async function saveOwner(context: Context, owner: Owner): Promise<void> {
  await refusingTaken(saveOwners(context, [owner]), {
    owners_by_external_id: externalIdTaken('owner', owner.externalId),
  })
}

function refuseUnknown(): never {
  throw new Refusal('not_found', 'There is no such owner.')
}
