/** Finds the tables below the first one of a sheet: another rent roll, which is read by its own header, and summaries and lists, which are not. */
import { parseProperty } from './addresses.ts'
import { cleanCell, parseStatus } from './cells.ts'
import { type Columns, rentRollKind } from './columns.ts'
import { headersOf } from './header.ts'
import { kindOfHeader } from './kinds.ts'
import type { RentRollItem } from './records.ts'
import { quote } from './row-cells.ts'
import { isRepeatedHeader } from './sections.ts'
import type { TableRow } from './table.ts'

/** The fewest known headers that make a row the header of a rent roll below another one. */
const FEWEST_HEADERS = 4
/** Words of which the header of a summary consists. */
const SUMMARY_HEADER =
  /^(?:(?:charge |gl |account |unit |lease )?(?:codes?|types?|status(?:es)?|summary|categor(?:y|ies)|descriptions?|counts?|names?)|summary(?: groups)?|(?:total |# of |# |no\.? of |number of )?units?|%.*|percent(?:age)?|(?:total |monthly |annual |average |avg\.? )*(?:amounts?|rents?|sq\.? ?ft\.?|sqft|square f(?:ee|oo)t(?:age)?|deposits?|balances?|charges?|values?)|totals?|occupancy|occupied|vacant|qty|market rents?)$/i

/** The table whose header the row is: another rent roll with its columns, or a summary or a list; undefined if it is no header. */
export function tableBelow(row: TableRow): { columns: Columns } | { columns?: undefined; what: string } | undefined {
  const filled = row.cells.map(cleanCell).filter(Boolean)
  if (filled.length < 2 || filled.some(cell => /\d/.test(cell))) return undefined
  const what = filled.join(', ')
  if (filled.every(cell => SUMMARY_HEADER.test(cell))) return { what }
  const kind = kindOfHeader(row.cells)
  if (kind === undefined) return undefined
  const columns = rentRollKind.map(headersOf(row, rentRollKind))
  const known = columns.indexOf.size + columns.charges.length + columns.deposits.length
  if (kind !== 'rent_roll') return filled.length >= FEWEST_HEADERS ? { what } : undefined
  return known >= FEWEST_HEADERS && 2 * known > filled.length ? { columns } : undefined
}

/** Whether a row below another table belongs to the rent roll again: its header, a unit with a status, or the address of a property alone. */
export function isOfRentRoll({ cells }: TableRow, columns: Columns): boolean {
  const at = (field: 'unit' | 'status') => cleanCell(cells[columns.indexOf.get(field) ?? -1] ?? '')
  const filled = cells.map(cleanCell).filter(Boolean)
  if (filled.length === 1) return parseProperty(filled[0] ?? '').address_line !== undefined
  return isRepeatedHeader(cells, columns) || (at('unit') !== '' && parseStatus(at('status')) !== undefined)
}

/** A table that is not a rent roll: its rows are counted and not read. */
export class OtherTable {
  #open: { line: number; column: string; what: string; rows: number } | undefined

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  begin({ line }: TableRow, { headers }: Columns, what: string): void {
    this.#open = { line, column: headers[0] ?? '', what, rows: 0 }
  }

  count(): void {
    if (this.#open) this.#open.rows++
  }

  /** Reports the table, if one is open, and closes it. */
  *end(): Generator<RentRollItem> {
    if (!this.#open) return
    const { line, column, what, rows } = this.#open
    this.#open = undefined
    const are = rows === 1 ? 'row is' : 'rows are'
    const reason = `Another table begins on this line, ${quote(what)}. It is not a rent roll, so its ${rows.toLocaleString('en-US')} ${are} not imported. Check that none of them is a unit.`
    yield { kind: 'problem', problem: { line, column, reason, leftOut: 'value' } }
  }
}
