/**
 * Turns what arrived (path, query and body as HTTP gives them) into the one typed value that an operation takes, or into a 400 that names every
 * error.
 */
import type { TObject } from 'typebox'
import type { ErrorDetail } from '#contract/errors.ts'
import type { AnyOperation } from '#contract/operation.ts'
import { type FieldSchema, refuseFieldErrors } from '#server/base/field-errors.ts'
import { fieldReader, isObject, NOT_AN_OBJECT, refuseUnknown } from '#server/base/read-object.ts'
import { Refusal } from '#server/base/refusal.ts'
import { truncate } from '#server/base/text.ts'
import { type Query, type QueryValue, REPEATED, UNREADABLE } from './query.ts'

export type RawInput = {
  path: Record<string, string>
  query: Query
  body: unknown
}

/**
 * Compiles the input of `operation` once. The function it returns throws a Refusal(invalid_request) for invalid input, and before that a
 * Refusal(not_implemented) for a body that requests something that does not exist yet. The path wins over a parameter or a field of the same name,
 * so that a body never chooses which record a path names.
 */
export function inputDecoder(operation: AnyOperation): (raw: RawInput) => Record<string, unknown> {
  const readQuery = queryReader(operation.parameters.query, operation.method === 'GET')
  const readBody = operation.body ? fieldReader(operation.body) : noBodyReader(operation)
  return raw => {
    refuseNotImplemented(operation, raw.body)
    const errors: ErrorDetail[] = []
    const body = readBody(raw.body, errors)
    const query = readQuery(raw.query, errors)
    refuseFieldErrors(errors)
    return { ...body, ...query, ...decodePath(raw.path) }
  }
}

function refuseNotImplemented({ notImplemented }: AnyOperation, body: unknown): void {
  const reason = isObject(body) ? notImplemented?.(body) : undefined
  if (reason !== undefined) throw new Refusal('not_implemented', reason)
}

/** Decodes the path, which is never refused for its form: an ID that cannot exist gets the same reply as one that does not. */
function decodePath(path: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, withoutNul(value)]))
}

/** Returns the reader of a call that takes no body. It refuses every field, so that a misplaced one cannot pass unnoticed. */
function noBodyReader({ parameters }: AnyOperation) {
  const hasQuery = Object.keys(parameters.query.properties).length > 0
  const accepted = `this call takes no body${hasQuery ? ', and its parameters belong in the query' : ''}`
  return (body: unknown, errors: ErrorDetail[]): Record<string, unknown> => {
    if (isObject(body)) refuseUnknown(body, {}, '', errors, accepted)
    else if (body !== undefined) errors.push(NOT_AN_OBJECT)
    return {}
  }
}

/** Returns a function that reads the query and adds every error to `all`. A read may ask for any text; a write may store what it is given. */
function queryReader(schema: TObject, isRead: boolean) {
  const fields = schema.properties as Record<string, FieldSchema>
  const accepted = Object.keys(fields)
  const required = new Set(schema.required)
  const read = fieldReader(schema)
  return (query: Query, all: ErrorDetail[]): Record<string, unknown> => {
    const errors: ErrorDetail[] = []
    const given: Record<string, unknown> = {}
    for (const [name, sent] of Object.entries(query)) {
      const value = isRead && typeof sent === 'string' ? withoutNul(sent) : sent
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field && value === '') errors.push({ path: name, message: emptyParameter(required.has(name)) })
      else if (field) readParameter(name, value, field, given, errors)
      else if (name === '') errors.push({ path: 'query', message: 'has a parameter without a name' })
      else errors.push({ path: shorten(name), message: unknownParameter(accepted) })
    }
    for (const [name, field] of Object.entries(fields)) {
      if (field.default !== undefined && !Object.hasOwn(query, name)) given[name] = field.default
    }
    const found: ErrorDetail[] = []
    const values = read(given, found)
    const named = new Set(errors.map(({ path }) => path))
    all.push(...errors, ...found.filter(({ path }) => !named.has(path)))
    return values
  }
}

/** Adds the value to `given`, converted to the type of its schema, or adds a field error. */
function readParameter(
  name: string,
  value: QueryValue,
  { type }: FieldSchema,
  given: Record<string, unknown>,
  errors: ErrorDetail[],
): void {
  if (value === REPEATED) errors.push({ path: name, message: 'is given more than once' })
  else if (value === UNREADABLE) errors.push({ path: name, message: 'is not valid percent-encoded UTF-8' })
  else if (type !== 'integer') given[name] = value
  else if (/^\d+$/.test(value)) given[name] = Math.min(Number(value), Number.MAX_SAFE_INTEGER)
  else errors.push({ path: name, message: 'must be a whole number, written in plain digits' })
}

/** Replaces NUL. Text in PostgreSQL cannot contain NUL, so no stored value equals one; the replacement character matches nothing either. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}

function emptyParameter(isRequired: boolean): string {
  return isRequired ? 'is empty. Give it a value' : 'is empty. Give it a value, or leave it out'
}

function unknownParameter(accepted: string[]): string {
  return accepted.length === 0
    ? 'is not known; this call takes no query parameters'
    : `is not known; this call takes ${accepted.join(', ')}`
}

function shorten(name: string): string {
  return name.length > 80 ? `${truncate(name, 80)}…` : name
}
