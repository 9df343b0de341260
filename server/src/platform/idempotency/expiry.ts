/** Upkeep of idempotency records: deletes expired ones in small batches, so that no lock is held for long. */
import { takeUpkeepTurn } from '#server/db/upkeep-turn.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { deleteExpired, KEPT_MS } from './records.ts'

const BATCH = 1_000
/** The most batches of one turn; the rest of a longer backlog waits for the next turn. */
const MAX_BATCHES = 1_000

/** Resolves with how many records were deleted. `writes` is the platform's. */
export async function removeExpiredRecords(writes: WritePool, nowMs: number, batch = BATCH): Promise<number> {
  let removed = 0
  for (let round = 0; round < MAX_BATCHES; round++) {
    const count = await writes.transaction(null, async tx => {
      if (!(await takeUpkeepTurn(tx, 'idempotency records'))) return 0
      const [row] = await tx.query(deleteExpired, [new Date(nowMs - KEPT_MS), batch])
      return row?.count ?? 0
    })
    removed += count
    if (count < batch) break
  }
  return removed
}
