/** Reads a file with one record per row (payments, ledger lines, work orders) as typed rows in file order, with constant memory. */
import { createReadStream } from 'node:fs'
import { Refusal } from '#server/base/refusal.ts'
import { cleanCell, MONEY } from '../read/cells.ts'
import { ColumnSamples, sampling } from '../read/column-samples.ts'
import { problemsOfText } from '../read/garbled.ts'
import { readHeader } from '../read/header.ts'
import { columnsOf, isShownByItself } from '../read/mapped-columns.ts'
import type { Mapping } from '../read/mapping.ts'
import { reportMapping } from '../read/mapping-report.ts'
import { openTable, type TableOfSheet } from '../read/open-table.ts'
import { problemsOfSheets } from '../read/other-sheets.ts'
import type { RentRollProblem } from '../read/records.ts'
import { type RowCells, rowCells, SHIFTED_ROW } from '../read/row-cells.ts'
import { ARROW, HEADING_OF, isPageLine, NamesAbove, TOTAL } from '../read/sections.ts'
import type { TableRow } from '../read/table.ts'
import {
  firstColumn,
  hasProperty,
  ownHeaders,
  type PlaceField,
  type TableColumns,
  type TableKind,
} from '../read/table-columns.ts'
import { anotherTable, OtherTable, recordsBelow } from '../read/tables-below.ts'
import { JoinedRows } from './joined-rows.ts'
import type { FileRow, RowItem, SkippedRow } from './row-items.ts'

/** The rules for reading a kind of file. */
export type RowReader<Field extends string, Row> = {
  kind: TableKind<TableColumns<Field>>
  /** What the file contains, as it is named in a message. */
  what: string
  /** One of its rows, as it is named in a message. */
  record: string
  /** Refuses a file whose columns or title show that its rows are something else, although it has the columns of this kind. */
  refuseOther?(columns: TableColumns<Field>, title: string | undefined): void
  /** Whether a row states what every record has, so that it is no row of a summary. */
  isRecord(cells: RowCells<Field>): boolean
  /** The column whose totals are compared with the rows. */
  amount: Field
  /** The columns that totals rows add up; defaults to `amount`. */
  sums?: readonly Field[]
  /** Reads a row. `heading` is the property that the heading rows above name. Returns undefined if a problem of its cells rejects the row. */
  read(cells: RowCells<Field>, heading: string | undefined): Row | undefined
  /**
   * Returns why a row is not a record, and the cents that it nevertheless adds to totals; undefined if the row is a record. `group` is the last row
   * in which only the first cell was filled.
   */
  skip?(cells: RowCells<Field>, group: string | undefined): SkippedRow | undefined
}

/** The limit of rows per import, because an import is one transaction, whose time is limited. */
export const MAX_ROWS = 60_000

export async function* readRows<Field extends string, Row extends FileRow>(
  path: string,
  reader: RowReader<Field | PlaceField, Row>,
  mappedColumnsOf?: Mapping['columns'],
): AsyncGenerator<RowItem<Field | PlaceField, Row>> {
  const isHeader = (row: TableRow) => reader.kind.missing(columnsOf(row, reader.kind)).length === 0
  const opened = await openTable(createReadStream(path), first => first.some(isHeader), mappedColumnsOf)
  const sheet = opened.sheet && { ...opened.sheet }
  const sheets = new JoinedRows<Field | PlaceField, Row>(sheet)
  let rows = 0
  const counted = (item: RowItem<Field | PlaceField, Row>) => {
    if ((item.is === 'row' || item.is === 'left out') && ++rows > MAX_ROWS) throw tooLarge()
    return item
  }
  for await (const item of readSheet(reader, opened, mappedColumnsOf)) {
    sheets.add(item)
    yield counted(item.is === 'header' ? { ...item, sheet } : item)
  }
  for (const name of sheet?.alike ?? []) {
    const { hidden, ...table } = await opened.open(name)
    const items = readSheet(reader, table, mappedColumnsOf)
    for await (const item of sheets.join({ name, ...(hidden && { hidden }) }, items)) yield counted(item)
  }
  for (const problem of problemsOfSheets(sheet, reader.what, sheets.left)) yield { is: 'problem', problem }
}

