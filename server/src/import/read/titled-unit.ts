/**
 * The ledger or the payments of one unit, or of one after another, which name the unit in a title above the table: `Unit: 1A`. It is read as a column of the
 * rows below it, together with the resident and the property that such titles name.
 */
import { ledgerKind } from '../ledger/columns.ts'
import { paymentsKind } from '../payments/columns.ts'
import { cleanCell } from './cells.ts'
import { parseDay } from './days.ts'
import { MAX_ROWS_ABOVE } from './header.ts'
import { columnsOf } from './mapped-columns.ts'
import type { TableRow } from './table.ts'
import { hasProperty, type PlaceField, type TableColumns, type TableKind } from './table-columns.ts'

type Title = 'Property' | 'Unit' | 'Tenant'

const TITLES: readonly (readonly [Title, RegExp])[] = [
  ['Unit', /^(?:unit|apt|apartment)(?: (?:name|no\.?|number|#))?\s*[:=]\s*(.*)$/is],
  ['Tenant', /^(?:tenant|resident|lessee)(?:s|\(s\))?(?: names?)?\s*[:=]\s*(.*)$/is],
  ['Property', /^(?:property|community)(?: name)?\s*[:=]\s*(.*)$/is],
]

export async function* withTitledUnit(rows: AsyncGenerator<TableRow>): AsyncGenerator<TableRow> {
  const titles = new Map<Title, string>()
  let table: Titled | undefined
  let above = 0
  let isBelowRecord = false
  for await (const row of rows) {
    const isAbove = table === undefined && above++ < MAX_ROWS_ABOVE
    const found = isAbove || table ? titlesIn(row) : undefined
    // The titles of the next unit begin, of which one may be missing.
    if (found?.size && isBelowRecord) for (const title of ['Unit', 'Tenant'] as const) titles.set(title, '')
    if (found?.size) isBelowRecord = false
    for (const [title, text] of found ?? []) titles.set(title, text)
    if (isAbove) table = titledTable(row, titles)
    if (!table) yield row
    else if (found === undefined) {
      const titled = withTitles(row, titles, table)
      isBelowRecord ||= titled !== row
      yield titled
    }
  }
}

/** The titles of a row that has nothing else. A label may stand in a cell of its own, before that of its text. */
function titlesIn({ cells }: TableRow): Map<Title, string> | undefined {
  const filled = cells.map(cleanCell).filter(Boolean)
  if (filled.length === 0 || filled.length > 12) return undefined
  const found = new Map<Title, string>()
  for (let index = 0; index < filled.length; index++) {
    const [title, text] = titleIn(filled[index] ?? '') ?? []
    if (title === undefined) return undefined
    const value = text || (filled[++index] ?? '')
    if (value !== '') found.set(title, value)
  }
  return found
}

function titleIn(cell: string): [Title, string] | undefined {
  for (const [title, pattern] of TITLES) {
    const text = pattern.exec(cell)?.[1]
    if (text !== undefined) return [title, text]
  }
  return undefined
}

/** The header of a table, and the titles that it is read with. */
type Titled = { header: readonly string[]; added: readonly Title[]; date: number }

/** The table of a header that lacks only the unit, if a title above names it. */
function titledTable(row: TableRow, titles: ReadonlyMap<Title, string>): Titled | undefined {
  if (!titles.has('Unit')) return undefined
  return titledAs(row, ledgerKind, titles) ?? titledAs(row, paymentsKind, titles)
}

function titledAs<Field extends string>(
  row: TableRow,
  kind: TableKind<TableColumns<Field | PlaceField | 'date'>>,
  titles: ReadonlyMap<Title, string>,
): Titled | undefined {
  const columns = columnsOf(row, kind)
  if (columns.indexOf.has('unit') || columns.indexOf.has('unitId')) return undefined
  const added = [...titles.keys()].filter(title => title !== 'Property' || !hasProperty(columns))
  const whole = columnsOf({ ...row, cells: [...row.cells, ...added] }, kind)
  if (kind.missing(whole).length > 0) return undefined
  return { header: row.cells, added, date: whole.indexOf.get('date') ?? -1 }
}

/** A row with the texts of the titles: those that have a day are records, and the header may be repeated. */
function withTitles(row: TableRow, titles: ReadonlyMap<Title, string>, { header, added, date }: Titled): TableRow {
  const { cells } = row
  const isHeader = header.every((cell, index) => cell === cells[index])
  const isRecord = parseDay(cleanCell(cells[date] ?? '')) !== undefined
  if (!isHeader && (!isRecord || cells.slice(header.length).some(cell => cleanCell(cell) !== ''))) return row
  const own = Array.from({ length: header.length }, (_, index) => cells[index] ?? '')
  return { ...row, cells: [...own, ...added.map(title => (isHeader ? title : (titles.get(title) ?? '')))] }
}
