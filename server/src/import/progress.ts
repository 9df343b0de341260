/** How far an import is, kept where every process of the service can read it: who asks may reach another one than who imports. */
import { statement } from '#server/db/statement.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import type { Context } from '#server/platform/context.ts'

const EVERY_MS = 400

export const noteProgress = statement<never>(
  'note_import_progress',
  `insert into import_progress (organization_id, id, rows_done, rows_known)
   values ($1, $2, $3, $4)
   on conflict (organization_id) do update set id = excluded.id, rows_done = excluded.rows_done, rows_known = excluded.rows_known`,
)

export const readProgress = statement<Progress>(
  'read_import_progress',
  'select rows_done, rows_known from import_progress where organization_id = $1 and id = $2',
)

export type Progress = { rows_done: number; rows_known: number }

/** Null while none of it is done, or known. */
export async function progressOf({ db }: Context, id: string): Promise<Progress | null> {
  const [found] = await db.query(readProgress, [db.organizationId, id])
  return found ?? null
}

/**
 * Notes what it is told, not more often than is worth looking at, in a transaction of its own. An import never fails for it. `settled`
 * resolves when nothing more is being noted.
 */
export function progressKeeper(writes: WritePool, organizationId: string, id: string) {
  let notedAt = Number.NEGATIVE_INFINITY
  let noting = Promise.resolve()
  return {
    note(done: number, known: number): void {
      const now = performance.now()
      if (now - notedAt < EVERY_MS && done < known) return
      notedAt = now
      noting = noting
        .then(() => writes.transaction(organizationId, db => db.query(noteProgress, [organizationId, id, done, known])))
        .then(
          () => {},
          () => {},
        )
    },
    settled: () => noting,
  }
}
