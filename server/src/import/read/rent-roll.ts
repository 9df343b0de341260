/** Reads a rent roll as typed records in file order, with constant memory. */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { asError } from '#server/base/as-error.ts'
import { Refusal } from '#server/base/refusal.ts'
import { LAYOUT } from '../option-words.ts'
import { pivotCharges } from './charge-rows.ts'
import { ColumnSamples, sampling } from './column-samples.ts'
import { type Columns, rentRollKind } from './columns.ts'
import { problemsOfText } from './garbled.ts'
import { JoinedSheets, wholeSheet } from './joined-sheets.ts'
import { assemble } from './layouts/assemble.ts'
import { layoutKind } from './layouts/fields.ts'
import type { LayoutName } from './layouts/layout-name.ts'
import { Roll } from './layouts/roll.ts'
import { inspectRow, isRepeatedHeader } from './layouts/rows.ts'
import { isShownByItself } from './mapped-columns.ts'
import { type Mapping, NO_MAPPING } from './mapping.ts'
import { reportMapping } from './mapping-report.ts'
import { openTable, type TableOfSheet } from './open-table.ts'
import { problemsOfSheets } from './other-sheets.ts'
import { PageTitles } from './page-titles.ts'
import type { RentRollItem, RentRollProblem } from './records.ts'
import { hasRentRoll, type RollTable, readRollHeader } from './roll-header.ts'
import { sheetsTogether } from './sheets-together.ts'
import type { TableRow } from './table.ts'
import { ownHeaders } from './table-columns.ts'
import { withoutAged } from './tables-below.ts'
import { readRows } from './template-rows.ts'
import { UnknownHeader } from './unknown-header.ts'

/** `today` is the day of a file that states none; without it, such a file has no day. */
export type ReadingOptions = {
  asOf?: string
  today?: string
  layout?: LayoutName
  mapping?: Mapping
  /** Whether the file is imported without a preview, so that nobody sees how it is read. */
  isUnseen?: boolean
}

/**
 * Reads a rent roll (docs/import.md lists the layouts) from a path or a stream of bytes.
 * Yields one `header`, then `row` and `problem` items in file order, then one `end`. Throws a Refusal (`invalid_request`)
 * when the file as a whole cannot be read. `asOf` (`YYYY-MM-DD`) overrides the day that the file states.
 */
export async function* readRentRoll(
  source: Readable | string,
  given: ReadingOptions = {},
): AsyncGenerator<RentRollItem> {
  const book = await openTable(
    typeof source === 'string' ? openFile(source) : source,
    first => hasRentRoll(first, given.layout),
    given.mapping?.columns,
  )
  const { property, asOf, more, left } = await sheetsTogether(book.sheet, book.firstRows, given)
  const options = { ...(asOf !== undefined && { asOf }), ...given }
  const sheet = book.sheet && { ...book.sheet }
  const sheets = new JoinedSheets(book.sheet?.name)
  for await (const item of readSheet(book, property, options)) {
    if (item.kind === 'row' && more.length > 0) sheets.addUnit(item.row)
    if (item.kind === 'header') yield { ...item, header: sheets.begin({ ...item.header, sheet }) }
    else if (item.kind === 'end') sheets.end(item.end)
    else yield item
  }
  for (const { name, property } of more) {
    const { hidden, ...table } = await book.open(name)
    const found = await wholeSheet(readSheet(table, property, options), name)
    const why = sheets.whyApart(found)
    if (why === undefined) yield* sheets.join({ name, ...(hidden && { hidden }) }, found)
    else left.push({ name, why })
  }
  for (const problem of problemsOfSheets(sheet, 'a rent roll', left)) yield { kind: 'problem', problem }
  yield { kind: 'end', end: sheets.joinedEnd() }
}

