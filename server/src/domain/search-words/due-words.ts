/** The search words of records that were written in bulk: upkeep makes them, so that an import does not wait for them. */
import { onlyRow } from '#server/db/only-row.ts'
import { statement } from '#server/db/statement.ts'
import type { Platform } from '#server/db/tenant.ts'
import type { UpkeepPools } from '#server/db/upkeep-batches.ts'
import { forEachOrganization, ORGANIZATIONS_PER_ROUND } from '#server/platform/each-organization.ts'

/** The organizations that have records without words, at most `$1`. Runs as gatehouse_platform. */
export const listOrganizationsToIndex = statement<{ id: string }>(
  'list_organizations_to_index',
  `select o.id
     from organizations o
    where exists (select from search_words_due d where d.organization_id = o.id)
    order by o.id
    limit $1::int`,
)

/** Makes the words of up to 1,000 records. `records` is null if no record lacks words, or if another process is making them. */
export const indexDueBatch = statement<{ records: number | null }>(
  'index_due_batch',
  'select keep_words_due($1) as records',
)

/** Makes all words that are due. Resolves with the number of records. */
export async function indexDueRecords({ platformWrites, writes }: UpkeepPools): Promise<number> {
  const behind = await platformWrites.transaction(null, (tx: Platform) =>
    tx.query(listOrganizationsToIndex, [ORGANIZATIONS_PER_ROUND]),
  )
  let total = 0
  await forEachOrganization(behind, async ({ id }) => {
    for (let records: number | null = 0; records !== null; total += records ?? 0) {
      const made = await writes.transaction(id, tx => tx.query(indexDueBatch, [id]))
      records = onlyRow(made).records
    }
  })
  return total
}
