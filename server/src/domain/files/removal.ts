/** Upkeep of files: removes bytes that can no longer be read, and only then the row that says where they are, so that none are forgotten. */
import type { WritePool } from '#server/db/write-pool.ts'
import type { Storage } from '#server/platform/files/storage.ts'
import { deleteFileRow, listFilesToRemove } from './queries.ts'

/** An upload takes at most 30 seconds, so one that began longer ago than this never completes. */
const NEVER_COMPLETES_MS = 3_600_000
const BATCH = 100

/** Resolves with how many files were removed. `platformWrites` sees only keys and times, of every organization. */
export async function removeDeletedFiles(
  { platformWrites, storage }: { platformWrites: WritePool; storage: Storage },
  nowMs: number,
): Promise<number> {
  const since = new Date(nowMs - NEVER_COMPLETES_MS)
  const found = await platformWrites.transaction(null, tx => tx.query(listFilesToRemove, [since, BATCH]))
  for (const { organization_id, id, storage_key } of found) {
    await storage.remove(storage_key)
    await platformWrites.transaction(null, tx => tx.query(deleteFileRow, [organization_id, id]))
  }
  return found.length
}
