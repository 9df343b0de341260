/** One file of payments or work orders into one organization, whole or not at all. */
import { Refusal } from '#server/base/refusal.ts'
import { forgetPlans } from '#server/db/forget-plans.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import { takeTurn } from '#server/platform/one-at-a-time.ts'
import type { ImportOptions, InTransaction } from '../import-rent-roll.ts'
import type { KindName } from '../read/kinds.ts'
import { headerOf, type PlaceField } from '../read/table-columns.ts'
import { checkFile } from '../source.ts'
import { MAX_MS } from '../write-file.ts'
import { addSum, type RowsOutcome, type Sum, startRowsOutcome } from './outcome.ts'
import { openPlaces, type Places } from './places.ts'
import { type FileReader, type FileRow, readFile } from './read-file.ts'

export type RowsKind<Field extends string, Row extends FileRow> = {
  name: KindName
  reader: FileReader<Field, Row>
  begin(context: Context, told: Told<Field>): Promise<Batches<Row>>
}

export type Told<Field extends string> = {
  outcome: RowsOutcome
  places: Places
  /** The file's own word for a field. */
  headerOf(field: Field | PlaceField): string
}

export type Batches<Row> = {
  /** Looks up what the rows name and tells what becomes of each. Returns what writes them and says what the database then holds of them. */
  plan(rows: readonly Row[]): Promise<() => Promise<Sum>>
}

const BATCH = 500

/** The outcome says whether the file was written; throws a Refusal when it cannot be read or cannot come in as a whole. */
export async function importRows<Field extends string, Row extends FileRow>(
  path: string,
  kind: RowsKind<Field, Row>,
  {
    dryRun,
    skipBadRows,
    name = path,
    maxMs = MAX_MS,
  }: Pick<ImportOptions, 'dryRun' | 'skipBadRows' | 'name' | 'maxMs'>,
  inTransaction: InTransaction,
  onProgress: (rows: number, of: number) => void,
): Promise<RowsOutcome> {
  await checkFile(path)
  const file = await readFile(path, kind.reader)
  const rolledBack = new Error('rolled back on purpose')
  let outcome: RowsOutcome | undefined
  const attempt = async (context: Context): Promise<void> => {
    outcome = begin()
    await takeTurn(context, 'import')
    await writeRows(context, outcome)
    if (dryRun || (outcome.rowsLeftOut > 0 && !skipBadRows)) throw rolledBack
    await logAdministration(context, context.organizationId, `import.${kind.name}`, context.organizationId, {
      after: summaryOf(outcome),
    })
  }
  try {
    await inTransaction(attempt)
  } catch (error) {
    if (error !== rolledBack) throw error
    return outcome as RowsOutcome
  }
  return { ...(outcome as RowsOutcome), written: true }

  function begin(): RowsOutcome {
    const { columns, rowsLeftOut, problems, totals } = file
    const begun = startRowsOutcome({
      kind: kind.name,
      file: name,
      dryRun,
      ignoredColumns: columns.ignored,
      rowsLeftOut,
      problems,
    })
    for (const total of totals.first) begun.reported.add({ unit: '', ...total })
    return begun
  }

  /** What is refused in the end is only planned, so as to name every problem at once. */
  async function writeRows(context: Context, told: RowsOutcome): Promise<void> {
    const started = performance.now()
    const batches = await kind.begin(context, {
      outcome: told,
      places: await openPlaces(context, file.properties),
      headerOf: field => headerOf(file.columns, field),
    })
    let done = 0
    let doneAtLastPlans = BATCH
    for (const rows of file.batches(BATCH)) {
      const write = await batches.plan(rows)
      done += rows.length
      if (told.rowsLeftOut === 0 || skipBadRows) {
        if (done >= 2 * doneAtLastPlans) {
          doneAtLastPlans = done
          await forgetPlans(context.db)
        }
        addSum(told.stored, await write())
      }
      onProgress(done, file.rows)
      if (performance.now() - started > maxMs) throw tooSlow(path)
    }
    if (told.rowsLeftOut === 0 || skipBadRows) checkStored(told)
  }
}

/** To the cent it is what was meant: anything else is our mistake, and nothing stays of it. */
function checkStored({ meant, stored }: RowsOutcome): void {
  if (stored.records === meant.records && stored.cents === meant.cents) return
  throw new Error(
    `${stored.records} records of ${stored.cents} cents are stored, but ${meant.records} of ${meant.cents} were meant`,
  )
}

function summaryOf({ file, rows, rowsLeftOut, created, updated, unchanged, read }: RowsOutcome) {
  return { file, rows, rows_left_out: rowsLeftOut, created, updated, unchanged, amount_cents: read.cents }
}

function tooSlow(path: string): Refusal {
  return new Refusal(
    'unavailable',
    `${path} takes longer than the 30 s one import may. Nothing was written; split it, by month for example.`,
  )
}
