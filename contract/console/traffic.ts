/** The calls made with an organization's keys, as a log, as groups of failures, as figures and as a file. */
import Type from 'typebox'
import { ERRORS } from '../errors.ts'
import {
  decimal,
  flag,
  id,
  idInput,
  instant,
  integer,
  listOf,
  nullable,
  oneOf,
  parameters,
  resource,
  text,
} from '../values.ts'
import { downloadOperation, organizationOperation } from './operation.ts'

const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const
const WINDOWS = ['1h', '24h', '30d'] as const
export type Window = (typeof WINDOWS)[number]
const EXPORT_FORMATS = ['csv', 'ndjson'] as const
/**
 * How many lines of the log one page examines if its filter rarely matches: fewer for failed calls, because their lines lie far apart.
 */
export const LOOK_BACK_LINES = 50_000
export const LOOK_BACK_FAILED_LINES = 5_000
const MAX_COUNT = 9_007_199_254_740_991

const REQUEST_ID = 'req_01kh3zr6pq8e4c2n7x5b9d3t6y'
const KEY_ID = 'key_01kh3zr6t19m5d3f7h8k2q6w0b'
const ROUTE = '/api/v1/properties/{id}'
const shared = { tag: 'API traffic', role: 'VIEWER', method: 'GET' } as const

const count = (description: string, example = 1042) => integer(0, MAX_COUNT, { description, example })
const milliseconds = (description: string, example: number) =>
  nullable(decimal(0, 100_000_000, { description, example }))
const route = nullable(text(200, { description: 'The route, with its parameters by name.', example: ROUTE }))
const errorCode = nullable(
  oneOf(Object.keys(ERRORS) as (keyof typeof ERRORS)[], {
    description: 'The `error` of the reply.',
    example: 'not_found',
  }),
)

export const Call = resource('Call', 'A call to the API.', {
  request_id: id({ description: 'The call.', example: REQUEST_ID }),
  occurred_at: instant({ description: 'When the call arrived.', example: '2026-03-14T08:15:30.000Z' }),
  key_id: id({ description: 'ID of the key the call was made with.', example: KEY_ID }),
  key_name: nullable(text(200, { description: 'Name of the key.', example: 'Accounting export' })),
  method: text(20, { description: 'The method.', example: 'GET' }),
  route,
  path: text(8192, { description: 'The path, without its query.', example: '/api/v1/properties/prop_01kh' }),
  status: integer(100, 999, { description: 'The HTTP status of the reply.', example: 200 }),
  error: errorCode,
  reason: nullable(
    text(100, {
      description:
        'Why a known key was refused, which the caller is not told; at 400, the names of the fields that are not valid.',
      example: 'revoked',
    }),
  ),
  scope: nullable(text(50, { description: 'The scope the call needed.', example: 'properties:read' })),
  caller_ip: nullable(text(50, { description: 'The address the call came from.', example: '203.0.113.7' })),
  user_agent: nullable(text(32_768, { description: 'The caller’s User-Agent header.', example: 'curl/8.9.1' })),
  latency_ms: decimal(0, 100_000_000, { description: 'How long the call took, in milliseconds.', example: 3.2 }),
  replayed: flag({
    description: 'Whether the reply is that of an earlier call with the same Idempotency-Key.',
    example: false,
  }),
  outcome: nullable(
    oneOf(['COMPLETED', 'ABORTED', 'FAILED'], {
      description:
        'How a streamed reply ended: COMPLETED, when the caller read everything; ABORTED, when the caller went away or stalled; FAILED, when the service could not continue, or cut it off because the key was revoked.',
      example: 'COMPLETED',
    }),
  ),
})

