/** Reads a rent roll as typed records in file order, with constant memory. */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { Refusal } from '#server/base/refusal.ts'
import { figuresOf, readAmounts } from './amounts.ts'
import { cleanCell } from './cells.ts'
import type { Columns } from './columns.ts'
import { problemsOfText } from './garbled.ts'
import { assemble } from './layouts/assemble.ts'
import type { LayoutName } from './layouts/layout-name.ts'
import { Roll } from './layouts/roll.ts'
import { type Mapping, NO_MAPPING, wordKey } from './mapping.ts'
import { openTable } from './open-table.ts'
import { problemsOfSheets } from './other-sheets.ts'
import { PropertyAbove } from './property-above.ts'
import { completedBy } from './property-cells.ts'
import type { RentRollItem, RentRollProblem, UnitStatus } from './records.ts'
import { hasRentRoll, type RollTable, readRollHeader } from './roll-header.ts'
import { type RowContext, readRow } from './row.ts'
import { quote, rowCells } from './row-cells.ts'
import { NamesAbove, openSection, type Section, sortRow } from './sections.ts'
import type { TableRow } from './table.ts'
import { hasProperty, headerOf } from './table-columns.ts'
import { Tally } from './totals.ts'

/** A sheet has no more rows. Some are formatted to the last one, so that all of them are read. */
const MAX_ROWS = 1_048_576

/** `today` is the day of a file that states none; without it, such a file has no day. */
export type ReadingOptions = { asOf?: string; today?: string; layout?: LayoutName; mapping?: Mapping }

/**
 * Reads a rent roll (docs/import.md lists the layouts) from a path or a stream of bytes.
 * Yields one `header`, then `row` and `problem` items in file order, then one `end`. Throws a Refusal (`invalid_request`)
 * when the file as a whole cannot be read. `asOf` (`YYYY-MM-DD`) overrides the day that the file states.
 */
export async function* readRentRoll(
  source: Readable | string,
  options: ReadingOptions = {},
): AsyncGenerator<RentRollItem> {
  const { rows, sheet, text } = await openTable(typeof source === 'string' ? openFile(source) : source, first =>
    hasRentRoll(first, options.layout),
  )
  try {
    const table = await readRollHeader(rows, { ...options, remembered: options.mapping?.layouts })
    yield { kind: 'header', header: { ...table.header, sheet } }
    for (const problem of problemsOfSheets(sheet, 'a rent roll')) yield { kind: 'problem', problem }
    const day = table.header.asOf ?? options.today
    const mapping = options.mapping ?? NO_MAPPING
    const items =
      'layout' in table ? readLayout(table, day, mapping) : readRows(table.rows, table.columns, day, mapping)
    for await (const item of items) {
      if (item.kind === 'end')
        for (const problem of problemsOfText(text, table.columns.headers)) yield { kind: 'problem', problem }
      yield item
    }
  } finally {
    await rows.return(undefined)
  }
}

async function* readRows(
  rows: AsyncGenerator<TableRow>,
  columns: Columns,
  asOf: string | undefined,
  mapping: Mapping,
): AsyncGenerator<RentRollItem> {
  const tally = new Tally()
  const names = new NamesAbove()
  const statuses = statusWordsOf(mapping)
  const above = new PropertyAbove()
  const known = { above, asOf, meaningOf: statuses.meaningOf, earlierLineOf: rememberUnits() }
  let sections: Section[] = []
  let rowCount = 0
  for await (const tableRow of rows) {
    if (++rowCount > MAX_ROWS) throw tooManyRows()
    const sorted = sortRow(tableRow, columns, names)
    const cells = rowCells(columns, tableRow)
    if (sorted.sort === 'section') {
      sections = openSection(sections, sorted.section)
      names.add(sorted.section.label)
      tally.open(sections)
    } else if (sorted.sort === 'totals') {
      const { units, isLabelled } = sorted
      const figures = { ...(units !== undefined && { units }), ...figuresOf(readAmounts(cells, columns)) }
      if (isLabelled) above.end()
      if (isLabelled || Object.keys(figures).length > 0) tally.state(cells.line, figures)
      else yield { kind: 'problem', problem: strayRow(tableRow, columns) }
    } else if (sorted.sort === 'unit') {
      const reading = readRow(cells, columns, { ...stateOf(sections, columns), ...known })
      for (const problem of cells.problems) yield { kind: 'problem', problem }
      if (reading) {
        names.add(reading.row.property.name)
        tally.count(cells.line, figuresOf(reading.amounts))
        yield { kind: 'row', row: { ...reading.row, property: completedBy(mapping, reading.row.property) } }
      } else tally.leaveOut(figuresOf(readAmounts(rowCells(columns, tableRow), columns)))
    }
  }
  for (const problem of above.problems(headerOf(columns, 'property'))) yield { kind: 'problem', problem }
  yield { kind: 'end', end: { ...tally.end(), statusWords: statuses.words() } }
}

