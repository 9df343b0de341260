/** Says in words how a value misses its schema, one sentence a place. */
import type { TSchema } from 'typebox'
import type { TValidationError } from 'typebox/error'
import type { ErrorDetail } from '#contract/errors.ts'
import { Refusal } from './refusal.ts'

/** What we read of a JSON schema. */
export type FieldSchema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
  properties?: Record<string, FieldSchema>
  items?: FieldSchema
  anyOf?: { required: string[] }[]
}

/** At most this many places are named: a hostile request must not buy a reply larger than itself. */
const MAX_DETAILS = 50

export function describeMisfits(schema: TSchema, errors: readonly TValidationError[]): ErrorDetail[] {
  const details: ErrorDetail[] = []
  for (const error of errors) {
    if (details.length >= MAX_DETAILS) break
    const path = readablePath(error.instancePath)
    const at = (name: string) => (path ? `${path}.${name}` : name)
    // Of alternatives it is said once what they are, not how each of them is missed.
    if (error.schemaPath.includes('/anyOf/')) continue
    if (error.keyword === 'anyOf') {
      const names = (schemaAt(schema, error.schemaPath).anyOf ?? []).flatMap(({ required }) => required)
      if (details.some(detail => names.some(name => detail.path === at(name)))) continue
      details.push(
        ...names.map(name => ({ path: at(name), message: `is required unless ${others(names, name)} is given` })),
      )
    } else if (error.keyword === 'required') {
      details.push(...error.params.requiredProperties.map(name => ({ path: at(name), message: 'is required' })))
    } else if (error.keyword === 'additionalProperties') {
      const accepted = Object.keys(schemaAt(schema, error.schemaPath).properties ?? {}).join(', ')
      const message = `is not known; ${accepted ? `accepted are ${accepted}` : 'no field is taken here'}`
      details.push(...error.params.additionalProperties.map(name => ({ path: at(name.slice(0, 80)), message })))
    } else if (error.keyword !== 'boolean') {
      const message = explain(error.keyword, schemaAt(schema, error.schemaPath)) ?? 'does not fit'
      if (!details.some(detail => detail.path === path)) details.push({ path, message })
    }
  }
  return details
}

/** Throws a Refusal(invalid_request) that names every place, if there is any. */
export function refuseMisfits(misfits: ErrorDetail[]): void {
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

function others(names: string[], name: string): string {
  return names.filter(other => other !== name).join(' or ')
}

function explain(keyword: string, schema: FieldSchema): string | undefined {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  switch (keyword) {
    case 'minimum':
    case 'maximum':
      return `must be ${span(minimum, maximum)}`
    case 'minLength':
    case 'maxLength':
      return `must be ${span(minLength, maxLength)} characters long`
    case 'minItems':
    case 'maxItems':
      return `must have ${span(minItems, maxItems)} items`
    case 'enum':
      return `must be one of ${schema.enum?.filter(value => value !== null).join(', ')}`
    case 'type':
      return `must be ${[schema.type].flat().map(withArticle).join(' or ')}`
    case 'format':
      return `must be ${FORMATS[schema.format ?? ''] ?? schema.format}`
    default:
      return undefined
  }
}

export const FORMATS: Record<string, string> = {
  date: 'a day written YYYY-MM-DD',
  'date-time': 'an instant such as 2026-03-01T00:00:00Z',
  email: 'an e-mail address such as dana@example.com',
  uri: 'an absolute address such as https://example.com/path',
}

function span(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && least === most) return `exactly ${least}`
  if (least === undefined) return `at most ${most}`
  return most === undefined ? `at least ${least}` : `between ${least} and ${most}`
}

function withArticle(type: string | undefined): string {
  if (type === 'null') return 'null'
  if (type === 'integer') return 'a whole number'
  return `${type === 'object' || type === 'array' ? 'an' : 'a'} ${type}`
}

/** `#/properties/a/items` → the schema there. */
function schemaAt(schema: TSchema, schemaPath: string): FieldSchema {
  let place: unknown = schema
  for (const step of schemaPath.split('/').slice(1)) {
    place = (place as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return (place ?? {}) as FieldSchema
}

/** `/lines/0/amount_cents` → `lines[0].amount_cents`. */
function readablePath(instancePath: string): string {
  let path = ''
  for (const step of instancePath.split('/').slice(1)) {
    if (/^\d+$/.test(step)) path += `[${step}]`
    else path += (path ? '.' : '') + step.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, 80)
  }
  return path
}
