/** Reads a file with one record per row (payments, ledger lines, work orders) as typed rows in file order, with constant memory. */
import { createReadStream } from 'node:fs'
import { Refusal } from '#server/base/refusal.ts'
import { cleanCell, MONEY } from '../read/cells.ts'
import { problemsOfText } from '../read/garbled.ts'
import { readHeader } from '../read/header.ts'
import { openTable } from '../read/open-table.ts'
import { problemsOfSheets } from '../read/other-sheets.ts'
import type { RentRollProblem } from '../read/records.ts'
import { type RowCells, rowCells, SHIFTED_ROW } from '../read/row-cells.ts'
import { ARROW, isPageLine, NamesAbove, TOTAL } from '../read/sections.ts'
import type { TableRow } from '../read/table.ts'
import { firstColumn, hasProperty, type PlaceField, type TableColumns, type TableKind } from '../read/table-columns.ts'
import type { SheetChoice } from '../read/workbook.ts'

/** The rules for reading a kind of file. */
export type RowReader<Field extends string, Row> = {
  kind: TableKind<TableColumns<Field>>
  /** What the file contains, as it is named in a message. */
  what: string
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

export type SkippedRow = { why: string; cents: number }

type RowItem<Field extends string, Row> =
  | { is: 'header'; columns: TableColumns<Field>; sheet: SheetChoice | undefined }
  | { is: 'row'; row: Row }
  | { is: 'problem'; problem: RentRollProblem }
  | { is: 'left out' }
  | ({ is: 'skipped'; line: number } & SkippedRow)
  /** A total that the file states for some of the rows above it. */
  | { is: 'total'; line: number; cents: number }

/** The limit of rows per import, because an import is one transaction, whose time is limited. */
export const MAX_ROWS = 60_000

export async function* readRows<Field extends string, Row>(
  path: string,
  reader: RowReader<Field | PlaceField, Row>,
): AsyncGenerator<RowItem<Field | PlaceField, Row>> {
  const isHeader = ({ cells }: TableRow) => reader.kind.missing(reader.kind.map(cells)).length === 0
  const { rows: table, ...opened } = await openTable(createReadStream(path), first => first.some(isHeader))
  try {
    const { columns } = await readHeader(table, reader.kind, undefined)
    yield { is: 'header', columns, sheet: opened.sheet }
    for (const problem of problemsOfSheets(opened.sheet, reader.what)) yield { is: 'problem', problem }
    const namesProperty = hasProperty(columns)
    const sums = (reader.sums ?? [reader.amount]).map(field => columns.indexOf.get(field))
    const headings = new NamesAbove()
    let heading: string | undefined
    let rows = 0
    for await (const tableRow of table) {
      const cells = rowCells(columns, tableRow)
      const sort = sortRow(tableRow.cells, columns, sums, headings)
      if (sort === 'heading') heading = headings.add(headingIn(tableRow.cells))
      if (sort === 'total') yield* totalIn(cells, reader.amount)
      if (sort !== 'record') continue
      const skipped = reader.skip?.(cells, heading)
      if (skipped) {
        yield { is: 'skipped', line: cells.line, ...skipped }
        continue
      }
      if (++rows > MAX_ROWS) throw tooLarge()
      const row = cells.areShifted
        ? rejectShiftedRow(cells, columns)
        : reader.read(cells, namesProperty ? undefined : heading)
      for (const problem of cells.problems) yield { is: 'problem', problem }
      yield row && cells.problems.every(({ leftOut }) => leftOut === 'value') ? { is: 'row', row } : { is: 'left out' }
    }
    for (const problem of problemsOfText(opened.text, columns.headers)) yield { is: 'problem', problem }
  } finally {
    await table.return(undefined)
  }
}

/** Finds the kind of a row. A group of an export begins with a row that has only the name in its first cell, and ends with a total: its label, the sum, or both. */
function sortRow<Field extends string>(
  cells: readonly string[],
  columns: TableColumns<Field>,
  sums: readonly (number | undefined)[],
  headings: NamesAbove,
): 'record' | 'heading' | 'total' | 'nothing' {
  const filled = cells.map(cleanCell).flatMap((text, index) => (text ? [{ text, index }] : []))
  if (filled.length === 0) return 'nothing'
  if (columns.headers.every((header, index) => header === (cells[index] ?? '').replace(/\s+/g, ' ').trim()))
    return 'nothing'
  const isLone = filled.length === 1 && (filled[0]?.index ?? 0) <= firstColumn(columns)
  if (isLone && isPageLine(filled[0]?.text ?? '')) return 'nothing'
  if (isLone && headings.isNew(filled[0]?.text ?? '')) return 'heading'
  if (filled.every(({ text, index }) => sums.includes(index) || TOTAL.test(text))) return 'total'
  return isLone ? 'heading' : 'record'
}

function* totalIn<Field extends string>(cells: RowCells<Field>, amount: Field): Generator<RowItem<Field, never>> {
  const cents = MONEY.parse(cells.text(amount))
  if (cents !== undefined) yield { is: 'total', line: cells.line, cents }
}

/** The text of a heading row, which is in the first column that has one. */
function headingIn(cells: readonly string[]): string {
  return cells.map(cleanCell).join('').replace(ARROW, '')
}

function rejectShiftedRow<Field extends string>(cells: RowCells<Field>, { headers }: TableColumns<Field>): undefined {
  cells.problems.push({ line: cells.line, column: headers.at(-1) ?? '', reason: SHIFTED_ROW, leftOut: 'row' })
}

function tooLarge(): Refusal {
  return new Refusal(
    'invalid_request',
    `The file has more than ${MAX_ROWS.toLocaleString('en-US')} rows, too many for one import. Split it, by month for example.`,
  )
}
