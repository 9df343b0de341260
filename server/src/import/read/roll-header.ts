/** Finds the header row of a rent roll and its layout: that of another system, AppFolio's or our template. */
import { Refusal } from '#server/base/refusal.ts'
import { AS_OF } from '../option-words.ts'
import { type ChargePlaces, chargePlacesOf, withoutChargePlaces } from './charge-rows.ts'
import { type Columns, rentRollKind } from './columns.ts'
import { describe, headersOf, inSeries, lacking, MAX_ROWS_ABOVE, noHeader } from './header.ts'
import { countKnownHeaders } from './kinds.ts'
import { labelledPropertyIn, propertyIn, textOfRow, unreadDayIn } from './layouts/banner.ts'
import type { LayoutColumns } from './layouts/fields.ts'
import type { Layout } from './layouts/layout.ts'
import type { LayoutName } from './layouts/layout-name.ts'
import { nearestLayout, type Recognized, recognize } from './layouts/layouts.ts'
import { withLeaseColumn } from './lease-column.ts'
import { columnsOf } from './mapped-columns.ts'
import { refusalOfOtherList } from './other-lists.ts'
import type { RentRollHeader } from './records.ts'
import { quote } from './row-cells.ts'
import { isBlankRow, type TableRow } from './table.ts'
import { hasProperty } from './table-columns.ts'
import { type OurHeader, twoLines } from './two-lines.ts'
import { UnknownHeader } from './unknown-header.ts'

/** A header that was found; `titles` are the texts of the rows above it, and `rows` are the rows below it. */
export type RollTable = { header: RentRollHeader; titles: readonly string[]; rows: AsyncGenerator<TableRow> } & (
  | { columns: Columns; property: string | undefined; chargePlaces: ChargePlaces | undefined }
  | { layout: Layout; columns: LayoutColumns; property: string | undefined }
)

/** The most cells of a title; a longer row above the header is a row of the table. */
const MAX_TITLE_CELLS = 6
/** The number of known headers that makes a row a header row rather than a title. */
const MIN_KNOWN_HEADERS = 5

/** `layout` is the choice of the caller, and `remembered` those of earlier imports, by the layout that a file is recognized as. */
type Choice = { asOf?: string; layout?: LayoutName; remembered?: ReadonlyMap<LayoutName, LayoutName> | undefined }

/** The row above the table that has the most known headers. */
type Nearest = { row: TableRow; before: TableRow | undefined; known: number }

/** Finds the header row. Refuses a file without one, with the columns that the nearest layout lacks. */
export async function readRollHeader(rows: AsyncGenerator<TableRow>, choice: Choice): Promise<RollTable> {
  const table = await findHeader(rows, choice)
  return 'layout' in table ? table : withLeaseColumn(table)
}

async function findHeader(rows: AsyncGenerator<TableRow>, choice: Choice): Promise<RollTable> {
  const { asOf, layout: only } = choice
  const above: string[] = []
  let before: TableRow | undefined
  let wide: TableRow | undefined
  let nearest: Nearest | undefined
  const read: TableRow[] = []
  let next = await nextFilled(rows)
  for (let seen = 0; !next.done && seen < MAX_ROWS_ABOVE; seen++) {
    const row = next.value
    read.push(row)
    const known = only === undefined ? recognize(row, before, undefined) : undefined
    const kept = known && choice.remembered?.get(known.layout.name)
    const found = kept ? recognize(row, before, kept) : only === undefined ? known : recognize(row, before, only)
    if (found) {
      // If the header of the first table is damaged, this is the header of a later one, and the rows above would be lost.
      if (nearest && nearest.known >= MIN_KNOWN_HEADERS && nearest.row !== before) throw refusalOf(nearest, only, read)
      if (wide && !(wide === before && found.headerRows === 2)) throw dataAbove(wide, row)
      const titles = found.headerRows === 2 ? above.slice(0, -1) : above
      return layoutTable(titles, { ...found, recognizedAs: recognizedAs(row, before) }, rows, asOf)
    }
    next = await nextFilled(rows)
    const both = before && (!wide || wide === before) ? twoLines(before, row) : undefined
    if (both && isOurs(both, only ?? kept))
      return ourTable(above.slice(0, -1), both, next.done ? rows : withFirst(next.value, rows), asOf)
    if (isOurs(row, only ?? kept)) {
      if (wide) throw dataAbove(wide, row)
      return readOurs(above, row, { next, rows, only, kept, asOf })
    }
    const count = Math.max(countKnownHeaders(row), nearestLayout(row, before, only)?.found ?? 0)
    if (count > (nearest?.known ?? 1)) nearest = { row, before, known: count }
    if (row.cells.filter(cell => cell.trim() !== '').length > MAX_TITLE_CELLS) wide ??= row
    above.push(textOfRow(row.cells))
    before = row
  }
  throw nearest ? refusalOf(nearest, only, read) : noHeader(rentRollKind.needs)
}

type BelowHeader = {
  next: IteratorResult<TableRow>
  rows: AsyncGenerator<TableRow>
  only: LayoutName | undefined
  kept: LayoutName | undefined
  asOf: string | undefined
}

/** The table below a row that is a header of our template, unless it is the first row of another header. */
function readOurs(above: string[], row: TableRow, { next, rows, only, kept, asOf }: BelowHeader): RollTable {
  // The first of two header rows may look like the header of our template.
  const late = next.done || kept ? undefined : recognize(next.value, row, only)
  if (late) return layoutTable(above, { ...late, recognizedAs: late.layout.name }, rows, asOf)
  const both = next.done ? undefined : twoLines(row, next.value)
  const other = only === undefined && !kept ? nearerLayout(both ?? row, next.done ? undefined : next.value) : undefined
  if (other) throw unlike(other, both ?? row, next.done ? [] : [next.value])
  const isWhole = next.done || both !== undefined
  return ourTable(above, both ?? row, isWhole ? rows : withFirst(next.value, rows), asOf)
}

