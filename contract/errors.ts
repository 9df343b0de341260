/** Every error the service answers: its code, its status, and when. Source: specification §7 and the promises beyond it. */

export const ERRORS = {
  invalid_request: { status: 400, when: 'The query, a header or the body does not fit; `details` names each place.' },
  unauthorized: {
    status: 401,
    when: 'The API key is missing, malformed, unknown, expired, revoked, or used from an address it does not allow.',
  },
  forbidden: {
    status: 403,
    when: 'The key lacks the scope this endpoint needs, or the organization’s plan does not include it.',
  },
  not_found: { status: 404, when: 'There is no such route, or no such thing in this organization.' },
  method_not_allowed: { status: 405, when: 'The path exists, but not with this method; `Allow` lists those it has.' },
  request_timeout: { status: 408, when: 'The request did not arrive in time.' },
  conflict: { status: 409, when: 'A limit is reached, or the state of the thing refuses the change.' },
  idempotency_in_progress: { status: 409, when: 'A request with the same Idempotency-Key is still running.' },
  payload_too_large: { status: 413, when: 'The body is larger than 1 MiB.' },
  uri_too_long: { status: 414, when: 'The address is longer than 8,192 characters.' },
  unsupported_media_type: { status: 415, when: 'The body is not application/json.' },
  idempotency_key_reused: { status: 422, when: 'The Idempotency-Key was used before with another body.' },
  rate_limited: { status: 429, when: 'The key is over its quota; `Retry-After` says when the next call is accepted.' },
  headers_too_large: { status: 431, when: 'The headers are larger than the service reads.' },
  internal_error: { status: 500, when: 'A fault of the service; quote `request_id` when you report it.' },
  not_implemented: { status: 501, when: 'The request is understood, but the service does not do this yet.' },
  unavailable: { status: 503, when: 'The service cannot answer right now; try again after `Retry-After` seconds.' },
} as const satisfies Record<string, { status: number; when: string }>

export type ErrorCode = keyof typeof ERRORS

/** One place in a request that does not fit: `path` is a parameter, a header, or a body field such as `lines[0].amount_cents`. */
export type ErrorDetail = { path: string; message: string }
