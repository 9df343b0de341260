/** What follows from dated facts and is stored by day, so that any day is one look-up: how `gatehouse recompute` checks and mends it. */
import type { Context } from '#server/platform/context.ts'

export type History = {
  /** In replies, such as `lease_balances`. */
  name: string
  /** What a key is, in the plural, such as `leases`. */
  keys: string
  /** At most `most` ids after `after`, in their order; none at the end. */
  listKeys(context: Context, after: string, most: number): Promise<string[]>
  /** Where the stored rows of `keys` are not what follows from the facts; both are read at one moment. */
  listDifferences(context: Context, keys: readonly string[]): Promise<Difference[]>
  /** Stores what follows from the facts of `keys`, which nobody else changes meanwhile. */
  mend(context: Context, keys: readonly string[]): Promise<void>
}

/** A row by its key and first day: as it is stored, and as it should be; null where it is missing. */
export type Difference = {
  key: string
  from_day: string
  stored: Record<string, unknown> | null
  computed: Record<string, unknown> | null
}