const filters = {
  key_id: Type.Optional(idInput({ description: 'Returns only calls of this key.', example: KEY_ID })),
  route: Type.Optional(
    idInput({ description: 'Returns only calls of this route, written as in the log.', example: ROUTE }),
  ),
  method: Type.Optional(
    oneOf(['GET', 'POST', 'PATCH', 'DELETE'], { description: 'Returns only calls by this method.', example: 'GET' }),
  ),
  status: Type.Optional(
    integer(100, 999, { description: 'Returns only calls answered with this status.', example: 404 }),
  ),
  status_class: Type.Optional(
    oneOf(STATUS_CLASSES, { description: 'Returns only calls answered with a status of this class.', example: '4xx' }),
  ),
  failed: Type.Optional(
    oneOf(['true'], { description: 'Returns only calls answered with a status of 400 or higher.', example: 'true' }),
  ),
  ip: Type.Optional(idInput({ description: 'Returns only calls from this address.', example: '203.0.113.7' })),
  request_id: Type.Optional(idInput({ description: 'Returns only this call.', example: REQUEST_ID })),
  since: Type.Optional(
    instant({ description: 'Returns only calls at or after this time.', example: '2026-03-01T00:00:00Z' }),
  ),
  until: Type.Optional(
    instant({ description: 'Returns only calls before this time.', example: '2026-03-02T00:00:00Z' }),
  ),
}

export const listCalls = organizationOperation({
  ...shared,
  path: '/traffic',
  summary: 'List calls',
  description:
    `Lists calls, newest first, without a total. A page looks at no more than ${LOOK_BACK_LINES.toLocaleString('en-US')} lines, or ${LOOK_BACK_FAILED_LINES.toLocaleString('en-US')} failed ones, for calls that match the filters; ` +
    'if it found fewer than `limit` by then, `next` continues from there.',
  parameters: {
    query: parameters({
      ...filters,
      before: Type.Optional(
        idInput({ description: 'The `next` value of the previous page.', example: 'req_01kh3zr6pq8e4c2n7x5b9d3t6y' }),
      ),
      limit: Type.Integer({
        description: 'How many calls to return.',
        minimum: 1,
        maximum: 200,
        default: 50,
        examples: [50],
      }),
    }),
  },
  success: {
    status: 200,
    description: 'A page of the log.',
    schema: resource('CallPage', 'A page of the log.', {
      data: listOf(Call, 200, 'The calls, newest first.'),
      next: nullable(
        text(64, {
          description: 'The value of `before` for the next page; null at the end of the log.',
          example: REQUEST_ID,
        }),
      ),
      looked_back_to: nullable(
        instant({
          description: 'How far back this page looked, if it stopped before it was full; null otherwise.',
          example: '2026-03-01T00:00:00.000Z',
        }),
      ),
    }),
  },
})

export const getCall = organizationOperation({
  ...shared,
  path: '/traffic/{request_id}',
  summary: 'Get a call',
  description: 'Returns one call. Request and response bodies are not stored.',
  parameters: {
    path: parameters({ request_id: idInput({ description: 'The call.', example: REQUEST_ID }) }),
  },
  success: { status: 200, description: 'The call.', schema: Call },
  errors: ['not_found'],
})

const window = oneOf(WINDOWS, { description: 'How far back to look: an hour, a day or 30 days.', example: '24h' })

export const listFailures = organizationOperation({
  ...shared,
  path: '/traffic/failures',
  summary: 'Group failed calls',
  description:
    'Groups calls answered with 400 or higher by route and error, most frequent first, in at most 100 groups. Figures older than an hour are kept by the hour.',
  parameters: { query: parameters({ window }) },
  success: {
    status: 200,
    description: 'The groups.',
    schema: resource('FailureList', 'Failed calls in groups.', {
      window,
      data: listOf(
        resource('Failure', 'Calls of one route that failed with the same error.', {
          method: text(20, { description: 'The method.', example: 'GET' }),
          route,
          error: errorCode,
          status: integer(100, 999, { description: 'The HTTP status.', example: 404 }),
          calls: count('How many calls failed.', 17),
          last_seen_at: instant({
            description: 'When the last of them was made.',
            example: '2026-03-14T08:15:30.000Z',
          }),
          sample_request_id: id({ description: 'ID of one of these calls.', example: REQUEST_ID }),
        }),
        100,
        'The groups, most frequent first.',
      ),
    }),
  },
})

