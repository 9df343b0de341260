/** The progress of an import, stored in the database because a poll may reach another process than the one that imports. */
import { statement } from '#server/db/statement.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import type { Context } from '#server/platform/context.ts'

const EVERY_MS = 400

export const recordProgress = statement<never>(
  'note_import_progress',
  `insert into import_progress (organization_id, id, rows_done, rows_known)
   values ($1, $2, $3, $4)
   on conflict (organization_id) do update set id = excluded.id, rows_done = excluded.rows_done, rows_known = excluded.rows_known`,
)

export const readProgress = statement<Progress>(
  'read_import_progress',
  'select rows_done, rows_known from import_progress where organization_id = $1 and id = $2',
)

type Progress = { rows_done: number; rows_known: number }

/** The progress; values are null before the first row is done or before the number of rows is known. */
export async function progressOf({ db }: Context, id: string): Promise<Progress | null> {
  const [found] = await db.query(readProgress, [db.organizationId, id])
  return found ?? null
}

/**
 * Records progress in a transaction of its own, at a limited rate. A failure to record never fails the import. `settled` resolves when
 * no write is in progress.
 */
export function progressKeeper(writes: WritePool, organizationId: string, id: string) {
  let recordedAt = Number.NEGATIVE_INFINITY
  let recording = Promise.resolve()
  return {
    record(done: number, known: number): void {
      const now = performance.now()
      if (now - recordedAt < EVERY_MS && done < known) return
      recordedAt = now
      recording = recording
        .then(() =>
          writes.transaction(organizationId, db => db.query(recordProgress, [organizationId, id, done, known])),
        )
        .then(
          () => {},
          () => {},
        )
    },
    settled: () => recording,
  }
}
