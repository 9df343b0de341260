/** Reads the rows above the table: title, export day, filters, and the header row itself. */
import { Refusal } from '#server/base/refusal.ts'
import { cleanCell, comparable } from './cells.ts'
import { parseDate } from './days.ts'
import { countKnownHeaders } from './kinds.ts'
import { dayIn, labelledPropertyIn } from './layouts/banner.ts'
import { columnsOf } from './mapped-columns.ts'
import { refuseMistakes } from './mapping-report.ts'
import { refusalOfAged, refusalOfLeads, refusalOfNames } from './other-lists.ts'
import type { RentRollHeader } from './records.ts'
import type { TableRow } from './table.ts'
import { ownHeaders, type TableColumns, type TableKind } from './table-columns.ts'
import { UnknownHeader } from './unknown-header.ts'

export const MAX_ROWS_ABOVE = 50

/**
 * Reads `rows` up to and including the header row; refuses a file that has none. `asOf` is the caller's choice of day, and `property` the one that a
 * title names.
 */
export async function readHeader<Columns extends TableColumns<string>>(
  rows: AsyncGenerator<TableRow>,
  kind: TableKind<Columns>,
  asOf: string | undefined,
): Promise<{ header: RentRollHeader; columns: Columns; property: string | undefined }> {
  const above: string[] = []
  const seen: TableRow[] = []
  let nearest: { row: TableRow; known: number } | undefined
  while (above.length < MAX_ROWS_ABOVE) {
    const next = await rows.next()
    if (next.done) break
    const row = next.value
    seen.push(row)
    const columns = columnsOf(row, kind, headersOf(row, kind))
    if (kind.missing(columns).length === 0)
      return { header: describe(above, columns, asOf), columns, property: labelledPropertyIn(above) }
    const known = countKnownHeaders(row)
    if (known > (nearest?.known ?? 1)) nearest = { row, known }
    above.push(row.cells.map(cleanCell).filter(Boolean).join(' ').slice(0, 1000))
  }
  if (!nearest) throw noHeader(kind.needs)
  const columns = columnsOf(nearest.row, kind)
  throw lacking(kind, columns, seen.slice(seen.indexOf(nearest.row) + 1))
}

/** Returns the refusal of a file without a header row; `needs` states the columns of one. */
export function noHeader(needs: string): Refusal {
  return new Refusal(
    'invalid_request',
    `No header row was found in the first ${MAX_ROWS_ABOVE} rows. ${needs} For any other file, fill in one of our templates.`,
  )
}

const SERIES = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Names several things in a sentence. */
export function inSeries(names: readonly string[]): string {
  return SERIES.format(names)
}

/** Returns the refusal of a table without required columns; `below` are the rows below its header. */
export function lacking<Columns extends TableColumns<string>>(
  kind: TableKind<Columns>,
  columns: Columns,
  below: readonly TableRow[],
): Refusal {
  refuseMistakes(columns, kind)
  const missing = kind.missing(columns)
  const found = ownHeaders(columns)
    .filter(Boolean)
    .slice(0, 40)
    .map(header => header.slice(0, 40))
  const other =
    refusalOfAged(columns, []) ??
    (missing.includes('Unit') ? (refusalOfNames(columns) ?? refusalOfLeads(columns)) : undefined)
  if (other) return other
  const message = `The header row lacks ${inSeries(missing)}. It has: ${found.join(', ')}. Say which of these it is, add what is missing to the report and export it again, or fill in our template.`
  return new UnknownHeader(kind.name, message, columns, below)
}

export function describe(above: string[], columns: TableColumns<string>, asOf: string | undefined): RentRollHeader {
  const exportedOn = dateAfter(/^exported on\s*:\s*(\S+)/i, above)
  return {
    title: above.find(text => text && !text.includes(':') && !/^sep=/i.test(text))?.slice(0, 200),
    layout: undefined,
    recognizedAs: 'template',
    sheet: undefined,
    exportedOn,
    asOf: asOf ?? dayIn(above),
    ignoredColumns: columns.ignored,
    mapped: { columns: [], remarks: [], accepted: [] },
  }
}

function dateAfter(label: RegExp, above: string[]): string | undefined {
  for (const text of above) {
    const date = parseDate(label.exec(text)?.[1] ?? '')
    if (date) return date
  }
  return undefined
}

/**
 * Returns the cells of a header row. A hidden column that has the header of a visible one, or another header of the same field, such as last year's
 * rent, is named so that it is not read in its place.
 */
export function headersOf<Columns extends TableColumns<string>>(
  { cells, hiddenColumns }: TableRow,
  kind: TableKind<Columns>,
): string[] {
  if (!hiddenColumns?.size) return cells
  const shown = cells.map((cell, index) => (hiddenColumns.has(index) ? '' : cell))
  const visible = new Set(shown.map(comparable))
  const fields = kind.map(shown).indexOf
  const isInPlace = (cell: string) =>
    visible.has(comparable(cell)) ||
    kind
      .map([cell])
      .indexOf.keys()
      .some(field => fields.has(field))
  return cells.map((cell, index) =>
    hiddenColumns.has(index) && comparable(cell) && isInPlace(cell) ? `${cell} (hidden)` : cell,
  )
}