/** The table below a header of our template. */
function ourTable(
  titles: string[],
  row: OurHeader,
  rows: AsyncGenerator<TableRow>,
  asOf: string | undefined,
): RollTable {
  const all = {
    ...columnsOf(row, rentRollKind, headersOf(row, rentRollKind)),
    ...(row.lines && { lines: row.lines }),
  }
  const chargePlaces = chargePlacesOf(all)
  const other = chargePlaces ? undefined : refusalOfOtherList(all, titles)
  if (other) throw other
  const columns = chargePlaces ? withoutChargePlaces(all, chargePlaces) : all
  const header = { ...describeRoll(titles, columns, asOf), recognizedAs: recognizedAs(row, undefined) }
  const property = hasProperty(columns) ? undefined : labelledPropertyIn(titles)
  return { header, titles, columns, rows, property, chargePlaces }
}

/** Describes the file. Refuses one whose title states a day that cannot be read, because the balances of another day would be stored. */
function describeRoll(titles: string[], columns: Columns, asOf: string | undefined): RentRollHeader {
  const unread = asOf === undefined ? unreadDayIn(titles) : undefined
  if (unread === undefined) return describe(titles, columns, asOf)
  const message = `The day of the file cannot be read from its title ${quote(unread)}. Choose the day of the export as ${AS_OF}, or write it in the title as M/D/YYYY.`
  throw new Refusal('invalid_request', message)
}

/** The layout that a header row shows by itself. */
function recognizedAs(row: TableRow, before: TableRow | undefined): LayoutName | undefined {
  return recognize(row, before, undefined)?.layout.name ?? (isOurs(row, undefined) ? 'template' : undefined)
}

/**
 * Finds the layout of another system that has more of its headers in the row, or in the row and the next one, than our template has. A damaged header
 * of such a report would otherwise be read as ours, with wrong columns.
 */
function nearerLayout(row: TableRow, below: TableRow | undefined): NearLayout | undefined {
  const columns = columnsOf(row, rentRollKind)
  if (hasProperty(columns)) return undefined
  const alone = nearestLayout(row, undefined, undefined)
  const together = below && nearestLayout(below, row, undefined)
  return [together, alone].find(near => near && near.missing.length > 0 && near.found > columns.indexOf.size)
}

/** Whether a row is the header of our template. */
function isOurs(row: TableRow, only: LayoutName | undefined): boolean {
  return (only === undefined || only === 'template') && rentRollKind.missing(columnsOf(row, rentRollKind)).length === 0
}

function layoutTable(
  titles: string[],
  { layout, columns, recognizedAs }: Recognized & Pick<RentRollHeader, 'recognizedAs'>,
  rows: AsyncGenerator<TableRow>,
  asOf: string | undefined,
): RollTable {
  const header = describeRoll(titles, columns as unknown as Columns, asOf)
  return {
    header: {
      ...header,
      layout: { name: layout.name, title: layout.title },
      recognizedAs,
      ignoredColumns: layout.ignoredColumns?.(columns) ?? columns.ignored,
    },
    layout,
    columns,
    property: propertyIn(titles),
    titles,
    rows,
  }
}

/** `read` are the rows so far. */
function refusalOf({ row, before, known }: Nearest, only: LayoutName | undefined, read: readonly TableRow[]): Refusal {
  const below = read.slice(read.indexOf(row) + 1)
  const columns = columnsOf(row, rentRollKind)
  const near = nearestLayout(row, before, only)
  if (near && only !== undefined && only !== 'template') {
    return new Refusal(
      'invalid_request',
      `The header row is not that of ${near.layout.title}: it lacks ${inSeries(near.missing)}. Choose another layout, or leave the layout out and let Gatehouse recognize the file.`,
    )
  }
  const isNearer = near && near.found >= known && (only !== undefined || countKnownHeaders(row) < known)
  return isNearer ? unlike(near, row, below) : lacking(rentRollKind, columns, below)
}

type NearLayout = NonNullable<ReturnType<typeof nearestLayout>>

function unlike(near: NearLayout, row: TableRow, below: readonly TableRow[]): Refusal {
  const message = `The file looks most like ${near.layout.title}, but its header row lacks ${inSeries(near.missing)}. Export that report again with all its columns, say what its columns mean, or fill in our template.`
  return new UnknownHeader('rent_roll', message, columnsOf(row, rentRollKind), below)
}

function dataAbove({ line }: TableRow, header: TableRow): Refusal {
  return new Refusal(
    'invalid_request',
    `The header row is on line ${header.line}, below line ${line}, which looks like a row of the table. Move the header row above all rows, or export the report again.`,
  )
}

/** Whether the first rows of a table include the header of a rent roll. */
export function hasRentRoll(first: readonly TableRow[], only: LayoutName | undefined): boolean {
  const rows = first.filter(row => !isBlankRow(row))
  return rows.some((row, index) => recognize(row, rows[index - 1], only) !== undefined || isOurs(row, only))
}

async function nextFilled(rows: AsyncGenerator<TableRow>): Promise<IteratorResult<TableRow>> {
  let next = await rows.next()
  while (!next.done && isBlankRow(next.value)) next = await rows.next()
  return next
}

async function* withFirst(first: TableRow, rest: AsyncGenerator<TableRow>): AsyncGenerator<TableRow> {
  yield first
  yield* rest
}
