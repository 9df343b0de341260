/** Upkeep of idempotency records: deletes expired ones. */
import { inUpkeepBatches } from '#server/db/upkeep-batches.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { deleteExpired, KEPT_MS } from './records.ts'

const BATCH = 1_000

/** Resolves with how many records were deleted. `writes` is the platform's. */
export function removeExpiredRecords(writes: WritePool, nowMs: number, batch = BATCH): Promise<number> {
  return inUpkeepBatches(writes, 'idempotency records', deleteExpired, [new Date(nowMs - KEPT_MS)], { batch })
}