const figures = {
  calls: count('Number of calls.'),
  errors: count('Calls answered with 400 or higher, except 429.', 12),
  rate_limited: count('Calls answered with 429.', 3),
}

export const getTrafficOverview = organizationOperation({
  ...shared,
  path: '/traffic/overview',
  summary: 'Get an overview of calls',
  description:
    'Returns figures for a window that ends now, in buckets of a minute (1h), 30 minutes (24h) or 6 hours (30d), oldest first, without gaps. Percentiles are exact for an hour, and within 10% for longer windows.',
  parameters: { query: parameters({ window }) },
  success: {
    status: 200,
    description: 'The figures.',
    schema: resource('TrafficOverview', 'Figures about calls.', {
      window,
      since: instant({ description: 'Start of the window.', example: '2026-03-13T08:00:00.000Z' }),
      until: instant({ description: 'End of the window.', example: '2026-03-14T08:15:30.000Z' }),
      bucket_seconds: integer(1, 86_400, { description: 'Length of a bucket, in seconds.', example: 1800 }),
      ...figures,
      p50_ms: milliseconds('Median latency, in milliseconds.', 2.4),
      p95_ms: milliseconds('95th percentile of the latency, in milliseconds.', 9.1),
      buckets: listOf(
        resource('TrafficBucket', 'Calls within one bucket.', {
          begins_at: instant({ description: 'Start of the bucket.', example: '2026-03-14T08:00:00.000Z' }),
          ...figures,
          p50_ms: milliseconds('Median latency, in milliseconds.', 2.4),
          p95_ms: milliseconds('95th percentile of the latency, in milliseconds.', 9.1),
        }),
        200,
        'Oldest first, without gaps.',
      ),
      top_routes: listOf(
        resource('RouteFigures', 'Calls of one route.', {
          method: text(20, { description: 'The method.', example: 'GET' }),
          route,
          calls: figures.calls,
          errors: figures.errors,
          p95_ms: milliseconds('95th percentile of the latency, in milliseconds.', 9.1),
        }),
        10,
        'The routes with the most calls.',
      ),
      top_errors: listOf(
        resource('ErrorFigures', 'Failed calls by their error.', {
          error: errorCode,
          status: integer(100, 999, { description: 'The HTTP status.', example: 404 }),
          calls: figures.calls,
        }),
        10,
        'The most frequent errors.',
      ),
      keys: listOf(
        resource('KeyQuota', 'How much of its quota a key uses.', {
          key_id: id({ description: 'The key.', example: KEY_ID }),
          name: text(200, { description: 'Name of the key.', example: 'Accounting export' }),
          mask: text(50, { description: 'Enough of the key to recognize it.', example: 'pm_live_Ab3d…9xYz' }),
          requests_per_minute: integer(1, 100_000, {
            description: 'Quota of the key, in calls per any 60 seconds.',
            example: 120,
          }),
          calls_last_minute: count('Calls that count toward the quota now.', 17),
          peak_per_minute: count('The most calls that counted toward the quota in one of the last 15 minutes.', 96),
          refused: count('Calls of the last 15 minutes that were answered 429.', 0),
          calls: figures.calls,
        }),
        100,
        'Valid keys, busiest first.',
      ),
    }),
  },
})

export const exportCalls = downloadOperation({
  ...shared,
  path: '/traffic/export',
  summary: 'Export calls',
  description:
    'Exports up to 31 days of calls before `until`, which defaults to now, newest first. Text that a spreadsheet would read as a formula gets an apostrophe in front.',
  parameters: {
    query: parameters({
      ...filters,
      format: oneOf(EXPORT_FORMATS, { description: 'CSV, or one JSON object per line.', example: 'csv' }),
    }),
  },
  success: {
    status: 200,
    description: 'The file.',
    schema: Type.String({
      description: 'Lines of CSV, or one JSON object per line.',
      examples: ['request_id,occurred_at'],
    }),
  },
})
