/**
 * Rows as the bytes that PostgreSQL sent. The driver turns every value of every row into a string as it arrives, 0.1 µs each, which was a fifth of
 * what a page of a list cost this process. Rows become objects only if somebody asks for them, and a page becomes JSON without ever being objects.
 */
import type pg from 'pg'
import { Parser } from 'pg-protocol/dist/parser.js'
import { type Field, type ReadRow, rowReader } from './row-reader.ts'

type Texts = (string | null)[]

const NO_BYTES = Buffer.alloc(0)

/** The columns of a prepared statement. They stay the same as long as the preparation does. */
export class Columns {
  readonly fields: readonly Field[]
  #read: ReadRow | undefined

  constructor(fields: readonly Field[]) {
    this.fields = fields
  }

  /** Converts the text of each column of a row to the row as an object. */
  get read(): ReadRow {
    this.#read ??= rowReader(this.fields)
    return this.#read
  }
}

/** The message `DataRow`: its body is at `at` in `bytes`, but only until the next message is read. */
export class DataRow {
  readonly name = 'dataRow'
  bytes: Buffer = NO_BYTES
  at = 0
  length = 0

  /** The text of each column, as the driver's own queries expect it. */
  get fields(): Texts {
    const texts: Texts = []
    readTexts(this.bytes, this.at, texts)
    return texts
  }
}

/** Reads the text of each column of the row at `at` in `bytes` into `texts`, and returns where the next row begins. */
function readTexts(bytes: Buffer, at: number, texts: Texts): number {
  const count = bytes.readInt16BE(at)
  let place = at + COUNT_BYTES
  texts.length = count
  for (let index = 0; index < count; index++) {
    const length = bytes.readInt32BE(place)
    place += LENGTH_BYTES
    texts[index] = length === -1 ? null : bytes.toString('utf8', place, place + length)
    if (length > 0) place += length
  }
  return place
}

/** Whether the column of the row at `at` is null, and where the next row begins. */
export function lookAt(bytes: Buffer, at: number, column: number): { isNull: boolean; next: number } {
  const count = bytes.readInt16BE(at)
  let isNull = true
  let place = at + COUNT_BYTES
  for (let index = 0; index < count; index++) {
    const length = bytes.readInt32BE(place)
    if (index === column) isNull = length === -1
    place += LENGTH_BYTES + Math.max(0, length)
  }
  return { isNull, next: place }
}

/** A row begins with the number of its columns; the length of each comes before its bytes and is -1 for null. */
export const COUNT_BYTES = 2
export const LENGTH_BYTES = 4

/**
 * Buffers that hold no rows at present, for further rows. With a new buffer for each page, 400 pages per second made V8 collect its whole heap every
 * 200 to 500 ms, 5 to 14 ms each, because of the memory outside it, and one call in twenty met that.
 */
const spare: Buffer[] = []
const USUAL_BYTES = 32 * 1024
const MAX_SPARE_BYTES = 128 * 1024
const MAX_SPARE_BUFFERS = 64

function takeBuffer(bytes: number): Buffer {
  const last = spare.at(-1)
  if (last === undefined || last.length < bytes) return Buffer.allocUnsafe(Math.max(bytes, USUAL_BYTES))
  spare.pop()
  return last
}

function giveBack(buffer: Buffer): void {
  if (buffer.length <= MAX_SPARE_BYTES && spare.length < MAX_SPARE_BUFFERS) spare.push(buffer)
}

/** The rows of a statement, in the form in which they arrived, one behind another, until they are released. */
export class Rows {
  readonly columns: Columns
  #bytes: Buffer | undefined
  #length = 0
  #count = 0
  #isReleased = false

  constructor(columns: Columns) {
    this.columns = columns
  }

  get count(): number {
    return this.#count
  }

  /** The bytes of all rows. */
  get bytes(): Buffer {
    if (this.#isReleased) throw new Error('The rows have been released')
    return this.#bytes?.subarray(0, this.#length) ?? NO_BYTES
  }

  /** Copies the row, because the driver uses its buffer again. */
  add({ bytes, at, length }: DataRow): void {
    const needed = this.#length + length
    if (!this.#bytes) this.#bytes = takeBuffer(length)
    else if (this.#bytes.length < needed) {
      const larger = takeBuffer(needed * 2)
      this.#bytes.copy(larger, 0, 0, this.#length)
      giveBack(this.#bytes)
      this.#bytes = larger
    }
    bytes.copy(this.#bytes, this.#length, at, at + length)
    this.#length = needed
    this.#count++
  }

  objects(): object[] {
    const { read } = this.columns
    const { bytes } = this
    const rows: object[] = []
    const texts: Texts = []
    for (let at = 0; at < bytes.length; rows.push(read(texts))) at = readTexts(bytes, at, texts)
    return rows
  }

  /** Gives the memory of the rows to others. Nobody may read these rows afterward. */
  release(): void {
    this.#isReleased = true
    if (this.#bytes) giveBack(this.#bytes)
    this.#bytes = undefined
  }

  /** The text of a column of the first row. */
  first(column: string): string | null | undefined {
    if (this.#count === 0) return undefined
    const texts: Texts = []
    readTexts(this.bytes, 0, texts)
    return texts[this.columns.fields.findIndex(({ name }) => name === column)]
  }
}

type Message = { name: string }
/** The parts of the driver used here that its published types leave out. */
const DriverParser = Parser as unknown as new () => {
  parse(bytes: Buffer, onMessage: (message: Message) => void): void
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message
}
type Wire = {
  attachListeners(stream: NodeJS.ReadableStream): void
  emit(name: string, message: Message): void
}

const DATA_ROW = 0x44

class RowParser extends DriverParser {
  readonly #row = new DataRow()

  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message {
    if (code !== DATA_ROW) return super.handlePacket(offset, code, length, bytes)
    this.#row.bytes = bytes
    this.#row.at = offset
    // The length of a message counts itself.
    this.#row.length = length - LENGTH_BYTES
    return this.#row
  }
}

/** Makes a client that has not connected yet hand out rows as bytes. */
export function readRowsAsBytes(client: pg.Client): void {
  const wire = (client as unknown as { connection: Wire }).connection
  wire.attachListeners = stream => {
    const parser = new RowParser()
    const onMessage = (message: Message) => wire.emit(message.name === 'error' ? 'errorMessage' : message.name, message)
    stream.on('data', bytes => parser.parse(bytes as Buffer, onMessage))
  }
}
