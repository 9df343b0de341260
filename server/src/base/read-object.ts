/** Reads an object from outside, such as a body or the fields of a form, into the type of its schema. */
import type { Static, TObject } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import Format from 'typebox/format'
import type { ErrorDetail } from '#contract/errors.ts'
import type { Valid } from '#contract/operation.ts'
import { LINE, LINE_NOT_BLANK, NOT_BLANK } from '#contract/values.ts'
import { isBusinessDate } from './dates.ts'
import {
  areTooMany,
  explainFormat,
  explainPattern,
  explainRange,
  explainType,
  explainWords,
  type FieldSchema,
  IS_EMPTY,
  placeIn,
  refuseFieldErrors,
} from './field-errors.ts'
import { readInstant } from './instants.ts'
import { isBlank, isOneLine, isStorable } from './text.ts'

const readers = new WeakMap<TObject, (value: unknown) => Record<string, unknown>>()

/** The fields of `value`, validated by `schema`. All callers of an operation get the same limits and messages, over HTTP or not. */
export function readFields<Schema extends TObject>(schema: Schema, value: unknown): Valid<Static<Schema>> {
  const read = readers.get(schema) ?? objectReader(schema)
  readers.set(schema, read)
  return read(value) as Valid<Static<Schema>>
}

/**
 * Compiles `schema` once. The function it returns normalizes the object, or throws a Refusal(invalid_request) that names every field that is not
 * valid. Nothing is coerced: `"5"` is not 5.
 */
export function objectReader(schema: TObject): (body: unknown) => Record<string, unknown> {
  const read = fieldReader(schema)
  return body => {
    const errors: ErrorDetail[] = []
    const value = read(body, errors)
    refuseFieldErrors(errors)
    return value
  }
}

/**
 * Returns a function that normalizes the object and adds every field error to `errors`. It goes only as deep as the schema, checks unknown fields
 * first, and stops once there are more errors than a reply names. The validator has the last word: an object that it rejects is refused, even if no
 * field error was found. It is compiled when it is first needed, because compiling those of all operations would add 0.1 s to every start.
 */
export function fieldReader(schema: TObject) {
  let validator: Validator | undefined
  return (object: unknown, errors: ErrorDetail[]): Record<string, unknown> => {
    if (!isObject(object)) {
      // A call without a content type and without a body has no body to read.
      errors.push(object === undefined ? IS_EMPTY : NOT_AN_OBJECT)
      return {}
    }
    const before = errors.length
    const value = readObject(object, schema as unknown as FieldSchema, '', errors)
    validator ??= Compile(schema)
    if (errors.length === before && !validator.Check(value)) errors.push({ path: '', message: 'is not valid' })
    return value
  }
}

type Fields = Record<string, unknown>

/** The error of a body that is anything but an object. */
export const NOT_AN_OBJECT: ErrorDetail = { path: '', message: 'must be a JSON object' }

function readObject(object: Fields, schema: FieldSchema, path: string, errors: ErrorDetail[]): Fields {
  const fields = schema.properties ?? {}
  refuseUnknown(object, fields, path, errors)
  for (const name of schema.required ?? []) {
    if (object[name] === undefined || !Object.hasOwn(object, name)) {
      errors.push({ path: placeIn(path, name), message: 'is required' })
    }
  }
  const value: Fields = {}
  for (const [name, given] of Object.entries(object)) {
    if (areTooMany(errors)) break
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    // The command line and files give an omitted field the value undefined.
    if (field) value[name] = given === undefined ? given : readValue(given, field, placeIn(path, name), errors)
  }
  for (const { properties } of schema.not?.anyOf ?? []) refuseNone(value, Object.keys(properties), path, errors)
  return value
}

/** Adds a field error for every field that is not one of `fields`; the first says what is accepted instead. */
export function refuseUnknown(
  object: Fields,
  fields: Record<string, FieldSchema>,
  path: string,
  errors: ErrorDetail[],
  accepted = `the accepted fields are ${Object.keys(fields).join(', ')}`,
): void {
  let hint = `; ${accepted}`
  for (const name of Object.keys(object)) {
    if (areTooMany(errors)) return
    if (Object.hasOwn(fields, name)) continue
    // A field without a name has no place of its own.
    if (name === '') errors.push({ path, message: `has a field without a name${hint}` })
    else errors.push({ path: placeIn(path, name), message: `is not known${hint}` })
    hint = ''
  }
}

/**
 * Adds a field error to each of several text fields if none of them is given, naming the others as alternatives, unless one of them already has an
 * error.
 */
