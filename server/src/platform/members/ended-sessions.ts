/** Upkeep: sessions, links and codes that nobody can use any more are removed. */
import type { WritePool } from '#server/db/write-pool.ts'
import { deleteEndedSessions, deleteEndedVerifications, deleteOldCodes } from './queries.ts'

export function removeEndedSessions(peopleWrites: WritePool): Promise<unknown> {
  return peopleWrites.transaction(null, tx =>
    Promise.all([
      tx.query(deleteEndedSessions, []),
      tx.query(deleteEndedVerifications, []),
      tx.query(deleteOldCodes, []),
    ]),
  )
}
