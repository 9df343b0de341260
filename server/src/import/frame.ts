/** The frame of every import: one transaction that is rehearsed, kept or rolled back as a whole, and the pace of its batches. */
import { Refusal } from '#server/base/refusal.ts'
import { forgetPlans } from '#server/db/forget-plans.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { takeTurn } from '#server/platform/one-at-a-time.ts'
import type { KindName } from './read/kinds.ts'
import type { LayoutName } from './read/layouts/layout.ts'
import type { Mapping } from './read/mapping.ts'

export type ImportOptions = {
  /** `YYYY-MM-DD`; else the day the file gives for itself, else today. */
  asOf: string | undefined
  today: string
  dryRun: boolean
  /** Write the other rows when some cannot come in. */
  skipBadRows: boolean
  /** Move out the residents whom the file no longer lists. */
  closeMissing: boolean
  /** The layout of a rent roll; else it is told by the header row. */
  layout?: LayoutName
  /** What the file does not say. */
  mapping?: Mapping
  /** What people call the file, where that is not its path. */
  name?: string
  /** How long writing may take, within what a transaction may last; 28 of 30 s unless stated. */
  maxMs?: number
}

/** Runs `work` in a transaction of the organization; after a conflict it runs again. */
export type InTransaction = <T>(work: (context: Context) => Promise<T>) => Promise<T>

export const BATCH = 500
/** Of the 30 s that a transaction may last. */
const MAX_MS = 28_000

/**
 * Calls `attempt`, which plans and writes and returns the outcome, in one transaction. A rehearsal rolls it back, and so does a row that
 * cannot come in, unless bad rows are skipped; otherwise the administrative log gets an entry with `summaryOf` the outcome.
 */
export async function wholeOrNothing<Outcome extends { rowsLeftOut: number; written: boolean }>(
  kind: KindName,
  { dryRun, skipBadRows }: Pick<ImportOptions, 'dryRun' | 'skipBadRows'>,
  inTransaction: InTransaction,
  attempt: (context: Context) => Promise<Outcome>,
  summaryOf: (outcome: Outcome) => Record<string, unknown>,
): Promise<Outcome> {
  const rolledBack = new Error('rolled back on purpose')
  let outcome: Outcome | undefined
  try {
    await inTransaction(async context => {
      await takeTurn(context, 'import')
      outcome = await attempt(context)
      if (dryRun || (outcome.rowsLeftOut > 0 && !skipBadRows)) throw rolledBack
      const entry = { after: summaryOf(outcome) }
      await logAdministration(context, context.organizationId, `import.${kind}`, context.organizationId, entry)
    })
  } catch (error) {
    if (error !== rolledBack) throw error
    return outcome as Outcome
  }
  return { ...(outcome as Outcome), written: true }
}

/** Called before and after each batch. `splitBy` completes the sentence that says how to make the file smaller. */
export function paceOf(context: Context, path: string, splitBy: string, maxMs = MAX_MS) {
  const started = performance.now()
  let rows = 0
  let rowsAtLastPlans = BATCH
  return {
    /** The database plans its statements anew each time the rows have doubled: what it knows of a table that was empty is wrong by then. */
    async beforeWriting(batch: readonly unknown[]): Promise<void> {
      if (rows + batch.length < 2 * rowsAtLastPlans) return
      rowsAtLastPlans = rows + batch.length
      await forgetPlans(context.db)
    },
    /** Returns how many rows are done, and refuses a file that takes too long. */
    done(batch: readonly unknown[]): number {
      rows += batch.length
      if (performance.now() - started <= maxMs) return rows
      const message = `${path} takes longer than the 30 s one import may take. Nothing was written. Split the file, by ${splitBy} for example.`
      throw new Refusal('unavailable', message)
    },
  }
}
