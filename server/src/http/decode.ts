/** Turns what arrived (path, query and body as HTTP gives them) into the one typed value an operation takes, or a 400 that names every place. */
import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ErrorDetail } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import { isBusinessDate } from '#server/base/dates.ts'
import { Refusal } from '#server/base/refusal.ts'
import { describeMisfits, type FieldSchema, FORMATS, MAX_DETAILS } from './misfits.ts'

export type RawInput = {
  path: Record<string, string>
  query: Record<string, string | string[]>
  body: unknown
}

/**
 * Compiles the input of `operation` once; the function it returns throws a Refusal(invalid_request) for input that does not fit, and
 * before that a Refusal(not_implemented) for a body that asks for what does not exist yet.
 */
export function inputDecoder(operation: Operation): (raw: RawInput) => Record<string, unknown> {
  const decodeQuery = queryDecoder(operation.parameters.query)
  const decodeBody = operation.body && bodyDecoder(operation.body)
  return raw => {
    refuseNotImplemented(operation, raw.body)
    return { ...decodePath(raw.path), ...decodeQuery(raw.query), ...decodeBody?.(raw.body) }
  }
}

function refuseNotImplemented({ notImplemented }: Operation, body: unknown): void {
  const reason = isObject(body) ? notImplemented?.(body) : undefined
  if (reason !== undefined) throw new Refusal('not_implemented', reason)
}

/** A path is never refused for its form: an id that cannot exist is answered as one that does not. */
function decodePath(path: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, withoutNul(value)]))
}

function queryDecoder(schema: TObject) {
  const fields = schema.properties as Record<string, FieldSchema>
  const accepted = Object.keys(fields)
  const validator = Compile(schema)
  return (query: Record<string, string | string[]>): Record<string, unknown> => {
    const misfits: ErrorDetail[] = []
    const values: Record<string, unknown> = {}
    for (const [name, given] of Object.entries(query)) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (!field) misfits.push({ path: shorten(name), message: unknownParameter(accepted) })
      else if (Array.isArray(given)) misfits.push({ path: name, message: 'is given more than once' })
      else if (given === '') misfits.push({ path: name, message: 'is empty; leave it out instead' })
      else readParameter(name, given, field, values, misfits)
    }
    for (const [name, field] of Object.entries(fields)) {
      if (field.default !== undefined && !Object.hasOwn(query, name)) values[name] = field.default
    }
    if (!validator.Check(values)) {
      const named = new Set(misfits.map(misfit => misfit.path))
      misfits.push(...describeMisfits(schema, validator.Errors(values)).filter(misfit => !named.has(misfit.path)))
    }
    refuseMisfits(misfits)
    return values
  }
}

function readParameter(
  name: string,
  given: string,
  field: FieldSchema,
  values: Record<string, unknown>,
  misfits: ErrorDetail[],
): void {
  if (field.type === 'integer') {
    if (/^\d{1,15}$/.test(given)) values[name] = Number(given)
    else misfits.push({ path: name, message: 'must be a whole number, written in plain digits' })
  } else if (field.format === 'date') {
    if (isBusinessDate(given)) values[name] = given
    else misfits.push({ path: name, message: 'must be a day written YYYY-MM-DD' })
  } else if (field.format === 'date-time') {
    const instant = readInstant(given)
    if (instant) values[name] = instant
    else misfits.push({ path: name, message: 'must be an instant such as 2026-03-01T00:00:00Z' })
  } else {
    values[name] = field.enum ? given.toUpperCase() : withoutNul(given)
  }
}

function bodyDecoder(schema: TObject) {
  const validator = Compile(schema)
  return (body: unknown): Record<string, unknown> => {
    if (!isObject(body)) {
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

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Enumerated words are taken in any case and instants in any offset, wherever the schema has them; nothing else is ever changed. */
function inOurForm(value: unknown, schema: FieldSchema | undefined): unknown {
  if (schema?.enum && typeof value === 'string') return value.toUpperCase()
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

function refuseMisfits(misfits: ErrorDetail[]): void {
  const details = misfits.slice(0, MAX_DETAILS)
  const [first] = details
  if (!first) return
  const count = misfits.length > MAX_DETAILS ? `More than ${MAX_DETAILS}` : misfits.length
  const message =
    misfits.length === 1
      ? `${first.path || 'The body'} ${first.message}.`
      : `${count} things do not fit: ${details.map(misfit => misfit.path || 'the body').join(', ')}.`
  throw new Refusal('invalid_request', message, { details })
}

/** The instant as RFC 3339 in UTC, or undefined. */
function readInstant(text: string): string | undefined {
  // A `+` in an unencoded query arrives as a space; the offset can mean nothing else there.
  const match =
    /^((?:19|2\d)\d\d-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,9})?)(?:([Zz])|([+ -])(\d\d:\d\d))$/.exec(
      text,
    )
  if (!match || !isBusinessDate(match[1] as string)) return undefined
  const offset = match[3] ? 'Z' : `${match[4] === '-' ? '-' : '+'}${match[5]}`
  const instant = new Date(`${match[1]}T${match[2]}${offset}`)
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
}

/** PostgreSQL has no text with NUL in it, so no stored value equals one; the replacement character matches nothing just as well. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}

function unknownParameter(accepted: string[]): string {
  return accepted.length === 0
    ? 'is not known; this call takes no query parameters'
    : `is not known; this call takes ${accepted.join(', ')}`
}

function shorten(name: string): string {
  return name.length > 80 ? `${name.slice(0, 80)}…` : name
}
