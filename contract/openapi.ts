/** The OpenAPI 3.1.0 document of a contract: every operation with its parameters, bodies, errors, headers, security and examples. */
import type { TSchema } from 'typebox'
import { ApiError, REQUEST_ID } from './api-error.ts'
import { hoist, type Json } from './components.ts'
import { ERRORS, type ErrorCode } from './errors.ts'
import { exampleOf } from './examples.ts'
import { introduction } from './introduction.ts'
import { linksOf } from './links.ts'
import {
  HEADERS,
  headerRefs,
  headersWith,
  IdempotencyKey,
  IfNoneMatch,
  NOT_MODIFIED,
  RATE_HEADERS,
} from './openapi-headers.ts'
import { describeWebhooks, WEBHOOK_HEADERS } from './openapi-webhooks.ts'
import type { Operation } from './operation.ts'
import { SCOPES, TIERS, tierWith } from './scopes.ts'
import { V1_PREFIX, v1 } from './v1.ts'
import { MAX_URI_LENGTH } from './values.ts'

/** The address at which `npm start` listens. */
const DEFAULT_ORIGIN = 'http://127.0.0.1:8080'
/**
 * The longest ID that a call is documented to be about. An address has room for two of them however they are encoded, so each gets the reply of an ID
 * that does not exist, as a longer one does while the address has room for it.
 */
const MAX_SUBJECT_LENGTH = 300

/** The document of version 1; `origin` is the address of the service, or `/` for the address the document was fetched from. */
export function openApiDocument(origin: string = DEFAULT_ORIGIN): Json {
  const components = new Map<string, Json>()
  const paths: Record<string, Json> = {}
  for (const [operationId, operation] of Object.entries<Operation>(v1)) {
    const path = `${V1_PREFIX}${operation.path}`
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: describeOperation(operationId, operation, components),
    }
  }
  const webhooks = describeWebhooks(components)
  hoist(ApiError, components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse Property Management API',
      version: '1.0.0',
      summary: 'Read portfolio and accounting data, create work orders, message residents, and receive signed events.',
      description: introduction(origin),
      // Only the operator knows an e-mail address; every service has its guides.
      contact: { name: 'Guides and reference', url: `${origin === '/' ? '' : origin}/docs` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin, description: 'This service.' }],
    security: [{ ApiKey: [] }],
    tags: [
      {
        name: 'Portfolio',
        description:
          'Properties with their units, leases and residents, vacant units that are advertised, leads, owners and portfolios.',
      },
      { name: 'Organization', description: 'The organization, its plan, and what the key may do.' },
      { name: 'Accounting', description: 'The rent roll, invoices and payments.' },
      { name: 'Maintenance', description: 'Work orders, from the first report to the final cost.' },
      { name: 'Messaging', description: 'Messages to residents, by e-mail and SMS.' },
      {
        name: 'Webhooks',
        description: 'Subscriptions to events, the deliveries made to them, and the events themselves.',
      },
      { name: 'Sync', description: 'An export of every record, and the changes since.' },
      { name: 'Events', description: 'The requests that the service sends to the target URLs of subscriptions.' },
    ],
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      ...sharedParts(Object.values<Operation>(v1)),
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Api-Key',
          description: `An API key of the organization. Keep it on your servers. The scopes are ${SCOPES.map(scope => `\`${scope}\``).join(', ')}.`,
        },
      },
    },
  }
}

/** Responses, headers and parameters that operations share, limited to those that at least one operation refers to. */
function sharedParts(operations: Operation[]): Json {
  const codes = new Set(operations.flatMap(errorsOf))
  const idempotent = operations.some(operation => operation.idempotent)
  const tagged = operations.some(isTagged)
  const files = operations.some(operation => operation.download)
  const { 'Idempotent-Replayed': replayed, ETag, 'Content-Disposition': disposition, ...headers } = HEADERS
  return {
    responses: {
      ...Object.fromEntries(
        errorCodes()
          .filter(code => codes.has(code))
          .map(code => [code, errorResponse(code)]),
      ),
      ...(tagged && { not_modified: NOT_MODIFIED }),
    },
    headers: {
      ...headers,
      ...(idempotent && { 'Idempotent-Replayed': replayed }),
      ...(tagged && { ETag }),
      ...(files && { 'Content-Disposition': disposition }),
    },
    parameters: { ...(idempotent && { IdempotencyKey }), ...(tagged && { IfNoneMatch }), ...WEBHOOK_HEADERS },
  }
}

function describeOperation(operationId: string, operation: Operation, components: Map<string, Json>): Json {
  const { success, body } = operation
  const links = linksOf(operationId, operation)
  return {
    operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description}\n\n${accessInWords(operation)}`,
    parameters: [
      ...describeParameters('path', operation.parameters.path, components),
      ...describeParameters('query', operation.parameters.query, components),
      ...(operation.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(isTagged(operation) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ],
    ...(body && { requestBody: { required: true, content: { 'application/json': content(body, components) } } }),
    responses: {
      [success.status]: {
        description: success.description,
        headers: headerRefs([
          'X-Request-Id',
          ...RATE_HEADERS,
          ...(operation.idempotent ? ['Idempotent-Replayed'] : []),
          ...(isTagged(operation) ? ['ETag'] : []),
          ...(operation.download ? ['Content-Disposition'] : []),
        ]),
        content: {
          [operation.download ? 'application/x-ndjson' : 'application/json']: content(success.schema, components),
        },
        ...(links && { links }),
      },
      ...(isTagged(operation) && { 304: { $ref: '#/components/responses/not_modified' } }),
      ...describeErrors(operation),
    },
    security: [{ ApiKey: [] }],
    'x-required-scope': operation.scope,
  }
}

