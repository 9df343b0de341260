/** Histories: what follows from dated facts, stored by day so that any day is one lookup, and how `gatehouse recompute` checks and corrects it. */
import type { Context } from '#server/platform/context.ts'

export type History = {
  /** The name in replies, such as `lease_balances`. */
  name: string
  /** What a key stands for, in the plural, such as `leases`. */
  keys: string
  /** At most `most` ids after `after`, in order; empty at the end. */
  listKeys(context: Context, after: string, most: number): Promise<string[]>
  /** The stored rows of `keys` that differ from what follows from the facts; both are read in one snapshot. */
  listDifferences(context: Context, keys: readonly string[]): Promise<Difference[]>
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
