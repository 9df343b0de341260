/** The error that a refusal becomes, and how it is read from a response. */
import type { ErrorCode } from './error-codes.ts'

/** A part of the input that is not valid: `path` is a parameter, a header, or a body field such as `lines[0].amount_cents`. */
export type ErrorDetail = { path: string; message: string }

/** Why there is no usable response: the service cannot be reached, was silent for too long, or its response broke off. */
export type NoResponse = 'unreachable' | 'timeout' | 'unreadable'

/** A call that failed: it was refused, or no response arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 if no response arrived. */
  readonly status: number
  readonly error: ErrorCode | NoResponse
  /** The request ID. Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** The fields of the input that are not valid. */
  readonly details: readonly ErrorDetail[]
  /** Seconds after which the same call may succeed. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    error: ApiError['error'],
    message: string,
    more: {
      requestId?: string | undefined
      details?: readonly ErrorDetail[] | undefined
      retryAfterSeconds?: number | undefined
    } = {},
  ) {
    super(message)
    this.status = status
    this.error = error
    this.requestId = more.requestId
    this.details = more.details ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** The error of a response other than success; `text` is its body, `now` is in milliseconds since 1970. */
export function errorOf(reply: Response, text: string, now: number): ApiError {
  const { error, message, details } = bodyOf(text)
  return new ApiError(
    reply.status,
    error ?? 'unreadable',
    message ?? `The service answered ${reply.status} without a reason.`,
    { requestId: requestIdOf(reply), details, retryAfterSeconds: secondsUntil(reply.headers.get('retry-after'), now) },
  )
}

/** The error of a call to which no response arrived, with the system's code of `failure`, such as ECONNREFUSED, if it has one. */
export function unreachable(failure?: unknown): ApiError {
  const code = codeOf(failure)
  const why = code === undefined ? '' : ` (${code})`
  return new ApiError(0, 'unreachable', `The service cannot be reached${why}. Check the connection and try again.`)
}

/** The code of a failed `fetch`. Its messages are not shown, because they may quote a header, which may be the key. */
function codeOf(failure: unknown): string | undefined {
  const { cause } = (failure ?? {}) as { cause?: { code?: unknown } | null }
  const code = cause?.code
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : undefined
}

/** The error of a response whose body ended too early. */
export function brokenOff(reply: Response): ApiError {
  return new ApiError(reply.status, 'unreadable', 'The response broke off. Try again.', {
    requestId: requestIdOf(reply),
  })
}

function requestIdOf(reply: Response): string | undefined {
  return reply.headers.get('x-request-id') ?? undefined
}

type Refused = { error?: ErrorCode; message?: string; details?: ErrorDetail[] }

/** A proxy may answer with a page instead of JSON. */
function bodyOf(text: string): Refused {
  try {
    return (JSON.parse(text) as Refused | null) ?? {}
  } catch {
    return {}
  }
}

/** `Retry-After` is a number of seconds, or a date if a proxy wrote it. */
function secondsUntil(retryAfter: string | null, now: number): number | undefined {
  if (retryAfter === null) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
