/** Converts the values of a statement to PostgreSQL's text form, and refuses values that have none before a byte is sent. */
import { isStorable } from '#server/base/text.ts'
import { unstorableText } from './failure.ts'
import type { Statement } from './statement.ts'

/** A list becomes a PostgreSQL array of one dimension. JSON is passed as text, because a list would be ambiguous. */
export type Value = Scalar | readonly Scalar[]
type Scalar = string | number | bigint | boolean | null | Date | Uint8Array

/** A value as it is sent: text, or null. */
export type Parameter = string | null

/**
 * The most parameters of a statement. The protocol counts them in 16 bits: one more would wrap around and break the connection for everyone on it.
 */
const MAX_PARAMETERS = 65_535

/** The longest parameter. PostgreSQL ends the whole connection over a message of 1 GB; nothing we store comes near this. */
const MAX_PARAMETER_LENGTH = 64 * 1024 * 1024

/** Throws a TypeError that names the statement and the position of a value that has no text form. */
export function toParameters(statement: Statement<unknown>, values: readonly Value[]): Parameter[] {
  if (values.length > MAX_PARAMETERS)
    throw new RangeError(`${statement.name} has more than ${MAX_PARAMETERS} parameters`)
  const parameters: Parameter[] = []
  // This counts instead of using `map`, which would skip a hole in the list and send it as null.
  for (let index = 0; index < values.length; index++) {
    const place = { statement, index }
    const value = values[index]
    const parameter = Array.isArray(value) ? arrayText(value, place) : scalarText(value, place)
    if (parameter !== null && parameter.length > MAX_PARAMETER_LENGTH) refuse(place, 'longer than a parameter may be')
    parameters.push(parameter)
  }
  return parameters
}

type Place = { statement: Statement<unknown>; index: number }

function arrayText(items: readonly unknown[], place: Place): string {
  const parts: string[] = []
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    const text = typeof item === 'string' ? item : scalarText(item, place)
    parts.push(text === null ? 'NULL' : quoted(text))
  }
  const text = `{${parts.join(',')}}`
  // Strings are inspected here, together, which takes a third of the time that inspecting each one takes.
  if (!isStorable(text)) throw unstorableText()
  return text
}

/** Hardly any text needs an escape, and looking for one first takes half as long as replacing none. */
function quoted(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
}

const NEEDS_ESCAPE = /["\\]/

function scalarText(value: unknown, place: Place): Parameter {
  if (value === null) return null
  if (typeof value === 'string') {
    if (!isStorable(value)) throw unstorableText()
    return value
  }
  if (typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value)) return String(value)
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
  return refuse(place, typeof value === 'object' ? 'an object PostgreSQL has no form for' : String(value))
}

function refuse({ statement, index }: Place, what: string): never {
  throw new TypeError(`$${index + 1} of ${statement.name} is ${what}`)
}