/** Reads the table of a sheet or of a text. */
async function* readSheet<Field extends string, Row extends FileRow>(
  reader: RowReader<Field | PlaceField, Row>,
  { rows: table, text, order }: TableOfSheet,
  mappedColumnsOf: Mapping['columns'] | undefined,
): AsyncGenerator<RowItem<Field | PlaceField, Row>> {
  try {
    const { header, columns, property } = await readHeader(table, reader.kind, undefined)
    reader.refuseOther?.(columns, header.title)
    const isGuess = !isShownByItself(reader.kind, columns)
    const mapped = reportMapping(columns, mappedColumnsOf?.(reader.kind.name), reader.kind, { isGuess })
    const wanted = [...columns.ignored, ...mapped.columns.map(({ header }) => header)]
    const samples = new ColumnSamples(ownHeaders(columns), wanted)
    yield { is: 'header', columns, sheet: undefined, mapped, samples }
    const reading = startReading(reader, columns)
    if (property !== undefined) reading.titled = reading.headings.add(property)
    const other = new OtherTable({ isNot: `does not have the columns of ${reader.what}`, record: reader.record })
    for await (const row of sampling(table, samples)) yield* readTableRow(reader, reading, other, row)
    yield* problemsIn(other)
    order.refuse()
    for (const problem of order.decimals.problems()) yield { is: 'problem', problem }
    for (const problem of problemsOfText(text, ownHeaders(columns))) yield { is: 'problem', problem }
  } finally {
    await table.return(undefined)
  }
}

/** The table that is being read: its columns, and what the rows above name. */
type Reading<Field extends string> = {
  columns: TableColumns<Field>
  sums: readonly (number | undefined)[]
  namesProperty: boolean
  headings: NamesAbove
  heading: string | undefined
  /** The property that a title above the table names. */
  titled: string | undefined
  /** Whether the other table that is open is a summary, below which the rows of the file may go on. */
  isSummary: boolean
}

function startReading<Field extends string, Row>(
  { sums, amount }: RowReader<Field | PlaceField, Row>,
  columns: TableColumns<Field | PlaceField>,
): Reading<Field | PlaceField> {
  return {
    columns,
    sums: (sums ?? [amount]).map(field => columns.indexOf.get(field)),
    namesProperty: hasProperty(columns),
    headings: new NamesAbove(),
    heading: undefined,
    titled: undefined,
    isSummary: false,
  }
}

/** Reads a row of the file, which may be the header of another table: one of the same kind is read by its own header, and any other is not read. */
function* readTableRow<Field extends string, Row>(
  reader: RowReader<Field | PlaceField, Row>,
  reading: Reading<Field | PlaceField>,
  other: OtherTable,
  row: TableRow,
): Generator<RowItem<Field | PlaceField, Row>> {
  const kind = classifyRow(row.cells, reading)
  const below = kind === 'record' ? recordsBelow(row, reader.kind) : undefined
  const isOfFile = kind === 'header' || (reading.isSummary && reader.isRecord(rowCells(reading.columns, row)))
  if (other.isOpen && (below || isOfFile)) yield* problemsIn(other)
  if (below?.columns) {
    Object.assign(reading, { ...startReading(reader, below.columns), titled: reading.titled })
    yield { is: 'problem', problem: anotherTable(row, below.columns) }
  } else if (below) {
    other.begin(row, reading.columns, below.what)
    reading.isSummary = below.isSummary
  } else if (!other.isOpen) yield* readClassified(reader, reading, row, kind)
  else if (kind !== 'nothing') other.count()
}

function* problemsIn(other: OtherTable): Generator<{ is: 'problem'; problem: RentRollProblem }> {
  for (const { problem } of other.end()) yield { is: 'problem', problem }
}

