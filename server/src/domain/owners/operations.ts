/** Owners of properties. */
import type { Context } from '#server/platform/context.ts'
import { listOwnersNamed, upsertOwners } from './queries.ts'

export type Owner = { id: string; name: string; externalId?: string | null }

/** Creates the owners whose id is new and updates the others; any number at once. */
export async function saveOwners({ db }: Context, owners: readonly Owner[]): Promise<void> {
  await db.query(upsertOwners, [db.organizationId, JSON.stringify(owners)])
}

/** The owners that bear one of `names`, in any case. */
export function findOwnersNamed({ db }: Context, names: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db.query(listOwnersNamed, [db.organizationId, names])
}