function refuseNone(value: Fields, names: string[], path: string, errors: ErrorDetail[]): void {
  if (names.some(name => typeof value[name] === 'string')) return
  const places = names.map(name => placeIn(path, name))
  if (errors.some(error => places.includes(error.path))) return
  for (const [index, place] of places.entries()) {
    const others = names.filter((_, other) => other !== index).join(' or ')
    errors.push({ path: place, message: `is required unless ${others} is given` })
  }
}

function readValue(value: unknown, schema: FieldSchema, path: string, errors: ErrorDetail[]): unknown {
  const types = [schema.type].flat()
  const { minimum, maximum, minItems, maxItems } = schema
  if (value === null && types.includes('null')) return value
  if (typeof value === 'string' && types.includes('string')) return readText(value, schema, path, errors)
  if (typeof value === 'boolean' && types.includes('boolean')) return value
  if (isNumber(value, types)) {
    const fits = (minimum === undefined || value >= minimum) && (maximum === undefined || value <= maximum)
    if (!fits) errors.push({ path, message: `must be ${explainRange(minimum, maximum)}` })
    return value
  }
  if (isObject(value) && types.includes('object')) return readObject(value, schema, path, errors)
  if (!Array.isArray(value) || !types.includes('array')) {
    errors.push({ path, message: explainType(schema) })
    return value
  }
  if (value.length < (minItems ?? 0) || value.length > (maxItems ?? Number.POSITIVE_INFINITY)) {
    errors.push({ path, message: `must have ${explainRange(minItems, maxItems)} items` })
    return value
  }
  return value.map((item, index) =>
    schema.items && !areTooMany(errors) ? readValue(item, schema.items, placeIn(path, index), errors) : item,
  )
}

function isNumber(value: unknown, types: (string | undefined)[]): value is number {
  return (Number.isInteger(value) && types.includes('integer')) || (Number.isFinite(value) && types.includes('number'))
}

/** Normalizes a string: enumerated values are accepted in any case and instants with any offset; no other string is ever changed. */
function readText(text: string, schema: FieldSchema, path: string, errors: ErrorDetail[]): string {
  const { enum: words, format, minLength, maxLength, pattern } = schema
  const refuse = (message: string): string => {
    errors.push({ path, message })
    return text
  }
  if (!isStorable(text)) return refuse('must be well-formed Unicode without the NUL character')
  if (words) {
    const word = wordOf(words, text)
    return word ?? refuse(explainWords(words))
  }
  if (format === 'date') return isBusinessDate(text) ? text : refuse(explainFormat(format))
  if (format === 'date-time') return readInstant(text) ?? refuse(explainFormat(format))
  if (text === '' && minLength === 1) return refuse('must not be empty')
  if (!isWithin(text, minLength, maxLength)) {
    return refuse(`must be ${explainRange(minLength || undefined, maxLength)} characters long`)
  }
  if (format !== undefined && !Format.Test(format, text)) return refuse(explainFormat(format))
  if (pattern === LINE_NOT_BLANK && isBlank(text)) return refuse(explainPattern(NOT_BLANK))
  if (pattern !== undefined && !matches(pattern, text)) return refuse(explainPattern(pattern))
  return text
}

/**
 * Whether `text` matches the pattern. Blank text and control characters are found without it, because a pattern of every invisible character would be
 * too long to publish.
 */
function matches(pattern: string, text: string): boolean {
  if (pattern === NOT_BLANK) return !isBlank(text)
  if (pattern === LINE || pattern === LINE_NOT_BLANK) return isOneLine(text)
  return compiled(pattern).test(text)
}

const patterns = new Map<string, RegExp>()

function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u')
  patterns.set(pattern, known)
  return known
}

/** Whether the length of a string, in code points as JSON Schema counts it, is within the bounds: a surrogate pair counts once. */
function isWithin(text: string, min = 0, max = Number.POSITIVE_INFINITY): boolean {
  if (text.length < min || text.length > max * 2) return false
  if (text.length >= min * 2 && text.length <= max) return true
  const count = text.length - (text.match(/[\udc00-\udfff]/g)?.length ?? 0)
  return count >= min && count <= max
}

/** The word in the list that equals `given`, ignoring case. */
function wordOf(words: readonly unknown[], given: string): string | undefined {
  const wanted = given.toLowerCase()
  return words.find((word): word is string => typeof word === 'string' && word.toLowerCase() === wanted)
}

export function isObject(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
