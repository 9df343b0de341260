/** `gatehouse import`: one rent-roll file into one organization, whole or not at all. */
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { type Outcome, startOutcome } from './outcome.ts'
import type { PropertyRecord } from './read/records.ts'
import { checkFile } from './source.ts'
import { surveyFile } from './survey.ts'
import { writeFile } from './write-file.ts'

export type ImportOptions = {
  /** `YYYY-MM-DD`; else the day the file gives for itself, else today. */
  asOf: string | undefined
  today: string
  dryRun: boolean
  /** Write the other rows when some cannot come in. */
  skipBadRows: boolean
  /** Move out whom the file no longer lists. */
  closeMissing: boolean
  /** What people call the file, where that is not its path. */
  name?: string
  /** How long writing may take, within what a transaction may last; 28 of 30 s unless stated. */
  maxMs?: number
}

/** Runs `work` in a transaction of the organization; after a conflict it runs again. */
export type InTransaction = <T>(work: (context: Context) => Promise<T>) => Promise<T>

/**
 * Reads the file twice: once to see how large it is and which properties it names, once to write it, in batches, in one
 * transaction. Memory holds a batch and a few words a unit. The outcome says whether it was written; throws a Refusal when the
 * file cannot be read or cannot come in as a whole.
 */
export async function importRentRoll(
  path: string,
  options: ImportOptions,
  inTransaction: InTransaction,
  onProgress: (rows: number, of: number) => void,
): Promise<Outcome> {
  await checkFile(path)
  const disagreements: { line: number; facts: readonly (keyof PropertyRecord)[] }[] = []
  const survey = await surveyFile(path, options, (line, facts) => {
    if (disagreements.length < MAX_DISAGREEMENTS) disagreements.push({ line, facts })
  })
  const { asOf, header } = survey
  // What is refused in the end is only planned, so as to name every problem at once.
  const writes = options.skipBadRows || survey.rowsLeftOut === 0

  const rolledBack = new Error('rolled back on purpose')
  let outcome: Outcome | undefined
  const attempt = async (context: Context): Promise<void> => {
    outcome = startOutcome({
      file: options.name ?? path,
      asOf,
      dryRun: options.dryRun,
      ignoredColumns: header.ignoredColumns,
    })
    for (const { line, facts } of disagreements) {
      const message = `The property has another ${facts.join(', ')} on an earlier line, which is kept.`
      outcome.reported.add({ line, unit: '', message })
    }
    await writeFile(context, path, survey, { ...options, writes }, outcome, onProgress)
    if (options.dryRun || (outcome.rowsLeftOut > 0 && !options.skipBadRows)) throw rolledBack
    await logAdministration(context, context.organizationId, 'import.rent_roll', context.organizationId, {
      after: summaryOf(outcome),
    })
  }
  try {
    await inTransaction(attempt)
  } catch (error) {
    if (error !== rolledBack) throw error
    return outcome as Outcome
  }
  return { ...(outcome as Outcome), written: true }
}

const MAX_DISAGREEMENTS = 1_000

function summaryOf({ file, asOf, rows, rowsLeftOut, movedOut, created, updated }: Outcome) {
  return { file, as_of: asOf, rows, rows_left_out: rowsLeftOut, moved_out: movedOut, created, updated }
}