const MOST_STATUS_WORDS = 100
const LONGEST_STATUS_WORD = 200

/** The words of a file for statuses that the reader does not know, with what the organization answered that they mean. */
function statusWordsOf({ statuses }: Mapping) {
  const words = new Map<string, string>()
  return {
    meaningOf(word: string): UnitStatus | undefined {
      const key = wordKey(word)
      if (words.size < MOST_STATUS_WORDS && word.length <= LONGEST_STATUS_WORD && !words.has(key)) words.set(key, word)
      return statuses.get(key)
    },
    words: () => [...words.values()].map(word => ({ word, isKnown: false })),
  }
}

/** What the headings above a row state about it. */
function stateOf(
  sections: readonly Section[],
  columns: Columns,
): Pick<RowContext, 'status' | 'propertyLabel' | 'isUnnamed'> {
  const propertyLabel = sections.find(section => !section.status)?.label
  const status = sections.find(section => section.status)?.status
  return { status, propertyLabel, isUnnamed: !hasProperty(columns) && !propertyLabel }
}

/** The problem with a row that is neither a unit nor a total, such as the address of a second resident on a line of its own. */
function strayRow({ line, cells }: TableRow, { headers }: Columns): RentRollProblem {
  const filled = cells.flatMap((cell, index) => (cleanCell(cell) ? [index] : []))
  const text = filled.map(index => cleanCell(cells[index] ?? '')).join(', ')
  const reason = `The row names no unit and is not a total, so it is not imported: ${quote(text)}. Move its cells to the row of their unit, or delete the row.`
  return { line, column: headers[filled[0] ?? 0] ?? '', reason, leftOut: 'value' }
}

/**
 * Reads a report of another system completely before it yields a row, because a block may name its property at its end, and future residents may
 * follow all units.
 */
async function* readLayout(
  { layout, columns, property, rows }: Extract<RollTable, { layout: unknown }>,
  day: string | undefined,
  mapping: Mapping,
): AsyncGenerator<RentRollItem> {
  const roll = new Roll(day, mapping)
  if (property !== undefined) roll.openProperty(property)
  const { take, end } = layout.begin(roll, columns)
  let rowCount = 0
  for await (const row of rows) {
    if (++rowCount > MAX_ROWS) throw tooManyRows()
    take(row)
  }
  end?.()
  yield* assemble(roll, layout.hasOwnCodes)
}

function tooManyRows(): Refusal {
  const message = `The file has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Split it, by property for example.`
  return new Refusal('invalid_request', message)
}

/** Stores the line of each unit, by property. This takes a few dozen bytes per unit, and nothing else is stored of every row. */
function rememberUnits(): RowContext['earlierLineOf'] {
  const properties = new Map<string, Map<string, number>>()
  return (property, label, line) => {
    const key = [property.name, property.address_line, property.postal_code].join('\n').toLowerCase()
    const lines = properties.get(key) ?? new Map<string, number>()
    properties.set(key, lines)
    const earlierLine = lines.get(label.toLowerCase())
    if (earlierLine === undefined) lines.set(label.toLowerCase(), line)
    return earlierLine
  }
}

/** Opens the source. A path that cannot be read is refused as the caller's mistake; the failure of a given stream is thrown unchanged. */
async function* openFile(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Buffer
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (!code) throw error
    throw new Refusal(
      'invalid_request',
      `The file ${path} cannot be read (${code}). Check the path and its permissions.`,
    )
  }
}
