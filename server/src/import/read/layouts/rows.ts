/** The appearance of a rent roll's rows in any layout: how full they are, and whether they repeat the header. */
import { cleanCell, comparable, MONEY } from '../cells.ts'
import { quote, rowCells, SHIFTED_ROW } from '../row-cells.ts'
import type { TableRow } from '../table.ts'
import { ownHeaders } from '../table-columns.ts'
import type { LayoutColumns, LayoutField } from './fields.ts'
import type { Roll } from './roll.ts'
import type { LayoutCells } from './tenancy.ts'

export type SeenRow = {
  row: TableRow
  columns: LayoutColumns
  cells: LayoutCells
  /** Positions of the cells that are not empty. */
  filled: readonly number[]
  /** The first cell that is not empty, cleaned. A report may leave its first columns empty. */
  first: string
  /** Whether only one cell is not empty. */
  isLone: boolean
}

export function inspectRow(row: TableRow, columns: LayoutColumns): SeenRow {
  const filled: number[] = []
  for (let index = 0; index < row.cells.length; index++) if (cleanCell(row.cells[index] ?? '')) filled.push(index)
  return {
    row,
    columns,
    cells: rowCells(columns, row),
    filled,
    first: cleanCell(row.cells[filled[0] ?? 0] ?? ''),
    isLone: filled.length === 1,
  }
}

/**
 * Whether a row repeats the header, as pages of a report do: every header cell that is filled is also in the header, in full or as half of a header
 * cell.
 */
export function isRepeatedHeader({ row, filled, columns }: SeenRow): boolean {
  const headers = ownHeaders(columns)
  return (
    filled.length > 2 &&
    filled.every(index => {
      const cell = comparable(row.cells[index] ?? '')
      const header = comparable(headers[index] ?? '')
      return cell !== '' && (header.startsWith(cell) || header.endsWith(cell))
    })
  )
}

/** Whether the row is a date from the head of a page that was not quoted, so that its comma split it into two cells: `As of May 1, 2026`. */
export function isSplitDay({ row, filled, first }: SeenRow): boolean {
  if (filled.length !== 2) return false
  const second = cleanCell(row.cells[filled[1] ?? 0] ?? '')
  return (
    /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}$/i.test(first) &&
    /^\d{4}(?!\d)/.test(second)
  )
}

/** Whether the row describes neither a unit nor a resident: these fields are empty. */
export function isEmptyIn({ cells }: SeenRow, fields: readonly LayoutField[]): boolean {
  return fields.every(field => cells.text(field) === '')
}

/** Rejects a row that the layout does not know, because nothing may be dropped silently. */
export function rejectRow(seen: SeenRow, roll: Roll, hint = ''): void {
  const { row, first, isLone } = seen
  // Several words alone in a row are the footer or the header of a page, and the label of a total has lost its sums; any other single word may be the
  // label of a unit.
  if (isLone && (/\S\s+\S/.test(first) || isTotalLabel(first))) reportText(seen, roll)
  else {
    const text = first.slice(0, 80).replaceAll('\n', ' ')
    const reason = `The row that begins with “${text}” cannot be read.${hint} Correct it, or remove it.`
    roll.leaveOut(row.line, headerOfFirst(seen), reason)
  }
}

/** Reports a row that is not a row of the table, such as a remark or the foot of a page. */
export function reportText(seen: SeenRow, roll: Roll): void {
  const reason = `${quote(seen.first)} is not a row of the table. It is ignored; check that it is not a unit.`
  roll.drop(seen.row.line, headerOfFirst(seen), reason)
}

/** Reports an unknown row of a summary, which cannot contain a unit. */
export function skipSummaryRow(seen: SeenRow, roll: Roll): void {
  const reason = `The summary row that begins with ${quote(seen.first)} cannot be read. It is ignored; compare it yourself.`
  roll.drop(seen.row.line, headerOfFirst(seen), reason)
}

/** Rejects a row with more cells than the header: some cell contains a delimiter and is not quoted. */
export function rejectShiftedRow({ row, columns }: SeenRow, roll: Roll): void {
  roll.leaveOut(row.line, ownHeaders(columns).at(-1) || 'Row', SHIFTED_ROW)
}

/** The amount of a field in a row of sums; undefined if the cell has none. */
export function statedIn({ row, columns }: SeenRow, field: LayoutField): number | undefined {
  return statedCents(row.cells, columns.indexOf.get(field))
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

function headerOfFirst({ filled, columns }: SeenRow): string {
  return ownHeaders(columns)[filled[0] ?? 0] || 'Row'
}

const TOTAL = /^(?:grand |report |property |portfolio )?(?:sub-?)?totals?\b\s*[:-]?\s*(?:for |of )?\s*(.*)$/i
const NAMED_TOTAL = /^(.*\S)\s+(?:property )?(?:sub-?)?totals?:?$/i

/** Whether text is the label of a total: `Total`, `Total for Oxbow Flats`, `Oxbow Flats Subtotal`. */
export function isTotalLabel(text: string): boolean {
  return nameInLabel(text) !== undefined
}

/** Whether the first cell of the row is the property of a unit, and no label of a total although it may begin with “Total”. */
export function isPropertyOfUnit({ cells, first }: SeenRow): boolean {
  const isUnit = cells.text('unit') !== '' && (cells.text('name') !== '' || cells.text('status') !== '')
  return isUnit && cells.text('property') === first
}

/** Whether a label that stands alone is that of a total: of all, or of a property that the file has named. A property may be called “Total Wine Lofts”. */
export function isLoneTotal(text: string, roll: Roll): boolean {
  const name = nameInLabel(text)
  return name !== undefined && (name === '' || (roll.isHeading(name) && !roll.isHeading(text)))
}

/** The property that a row of totals names, in its label or in another cell; empty if it names none. */
export function nameInTotal({ row, filled }: SeenRow, roll: Roll): string {
  let isLabelled = false
  for (const index of filled) {
    const text = cleanCell(row.cells[index] ?? '')
    const name: string | undefined = isLabelled || roll.isHeading(text) ? undefined : nameInLabel(text)
    if (name) return name
    isLabelled ||= name === ''
    if (name === undefined && MONEY.parse(text) === undefined && /[a-z]/i.test(text) && !/[:%]/.test(text)) return text
  }
  return ''
}

/** The name in the label of a total, which is empty in “Total”; undefined if text is no such label. */
function nameInLabel(text: string): string | undefined {
  return (TOTAL.exec(text) ?? NAMED_TOTAL.exec(text))?.[1]
}

/** Assigns the row, and those below it, to the property of its own column. Returns whether another property begins. */
export function openPropertyOf(seen: SeenRow, roll: Roll): boolean {
  const named = seen.cells.text('property')
  return named !== '' && (!isTotalLabel(named) || isPropertyOfUnit(seen)) && roll.openProperty(named, true)
}
