/**
 * Writes rows as JSON by a schema, byte by byte, without making strings or objects of their values. What it writes is what `fast-json-stringify`
 * writes for the objects of the same rows.
 */
import buildSerializer, { type Schema } from 'fast-json-stringify'
import pg from 'pg'
import { columnTypes, TEXT_ARRAY } from './column-types.ts'
import {
  copy,
  isInstant,
  MAX_ESCAPED_BYTES,
  NULL,
  reserve,
  textUpTo,
  writeBoolean,
  writeByte,
  writeInstant,
  writeJson,
  writeJsonText,
  writeText,
  writeTexts,
} from './json-bytes.ts'
import { COUNT_BYTES, type Columns, LENGTH_BYTES, type Rows } from './row-bytes.ts'

/** The parts of a JSON schema that decide how a row is written. */
export type ItemSchema = {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, ItemSchema>>
  items?: ItemSchema
  required?: readonly string[]
  additionalProperties?: unknown
}

/** How the bytes of a value become JSON; `parsed` values are read and serialized like any object. */
type Kind = 'text' | 'digits' | 'boolean' | 'instant' | 'texts' | 'json' | 'parsed'
type Property = {
  /** `,"name":` in bytes; that of the first property begins the object. */
  label: Uint8Array
  column: number
  kind: Kind
  isNullable: boolean
  /** The JSON of a value that has to be parsed, and of a null that the schema does not mention. */
  serialize: (text: string | null) => string
}

const { BOOL, DATE, INT2, INT4, INT8, JSON: JSON_TEXT, JSONB, TEXT, TIMESTAMPTZ, UUID, VARCHAR } = pg.types.builtins
const KINDS: ReadonlyMap<number, { kind: Kind; type: string }> = new Map<number, { kind: Kind; type: string }>([
  [TEXT, { kind: 'text', type: 'string' }],
  [VARCHAR, { kind: 'text', type: 'string' }],
  [UUID, { kind: 'text', type: 'string' }],
  [DATE, { kind: 'text', type: 'string' }],
  [TIMESTAMPTZ, { kind: 'instant', type: 'string' }],
  [INT2, { kind: 'digits', type: 'integer' }],
  [INT4, { kind: 'digits', type: 'integer' }],
  [INT8, { kind: 'digits', type: 'integer' }],
  [BOOL, { kind: 'boolean', type: 'boolean' }],
  [TEXT_ARRAY, { kind: 'texts', type: 'array' }],
  [JSON_TEXT, { kind: 'json', type: 'array' }],
  [JSONB, { kind: 'json', type: 'array' }],
])
/** A number of more digits might not be exact as a number of JavaScript. */
const MAX_DIGITS = 15

const plans = new WeakMap<Columns, WeakMap<ItemSchema, readonly Property[] | null>>()

/** Which rows to write: those whose bytes are from `from` to `to`, from the columns whose names begin with `prefix`. */
type Part = { prefix: string; from: number; to: number }

/**
 * The JSON of all rows or of a part of them, separated by commas; undefined if their columns do not determine an object of this schema. A schema is
 * always used with the same prefix.
 */
export function rowsJson(rows: Rows, schema: ItemSchema, part?: Part): string | undefined {
  const { columns, bytes } = rows
  const { prefix, from, to } = part ?? { prefix: '', from: 0, to: bytes.length }
  const known = plans.get(columns) ?? new WeakMap<ItemSchema, readonly Property[] | null>()
  if (!plans.has(columns)) plans.set(columns, known)
  let plan = known.get(schema)
  if (plan === undefined) {
    plan = planOf(columns, schema, prefix) ?? null
    known.set(schema, plan)
  }
  return plan === null ? undefined : write(bytes, from, to, plan)
}

