/** Opens a file as rows of cells: an Excel workbook, or text with delimiters. Other formats are refused with an instruction. */
import { Refusal } from '#server/base/refusal.ts'
import { DayOrder } from './day-order.ts'
import { decodeText } from './decode.ts'
import { repairRow, type TextFindings } from './garbled.ts'
import type { HiddenRows, SheetChoice } from './sheet-choice.ts'
import { readTable, type TableRow } from './table.ts'
import { withTitledUnit } from './titled-unit.ts'
import { type FirstRows, readWorkbook } from './workbook.ts'

/** Rows of a file or of a sheet. `text` and `order` are complete when all of them have been read. */
export type TableOfSheet = {
  rows: AsyncGenerator<TableRow>
  text: TextFindings
  order: DayOrder
}

/** An open file. `sheet` is undefined for text, and otherwise the sheet whose rows these are. `open` opens another sheet of the workbook. */
type OpenedTable = TableOfSheet & {
  sheet: SheetChoice | undefined
  firstRows: FirstRows
  open: (name: string) => Promise<TableOfSheet & { hidden: HiddenRows | undefined }>
}

/** Opens a file. `fits` returns whether the first rows of a sheet include an expected header row, and `mapped` is the mapping of its columns. */
export async function openTable(
  source: AsyncIterable<unknown>,
  fits: (rows: readonly TableRow[]) => boolean,
  mapped?: TableRow['mapped'],
): Promise<OpenedTable> {
  const ofFile = mapped && { mapped }
  const chunks = source[Symbol.asyncIterator]()
  const first = await nextChunk(chunks)
  const start = first?.toString('latin1', 0, 8) ?? ''
  if (start.startsWith(OLE)) throw compound(await whole(first as Buffer, chunks))
  if (!start.startsWith(ZIP)) {
    const text: TextFindings = {}
    const open = () => Promise.reject(new Error('Text has no sheets'))
    const table = repaired(readTable(decodeText(again(first, chunks), text)), { text, file: { rows: 0 }, ...ofFile })
    return { ...table, sheet: undefined, firstRows: new Map(), open }
  }
  const bytes = await whole(first as Buffer, chunks)
  const fitsTitled = async (rows: readonly TableRow[]) =>
    fits(await Array.fromAsync(withTitledUnit(each(rows.map(row => ({ ...row, ...ofFile }))))))
  const book = await readWorkbook(bytes, fitsTitled)
  const file = { rows: 0 }
  const open = async (name: string) => {
    const { rows, hidden } = await book.open(name)
    return { ...repaired(rows, { text: {}, file, ...ofFile }), hidden }
  }
  const { hidden, ...table } = await open(book.sheet.name)
  const { firstRows } = book
  return { ...table, sheet: { ...book.sheet, ...(hidden && { hidden }) }, firstRows, open }
}

/** `file.rows` counts the rows of all sheets that are read, up to the limit for a file. */
type Repairing = { text: TextFindings; file: { rows: number } } & Pick<TableRow, 'mapped'>

function repaired(rows: AsyncGenerator<TableRow>, { text, file, ...ofFile }: Repairing): TableOfSheet {
  const order = new DayOrder()
  return { rows: withTitledUnit(repairRows(limited(rows, file), text, { order, ...ofFile })), text, order }
}

async function* each(rows: readonly TableRow[]): AsyncGenerator<TableRow> {
  yield* rows
}

async function* repairRows(
  rows: AsyncGenerator<TableRow>,
  text: TextFindings,
  ofFile: Pick<TableRow, 'order' | 'mapped'>,
): AsyncGenerator<TableRow> {
  for await (const row of rows) yield Object.assign(repairRow(row, text), ofFile)
}

async function* limited(rows: AsyncGenerator<TableRow>, file: { rows: number }): AsyncGenerator<TableRow> {
  let rowsOfSheet = 0
  for await (const row of rows) {
    if (++rowsOfSheet > MAX_ROWS) throw tooManyRows(MAX_ROWS)
    if (++file.rows > MAX_ROWS_OF_SHEETS) throw tooManyRows(MAX_ROWS_OF_SHEETS)
    yield row
  }
}

function tooManyRows(most: number): Refusal {
  return new Refusal(
    'invalid_request',
    `The file has more than ${most.toLocaleString('en-US')} rows. Split it, by property for example.`,
  )
}

/** The most rows of a text or of one sheet, including empty ones. A sheet of Excel has no more, and a sheet that is formatted to its last row has that many. */
const MAX_ROWS = 1_048_576
/** The most rows of all sheets that are read together, because more would take longer than an import may. */
const MAX_ROWS_OF_SHEETS = 3 * MAX_ROWS

const ZIP = 'PK\u0003\u0004'
/** The first bytes of an old workbook, and of a new one that is encrypted. */
const OLE = '\u00d0\u00cf\u0011\u00e0'
const MAX_BYTES = 128 * 1024 * 1024

/** The next bytes, at least eight of them unless the file is shorter. */
async function nextChunk(chunks: AsyncIterator<unknown>): Promise<Buffer | undefined> {
  let bytes: Buffer | undefined
  while ((bytes?.length ?? 0) < 8) {
    const next = await chunks.next()
    if (next.done) break
    const chunk = Buffer.from(next.value as Uint8Array)
    bytes = bytes ? Buffer.concat([bytes, chunk]) : chunk
  }
  return bytes
}

async function* again(first: Buffer | undefined, chunks: AsyncIterator<unknown>): AsyncGenerator<unknown> {
  try {
    if (first) yield first
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  } finally {
    await chunks.return?.()
  }
}

/** Reads a whole workbook, because its directory is at its end. It stays compressed, and its rows are then read one by one. */
async function whole(first: Buffer, chunks: AsyncIterator<unknown>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const chunk of again(first, chunks)) {
    length += (chunk as Buffer).length
    if (length > MAX_BYTES) {
      throw new Refusal('invalid_request', 'The workbook is larger than 128 MiB. Split it, by property for example.')
    }
    pieces.push(Buffer.from(chunk as Uint8Array))
  }
  return Buffer.concat(pieces)
}

function compound(bytes: Buffer): Refusal {
  const isEncrypted = bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
  return new Refusal(
    'invalid_request',
    isEncrypted
      ? 'This workbook is protected by a password. Open it in Excel, remove the password (File, Info, Protect Workbook), and save it again.'
      : 'This file is an old Excel workbook (.xls). Open it in Excel and save it as an Excel Workbook (.xlsx), or as CSV.',
  )
}
