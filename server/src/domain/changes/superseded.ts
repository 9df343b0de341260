/**
 * Upkeep of the changes: if a record changed several times, only the latest change is kept. Readers pass over the others until they are deleted
 * here.
 */
import { onlyRow } from '#server/db/only-row.ts'
import { statement } from '#server/db/statement.ts'
import { tryUpkeepTurn } from '#server/db/upkeep-batches.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { forEachOrganization } from '#server/platform/each-organization.ts'

/** The oldest transaction that is still running. All earlier ones have ended, so what they changed is visible and final. */
export const findOldestTransaction = statement<{ xid: string }>(
  'find_oldest_transaction',
  'select pg_snapshot_xmin(pg_current_snapshot())::text as xid',
)

/** Lists the organizations with changes from transaction `$1` up to, but not including, `$2`. Runs as gatehouse_platform. */
export const listOrganizationsWithChanges = statement<{ id: string }>(
  'list_organizations_with_changes',
  `select o.id
     from organizations o
    where exists (
      select from record_changes c where c.organization_id = o.id and c.xid >= $1::text::xid8 and c.xid < $2::text::xid8
    )
    order by o.id`,
)

type Position = { xid: string; type: string; id: string }

/**
 * Looks at up to `$6` changes of one organization, in order, after (`$2`, `$3`, `$4`) and before the transaction `$5`, and deletes the older changes of
 * the same records. Returns how many it looked at, how many it deleted and the position of the last one, or no row if there are none. Older changes are
 * deleted by their place in the table (`ctid`): a join by their key would read all changes of the organization.
 */
export const deleteSuperseded = statement<Position & { seen: number; deleted: number }>(
  'delete_superseded_changes',
  `with seen as materialized (
     select c.xid, c.type, c.id
       from record_changes c
      where c.organization_id = $1 and (c.xid, c.type, c.id) > ($2::text::xid8, $3, $4) and c.xid < $5::text::xid8
      order by c.xid, c.type, c.id
      limit $6::int
   ), latest as (
     select distinct on (s.type, s.id) s.type, s.id, s.xid from seen s order by s.type, s.id, s.xid desc
   ), gone as (
     delete from record_changes c
      where c.organization_id = $1
        and c.ctid = any (array(
          select older.place
            from latest l
            cross join lateral (
              select o.ctid as place
                from record_changes o
               where o.organization_id = $1 and o.id = l.id and o.type = l.type and o.xid < l.xid
              offset 0
            ) older
        ))
     returning 1
   )
   select last.xid::text as xid, last.type, last.id,
          (select count(*)::int from seen) as seen, (select count(*)::int from gone) as deleted
     from (select s.xid, s.type, s.id from seen s order by s.xid desc, s.type desc, s.id desc limit 1) last`,
)

/** The number of changes that one transaction looks at. It deletes at most twice as many, because earlier transactions looked at all changes before these. */
const BATCH = 5_000

/**
 * Returns a function that deletes superseded changes and resolves with their number. `writes` is the platform's. The first call of the function looks at
 * everything. Each later one looks only at organizations in which something has changed since, and only at those changes. Looking at everything each
 * time took 1,500,000 index lookups per minute in 5,000 organizations of 20 units with three months of records, while nobody called.
 */
export function openSupersededChanges(writes: WritePool, batch = BATCH): () => Promise<number> {
  let from = '0'

  return async () => {
    const until = onlyRow(await writes.transaction(null, tx => tx.query(findOldestTransaction, []))).xid
    // If a dump was restored into another server while this process ran, that server numbers its transactions differently.
    if (BigInt(until) < BigInt(from)) from = '0'
    const changed = await writes.transaction(null, tx => tx.query(listOrganizationsWithChanges, [from, until]))
    let total = 0
    let isComplete = true
    await forEachOrganization(changed, async ({ id }) => {
      const deleted = isComplete ? await deleteIn(writes, id, { from, until, batch }) : undefined
      isComplete = deleted !== undefined
      total += deleted ?? 0
    })
    if (isComplete) from = until
    return total
  }
}

/** Resolves with how many were deleted in one organization, or with undefined if another process is doing this. */
async function deleteIn(
  writes: WritePool,
  organizationId: string,
  { from, until, batch }: { from: string; until: string; batch: number },
): Promise<number | undefined> {
  let total = 0
  let position: Position = { xid: from, type: '', id: '' }
  for (;;) {
    const { xid, type, id } = position
    const step = await writes.transaction(null, async tx => {
      const { is_free: isFree } = onlyRow(await tx.query(tryUpkeepTurn, ['record changes']))
      return isFree ? tx.query(deleteSuperseded, [organizationId, xid, type, id, until, batch]) : undefined
    })
    if (!step) return undefined
    const [last] = step
    if (!last) return total
    total += last.deleted
    if (last.seen < batch) return total
    position = last
  }
}