function planOf({ fields }: Columns, schema: ItemSchema, prefix: string): readonly Property[] | undefined {
  const { type, properties, required = [], additionalProperties } = schema
  if (type !== 'object' || !properties || additionalProperties !== false) return undefined
  const plan: Property[] = []
  for (const [name, property] of Object.entries(properties)) {
    const column = fields.findIndex(field => field.name === prefix + name)
    const label = `${plan.length === 0 ? '{' : ','}${JSON.stringify(name)}:`
    if (column >= 0) plan.push(propertyOf(label, property, column, fields[column]!.dataTypeID))
    else if (required.includes(name)) return undefined
  }
  return plan.length > 0 ? plan : undefined
}

function propertyOf(label: string, schema: ItemSchema, column: number, oid: number): Property {
  const types = [schema.type].flat()
  const { kind, type } = KINDS.get(oid) ?? { kind: 'parsed', type: undefined }
  const isWider = (type === 'integer' && types.includes('number')) || (kind === 'json' && types.includes('object'))
  const fits = types.includes(type) || isWider
  const parse = columnTypes.getTypeParser(oid) as (text: string) => unknown
  let build: ((value: unknown) => string) | undefined
  return {
    label: Buffer.from(label),
    column,
    kind: fits ? kind : 'parsed',
    isNullable: types.includes('null'),
    serialize(text) {
      build ??= buildSerializer(schema as Schema)
      return build(text === null ? null : parse(text))
    },
  }
}

/** The bytes of `,` and `}`. */
const COMMA = 0x2c
const CLOSING_BRACE = 0x7d

/** Where the columns of the row that is being written begin, and how long they are. */
let starts = new Int32Array(64)
let lengths = new Int32Array(64)

function write(bytes: Buffer, from: number, to: number, plan: readonly Property[]): string {
  const fixed = plan.reduce((sum, { label }) => sum + label.length + NULL.length, '},'.length)
  let end = 0
  for (let at = from; at < to; ) {
    const next = findColumns(bytes, at)
    const most = (next - at) * MAX_ESCAPED_BYTES + fixed
    reserve(end, most)
    if (at > from) end = writeByte(COMMA, end)
    end = writeRow(bytes, plan, end, most)
    at = next
  }
  return textUpTo(end)
}

/** Finds the columns of the row at `at`, and returns where the next row begins. */
function findColumns(bytes: Buffer, at: number): number {
  const count = bytes.readInt16BE(at)
  if (count > starts.length) [starts, lengths] = [new Int32Array(count), new Int32Array(count)]
  let place = at + COUNT_BYTES
  for (let index = 0; index < count; index++) {
    const length = bytes.readInt32BE(place)
    place += LENGTH_BYTES
    starts[index] = place
    lengths[index] = length
    if (length > 0) place += length
  }
  return place
}

/** Writes a row at `begin`, which takes at most `most` bytes apart from its parsed values, and returns where it ends. */
function writeRow(bytes: Buffer, plan: readonly Property[], begin: number, most: number): number {
  let at = begin
  for (const property of plan) {
    const { label, kind } = property
    const from = starts[property.column]!
    const length = lengths[property.column]!
    at = copy(label, 0, label.length, at)
    const to = from + length
    if (length < 0) at = property.isNullable ? copy(NULL, 0, NULL.length, at) : writeOther(property, null, at, most)
    else if (kind === 'text') at = writeText(bytes, from, to, at)
    else if (kind === 'digits' && length <= MAX_DIGITS) at = copy(bytes, from, to, at)
    else if (kind === 'instant' && isInstant(bytes, from, length)) at = writeInstant(bytes, from, to, at)
    else if (kind === 'boolean') at = writeBoolean(bytes[from] as number, at)
    else if (kind === 'texts') at = writeTexts(bytes, from, to, at)
    else if (kind === 'json') at = writeJson(bytes, from, to, at)
    else at = writeOther(property, bytes.toString('utf8', from, to), at, most)
  }
  return writeByte(CLOSING_BRACE, at)
}

function writeOther({ serialize }: Property, text: string | null, at: number, most: number): number {
  const value = serialize(text)
  reserve(at, Buffer.byteLength(value) + most)
  return writeJsonText(value, at)
}
