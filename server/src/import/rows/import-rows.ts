/** Imports one file of payments, ledger lines or work orders into one organization, completely or not at all. */
import type { Context } from '#server/platform/context.ts'
import { type ImportOptions, type InTransaction, wholeOrNothing } from '../import-transaction.ts'
import { mappingFor, remember } from '../mapping/remembered.ts'
import { type Pace, paceOf } from '../pace.ts'
import type { KindName } from '../read/kind-name.ts'
import { type Mapping, NO_MAPPING } from '../read/mapping.ts'
import { headerOf, type PlaceField } from '../read/table-columns.ts'
import { answersToKeep } from './answered.ts'
import { type LateColumns, lateColumns } from './late-columns.ts'
import { addSum, type RowsOutcome, type Sum, startRowsOutcome } from './outcome.ts'
import { openPlaces, type Places } from './places.ts'
import { type FileReader, type ReadFile, readFile } from './read-file.ts'
import type { FileRow } from './row-items.ts'

export type RowsKind<Field extends string, Row extends FileRow> = {
  name: KindName
  reader: FileReader<Field, Row>
  /** Prepares the import of the rows of `eachRow`, which reads them again each time. */
  begin(context: Context, file: RowsFile<Field>, eachRow: () => Iterable<Row>): Promise<Batches<Row>>
}

/** A file that is being imported: what it names, and the outcome so far. */
export type RowsFile<Field extends string> = {
  outcome: RowsOutcome
  places: Places
  /** The answers of the organization about the words of its files. */
  mapping: Mapping
  /** The file's own header for a field. */
  headerOf(field: Field | PlaceField): string
  /** The columns that do not identify a row. */
  late: LateColumns<Field>
}

type Batches<Row> = {
  /** Looks up the records that the rows name, and plans each row. Returns a function that writes them and returns the sums of the database. */
  plan(rows: readonly Row[]): Promise<() => Promise<Sum>>
}

/** Imports the file; the outcome says whether it was imported. Throws a Refusal if the file cannot be read or cannot be imported as a whole. */
export async function importRows<Field extends string, Row extends FileRow>(
  path: string,
  kind: RowsKind<Field, Row>,
  options: Pick<ImportOptions, 'dryRun' | 'skipBadRows' | 'preview' | 'mapping' | 'name' | 'timeoutMs' | 'takeTurn'>,
  inTransaction: InTransaction,
  onProgress: (rows: number, of: number) => void,
): Promise<RowsOutcome> {
  const { dryRun, skipBadRows, preview, name = path, timeoutMs, takeTurn } = options
  const given = options.mapping ?? NO_MAPPING
  const file = await readFile(path, kind.reader, given.columns)
  const attempt = async (context: Context): Promise<RowsOutcome> => {
    const outcome = startOutcome(file, kind.name, name, dryRun)
    const pace = paceOf(context, { path, rows: file.rows, splitBy: SPLIT_BY, timeoutMs, takeTurn })
    const mapping = await mappingFor(context, given)
    const late = lateColumns(file.columns, kind.reader.kind)
    const places = await openPlaces(context, { ...file, isPropertyLate: late.hasProperty }, mapping)
    outcome.unknownProperties = places.unknown.slice(0, MAX_UNKNOWN)
    const manner = { mapping, places, late, pace, skipBadRows, onProgress }
    const isWritten = await writeRows(context, kind, file, outcome, manner)
    if (isWritten) await remember(context, answersToKeep(given.answers, places.unnamed), kind.name, file.mapped)
    return outcome
  }
  const about = { dryRun, skipBadRows, preview, path, timeoutMs, splitBy: SPLIT_BY }
  return wholeOrNothing(kind.name, about, inTransaction, attempt, summaryOf)
}

const SPLIT_BY = 'month'
const MAX_UNKNOWN = 1_000

function startOutcome<Field extends string, Row>(
  { columns, sheet, mapped, samples, rowsLeftOut, problems, totals, skipped }: ReadFile<Field, Row>,
  kind: KindName,
  name: string,
  dryRun: boolean,
): RowsOutcome {
  const ignoredColumns = columns.ignored
  const of = {
    kind,
    file: name,
    dryRun,
    ignoredColumns,
    mappedColumns: mapped.columns,
    acceptedColumns: mapped.accepted,
    samples,
    sheet,
    rowsLeftOut,
    problems,
  }
  const outcome = startRowsOutcome(of)
  for (const message of mapped.remarks) outcome.reported.add({ line: 1, unit: '', message })
  for (const total of totals.first) outcome.reported.add({ unit: '', ...total })
  for (const [why, { line, rows }] of skipped) {
    const message = `Rows that ${why} are not imported: ${rows.toLocaleString('en-US')}, of which this is the first.`
    outcome.reported.add({ line, unit: '', message })
  }
  return outcome
}

type Manner = {
  mapping: Mapping
  places: Places
  late: LateColumns<string>
  pace: Pace
  skipBadRows: boolean
  onProgress: (rows: number, of: number) => void
}

/** Writes the rows, and returns whether it did. After the first rejected row, the rest is only planned, to report every problem at once. */
async function writeRows<Field extends string, Row extends FileRow>(
  context: Context,
  kind: RowsKind<Field, Row>,
  file: ReadFile<Field, Row>,
  outcome: RowsOutcome,
  { mapping, places, late, pace, skipBadRows, onProgress }: Manner,
): Promise<boolean> {
  const inHand: RowsFile<Field> = { outcome, places, mapping, late, headerOf: field => headerOf(file.columns, field) }
  const batches = await kind.begin(context, inHand, () => eachRowOf(file))
  for (const batch of file.batches(pace.rowsAtOnce)) {
    const rows = batch.map(row => ({ ...row, place: places.identified(row.place) }))
    const endTurn = await pace.turn()
    try {
      const write = await batches.plan(rows)
      if (outcome.rowsLeftOut === 0 || skipBadRows) {
        await pace.beforeWriting(rows)
        addSum(outcome.stored, await write())
      }
    } finally {
      endTurn()
    }
    onProgress(pace.done(rows), file.rows)
  }
  const isWritten = outcome.rowsLeftOut === 0 || skipBadRows
  if (isWritten) checkStored(outcome)
  return isWritten
}

function* eachRowOf<Field extends string, Row>({ batches }: ReadFile<Field, Row>): Generator<Row> {
  for (const rows of batches(() => 1_000)) yield* rows
}

/** Checks that the database equals the plan to the cent. A difference is a bug, and the import is rolled back. */
function checkStored({ meant, stored }: RowsOutcome): void {
  if (stored.records === meant.records && stored.cents === meant.cents) return
  throw new Error(
    `${stored.records} records of ${stored.cents} cents are stored, but ${meant.records} of ${meant.cents} were meant`,
  )
}

function summaryOf({ file, rows, rowsLeftOut, created, updated, unchanged, read }: RowsOutcome) {
  return { file, rows, rows_left_out: rowsLeftOut, created, updated, unchanged, amount_cents: read.cents }
}