function* readClassified<Field extends string, Row>(
  reader: RowReader<Field | PlaceField, Row>,
  reading: Reading<Field | PlaceField>,
  row: TableRow,
  kind: RowKind,
): Generator<RowItem<Field | PlaceField, Row>> {
  const { columns, headings, namesProperty } = reading
  const cells = rowCells(columns, row)
  if (kind === 'heading') reading.heading = headings.add(headingIn(row.cells))
  if (kind === 'total') yield* totalIn(cells, reader.amount)
  if (kind !== 'record') return
  const skipped = reader.skip?.(cells, reading.heading)
  if (skipped) {
    yield { is: 'skipped', line: cells.line, ...skipped }
    return
  }
  const record = cells.areShifted
    ? rejectShiftedRow(cells, columns)
    : reader.read(cells, namesProperty ? undefined : (reading.heading ?? reading.titled))
  for (const problem of cells.problems) yield { is: 'problem', problem }
  yield record && cells.problems.every(({ leftOut }) => leftOut === 'value')
    ? { is: 'row', row: record }
    : { is: 'left out' }
}

type RowKind = 'record' | 'heading' | 'total' | 'header' | 'nothing'

/** Finds the kind of a row. A group of an export begins with a row that has only the name in its first cell, and ends with a total: its label, the sum, or both. */
function classifyRow<Field extends string>(
  cells: readonly string[],
  { columns, sums, headings }: Reading<Field>,
): RowKind {
  const filled = cells.map(cleanCell).flatMap((text, index) => (text ? [{ text, index }] : []))
  if (filled.length === 0) return 'nothing'
  if (ownHeaders(columns).every((header, index) => header === (cells[index] ?? '').replace(/\s+/g, ' ').trim()))
    return 'header'
  const isLone = filled.length === 1 && (filled[0]?.index ?? 0) <= firstColumn(columns)
  if (isLone && (isPageLine(filled[0]?.text ?? '') || BATCH.test(filled[0]?.text ?? ''))) return 'nothing'
  if (isLone && headings.isNew(filled[0]?.text ?? '')) return 'heading'
  if (filled.every(({ text, index }) => sums.includes(index) || IN_TOTAL.some(label => label.test(text))))
    return 'total'
  return isLone ? 'heading' : 'record'
}

/** The heading of the payments that were taken to the bank together, which names no property: `Deposit #12 - 11/01/2026`, `Batch 55`. */
const BATCH = /^(?:bank )?(?:deposit|batch|receipt)s?(?: batch)?(?: slip)?\s*(?:[#:]|no\.?|number|id)?\s*(?=\d)/i

/** What a row of a total has besides sums: its label, also behind a name, and the number of its rows. */
const IN_TOTAL = [
  TOTAL,
  /\s(?:sub-?)?totals?:?$/i,
  /^\d{1,6} (?:items?|lines?|payments?|receipts?|records?|transactions?)$/i,
]

function* totalIn<Field extends string>(cells: RowCells<Field>, amount: Field): Generator<RowItem<Field, never>> {
  const cents = MONEY.parse(cells.text(amount))
  if (cents !== undefined) yield { is: 'total', line: cells.line, cents }
}

/** The text of a heading row, which is in the first column that has one. */
function headingIn(cells: readonly string[]): string {
  return cells.map(cleanCell).join('').replace(ARROW, '').replace(HEADING_OF, '')
}

function rejectShiftedRow<Field extends string>(cells: RowCells<Field>, columns: TableColumns<Field>): undefined {
  cells.problems.push({
    line: cells.line,
    column: ownHeaders(columns).at(-1) ?? '',
    reason: SHIFTED_ROW,
    leftOut: 'row',
  })
}

function tooLarge(): Refusal {
  return new Refusal(
    'invalid_request',
    `The file has more than ${MAX_ROWS.toLocaleString('en-US')} rows, too many for one import. Split it, by month for example.`,
  )
}
