/** Every error the service returns: its code, its status, and when it occurs. Source: specification §7 and the promises beyond it. */

export const ERRORS = {
  invalid_request: { status: 400, when: 'The query, a header or the body is not valid; `details` names each place.' },
  unauthorized: {
    status: 401,
    when: 'The API key is missing, malformed, unknown, expired, revoked, or used from an address it does not allow.',
  },
  forbidden: {
    status: 403,
    when: 'The key lacks the scope this endpoint needs, or the organization’s plan does not include it.',
  },
  not_found: { status: 404, when: 'There is no such route, or no such record in this organization.' },
  method_not_allowed: { status: 405, when: 'The path exists, but not with this method; `Allow` lists its methods.' },
  request_timeout: { status: 408, when: 'The request did not arrive in time.' },
  conflict: { status: 409, when: 'A limit has been reached, or the record’s current state does not allow the change.' },
  idempotency_in_progress: { status: 409, when: 'A request with the same Idempotency-Key is still running.' },
  cursor_expired: {
    status: 410,
    when: 'The cursor belongs to another organization, or to a database that was restored or replaced since; begin again with an export.',
  },
  payload_too_large: { status: 413, when: 'The body is larger than 1 MiB.' },
  uri_too_long: { status: 414, when: 'The URL is longer than 8,192 characters.' },
  unsupported_media_type: { status: 415, when: 'The body is not application/json.' },
  idempotency_key_reused: { status: 422, when: 'The Idempotency-Key has already been used with a different body.' },
  rate_limited: { status: 429, when: 'The key is over its quota; `Retry-After` says when the next call is accepted.' },
  headers_too_large: { status: 431, when: 'The headers are larger than the service accepts.' },
  internal_error: { status: 500, when: 'The service failed; quote `request_id` when you report the problem.' },
  not_implemented: { status: 501, when: 'The request is valid, but the service does not support it yet.' },
  unavailable: { status: 503, when: 'The service cannot answer right now; try again after `Retry-After` seconds.' },
} as const satisfies Record<string, { status: number; when: string }>

export type ErrorCode = keyof typeof ERRORS

/** A part of a request that is not valid: `path` is a parameter, a header, or a body field such as `lines[0].amount_cents`. */
export type ErrorDetail = { path: string; message: string }
