/** The `error` of every refusal. Generated from the contract by `npm run generate`; do not edit. */

export type ErrorCode =
  /** 400: The query, a header or the body is not valid; `details` names each place. */
  | 'invalid_request'
  /** 401: The API key is missing, malformed, unknown, expired, revoked, or used from an address it does not allow. */
  | 'unauthorized'
  /** 403: The key lacks the scope this endpoint needs, or the organization’s plan does not include it. */
  | 'forbidden'
  /** 404: There is no such route, or no such record in this organization. */
  | 'not_found'
  /** 405: The path exists, but not with this method; `Allow` lists its methods. */
  | 'method_not_allowed'
  /** 408: The request did not arrive in time. */
  | 'request_timeout'
  /** 409: A limit has been reached, or the record’s current state does not allow the change. */
  | 'conflict'
  /** 409: A request with the same Idempotency-Key is still running. */
  | 'idempotency_in_progress'
  /** 410: The cursor belongs to another organization, or to a database that was restored or replaced since; begin again with an export. */
  | 'cursor_expired'
  /** 413: The body is larger than 1 MiB. */
  | 'payload_too_large'
  /** 414: The URL is longer than 8,192 characters. */
  | 'uri_too_long'
  /** 415: The body is not application/json. */
  | 'unsupported_media_type'
  /** 422: The Idempotency-Key has already been used with a different body. */
  | 'idempotency_key_reused'
  /** 429: The key is over its quota; `Retry-After` says when the next call is accepted. */
  | 'rate_limited'
  /** 431: The headers are larger than the service accepts. */
  | 'headers_too_large'
  /** 500: The service failed; quote `request_id` when you report the problem. */
  | 'internal_error'
  /** 501: The request is valid, but the service does not support it yet. */
  | 'not_implemented'
  /** 503: The service cannot answer right now; try again after `Retry-After` seconds. */
  | 'unavailable'
