/** One call to the service: where each field of the input goes, and how its response is read. */
import { failureOf, jsonOf, linesOf, textOf } from './body.ts'
import { errorOf, unreachable } from './errors.ts'
import { type Retries, sleep as realSleep, withRetries } from './retry.ts'
import { type TimeLimit, timeLimit } from './time-limit.ts'

export type CallOptions = {
  signal?: AbortSignal | undefined
  /**
   * The Idempotency-Key of a write: repeating the same key and input returns the same response, however often they are sent. A client that
   * retries creates a key for each write; state your own to repeat a write after your process was restarted.
   */
  idempotencyKey?: string | undefined
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Makes a call. Path parameters are in braces in `path`; the rest of `input` is the query of a GET or DELETE, and the body of any other call. */
export type Caller = {
  <Output>(method: Method, path: string, input: object, options?: CallOptions): Promise<Output>
  /** The lines of a GET that answers newline-delimited JSON. */
  lines<Line>(path: string, input: object, options?: CallOptions): AsyncGenerator<Line, void, undefined>
  /** The URL of a GET, for a file that the browser fetches itself. */
  addressOf(path: string, input: object): string
}

/** The input of an operation that takes none. */
export type NoInput = { [name: string]: never }

export type Connection = Partial<Retries> & {
  /** The prefix of every path, such as `https://pm.example.com/api/v1`. */
  baseUrl: string
  /** Sent with every call, such as `{'X-Api-Key': …}`. */
  headers?: Readonly<Record<string, string>>
  /** Defaults to the platform's own `fetch`. */
  fetch?: typeof fetch
  /** How long the service may be silent, in milliseconds, before and between the pieces of a response. Without it, there is no limit. */
  timeoutMs?: number
  /** The current time, in milliseconds since 1970. */
  now?: () => number
}

export function openCaller(connection: Connection): Caller {
  const { baseUrl, retries = 0, sleep = realSleep, random = Math.random } = connection
  const again = { retries, sleep, random }
  const call = async <Output>(method: Method, path: string, input: object, options: CallOptions = {}) => {
    const { url, request } = requestOf(connection, method, path, input, keyed(method, options, retries))
    const attempt = async () => {
      const { reply, limit } = await open(connection, url, request, options.signal)
      return (await jsonOf(reply, limit)) as Output
    }
    return withRetries(attempt, again, options.signal)
  }
  async function* lines<Line>(path: string, input: object, options: CallOptions = {}) {
    const { url, request } = requestOf(connection, 'GET', path, input, options)
    const attempt = () => open(connection, url, request, options.signal)
    const { reply, limit } = await withRetries(attempt, again, options.signal)
    yield* linesOf(reply, limit) as AsyncGenerator<Line, void, undefined>
  }
  const addressOf = (path: string, input: object) => {
    const { url, rest } = fillPath(`${baseUrl}${path}`, input)
    return `${url}${queryOf(rest)}`
  }
  return Object.assign(call, { lines, addressOf })
}

/** Makes a key for a write that may be sent again, the same for all of its attempts. */
function keyed(method: Method, options: CallOptions, retries: number): CallOptions {
  if (method === 'GET' || retries === 0 || options.idempotencyKey !== undefined) return options
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  return { ...options, idempotencyKey: bytes.map(byte => byte.toString(16).padStart(2, '0')).join('') }
}

function requestOf(
  { baseUrl, headers = {} }: Connection,
  method: Method,
  path: string,
  input: object,
  how: CallOptions,
) {
  const { url, rest } = fillPath(`${baseUrl}${path}`, input)
  const hasBody = method === 'POST' || method === 'PATCH'
  const request: RequestInit = {
    method,
    // The service never redirects, so a redirect comes from somebody else, who must not get the key.
    redirect: 'manual',
    headers: sendable({
      accept: 'application/json',
      ...headers,
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
      ...(how.idempotencyKey !== undefined && { 'idempotency-key': how.idempotencyKey }),
    }),
    ...(hasBody && { body: JSON.stringify(rest) }),
  }
  return { url: hasBody ? url : `${url}${queryOf(rest)}`, request }
}

/** A `fetch` would fail as if the service could not be reached, and its error may quote the value, which may be a key. */
function sendable(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\x20-\x7e]*$/.test(value)) throw new TypeError(`${name} has a character that is not visible ASCII`)
  }
  return headers
}

function fillPath(template: string, input: object): { url: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...input }
  const url = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing`)
    // A URL drops these parts even if they are encoded, so the call would go to another path.
    if (value === '.' || value === '..') throw new TypeError(`${name} must be an ID, not dots`)
    return encodeURIComponent(value)
  })
  return { url, rest }
}

/** `?a=1&b=2`; undefined fields are left out. */
function queryOf(values: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** Sends the request and resolves with a successful response; `limit` also applies to its body. */
async function open(
  { fetch: send = fetch, timeoutMs = Number.POSITIVE_INFINITY, now = Date.now }: Connection,
  url: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
): Promise<{ reply: Response; limit: TimeLimit }> {
  const limit = timeLimit(timeoutMs, signal)
  let reply: Response
  try {
    reply = await limit.within(send(url, { ...request, signal: limit.signal }))
  } catch (error) {
    limit.end()
    throw failureOf(limit, () => unreachable(error))
  }
  if (!reply.ok) throw errorOf(reply, await textOf(reply, limit).catch(() => ''), now())
  return { reply, limit }
}
