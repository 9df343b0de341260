/** One call to the service: where each field of the input goes, what the response means, and the error that a refusal becomes. */
import type { ErrorCode, ErrorDetail } from '#contract/errors.ts'

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** For writes that accept one: repeating the same key and input returns the same response, however often they are sent. */
  idempotencyKey?: string | undefined
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Path parameters stand in braces in `path`; the rest of `input` is the query of a GET or DELETE, the body of anything else. */
export type Caller = {
  <Output>(method: Method, path: string, input: object, options?: CallOptions): Promise<Output>
  /** The URL of a GET, for a file that the browser fetches itself. */
  addressOf(path: string, input: object): string
}

/** The input of an operation that takes none. */
export type NoInput = { [name: string]: never }

export type Connection = {
  /** The prefix of every path, such as `https://pm.example.com/api/v1`. */
  baseUrl: string
  /** Sent with every call, such as `{'X-Api-Key': …}`. */
  headers?: Readonly<Record<string, string>>
  /** Defaults to the platform's own `fetch`. */
  fetch?: typeof fetch
}

/** A call that failed: it was refused, or no response arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 if no response arrived. */
  readonly status: number
  readonly error: ErrorCode | 'unreachable' | 'unreadable'
  /** The request id. Quote it when you report a fault. */
  readonly requestId: string | undefined
  /** The fields of the input that are not valid. */
  readonly details: readonly ErrorDetail[]
  /** Whole seconds after which the same call may succeed. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    error: ApiError['error'],
    message: string,
    more: { requestId?: string | undefined; details?: readonly ErrorDetail[]; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.status = status
    this.error = error
    this.requestId = more.requestId
    this.details = more.details ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export function openCaller({ baseUrl, headers = {}, fetch: send = fetch }: Connection): Caller {
  const call = async <Output>(method: Method, path: string, input: object, options: CallOptions = {}) => {
    const { url, rest } = fillPath(`${baseUrl}${path}`, input)
    const hasBody = method === 'POST' || method === 'PATCH'
    const { signal, idempotencyKey } = options
    const request: RequestInit = {
      method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(hasBody && { body: JSON.stringify(rest) }),
      ...(signal && { signal }),
    }
    const reply = await reach(send, hasBody ? url : `${url}${queryOf(rest)}`, request)
    if (!reply.ok) throw await errorOf(reply)
    return (await read(reply)) as Output
  }
  const addressOf = (path: string, input: object) => {
    const { url, rest } = fillPath(`${baseUrl}${path}`, input)
    return `${url}${queryOf(rest)}`
  }
  return Object.assign(call, { addressOf })
}

function fillPath(template: string, input: object): { url: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...input }
  const url = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing`)
    return encodeURIComponent(value)
  })
  return { url, rest }
}

/** `?a=1&b=2`; undefined fields are left out. */
export function queryOf(values: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}

async function reach(send: typeof fetch, url: string, request: RequestInit): Promise<Response> {
  try {
    return await send(url, request)
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new ApiError(0, 'unreachable', 'The service cannot be reached. Check the connection and try again.')
  }
}

async function read(reply: Response): Promise<unknown> {
  try {
    return await reply.json()
  } catch {
    // A stream that fails midway is reset, so a partial body never parses.
    throw new ApiError(reply.status, 'unreadable', 'The answer broke off. Try again.', {
      requestId: requestIdOf(reply),
    })
  }
}

async function errorOf(reply: Response): Promise<ApiError> {
  const body = (await reply.json().catch(() => ({}))) as {
    error?: ErrorCode
    message?: string
    details?: ErrorDetail[]
  }
  const retryAfter = Number(reply.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(
    reply.status,
    body.error ?? 'unreadable',
    body.message ?? `The service answered ${reply.status} without a reason.`,
    {
      requestId: requestIdOf(reply),
      ...(body.details && { details: body.details }),
      ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
    },
  )
}

function requestIdOf(reply: Response): string | undefined {
  return reply.headers.get('x-request-id') ?? undefined
}
