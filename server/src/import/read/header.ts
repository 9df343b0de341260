/** Reads the rows above the table: title, export day, filters, and the header row itself. */
import { Refusal } from '#server/base/refusal.ts'
import { cleanCell, comparable } from './cells.ts'
import { parseDate } from './days.ts'
import { countKnownHeaders } from './kinds.ts'
import { dayIn, labelledPropertyIn } from './layouts/banner.ts'
import type { RentRollHeader } from './records.ts'
import type { TableRow } from './table.ts'
import type { TableColumns, TableKind } from './table-columns.ts'

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
  let nearest: { row: TableRow; known: number } | undefined
  while (above.length < MAX_ROWS_ABOVE) {
    const next = await rows.next()
    if (next.done) break
    const row = next.value
    const columns = kind.map(headersOf(row, kind))
    if (kind.missing(columns).length === 0)
      return { header: describe(above, columns, asOf), columns, property: labelledPropertyIn(above) }
    const known = countKnownHeaders(row.cells)
    if (known > (nearest?.known ?? 1)) nearest = { row, known }
    above.push(row.cells.map(cleanCell).filter(Boolean).join(' ').slice(0, 1000))
  }
  if (!nearest) throw noHeader(kind.needs)
  const columns = kind.map(nearest.row.cells)
  throw lacking(kind.missing(columns), columns)
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

/** Lists that offices export along with rent rolls and that are not imported, each with a header that shows it. */
const LISTS: readonly (readonly [header: RegExp, message: string])[] = [
  [
    /^customers?(?: (?:full )?name|:job)?$/i,
    'This file looks like a list of customers of QuickBooks, which does not say in which units they live. Add the columns Property, Unit, Rent and Lease From to it, or fill in our template.',
  ],
  [
    /^vendors?(?: name)?$/i,
    'This file looks like a list of vendors, which is not imported. Create them in the console, under Vendors.',
  ],
  [
    /^owners?(?: name)?$/i,
    'This file looks like a list of owners, which is not imported. Create them in the console, under Owners, or import a rent roll with the column Owner.',
  ],
]

/** Returns the refusal of a table without required columns. */
export function lacking(missing: string[], columns: TableColumns<string>): Refusal {
  const found = columns.headers
    .filter(Boolean)
    .slice(0, 40)
    .map(header => header.slice(0, 40))
  if (isAged(columns)) return agedReceivables()
  const [, list] = LISTS.find(([header]) => columns.headers.some(each => header.test(each))) ?? []
  if (list && missing.includes('Unit')) return new Refusal('invalid_request', list)
  return new Refusal(
    'invalid_request',
    `The header row lacks ${inSeries(missing)}. It has: ${found.join(', ')}. Add what is missing to the report and export it again, or fill in our template.`,
  )
}

/** A column of what has been owed for some days: `0-30`, `31 - 60 Days`, `91+`, `Over 90`, `30 Days`. */
const AGE =
  /^(?:\d{1,3} ?(?:-|–|to) ?\d{1,3}(?: days)?|\d{1,3} ?\+(?: days)?|\d{2,3} days(?: past due)?|(?:over|>) ?\d{2,3}(?: days)?)$/i

/**
 * Whether the columns are those of aged receivables or of delinquency, which name units and tenants as well. Read as a rent roll, such a report would
 * make every tenant who owes a current one without rent, also one who has given notice.
 */
export function isAged({ headers, indexOf }: TableColumns<string>): boolean {
  const ages = headers.filter(header => AGE.test(header.trim())).length
  return ages > 1 && !['status', 'leaseFrom', 'leaseTo', 'leaseTerm', 'moveIn'].some(field => indexOf.has(field))
}

/**
 * Returns the refusal of a list with a row for each charge, whose amounts would not be read as rent; undefined for any other table.
 */
export function refusalOfCharges({ ignored, indexOf }: TableColumns<string>): Refusal | undefined {
  if (['rent', 'tenantRent', 'total'].some(field => indexOf.has(field))) return undefined
  const word = ignored.find(header => CHARGE.test(header))
  const amount = ignored.find(header => CHARGE_AMOUNT.test(header))
  if (word === undefined || amount === undefined) return undefined
  return new Refusal(
    'invalid_request',
    `This file looks like a list with a row for each charge (${word}, ${amount}), which is not imported. Import a rent roll, which has a row for each unit, with the rent and a column for each other charge.`,
  )
}

const CHARGE = /^(?:recurring )?charge(?: (?:code|type|description|name))?$|^(?:gl )?account(?: name)?$/i
const CHARGE_AMOUNT = /^(?:charge |scheduled |monthly )?amount$/i

export function agedReceivables(): Refusal {
  return new Refusal(
    'invalid_request',
    'This file looks like a report of aged receivables or delinquency, which is not imported, because it lists only those who owe. Import the rent roll, which has the balances, or a ledger, which has the charges and payments behind them.',
  )
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
