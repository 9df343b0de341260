/** Upkeep: sessions and links that nobody can use any more are removed. */
import type { WritePool } from '#server/db/write-pool.ts'
import { deleteEndedSessions, deleteEndedVerifications } from './queries.ts'

export function removeEndedSessions(peopleWrites: WritePool): Promise<unknown> {
  return peopleWrites.transaction(null, tx =>
    Promise.all([tx.query(deleteEndedSessions, []), tx.query(deleteEndedVerifications, [])]),
  )
}
