/** Upkeep of files: removes bytes that nobody can read any more, and then what says where they are, so that none are forgotten. */
import type { WritePool } from '#server/db/write-pool.ts'
import type { Storage } from '#server/platform/files/storage.ts'
import { deleteFileRow, listFilesToRemove } from './queries.ts'

/** An upload takes 30 s at most, so whatever began before that never completes. */
const NEVER_COMPLETES_MS = 3_600_000
const BATCH = 100

/** Resolves with how many were removed. `platformWrites` sees keys and times of every organization. */
export async function removeDeletedFiles(
  { platformWrites, storage }: { platformWrites: WritePool; storage: Storage },
  nowMs: number,
): Promise<number> {
  const since = new Date(nowMs - NEVER_COMPLETES_MS).toISOString()
  const found = await platformWrites.transaction(null, tx => tx.query(listFilesToRemove, [since, BATCH]))
  for (const { organization_id, id, storage_key } of found) {
    await storage.remove(storage_key)
    await platformWrites.transaction(null, tx => tx.query(deleteFileRow, [organization_id, id]))
  }
  return found.length
}
