/** Describes which fields of a request are not valid and why, in one sentence per field. */
import type { ErrorDetail } from '#contract/errors.ts'
import { LINE, LINE_NOT_BLANK, MONTH, NOT_BLANK } from '#contract/values.ts'
import { fieldError, Refusal } from './refusal.ts'
import { charactersOf, isBlank, isOneLine, truncate } from './text.ts'

/** The parts of a JSON schema that inputs use. */
export type FieldSchema = {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
  properties?: Record<string, FieldSchema>
  required?: string[]
  items?: FieldSchema
  /** Groups of fields that must not all be absent or null: at least one field of each group must be given. */
  not?: { anyOf: { properties: Record<string, unknown> }[] }
}

/** A reply names at most this many fields, so that a hostile request cannot cause a reply larger than itself. */
const MAX_DETAILS = 50
const MAX_NAME_LENGTH = 80
/** The longest name of a key or an organization. */
const MAX_OWN_NAME_LENGTH = 200
/** The message of a reply explains the errors of this many fields, so that a person who reads only the message can correct them. */
const MAX_SENTENCES = 3

/** The error of a body without a byte. */
export const IS_EMPTY: ErrorDetail = { path: '', message: 'is empty; send a JSON object' }

/** Whether there are already more errors than a reply names, so that the search can stop. */
export function areTooMany(errors: readonly ErrorDetail[]): boolean {
  return errors.length > MAX_DETAILS
}

/** Throws a Refusal(invalid_request) that names every field error, if there is any; the empty path stands for the whole body. */
export function refuseFieldErrors(errors: readonly ErrorDetail[]): void {
  const details = errors.slice(0, MAX_DETAILS)
  if (details.length === 0) return
  const sentences = details.slice(0, MAX_SENTENCES).map(({ path, message }) => `${path || 'The body'} ${message}.`)
  const others = details.slice(MAX_SENTENCES).map(({ path }) => path || 'the body')
  if (areTooMany(errors)) others.push('and others')
  if (others.length > 0) sentences.push(`Also not valid: ${others.join(', ')}.`)
  throw new Refusal('invalid_request', sentences.join(' '), { details })
}

/** Returns the name of a key or an organization without white space around it. Throws Refusal(invalid_request) for a name that lists could not show. */
export function readName(text: string): string {
  const name = text.trim()
  if (!isBlank(name) && isOneLine(name) && charactersOf(name) <= MAX_OWN_NAME_LENGTH) return name
  throw fieldError('name', `must be one line of 1 to ${MAX_OWN_NAME_LENGTH} characters, and not blank`)
}

/** The path of a step: `lines`, 0 and `amount_cents` become `lines[0].amount_cents`. A long name is cut. */
export function placeIn(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`
  const name = truncate(step, MAX_NAME_LENGTH).toWellFormed()
  return path === '' ? name : `${path}.${name}`
}

/** The message for a value whose type is not that of `schema`. It says what the text must be, so that the next attempt is not refused for that. */
export function explainType({ type, enum: words, format }: FieldSchema): string {
  const types = [type].flat()
  const orNull = types.includes('null') ? ', or null' : ''
  if (words) return `${explainWords(words)}${orNull}`
  const isKnown = format !== undefined && types.includes('string') && format in FORMATS
  return isKnown ? `${explainFormat(format)}${orNull}` : `must be ${types.map(withArticle).join(' or ')}`
}

export function explainWords(words: readonly unknown[]): string {
  return `must be one of ${words.filter(word => word !== null).join(', ')}`
}

export function explainFormat(format: string): string {
  return `must be ${FORMATS[format] ?? format}`
}

export function explainPattern(pattern: string): string {
  return PATTERNS[pattern] ?? 'is not valid'
}

/** The range in words: `between 1 and 100`, or only the bound that `schema` has. */
export function explainRange(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && min === max) return `exactly ${min}`
  if (min === undefined) return `at most ${max}`
  return max === undefined ? `at least ${min}` : `between ${min} and ${max}`
}

const FORMATS: Record<string, string> = {
  date: 'a date in the form YYYY-MM-DD, in a year from 1900 to 2999',
  'date-time':
    'a date and time with a UTC offset, such as 2026-03-01T00:00:00Z or 2026-03-01T00:00:00-06:00, in a year from 1900 to 2999',
  email: 'an e-mail address such as dana@example.com',
  uri: 'an absolute address such as https://example.com/path',
}

const PATTERNS: Record<string, string> = {
  [NOT_BLANK]: 'must not be blank',
  [LINE_NOT_BLANK]: 'must be one line, without control characters',
  [LINE]: 'must be one line, without control characters',
  [MONTH]: 'must be a month in the form YYYY-MM, in a year from 1900 to 2999',
}

function withArticle(type: string | undefined): string {
  if (type === 'null') return 'null'
  if (type === 'integer') return 'a whole number'
  return `${type === 'object' || type === 'array' ? 'an' : 'a'} ${type}`
}
