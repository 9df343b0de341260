/** Bodies generated from their schemas: valid ones at random, and every kind of fault that can be put into one. */
import fc from 'fast-check'
import type { TObject } from 'typebox'
import { LINE, LINE_NOT_BLANK, MONTH } from '#contract/values.ts'

type Field = {
  type: string | string[]
  format?: string
  pattern?: string
  enum?: (string | null)[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, Field>
  required?: string[]
  items?: Field
}

type Body = Record<string, unknown>

/** Puts a fault at `path` into a valid body, or returns undefined if the body has no such place. */
export type Fault = { path: string; into(body: Body): Body | undefined }

/** A valid body. Every optional field is sometimes left out, unless at least one of several is required. */
export function bodyOf(schema: TObject): fc.Arbitrary<Body> {
  const isAnyNeeded = 'not' in schema
  return objectOf(schema as unknown as Field, isAnyNeeded) as fc.Arbitrary<Body>
}

function objectOf({ properties = {}, required = [] }: Field, isWhole: boolean): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, isWhole ? soundOf(field) : anyOf(field)]),
  )
  return fc.record(fields, isWhole ? {} : { requiredKeys: required })
}

function anyOf(field: Field): fc.Arbitrary<unknown> {
  return [field.type].flat().includes('null')
    ? fc.oneof({ weight: 4, arbitrary: soundOf(field) }, fc.constant(null))
    : soundOf(field)
}

function soundOf(field: Field): fc.Arbitrary<unknown> {
  const { minimum = 0, maximum = 0, minItems = 0, maxItems = 0 } = field
  switch ([field.type].flat()[0]) {
    case 'string':
      return textOf(field)
    case 'integer':
      return fc.integer({ min: Math.max(minimum, -2e9), max: Math.min(maximum, 2e9) })
    case 'number':
      return fc.integer({ min: minimum * 2, max: maximum * 2 }).map(halves => halves / 2)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(anyOf(field.items as Field), { minLength: minItems, maxLength: Math.min(maxItems, 3) })
    case 'object':
      return objectOf(field, false)
    default:
      throw new Error(`No sound value is written for ${JSON.stringify(field)}`)
  }
}

const anyCase = (word: string) => fc.constantFrom(word, word.toLowerCase())

function textOf({ enum: words, format, pattern, minLength = 0, maxLength = 0 }: Field): fc.Arbitrary<string> {
  if (words) return fc.constantFrom(...words.filter(word => word !== null)).chain(anyCase)
  if (format === 'date') return fc.constantFrom('1900-01-01', '2024-02-29', '2026-03-15', '2999-12-31')
  if (format === 'date-time') return fc.constantFrom('2026-03-01T00:00:00Z', '2026-03-01T02:30:00.25+02:00')
  if (format === 'email') return fc.constantFrom('dana@example.com', 'd@e.example')
  if (format === 'uri') return fc.constantFrom('https://example.com/1', 'https://example.com/a?b=c')
  if (pattern === MONTH) return fc.constantFrom('1900-01', '2026-04', '2999-12')
  const most = Math.min(maxLength, minLength + 20)
  const letters = fc.array(fc.constantFrom('a', 'Z', '7', 'é', '🏠'), { minLength, maxLength: most })
  return letters.map(all => all.join(''))
}

/**
 * Faults of every field at any depth: a wrong type, a value beyond each limit, text that cannot be stored, or no
 * value at all.
 */
export function faultsOf(schema: TObject): Fault[] {
  const whole = schema as unknown as Field
  const missing = (whole.required ?? []).map((name): Fault => ({ path: name, into: ({ [name]: _, ...rest }) => rest }))
  return [...missing, ...faultsIn(whole, '', body => body)]
}

type Reach = (body: Body) => unknown

function faultsIn({ properties = {} }: Field, place: string, reach: Reach): Fault[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = place === '' ? name : `${place}.${name}`
    const put =
      (value: unknown): Fault['into'] =>
      body => {
        const holder = reach(body)
        if (!isObject(holder)) return undefined
        holder[name] = value
        return body
      }
    const own = wrongValues(field).map((value): Fault => ({ path, into: put(value) }))
    const inner = (body: Body) => {
      const holder = reach(body)
      return isObject(holder) ? holder[name] : undefined
    }
    return [...own, ...faultsInItems(field, path, inner), ...unknownIn(field, path, inner)]
  })
}

function faultsInItems({ items }: Field, path: string, inner: Reach): Fault[] {
  if (!items) return []
  const first = (body: Body) => (inner(body) as unknown[] | undefined)?.[0]
  if (items.type === 'object')
    return [...faultsIn(items, `${path}[0]`, first), ...unknownIn(items, `${path}[0]`, first)]
  return wrongValues(items).map(value => ({
    path: `${path}[0]`,
    into(body) {
      const list = inner(body) as unknown[] | undefined
      if (!list?.length) return undefined
      list[0] = value
      return body
    },
  }))
}

function unknownIn({ type }: Field, path: string, inner: Reach): Fault[] {
  if (type !== 'object') return []
  const into: Fault['into'] = body => {
    const holder = inner(body)
    if (!isObject(holder)) return undefined
    holder.nonsense = 1
    return body
  }
  return [{ path: `${path}.nonsense`, into }]
}

function wrongValues(field: Field): unknown[] {
  const types = [field.type].flat()
  const { format, minLength = 0, maxLength = 0, minimum = 0, maximum = 0, minItems = 0, maxItems = 0 } = field
  const others = [5.25, 'text', true, [], {}, null].filter(
    value => !types.includes(typeOf(value)) && !isNumeric(value, types),
  )
  if (types.includes('string')) {
    const ill = ['\ud83c', `a\udfe0`, 'a\0b'].map(text => text.padEnd(minLength, 'a'))
    if (field.enum) return [...others, ...ill, 'NO_SUCH_WORD']
    if (format === 'date') return [...others, ...ill, '2026-02-29', '1899-12-31', '3000-01-01', '2026-1-1']
    if (format === 'date-time') return [...others, ...ill, '2026-03-01', '1899-12-31T23:59:59Z', '2026-03-01T24:00:00Z']
    if (format !== undefined && format !== 'password') return [...others, ...ill, 'a b', '']
    if (field.pattern === MONTH) return [...others, ...ill, '1899-12', '3000-01', '2026-13', '2026-1']
    const short = minLength > 0 ? [''] : []
    const isWritten = minLength === 1 && maxLength < 8_192 && format === undefined
    const blank = isWritten ? [' ', '\t\u00a0\n'] : []
    const lines = [LINE, LINE_NOT_BLANK].includes(field.pattern ?? '') ? ['a\n', '\u2028a', '\ta'] : []
    return [...others, ...ill, ...short, ...blank, ...lines, ...(maxLength < 20_000 ? ['é'.repeat(maxLength + 1)] : [])]
  }
  if (types.includes('integer')) return [...others, '5', minimum - 1, maximum + 1, 1e300]
  if (types.includes('number')) return [...others, '5', minimum - 1, maximum + 1]
  if (types.includes('array')) {
    const item = field.items?.type === 'object' ? {} : 'x'
    return [...others, ...(minItems > 0 ? [[]] : []), Array(maxItems + 1).fill(item)]
  }
  return others
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isNumeric(value: unknown, types: string[]): boolean {
  return typeof value === 'number' && types.includes('number')
}

function isObject(value: unknown): value is Body {
  return typeOf(value) === 'object'
}