/** Whether the reply is one record or one page of a list, which has a tag. */
function isTagged({ method, streamed, download }: Operation): boolean {
  return method === 'GET' && !streamed && !download
}

function accessInWords({ scope }: Operation): string {
  if (scope === null) return 'Scope: none. Any valid key works if the organization’s plan includes API access.'
  const tier = TIERS[tierWith(scope)]
  return `Scope: \`${scope}\` (${tier.title}: ${tier.plans}).`
}

function describeParameters(
  place: 'path' | 'query',
  schema: Operation['parameters']['path'],
  components: Map<string, Json>,
): Json[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties).map(([name, field]) => {
    const { description, examples, ...rest } = field as TSchema & {
      description: string
      examples: unknown[]
      maxLength?: number
    }
    // The reference page fills in a call with the examples; examples of optional filters would only make its list come back empty.
    const isFilter = place === 'query' && !required.has(name)
    const isSubject = !isFilter && rest.maxLength === MAX_URI_LENGTH
    return {
      name,
      in: place,
      required: place === 'path' || (required.has(name) && !('default' in rest)),
      description,
      schema: hoist(isSubject ? { ...rest, maxLength: MAX_SUBJECT_LENGTH } : rest, components),
      examples: { example: { value: examples[0], ...(isFilter && { 'x-disabled': true }) } },
    }
  })
}

function describeErrors(operation: Operation): Json {
  return Object.fromEntries(
    errorsOf(operation).map(code => [ERRORS[code].status, { $ref: `#/components/responses/${code}` }]),
  )
}

/** The errors of the operation, one code per status: several codes of one status share a response and are distinguished by `error`. */
function errorsOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...EVERY_CALL, ...operation.errors])
  if (operation.body) for (const code of WITH_BODY) codes.add(code)
  if (operation.idempotent) for (const code of WITH_IDEMPOTENCY) codes.add(code)
  const ordered = errorCodes().filter(code => codes.has(code))
  return ordered.filter(
    (code, index) => ordered.findIndex(other => ERRORS[other].status === ERRORS[code].status) === index,
  )
}

const EVERY_CALL: ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'method_not_allowed',
  'request_timeout',
  // A body can be too large even for an operation that takes none.
  'payload_too_large',
  'uri_too_long',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'unavailable',
]
const WITH_BODY: ErrorCode[] = ['unsupported_media_type']
const WITH_IDEMPOTENCY: ErrorCode[] = ['idempotency_in_progress', 'idempotency_key_reused']

function errorCodes(): ErrorCode[] {
  return Object.keys(ERRORS) as ErrorCode[]
}

function errorResponse(code: ErrorCode): Json {
  const { status, when } = ERRORS[code]
  return {
    description: when,
    headers: headerRefs(headersWith(status)),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ApiError' },
        example: { error: code, message: when, request_id: REQUEST_ID },
      },
    },
  }
}

function content(schema: TSchema, components: Map<string, Json>): Json {
  return { schema: hoist(schema, components), example: exampleOf(schema) }
}
