/** Finds the tables below the first one of a sheet. One of the same kind is read by its own header; summaries and other lists are reported and not read. */
import { parseProperty } from './addresses.ts'
import { cleanCell, parseStatus } from './cells.ts'
import { type Columns, rentRollKind } from './columns.ts'
import { headersOf } from './header.ts'
import { kindOfHeader } from './kinds.ts'
import { columnsOf } from './mapped-columns.ts'
import { isHeaderOfAged } from './other-lists.ts'
import type { RentRollProblem } from './records.ts'
import { quote } from './row-cells.ts'
import { isRepeatedHeader } from './sections.ts'
import type { TableRow } from './table.ts'
import { ownHeaders, type TableColumns, type TableKind } from './table-columns.ts'

/** The fewest known headers that make a row the header of a rent roll below another one. */
const MIN_HEADERS = 4
/** Headers that a summary has. A row with no others is the header of a summary. */
const SUMMARY_HEADER =
  /^(?:(?:charge |gl |account |unit |lease )?(?:codes?|types?|status(?:es)?|summary|categor(?:y|ies)|descriptions?|counts?|names?)|summary(?: groups)?|(?:total |# of |# |no\.? of |number of )?units?|%.*|percent(?:age)?|(?:total |monthly |annual |average |avg\.? )*(?:amounts?|rents?|sq\.? ?ft\.?|sqft|square f(?:ee|oo)t(?:age)?|deposits?|balances?|charges?|values?)|totals?|occupancy|occupied|vacant|qty|market rents?)$/i

/** Returns the table that begins with a row: another rent roll with its columns, or a summary or other list. Undefined if the row is not a header. */
export function tableBelow(row: TableRow): { columns: Columns } | { columns?: undefined; what: string } | undefined {
  const filled = row.cells.map(cleanCell).filter(Boolean)
  const what = filled.join(', ')
  if (isHeaderOfAged(filled)) return { what }
  if (filled.length < 2 || filled.some(cell => /\d/.test(cell))) return undefined
  if (filled.every(cell => SUMMARY_HEADER.test(cell))) return { what }
  const kind = kindOfHeader(row)
  if (kind === undefined) return undefined
  const columns = columnsOf(row, rentRollKind, headersOf(row, rentRollKind))
  const known = columns.indexOf.size + columns.charges.length + columns.deposits.length
  if (kind !== 'rent_roll') return filled.length >= MIN_HEADERS ? { what } : undefined
  return known >= MIN_HEADERS && 2 * known > filled.length ? { columns } : undefined
}

/** Returns the table that begins with a row below a table of records, such as payments: another of `kind` with its columns, or a table of another kind.
 * Undefined if the row is not a header. */
export function recordsBelow<Of extends TableColumns<string>>(
  row: TableRow,
  kind: TableKind<Of>,
): { columns: Of } | { columns?: undefined; what: string; isSummary: boolean } | undefined {
  const filled = row.cells.map(cleanCell).filter(Boolean)
  // Nearly every row of records has a day or an amount.
  if (filled.length < 2 || filled.some(cell => /^[^a-z]*\d/i.test(cell))) return undefined
  const columns = columnsOf(row, kind, headersOf(row, kind))
  if (kind.missing(columns).length === 0 && 2 * columns.indexOf.size > filled.length) return { columns }
  if (filled.some(cell => /\d/.test(cell))) return undefined
  const what = filled.join(', ')
  if (filled.every(cell => SUMMARY_HEADER.test(cell))) return { what, isSummary: true }
  return kindOfHeader(row) && filled.length >= MIN_HEADERS ? { what, isSummary: false } : undefined
}

/** Whether a row below another table belongs to the rent roll again: its header, a unit with a status, or the address of a property alone. */
export function isOfRentRoll({ cells }: TableRow, columns: Columns): boolean {
  const at = (field: 'unit' | 'status') => cleanCell(cells[columns.indexOf.get(field) ?? -1] ?? '')
  const filled = cells.map(cleanCell).filter(Boolean)
  if (filled.length === 1) return parseProperty(filled[0] ?? '').address_line !== undefined
  return isRepeatedHeader(cells, columns) || (at('unit') !== '' && parseStatus(at('status')) !== undefined)
}

/** Returns the problem that reports another table of the same kind. */
export function anotherTable({ line, cells }: TableRow, columns: TableColumns<string>): RentRollProblem {
  const ignored = columns.ignored.length > 0 ? ` Its ignored columns are ${columns.ignored.join(', ')}.` : ''
  const column = cells.map(cleanCell).find(Boolean) ?? ''
  const reason = `Another table begins on this line. It is read by its own header.${ignored}`
  return { line, column, reason, leftOut: 'value' }
}

/** Counts the rows of a table of another kind, which are not read. `isNot` and `record` are words for its report: `is not a rent roll` and `a unit`. */
export class OtherTable {
  readonly #words: { isNot: string; record: string }
  #open: { line: number; column: string; what: string; rows: number } | undefined

  constructor(words: { isNot: string; record: string }) {
    this.#words = words
  }

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  begin({ line }: TableRow, columns: TableColumns<string>, what: string): void {
    this.#open = { line, column: ownHeaders(columns)[0] ?? '', what, rows: 0 }
  }

  count(): void {
    if (this.#open) this.#open.rows++
  }

  /** Reports the table, if one is open, and closes it. */
  *end(): Generator<{ kind: 'problem'; problem: RentRollProblem }> {
    if (!this.#open) return
    const { line, column, what, rows } = this.#open
    this.#open = undefined
    const are = rows === 1 ? 'row is' : 'rows are'
    const { isNot, record } = this.#words
    const aged = isHeaderOfAged(what.split(', ')) ? ` ${OF_AGED}` : ''
    const reason = `Another table begins on this line, ${quote(what)}. It ${isNot}, so its ${rows.toLocaleString('en-US')} ${are} not imported. Check that none of them is ${record}.${aged}`
    yield { kind: 'problem', problem: { line, column, reason, leftOut: 'value' } }
  }
}

const OF_AGED = 'To import what residents owe, use a column Balance in the rent roll, or a ledger.'

/** Yields the rows of another system's report without those of a table of aged receivables, which is reported at its end. */
export async function* withoutAged(
  rows: AsyncIterable<TableRow>,
  columns: TableColumns<string>,
  isHeader: (row: TableRow) => boolean,
  report: (problem: RentRollProblem) => void,
): AsyncGenerator<TableRow> {
  const aged = new OtherTable({ isNot: 'is not a rent roll', record: 'a unit' })
  const end = () => {
    for (const { problem } of aged.end()) report(problem)
  }
  for await (const row of rows) {
    const filled = row.cells.map(cleanCell).filter(Boolean)
    if (isHeader(row)) end()
    if (isHeaderOfAged(filled) && !isHeader(row)) aged.begin(row, columns, filled.join(', '))
    else if (!aged.isOpen) yield row
    else if (filled.length > 0) aged.count()
  }
  end()
}
