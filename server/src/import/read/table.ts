/** Reads CSV text as rows of cells with line numbers, within limits. */
import { pipeline } from 'node:stream'
import { CsvError, type Info, type Parser, parse } from 'csv-parse'
import { Refusal } from '#server/base/refusal.ts'
import { isBlank } from '#server/base/text.ts'
import type { MappedColumnsOf } from './column-mapping.ts'
import { countKnownHeaders } from './kinds.ts'
import { hasQuotedLines, withoutLineQuotes } from './quoted-lines.ts'

/** A row of cells; `line` is the 1-based physical line on which it begins. */
export type TableRow = {
  line: number
  cells: string[]
  /** Whether the numbers of days count from 1904, as in workbooks of old programs. */
  isSince1904?: boolean
  /** The positions of the columns that a sheet hides. */
  hiddenColumns?: ReadonlySet<number>
  /** The mapping of the columns of a file of this kind; the same for all rows of a file, and left out if there is none. */
  mapped?: MappedColumnsOf
  /** Is called with every cell that has a day or an amount, to find how the file writes them; the same for all of its rows. */
  order?: {
    note(cell: { line: number; column: string; text: string }): void
    decimals: { note(cell: { line: number; column: string; text: string; cents: number }): void }
  }
}

export function isBlankRow({ cells }: TableRow): boolean {
  return cells.every(isBlank)
}

const MAX_CELL_CHARACTERS = 65_536
const MAX_COLUMNS = 200
const MAX_ROW_CHARACTERS = 1_048_576
const SAMPLE_CHARACTERS = 65_536

/** Yields rows in file order without blank lines. `text` must have `\n` line endings. */
export async function* readTable(written: AsyncGenerator<string>): AsyncGenerator<TableRow> {
  const start = await sampleOf(written)
  const text = hasQuotedLines(start) ? withoutLineQuotes(withFirst(start, written)) : written
  const sample = text === written ? start : await sampleOf(text)
  const progress = { nextLine: 1 }
  const parser = parserFor(sample, progress)
  // The parser carries any error to the loop below.
  pipeline(
    () => bounded(sample, text, parser, progress),
    parser,
    () => {},
  )
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield withinLimits({ line: info.lines - newlinesIn(cells), cells })
    }
  } catch (error) {
    throw error instanceof CsvError ? asRefusal(error, progress.nextLine) : error
  }
}

/** The first characters of a text, or all of it. */
async function sampleOf(text: AsyncGenerator<string>): Promise<string> {
  let sample = ''
  while (sample.length < SAMPLE_CHARACTERS) {
    const piece = await text.next()
    if (piece.done) break
    sample += piece.value
  }
  return sample
}

async function* withFirst(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

/** The line on which the next row begins. */
type Progress = { nextLine: number }

function parserFor(sample: string, progress: Progress): Parser {
  const parser: Parser & { state?: { expectedRecordLength: number } } = parse({
    delimiter: detectDelimiter(sample),
    record_delimiter: '\n',
    relax_quotes: true,
    // Programs that join cells with a comma and a space open the quotation mark after the space.
    ltrim: /[,;|\t] +"/.test(sample),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
    info: true,
    // The line is recorded here and not in the loop below, because a parser that fails drops the rows that it has not passed on.
    on_record: (row, { lines }) => {
      progress.nextLine = lines + 1
      // csv-parse creates an error with a stack for each record that is not as long as the first one, even where lengths may differ, and every row
      // below the title of a report is longer: 44 µs of 85 µs per row. So each record is expected to be as long as the one before.
      if (parser.state) parser.state.expectedRecordLength = (row as unknown as { record: string[] }).record.length
      return row
    },
  })
  return parser
}

/** Passes text on to the parser, which does not count empty cells toward its record size, so that a file of nothing but commas is stopped here. */
async function* bounded(
  sample: string,
  text: AsyncGenerator<string>,
  parser: Parser,
  progress: Progress,
): AsyncGenerator<string> {
  let records = 0
  let sinceLastRow = 0
  const pass = (piece: string) => {
    if (parser.info.records !== records) sinceLastRow = 0
    records = parser.info.records
    sinceLastRow += piece.length
    if (sinceLastRow > MAX_ROW_CHARACTERS + SAMPLE_CHARACTERS) throw rowTooLong(progress.nextLine)
    return piece
  }
  try {
    yield pass(sample)
    for await (const piece of text) yield pass(piece)
  } finally {
    // If the caller stops at the sample, the loop that closes the file was never entered.
    await text.return(undefined)
  }
}

/** Finds the delimiter with which a line of the sample has the most known headers; a comma if no line has any. */
export function detectDelimiter(sample: string): string {
  const lines = sample.split('\n', 100).map(line => line.slice(0, 10_000))
  let best = { delimiter: ',', known: 0 }
  for (const delimiter of [',', ';', '\t', '|']) {
    const known = Math.max(...lines.map(line => countKnownHeaders({ cells: line.split(delimiter) })))
    if (known > best.known) best = { delimiter, known }
  }
  return best.delimiter
}

function newlinesIn(cells: string[]): number {
  let count = 0
  for (const cell of cells) for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count++
  return count
}

/**
 * Returns the row without empty cells beyond the limit, which a sheet has where only colors are. Refuses one that is too wide, or has a cell that is
 * too long.
 */
export function withinLimits(row: TableRow): TableRow {
  const { line, cells } = row
  while (cells.length > MAX_COLUMNS && isBlank(cells.at(-1) ?? '')) cells.pop()
  if (cells.length > MAX_COLUMNS) {
    throw new Refusal(
      'invalid_request',
      `Line ${line} has ${cells.length} columns; at most ${MAX_COLUMNS} are read. Export the file with fewer columns.`,
    )
  }
  const long = cells.findIndex(cell => cell.length > MAX_CELL_CHARACTERS)
  if (long !== -1) {
    throw new Refusal(
      'invalid_request',
      `Line ${line}, cell ${long + 1} is longer than ${MAX_CELL_CHARACTERS} characters. Shorten it, or look for a quotation mark that is never closed.`,
    )
  }
  return row
}

function asRefusal(error: CsvError, line: number): Refusal {
  if (error.code === 'CSV_MAX_RECORD_SIZE') return rowTooLong(line)
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new Refusal(
      'invalid_request',
      `The row that begins on line ${line} opens a quotation mark that is never closed. Close or remove it.`,
    )
  }
  return new Refusal('invalid_request', `The file is not CSV from line ${line} on. Export it again as CSV.`)
}

function rowTooLong(line: number): Refusal {
  return new Refusal(
    'invalid_request',
    `The row that begins on line ${line} does not end within ${MAX_ROW_CHARACTERS} characters. Look for a quotation mark that is never closed, or export the file again as CSV.`,
  )
}
