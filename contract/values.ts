/** The types of the values in replies and requests, each with its limits, its description and an example. */
import Type, {
  type Static,
  type TInteger,
  type TObject,
  type TProperties,
  type TSchema,
  type TString,
  type TUnsafe,
} from 'typebox'

/** The largest amount of money, in cents: one hundred billion dollars, well within the integers that JavaScript represents exactly. */
export const MAX_CENTS = 10_000_000_000_000
/** The longest address (path and query) the service reads; IDs and other unbounded text are limited only by it. */
export const MAX_URI_LENGTH = 8192
/** The longest the headers of a request may be together, in bytes. */
export const MAX_HEADER_BYTES = 32 * 1024
/** The year of every day, month and instant is from 1900 to 2999. */
const KEPT_YEARS = '^(19|2[0-9])[0-9]{2}-'
export const MONTH = `${KEPT_YEARS}(0[1-9]|1[0-2])$`
/** The pattern of text that is not blank. The service is stricter: it also treats invisible characters, such as those without width, as blank. */
export const NOT_BLANK = '\\S'
/** The patterns of text on one line that must not be blank, and of text on one line. The service is stricter: it also refuses control characters. */
export const LINE_NOT_BLANK = '^.*\\S.*$'
export const LINE = '^.*$'
/** The longest text that must be one line. Longer text, such as notes, may have several. */
const MAX_LINE_LENGTH = 200

type Words = { description: string; example: unknown }

const words = ({ description, example }: Words) => ({ description, examples: [example] })

export function text(maxLength: number, about: Words & { minLength?: number }): TString {
  return Type.String({ ...words(about), minLength: about.minLength ?? 0, maxLength })
}

const QUOTED = Symbol('quoted')

/** Text that a request quotes from a file. It may have several lines, however short it is, because cells may. */
export function quoted(maxLength: number, about: Words & { minLength?: number }): TString {
  return Object.assign(text(maxLength, about), { [QUOTED]: true })
}

/** A password. Unlike other text it may be anything, even nothing but spaces. */
export function password({ description, minLength }: { description: string; minLength: number }): TString {
  const example = words({ description, example: 'correct horse battery' })
  return Type.String({ ...example, format: 'password', minLength, maxLength: 128 })
}

export function integer(minimum: number, maximum: number, about: Words): TInteger {
  return Type.Integer({ ...words(about), minimum, maximum })
}

export function decimal(minimum: number, maximum: number, about: Words) {
  return Type.Number({ ...words(about), minimum, maximum, format: 'float' })
}

export function flag(about: Words) {
  return Type.Boolean(words(about))
}

/** Money, in cents. */
export function cents(about: Words & { minimum?: number }): TInteger {
  return integer(about.minimum ?? 0, MAX_CENTS, about)
}

/** Money, in cents, that may be negative. */
export function signedCents(about: Words): TInteger {
  return integer(-MAX_CENTS, MAX_CENTS, about)
}

/** A sum of amounts, in cents. Each of them is at most MAX_CENTS, but there may be many. */
export function sumOfCents(about: Words): TInteger {
  return integer(0, Number.MAX_SAFE_INTEGER, about)
}

/** A sum of amounts, in cents, that may be negative. */
export function signedSumOfCents(about: Words): TInteger {
  return integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, about)
}

/** An ID in a reply: opaque to callers. */
export function id(about: Words): TString {
  return text(64, { ...about, minLength: 1 })
}

/** An ID in a request: any text, since a malformed one is simply one that does not exist. */
export function idInput(about: Words): TString {
  return text(MAX_URI_LENGTH, { ...about, minLength: 1 })
}

/** A business date. */
export function date(about: Words): TString {
  return Type.String({ ...words(about), format: 'date', minLength: 10, maxLength: 10 })
}

/** A month of an accepted year, written YYYY-MM. */
export function month(about: Words): TString {
  return Type.String({ ...words(about), minLength: 7, maxLength: 7, pattern: MONTH })
}

/** An instant, RFC 3339; in replies in UTC, ending in `Z`. */
export function instant(about: Words): TString {
  return Type.String({ ...words(about), format: 'date-time', minLength: 20, maxLength: 35 })
}

export function email(about: Words): TString {
  return Type.String({ ...words(about), format: 'email', minLength: 3, maxLength: 254 })
}

export function uri(maxLength: number, about: Words): TString {
  return Type.String({ ...words(about), format: 'uri', minLength: 1, maxLength })
}

/** One of a fixed set of words; UPPER_SNAKE in replies, any case in requests. */
export function oneOf<const Values extends readonly string[]>(values: Values, about: Words): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ ...words(about), type: 'string', enum: [...values] })
}

/** The words that a list can be filtered by its status with: each status, and ALL, which selects every item. */
export function withAll<const Values extends readonly string[]>(values: Values) {
  return [...values, 'ALL'] as const
}

/** A filter with the values `true` and `false`, which are strings in a query. */
export function yesOrNo(description: string) {
  return oneOf(['true', 'false'], { description, example: 'true' })
}

export function listOf<Item extends TSchema>(item: Item, maxItems: number, description: string) {
  return Type.Array(item, { description, maxItems })
}

/** `schema`, or null. Written as a list of types, which serializers and generators handle without a union. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  const { type, enum: values, ...rest } = schema as unknown as { type: string; enum?: string[] }
  return Type.Unsafe<Static<Schema> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  })
}

/**
 * A field that is null in most records and therefore in the examples: an example with a value in every such field would contradict
 * itself.
 */
export function mostlyNull<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  const { examples, ...rest } = nullable(schema) as unknown as { examples: unknown[] }
  return Type.Unsafe<Static<Schema> | null>({ ...rest, examples: [null, ...examples] })
}