/** Reads the table of a sheet or of a text. `property` is the property of its rows if neither they nor the rows above them name one. */
async function* readSheet(
  { rows, text, order }: TableOfSheet,
  property: string | undefined,
  options: ReadingOptions,
): AsyncGenerator<RentRollItem> {
  const mappedColumnsOf = options.mapping?.columns
  try {
    const read = await readRollHeader(rows, { ...options, remembered: options.mapping?.layouts })
    const table = { ...read, property: property ?? read.property }
    const kind = 'layout' in table ? layoutKind(table.layout) : rentRollKind
    const isGuess = !('layout' in table) && !isShownByItself(rentRollKind, table.columns)
    if (isGuess && options.isUnseen && options.layout === undefined) refuseUnlikely(table.columns)
    const mapped = reportMapping(table.columns, mappedColumnsOf?.('rent_roll'), kind, { isGuess })
    const wanted = [...table.header.ignoredColumns, ...mapped.columns.map(({ header }) => header)]
    const samples = new ColumnSamples(ownHeaders(table.columns), wanted)
    yield { kind: 'header', header: { ...table.header, mapped, samples } }
    const day = table.header.asOf ?? options.today
    const mapping = options.mapping ?? NO_MAPPING
    const items =
      'layout' in table
        ? readLayout({ ...table, rows: sampling(table.rows, samples) }, day, mapping)
        : readOurs({ ...table, rows: sampling(table.rows, samples) }, day, mapping)
    for await (const item of items) {
      if (item.kind === 'end') {
        order.refuse()
        for (const problem of order.decimals.problems()) yield { kind: 'problem', problem }
        for (const problem of problemsOfText(text, ownHeaders(table.columns))) yield { kind: 'problem', problem }
      }
      yield item
    }
  } finally {
    await rows.return(undefined)
  }
}

/**
 * Refuses a file that only earlier answers show to be a rent roll, and that has no rent: payments or a ledger may have a column for the unit and one for the
 * resident with the same words.
 */
function refuseUnlikely(columns: Columns): void {
  const { indexOf, mapped = [] } = columns
  if (indexOf.has('rent') || indexOf.has('tenantRent') || mapped.some(({ isOfThisFile }) => isOfThisFile)) return
  const message = `Only earlier answers about columns show that this file is a rent roll, and it has no column of rent, so it may be payments or a ledger. If it is a rent roll, choose “template” as ${LAYOUT}. If not, say in a mapping file what its columns mean (--write-map creates one).`
  throw new UnknownHeader('rent_roll', message, columns, [])
}

/** Reads a table with our columns. One with a row for each charge is read completely before it yields a row. */
async function* readOurs(
  table: Extract<RollTable, { chargePlaces: unknown }>,
  day: string | undefined,
  mapping: Mapping,
): AsyncGenerator<RentRollItem> {
  if (!table.chargePlaces) {
    yield* readRows(table, day, mapping)
    return
  }
  const { rows, columns, problems, words } = await pivotCharges(table.rows, table.columns, table.chargePlaces, mapping)
  for (const problem of problems) yield { kind: 'problem', problem }
  const each = (async function* () {
    yield* rows
  })()
  for await (const item of readRows({ ...table, columns, rows: each }, day, mapping))
    yield item.kind === 'end' ? { ...item, end: { ...item.end, charges: words } } : item
}

/**
 * Reads a report of another system completely before it yields a row, because a block may name its property at its end, and future residents may
 * follow all units.
 */
async function* readLayout(
  { layout, columns, property, titles, rows }: Extract<RollTable, { layout: unknown }>,
  day: string | undefined,
  mapping: Mapping,
): AsyncGenerator<RentRollItem> {
  const roll = new Roll(day, mapping)
  if (property !== undefined) roll.openProperty(property)
  const { take, end } = layout.begin(roll, columns)
  const pages = new PageTitles(titles)
  const isHeader = (row: TableRow) => isRepeatedHeader(inspectRow(row, columns))
  const report = (problem: RentRollProblem) => roll.problems.push(problem)
  for await (const row of withoutAged(pages.without(rows, isHeader), columns, isHeader, report)) take(row)
  end?.()
  yield* assemble(roll, layout.hasOwnCodes)
}

/** Opens the source. A path that cannot be read is refused as the caller's mistake; the failure of a given stream is thrown unchanged. */
async function* openFile(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Buffer
  } catch (error) {
    const { code } = asError(error)
    if (!code) throw error
    throw new Refusal(
      'invalid_request',
      `The file ${path} cannot be read (${code}). Check the path and its permissions.`,
    )
  }
}
