/** The transaction of every import, which is committed or rolled back as a whole. */
import { Refusal } from '#server/base/refusal.ts'
import { isOutOfTime, OutOfReach, sqlState } from '#server/db/failure.ts'
import { CommitOutcomeUnknown } from '#server/db/transaction.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { lockWork } from '#server/platform/work-lock.ts'
import { type TakeTurn, takesTooLong } from './pace.ts'
import { digestOf } from './preview-digest.ts'
import type { KindName } from './read/kind-name.ts'
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
  /** The digest of the preview, if the file is imported only as it was previewed. */
  preview?: string | undefined
  /** Whether nobody has to preview the file before it is imported, as in the console. */
  isUnseen?: boolean
  /** Answers to what the file does not state. */
  mapping?: Mapping
  /** The name of the file in messages; defaults to its path. */
  name?: string
  /** The longest that the transaction of the import may last, in milliseconds; without it, there is no limit. */
  timeoutMs?: number
  /** Waits until a batch may be planned and written. Other customers have their turns in between; without it, no batch waits. */
  takeTurn?: TakeTurn
}

/** Runs `work` in a transaction of the organization; after a conflict it runs again. */
export type InTransaction = <T>(work: (context: Context) => Promise<T>) => Promise<T>

/** What the messages about a whole import say: the file, the limit of its transaction, and how to split the file. */
type ImportedFile = { path: string; timeoutMs?: number | undefined; splitBy: string }

/**
 * Calls `attempt`, which plans and writes and returns the outcome, in one transaction. A dry run rolls it back, and so does a rejected
 * row unless bad rows are skipped. If it differs from the preview, it is refused; otherwise the administrative log gets an entry with `summaryOf` the outcome.
 */
export async function wholeOrNothing<Outcome extends Parameters<typeof digestOf>[0] & { written: boolean }>(
  kind: KindName,
  { dryRun, skipBadRows, preview, ...file }: Pick<ImportOptions, 'dryRun' | 'skipBadRows' | 'preview'> & ImportedFile,
  inTransaction: InTransaction,
  attempt: (context: Context) => Promise<Outcome>,
  summaryOf: (outcome: Outcome) => Record<string, unknown>,
): Promise<Outcome> {
  const rolledBack = new Error('rolled back on purpose')
  let outcome: Outcome | undefined
  try {
    await inTransaction(async context => {
      await lockWork(context, 'import')
      outcome = await attempt(context)
      if (dryRun || (outcome.rowsLeftOut > 0 && !skipBadRows)) throw rolledBack
      if (preview !== undefined && preview !== digestOf(outcome)) throw new Refusal('conflict', CHANGED)
      const entry = { after: summaryOf(outcome) }
      await logAdministration(context, `import.${kind}`, context.db.organizationId, entry)
    })
  } catch (error) {
    if (error !== rolledBack) throw explained(error, file) ?? error
    return outcome as Outcome
  }
  return { ...(outcome as Outcome), written: true }
}

const CHANGED =
  'The file would change something other than its preview showed, because records, answers to questions about files, or the day have changed since. Nothing was imported. Preview the file again.'

/** PostgreSQL canceled a statement, because of a time limit or because an operator said so. */
const CANCELED = '57014'

/**
 * Says what an import that was cut off means for its file, because what the database says would be about a call. The error remains its cause, for the
 * log.
 */
function explained(error: unknown, { path, timeoutMs, splitBy }: ImportedFile): Refusal | undefined {
  const because = (refusal: Refusal) => Object.assign(refusal, { cause: error })
  if (isOutOfTime(error)) return because(takesTooLong(path, timeoutMs, splitBy))
  if (sqlState(error) === CANCELED) {
    const message = `PostgreSQL canceled the import of ${path} before it was complete, because of a time limit of its own or because an operator ended it. Nothing was imported. Import the file again; if it is canceled again, split it, by ${splitBy} for example.`
    return because(new Refusal('unavailable', message))
  }
  if (error instanceof OutOfReach) {
    const message = `The connection to the database was lost before ${path} was stored. Nothing was imported. Import the file again when the database can be reached.`
    return because(new Refusal('unavailable', message, { retryAfterSeconds: 2 }))
  }
  if (error instanceof CommitOutcomeUnknown) {
    const message = `The connection to the database was lost while ${path} was being stored, so it is not known whether the file was imported. Import it again: what is already stored does not change.`
    return because(new Refusal('unavailable', message))
  }
  return undefined
}