/** An object with a name, which becomes a component of the OpenAPI document. Every field is always present. */
export function resource<Fields extends TProperties>(
  title: string,
  description: string,
  fields: Fields,
): TObject<Fields> {
  return Type.Object(fields, { title, description, additionalProperties: false })
}

/**
 * `schema` with the patterns of a request, which refuse a year that is not accepted and text that is blank. Replies have no such
 * patterns, because stored data may be older than a rule. An ID may be any text, and a code of fixed length has its own rules.
 */
function asInput<Schema extends TSchema>(schema: Schema): Schema {
  const { type, format, pattern, enum: words, minLength = 0, maxLength, items } = schema as InputSchema
  if (items) return changed(schema, { items: asInput(items) })
  if (![type].flat().includes('string') || words || pattern !== undefined) return schema
  if (format === 'date' || format === 'date-time') return changed(schema, { pattern: KEPT_YEARS })
  const isWritten = minLength > 0 && minLength !== maxLength && maxLength !== MAX_URI_LENGTH && format === undefined
  return isWritten ? changed(schema, { pattern: NOT_BLANK }) : schema
}

/**
 * `body` with the patterns of short text: names, labels, titles and the like are one line, because lists, e-mails and files show them in one. Filters
 * in a query have no such patterns, because stored text may be older than this rule.
 */
export function withLines<Schema extends TSchema>(body: Schema): Schema {
  const {
    type,
    format,
    pattern,
    enum: words,
    maxLength = Number.POSITIVE_INFINITY,
    items,
    properties,
  } = body as InputSchema
  if (items) return changed(body, { items: withLines(items) })
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => [name, withLines(field)])
    return changed(body, { properties: Object.fromEntries(fields) })
  }
  const isShort = [type].flat().includes('string') && !words && !format && maxLength <= MAX_LINE_LENGTH
  if (!isShort || QUOTED in body) return body
  if (pattern === NOT_BLANK) return changed(body, { pattern: LINE_NOT_BLANK })
  return pattern === undefined ? changed(body, { pattern: LINE }) : body
}

/** A copy of `schema` with another property; its hidden properties stay. */
function changed<Schema extends TSchema>(schema: Schema, property: object): Schema {
  const all = { ...Object.getOwnPropertyDescriptors(schema), ...Object.getOwnPropertyDescriptors(property) }
  return Object.defineProperties({}, all) as Schema
}

type InputSchema = {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  items?: TSchema
  properties?: Record<string, TSchema>
}

/**
 * The parameters of a call; unknown ones are refused. At least one field of each group in `needed` must be given, as text: it must not be that all
 * fields of a group are absent or null. Stated with `not`, this is exact for a validator, and client generators ignore it. A list of alternatives
 * makes them invent a type for each, or, like ogen, refuse the whole call.
 */
export function parameters<Fields extends TProperties>(
  fields: Fields,
  needed: readonly (readonly (keyof Fields & string)[])[] = [],
): TObject<Fields> {
  const missing = needed.map(names => ({
    properties: Object.fromEntries(names.map(name => [name, { type: 'null' }])),
  }))
  const inputs = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, asInput(field)])) as Fields
  return Type.Object(inputs, { additionalProperties: false, ...(missing.length > 0 && { not: { anyOf: missing } }) })
}

export const noParameters = parameters({})

/** `limit` and `offset`, as the specification bounds them. */
export const pageParameters = {
  limit: Type.Integer({
    description: 'The number of items to return.',
    minimum: 1,
    maximum: 100,
    default: 20,
    examples: [20],
  }),
  offset: Type.Integer({
    description:
      'The number of items to skip. Items that leave the list between two calls move those behind them forward, so the next page would miss some: ' +
      'begin each page with the last item of the page before, and go back if that item is no longer there.',
    minimum: 0,
    maximum: 2_147_483_647,
    default: 0,
    examples: [0],
  }),
}

export const updatedSince = Type.Optional(
  instant({
    description:
      'Returns only records that were created or updated at or after this instant. A value that follows from today’s date or from other records, ' +
      'such as a status, a balance or the name of another record, does not count as an update; `GET /changes` includes those. When you poll, let consecutive calls overlap by 60 seconds. ' +
      'An update is dated by the clock of the database: if that is ever set back by more than the overlap, read the list once without this filter. `GET /changes` does not depend on a clock.',
    example: '2026-03-01T00:00:00Z',
  }),
)

const Pagination = resource('Pagination', 'The position of this page within the whole list.', {
  total: integer(0, 2_147_483_647, {
    description: 'Number of items in the whole list, exact on every page.',
    example: 42,
  }),
  limit: integer(1, 100, { description: 'The `limit` of this call.', example: 20 }),
  offset: integer(0, 2_147_483_647, { description: 'The `offset` of this call.', example: 0 }),
  hasMore: flag({ description: 'Whether items follow this page.', example: true }),
})

/** A page of `item`. */
export function pageOf<Item extends TSchema>(title: string, item: Item) {
  return resource(title, `One page of a list.`, {
    data: Type.Array(item, { description: 'The items on this page.', maxItems: 100 }),
    pagination: Pagination,
  })
}

/** Fields that every stored resource carries. */
export const recordFields = {
  external_id: nullable(
    text(200, {
      description: 'ID of this record in the system it was imported from.',
      example: 'AF-10023',
      minLength: 1,
    }),
  ),
  created_at: instant({ description: 'When the record was created.', example: '2026-01-05T16:20:00.000Z' }),
  updated_at: instant({ description: 'When the record was last updated.', example: '2026-03-01T09:30:00.000Z' }),
}
