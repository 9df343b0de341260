/** Histories: what follows from dated facts, stored by day so that any day is one lookup, and how `gatehouse recompute` checks and corrects it. */
import { type Statement, statement } from '#server/db/statement.ts'
import type { Context } from '#server/platform/context.ts'

export type History = {
  /** The name in replies, such as `lease_balances`. */
  name: string
  /** What a key stands for, in the plural, such as `leases`. */
  keys: string
  /** Lists at most `$3` IDs after the ID `$2`, in order. `$1` is the organization here and below. */
  listKeys: Statement<{ id: string }>
  /** Lists the stored rows of the keys `$2` that differ from what follows from the facts; both are read in one snapshot. */
  listDifferences: Statement<Difference>
  /** Stores what follows from the facts of `keys`, which nobody else changes in the meantime. */
  correct(context: Context, keys: readonly string[]): Promise<void>
}

/** A row, named by its key and first day, as it is stored and as it should be; null where it is missing. */
export type Difference = {
  key: string
  from_day: string
  stored: Record<string, unknown> | null
  computed: Record<string, unknown> | null
}

/** Records that the records `$3` of type `$2` are corrected, so that copies read them again. The other histories that records show have a trigger for it. */
export const recordCorrected = statement<never>(
  'record_corrected',
  `insert into record_changes (organization_id, type, id)
   select $1, $2, corrected.id from unnest($3::text[]) corrected (id)
       on conflict do nothing`,
)

/** Compares the next keys after `after`, at most `most`: the keys, of which none are left at the end, and the rows that differ. */
export async function compareNext(
  history: History,
  { db }: Context,
  after: string,
  most: number,
): Promise<{ keys: string[]; differences: Difference[] }> {
  const keys = (await db.query(history.listKeys, [db.organizationId, after, most])).map(({ id }) => id)
  const differences = keys.length > 0 ? await db.query(history.listDifferences, [db.organizationId, keys]) : []
  return { keys, differences }
}
