/** Turns what arrived (path, query and body as HTTP gives them) into the one typed value an operation takes, or a 400 that names every place. */
import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ErrorDetail } from '#contract/errors.ts'
import type { AnyOperation } from '#contract/operation.ts'
import { isBusinessDate } from '#server/base/dates.ts'
import { readInstant } from '#server/base/instants.ts'
import { describeMisfits, type FieldSchema, refuseMisfits } from '#server/base/misfits.ts'
import { objectReader, wordOf } from '#server/base/read-object.ts'
import { Refusal } from '#server/base/refusal.ts'

export type RawInput = {
  path: Record<string, string>
  query: Record<string, string | string[]>
  body: unknown
}

/**
 * Compiles the input of `operation` once; the function it returns throws a Refusal(invalid_request) for input that does not fit, and
 * before that a Refusal(not_implemented) for a body that asks for what does not exist yet.
 */
export function inputDecoder(operation: AnyOperation): (raw: RawInput) => Record<string, unknown> {
  const decodeQuery = queryDecoder(operation.parameters.query)
  const decodeBody = operation.body && objectReader(operation.body)
  return raw => {
    refuseNotImplemented(operation, raw.body)
    return { ...decodePath(raw.path), ...decodeQuery(raw.query), ...decodeBody?.(raw.body) }
  }
}

function refuseNotImplemented({ notImplemented }: AnyOperation, body: unknown): void {
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
    values[name] = field.enum ? wordOf(field.enum, given) : withoutNul(given)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
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
