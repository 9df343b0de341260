/** Upkeep that replaces or deletes many rows, in small batches, so that no lock is held for long. */
import { onlyRow } from './only-row.ts'
import { type Statement, statement } from './statement.ts'
import type { OrganizationId } from './tenant.ts'
import type { Value } from './value.ts'
import type { WritePool } from './write-pool.ts'

/** The pools of upkeep that first looks for organizations with something to do, and then does it for each of them. */
export type UpkeepPools = { platformWrites: WritePool; writes: WritePool }

export const tryUpkeepTurn = statement<{ is_free: boolean }>(
  'try_upkeep_turn',
  `select pg_try_advisory_xact_lock(hashtextextended('gatehouse.upkeep ' || $1::text, 0)) as is_free`,
)

/** The rest of a longer backlog waits for the next round. */
const MAX_ROWS = 1_000_000

/**
 * Runs `statement` in one transaction after another until it handles fewer than `batch` rows, and resolves with how many it handled in all. Its last
 * parameter is `batch`, and its row says how many it handled. Only one process at a time does a `task`, so that two never wait for each other's rows in
 * opposite orders: whatever another process leaves undone waits for the next round. `writes` is the platform's, or the service's if an organization is given.
 */
export async function inUpkeepBatches(
  writes: WritePool,
  task: string,
  statement: Statement<{ count: number }>,
  values: readonly Value[],
  { batch, organizationId = null }: { batch: number; organizationId?: OrganizationId },
): Promise<number> {
  let total = 0
  while (total < MAX_ROWS) {
    const count = await writes.transaction(organizationId, async tx => {
      const { is_free: isFree } = onlyRow(await tx.query(tryUpkeepTurn, [task]))
      return isFree ? onlyRow(await tx.query(statement, [...values, batch])).count : 0
    })
    total += count
    if (count < batch) break
  }
  return total
}
