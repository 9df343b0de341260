/** The frame of every import: one transaction that is committed or rolled back as a whole, and the pace of its batches. */
import { Refusal } from '#server/base/refusal.ts'
import { forgetPlans } from '#server/db/forget-plans.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { takeTurn } from '#server/platform/one-at-a-time.ts'
import type { KindName } from './read/kinds.ts'
import type { LayoutName } from './read/layouts/layout-name.ts'
import type { Mapping } from './read/mapping.ts'

export type ImportOptions = {
  /** The day of the file, `YYYY-MM-DD`; defaults to the day that the file states, or else today. */
  asOf: string | undefined
  today: string
  dryRun: boolean
  /** Import the other rows if some are rejected. */
  skipBadRows: boolean
  /** Whether residents who are no longer in the file are moved out. */
  closeMissing: boolean
  /** The layout of a rent roll; defaults to the one that matches its header row. */
  layout?: LayoutName
  /** Answers to what the file does not state. */
  mapping?: Mapping
  /** The name of the file in messages; defaults to its path. */
  name?: string
  /** The longest that the transaction of the import may last, in milliseconds; without it, there is no limit. */
  timeoutMs?: number
  /** Waits until a batch may be planned and written. Other customers have their turns in between; without it, nobody else has any. */
  takeTurn?: TakeTurn
}

/** Resolves with the function that ends the turn. */
export type TakeTurn = () => Promise<() => void>

export const WITHOUT_TURNS: TakeTurn = async () => () => {}

/** Runs `work` in a transaction of the organization; after a conflict it runs again. */
export type InTransaction = <T>(work: (context: Context) => Promise<T>) => Promise<T>

/** Twice as many rows cost PostgreSQL a fifteenth less for each than 500, because triggers run once per statement; more gain nothing. */
export const BATCH = 1_000
/** The time that is reserved for the commit of the transaction. */
const TO_COMMIT_MS = 2_000

/**
 * Calls `attempt`, which plans and writes and returns the outcome, in one transaction. A dry run rolls it back, and so does a rejected
 * row unless bad rows are skipped; otherwise the administrative log gets an entry with `summaryOf` the outcome.
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

/** Paces the batches of an import; call it before and after each batch. `splitBy` completes the message that says how to split the file. */
export function paceOf(context: Context, path: string, splitBy: string, timeoutMs = Number.POSITIVE_INFINITY) {
  const started = performance.now()
  let rows = 0
  let rowsAtLastPlans = BATCH
  return {
    /** Makes the database plan its statements again each time the rows have doubled, because its statistics of an empty table are wrong by then. */
    async beforeWriting(batch: readonly unknown[]): Promise<void> {
      if (rows + batch.length < 2 * rowsAtLastPlans) return
      rowsAtLastPlans = rows + batch.length
      await forgetPlans(context.db)
    },
    /** Returns how many rows are done, and refuses a file that takes too long. */
    done(batch: readonly unknown[]): number {
      rows += batch.length
      if (performance.now() - started <= timeoutMs - TO_COMMIT_MS) return rows
      const message = `${path} takes longer than the ${timeoutMs / 1_000} s that one import may take on this service. Nothing was imported. Split the file, by ${splitBy} for example, or have the operator raise IMPORT_SECONDS.`
      throw new Refusal('unavailable', message)
    },
  }
}
