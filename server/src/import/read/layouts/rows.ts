/** How the rows of a rent roll look, whatever the layout: how full they are, and whether they repeat the header. */
import { cleanCell, comparable, MONEY } from '../cells.ts'
import { quote, rowCells } from '../row-cells.ts'
import type { TableRow } from '../table.ts'
import type { LayoutColumns } from './fields.ts'
import type { Roll } from './roll.ts'
import type { LayoutCells } from './tenancy.ts'

export type SeenRow = {
  row: TableRow
  cells: LayoutCells
  /** Positions of the cells that hold something. */
  filled: readonly number[]
  /** The first cell that holds something, cleaned. A report may leave its first columns empty. */
  first: string
  /** Whether one cell alone holds something. */
  isLone: boolean
}

export function see(row: TableRow, columns: LayoutColumns): SeenRow {
  const filled: number[] = []
  for (let index = 0; index < row.cells.length; index++) if (cleanCell(row.cells[index] ?? '')) filled.push(index)
  return {
    row,
    cells: rowCells(columns, row),
    filled,
    first: cleanCell(row.cells[filled[0] ?? 0] ?? ''),
    isLone: filled.length === 1,
  }
}

/** Pages of a report repeat its header: every header cell that is filled is also in the header, in full or as half of a header cell. */
export function isHeaderAgain({ row, filled }: SeenRow, { headers }: LayoutColumns): boolean {
  return (
    filled.length > 2 &&
    filled.every(index => {
      const cell = comparable(row.cells[index] ?? '')
      const header = comparable(headers[index] ?? '')
      return cell !== '' && (header.startsWith(cell) || header.endsWith(cell))
    })
  )
}

/** Rejects a row that the layout does not know, because nothing may be dropped silently. */
export function leaveOutRow(roll: Roll, { row, filled }: SeenRow, columns: LayoutColumns, hint = ''): void {
  const at = filled[0] ?? 0
  const whole = cleanCell(row.cells[at] ?? '')
  // A text of several words that stands alone is the foot or the head of a page; a single word may be the label of a unit.
  if (filled.length === 1 && /\S\s+\S/.test(whole)) {
    roll.tellText(row.line, columns.headers[at] || 'Row', whole)
    return
  }
  const text = whole.slice(0, 80).replaceAll('\n', ' ')
  roll.leaveOut(
    row.line,
    columns.headers[at] || 'Row',
    `The row that begins with “${text}” cannot be read.${hint} Correct it, or remove it.`,
  )
}

/** Reports an unknown row of a summary, which cannot contain a unit. */
export function passOver(roll: Roll, { row, filled }: SeenRow, columns: LayoutColumns): void {
  const at = filled[0] ?? 0
  const text = quote(cleanCell(row.cells[at] ?? ''))
  roll.drop(
    row.line,
    columns.headers[at] || 'Row',
    `The summary row that begins with ${text} cannot be read. It is ignored; compare it yourself.`,
  )
}

/** Rejects a row with more cells than the header: some cell contains a delimiter and is not quoted. */
export function refuseShifted(roll: Roll, { row }: SeenRow, columns: LayoutColumns): void {
  const reason = 'The row has more cells than the header, so some are shifted. Quote the cell that holds a comma.'
  roll.leaveOut(row.line, columns.headers.at(-1) || 'Row', reason)
}

/** An amount that a block of the file states; undefined if the cell has none. */
export function statedCents(cells: readonly string[], index: number | undefined): number | undefined {
  return index === undefined ? undefined : MONEY.parse(cleanCell(cells[index] ?? ''))
}

/** A count or a number of square feet, which some reports write with decimals. */
export function statedCount(cells: readonly string[], index: number | undefined): number | undefined {
  const cents = statedCents(cells, index)
  return cents === undefined || cents % 100 !== 0 ? undefined : cents / 100
}
