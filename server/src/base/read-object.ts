/** Reads an object that came from outside, a body or the fields of a form, into what its schema says it is. */
import type { Static, TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ErrorDetail } from '#contract/errors.ts'
import { isBusinessDate } from './dates.ts'
import { readInstant } from './instants.ts'
import { describeMisfits, type FieldSchema, FORMATS, refuseMisfits } from './misfits.ts'
import { Refusal } from './refusal.ts'

const readers = new WeakMap<TObject, (value: unknown) => Record<string, unknown>>()

/** The fields of `value` as `schema` has them: the same limits and words for whoever calls an operation, over HTTP or not. */
export function readFields<Schema extends TObject>(schema: Schema, value: unknown): Static<Schema> {
  const read = readers.get(schema) ?? objectReader(schema)
  readers.set(schema, read)
  return read(value) as Static<Schema>
}

/**
 * Compiles `schema` once; the function it returns gives the object in our form, or throws a Refusal(invalid_request) that names every
 * field that does not fit. Nothing is coerced: `"5"` is not 5.
 */
export function objectReader(schema: TObject) {
  const validator = Compile(schema)
  return (body: unknown): Record<string, unknown> => {
    if (body === null || typeof body !== 'object' || Array.isArray(body)) {
      throw new Refusal('invalid_request', 'The body must be a JSON object.')
    }
    const value = inOurForm(body, schema as unknown as FieldSchema) as Record<string, unknown>
    if (!validator.Check(value)) refuseMisfits(describeMisfits(schema, validator.Errors(value)))
    const misfits: ErrorDetail[] = []
    // Only now: what fits the schema is no deeper than it, but a body of a megabyte may be deeper than the stack.
    findUnstorable(value, schema as unknown as FieldSchema, '', misfits)
    refuseMisfits(misfits)
    return value
  }
}

/** Enumerated words are taken in any case and instants in any offset, wherever the schema has them; nothing else is ever changed. */
function inOurForm(value: unknown, schema: FieldSchema | undefined): unknown {
  if (schema?.enum && typeof value === 'string') return wordOf(schema.enum, value)
  if (schema?.format === 'date-time' && typeof value === 'string') return readInstant(value) ?? value
  if (Array.isArray(value)) return schema?.items ? value.map(item => inOurForm(item, schema.items)) : value
  if (value === null || typeof value !== 'object' || !schema?.properties) return value
  const fields = schema.properties
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      inOurForm(field, Object.hasOwn(fields, name) ? fields[name] : undefined),
    ]),
  )
}

/** The word of the list that `given` is in another case, or as it is given. */
export function wordOf(words: readonly unknown[], given: string): unknown {
  const wanted = given.toLowerCase()
  return words.find(word => typeof word === 'string' && word.toLowerCase() === wanted) ?? given
}

/** What fits the schema, and yet the database has no form for: NUL, and days and instants outside the years 1900 to 2999. */
function findUnstorable(value: unknown, schema: FieldSchema | undefined, path: string, misfits: ErrorDetail[]): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) misfits.push({ path, message: 'must not contain the NUL character' })
    const { format } = schema ?? {}
    const isStorable = format === 'date' ? isBusinessDate(value) : format !== 'date-time' || readInstant(value)
    if (!isStorable) misfits.push({ path, message: `must be ${FORMATS[format as string]}` })
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) findUnstorable(item, schema?.items, `${path}[${index}]`, misfits)
  } else if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) {
      findUnstorable(inner, schema?.properties?.[name], path ? `${path}.${name}` : name, misfits)
    }
  }
}
