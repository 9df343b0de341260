/** The headers of the OpenAPI document: those of requests and of replies, each described once. */
import { REQUEST_ID } from './api-error.ts'
import type { Json } from './components.ts'
import { MAX_HEADER_BYTES } from './values.ts'

const ETAG = 'W/"kUw5Zp0rXv3Jb8sQy1NdFh7TcGm"'

export const RATE_HEADERS = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

const textHeader = (description: string, example: string) => ({
  description,
  schema: { type: 'string', maxLength: 200 },
  example,
})
/** The headers of some error replies, by status. */
const HEADERS_WITH: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  // Sent while another call with the same Idempotency-Key, or another export, is still running.
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** The headers of an error reply. A reply to a known key states its quota, and a 401 is a reply to no known key. */
export const headersWith = (status: number): string[] => [
  'X-Request-Id',
  ...(status === 401 ? [] : RATE_HEADERS),
  ...(HEADERS_WITH[status] ?? []),
]

const numberHeader = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0, maximum: 9_999_999_999 },
  example,
})

export const HEADERS = {
  'X-Request-Id': textHeader('ID of this request. Quote it when you report a problem.', REQUEST_ID),
  RateLimit: textHeader(
    'Calls left (`r`), and seconds until the next one becomes available (`t`).',
    '"default";r=59;t=60',
  ),
  'RateLimit-Policy': textHeader('The quota: `q` calls in any `w` seconds.', '"default";q=60;w=60'),
  'X-RateLimit-Limit': numberHeader('Number of calls allowed in any 60 seconds.', 60),
  'X-RateLimit-Remaining': numberHeader('Number of calls left.', 59),
  'X-RateLimit-Reset': numberHeader('When the next call becomes available, in Unix seconds.', 1_772_355_600),
  'WWW-Authenticate': textHeader(
    'How to authenticate: with an API key in the header X-Api-Key.',
    'ApiKey realm="Gatehouse", header="X-Api-Key"',
  ),
  Allow: textHeader('The methods that the path supports.', 'GET, HEAD'),
  'Retry-After': numberHeader('Number of seconds after which the call may be retried.', 12),
  ETag: textHeader(
    'The tag of this reply. Send it as `If-None-Match` to receive the reply only if it has changed by then.',
    ETAG,
  ),
  'Content-Disposition': textHeader(
    'The name under which a browser saves the reply.',
    'attachment; filename="export.ndjson"',
  ),
  'Idempotent-Replayed': {
    description: 'Present and true if this is the stored reply to an earlier call with the same Idempotency-Key.',
    schema: { type: 'boolean' },
    example: true,
  },
}

export const NOT_MODIFIED = {
  description:
    'The reply is the one that `If-None-Match` names, so it has no body. The call counts toward the quota and is in the log like any other.',
  headers: headerRefs(['X-Request-Id', ...RATE_HEADERS, 'ETag']),
}

export const IfNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of a reply that you hold, or several separated by commas. If the reply has not changed, the status is 304 and there is no body.',
  // A tag of any form is accepted and compared, so only the limit of all headers limits it.
  schema: { type: 'string', maxLength: MAX_HEADER_BYTES },
  example: ETAG,
}

export const IdempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key of your own that makes the call safe to retry: its first successful reply is replayed for 24 hours. 8 to 128 visible ASCII characters.',
  // Unquoted, or quoted as a structured field; a value that begins with a quote is read as the latter.
  schema: {
    type: 'string',
    minLength: 8,
    maxLength: 258,
    pattern: '^(?:[!#-~][!-~]{7,127}|"(?:[!#-\\[\\]-~]|\\\\["\\\\]){8,128}")$',
  },
  example: '5f0c9a52-2f1e-4a0c-9a7f-3c1b8f6f2d11',
}

export function headerRefs(names: string[]): Json {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))
}
