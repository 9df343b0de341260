/** The promises that every reply of the API keeps, checked on each reply in the contract tests. */
import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import { ApiError } from '#contract/api-error.ts'
import { ERRORS } from '#contract/errors.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { V1_PREFIX, v1 } from '#contract/v1.ts'
import { type Reply, START } from '../world.ts'
import type { OperationName } from './exercises.ts'

const addFormats = formatsModule as unknown as (ajv: Ajv2020) => void

/** The validator is strict, except that it allows the lists of types with which nullable fields are written. */
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
addFormats(ajv)

const isErrorBody = ajv.compile(JSON.parse(JSON.stringify(ApiError)))
const isOutputOf = new Map<object, ValidateFunction>()

/** Asserts that `reply` is a refusal with this code, in the one shape that all errors have. */
export function assertRefused(reply: Reply, error: keyof typeof ERRORS): void {
  assert.equal(reply.body.error, error, `${reply.status} ${reply.text.slice(0, 300)}`)
  assert.equal(reply.status, ERRORS[error].status)
  assertFits(isErrorBody, reply.body)
  assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(reply.headers.get('x-request-id'), reply.body.request_id)
  assert.match(String(reply.body.request_id), /^req_[0-9a-z]{26}$/)
  // RFC 9110, 15.5.2: a 401 says how to authenticate.
  assert.equal(reply.headers.has('www-authenticate'), reply.status === 401)
  if ('details' in reply.body) assert.ok(error === 'invalid_request' && reply.body.details.length > 0)
}

/** Asserts that `reply` is a 400 that names exactly these places. */
export function assertNames(reply: Reply, ...places: string[]): void {
  assertRefused(reply, 'invalid_request')
  assert.deepEqual(reply.body.details?.map(({ path }) => path).sort(), places.sort(), reply.text.slice(0, 300))
}

/** Asserts that `reply` is what the operation declares: every field is present, and no others. */
export function assertAnswers(reply: Reply, name: OperationName): void {
  assert.equal(reply.status, v1[name].success.status, reply.text.slice(0, 300))
  const isFile = 'download' in v1[name]
  assert.equal(
    reply.headers.get('content-type'),
    isFile ? 'application/x-ndjson; charset=utf-8' : 'application/json; charset=utf-8',
  )
  assert.match(reply.headers.get('x-request-id') ?? '', /^req_[0-9a-z]{26}$/)
  assertRateHeaders(reply)
  assertHeadersDocumented(reply, name)
  assertOutput(v1[name].success.schema, isFile ? reply.text : reply.body)
}

type Documented = Record<string, Record<string, { responses: Record<number, { headers: object }> }>>
const documented = openApiDocument().paths as Documented
/** Headers that HTTP itself defines for any reply, and the document leaves out. */
const OF_HTTP = [
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
]

/** Asserts that the document lists every header of a successful reply that is the service's own. */
function assertHeadersDocumented({ status, headers }: Reply, name: OperationName): void {
  const { method, path } = v1[name]
  const described = documented[`${V1_PREFIX}${path}`]?.[method.toLowerCase()]?.responses[status]?.headers ?? {}
  const known = new Set([...OF_HTTP, ...Object.keys(described).map(header => header.toLowerCase())])
  assert.deepEqual(
    [...headers.keys()].filter(header => !known.has(header)),
    [],
  )
}

/** Asserts that `output` conforms to a schema of the contract. */
export function assertOutput(schema: object, output: unknown): void {
  const validate = isOutputOf.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema)))
  isOutputOf.set(schema, validate)
  assertFits(validate, output)
}

/** Every reply to a known key states how much of its quota is left. */
export function assertRateHeaders({ headers }: Reply): void {
  const quota = headers.get('x-ratelimit-limit')
  assert.equal(headers.get('ratelimit-policy'), `"default";q=${quota};w=60`)
  const [, left, seconds] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
  assert.equal(headers.get('x-ratelimit-remaining'), left)
  assert.ok(Number(headers.get('x-ratelimit-reset')) >= START / 1000 && Number(seconds) <= 61)
}

/** The body without the request ID, the only difference between two replies that must otherwise be equal. */
export function withoutRequestId({ text, body }: Reply): string {
  return text.replace(String(body.request_id), '')
}

function assertFits(validate: ValidateFunction, body: unknown): void {
  assert.ok(validate(body), `${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 500)}`)
}
