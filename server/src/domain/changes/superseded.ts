/**
 * Upkeep of the changes: if a record changed several times, only the latest change is kept. Readers pass over the others until they are deleted
 * here.
 */
import { statement } from '#server/db/statement.ts'
import { inUpkeepBatches } from '#server/db/upkeep-batches.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { forEachOrganization } from '#server/platform/each-organization.ts'

/** Deletes rows of one organization that a newer row supersedes, at most `$2` at once. Runs as gatehouse_platform. */
export const deleteSuperseded = statement<{ count: number }>(
  'delete_superseded_changes',
  `with gone as (
     delete from record_changes c
      where c.organization_id = $1
        and (c.xid, c.type, c.id) in (
          select older.xid, older.type, older.id
            from record_changes older
           where older.organization_id = $1
             and exists (
               select from record_changes later
                where later.organization_id = $1 and later.type = older.type and later.id = older.id and later.xid > older.xid
                  and later.xid < pg_snapshot_xmin(pg_current_snapshot())
             )
           order by older.xid, older.type, older.id
           limit $2::int
        )
     returning 1
   )
   select count(*)::int as count from gone`,
)

export const listOrganizationIds = statement<{ id: string }>(
  'list_organizations_with_changes',
  'select o.id from organizations o where exists (select from record_changes c where c.organization_id = o.id) order by o.id',
)

const BATCH = 5_000

/** Deletes superseded rows, and resolves with how many. `writes` is the platform's. */
export async function deleteSupersededChanges(writes: WritePool): Promise<number> {
  const organizations = await writes.transaction(null, tx => tx.query(listOrganizationIds, []))
  let total = 0
  await forEachOrganization(organizations, async ({ id }) => {
    total += await inUpkeepBatches(writes, 'record changes', deleteSuperseded, [id], BATCH)
  })
  return total
}
