/** Upkeep of sign-in: deletes sessions, links and codes that can no longer be used. */
import type { WritePool } from '#server/db/write-pool.ts'
import { deleteEndedSessions, deleteEndedVerifications, deleteOldCodes } from './queries.ts'

export function removeEndedSessions(memberWrites: WritePool): Promise<unknown> {
  return memberWrites.transaction(null, tx =>
    Promise.all([
      tx.query(deleteEndedSessions, []),
      tx.query(deleteEndedVerifications, []),
      tx.query(deleteOldCodes, []),
    ]),
  )
}
