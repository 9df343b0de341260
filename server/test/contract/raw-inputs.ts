/** Generated HTTP, from well formed to hardly recognizable; the same seed gives the same input. */
import { METHODS } from 'node:http'

export type RawInput = {
  bytes: string
  /**
   * Whether the head is valid, its path is below /api/v1 and it has the key. If so, the reply counts as one to that
   * key.
   */
  isKnown: boolean
  /** Whether the method is HEAD, so that the reply has no body. */
  isHead: boolean
}

/** A random number below 1, after mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const API = [
  '/listings',
  '/properties',
  '/properties/prop_a',
  '/work-orders',
  '/work-orders/wo_a',
  '/messages',
  '/webhooks',
]
const API_PATHS = [...API, '/webhooks/wh_a/rotate-secret', '/rent-roll', '/nowhere', '/'].map(path => `/api/v1${path}`)
const PATHS = [
  ...API_PATHS,
  ...[
    '/',
    '/api',
    '/healthz',
    '/docs',
    '/api/v1/openapi.json',
    '/console',
    '/console/api/me',
    '/console/api/auth/sign-in/email',
    '/nowhere',
  ],
]
const ESCAPES = [
  '%',
  '%z',
  '%zz',
  '%00',
  '%2F',
  '%2e%2e',
  '%ed%a0%80',
  '%ff',
  '%25%32%46',
  '%C3%A9',
  '%u0041',
  "'",
  '~',
  ';',
  '..',
  '//',
  '.',
]
const QUERIES = [
  '?',
  '?limit=5',
  '?limit=5&limit=6',
  '?%zz',
  '?=x',
  '?city=%00',
  '?a[b]=c',
  '?__proto__=1',
  '#x',
  '?x#y',
  '?limit=5;offset=1',
]
const ODD = ['\0', ' ', '\t', '\x7f', '\x80', '\xff', '\x01', '"', '<', '{', '\\', '|', '^', '\r', '\n']
const LONG = [300, 8_100, 8_300, 33_000, 70_000]

export function rawInputs(random: () => number, key: string): () => RawInput {
  const chance = (share: number) => random() < share
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T

  function inserted(text: string, more: string): string {
    const at = below(text.length + 1)
    return text.slice(0, at) + more + text.slice(at)
  }

  /** A target that is allowed in a URL, though rarely a sensible one; below /api/v1 if `isApi`. */
  function target(isApi: boolean): string {
    const prefix = isApi ? '/api/v1/' : ''
    let rest = pick(isApi ? API_PATHS : PATHS).slice(prefix.length)
    while (chance(0.3)) rest = inserted(rest, pick(ESCAPES))
    if (chance(0.05)) rest += pick(['a', '%41', '/']).repeat(pick(LONG) / (isApi ? 4 : 1))
    if (chance(0.3)) rest += pick(QUERIES)
    if (isApi && chance(0.1)) return `${pick(['http', 'HTTPS'])}://${pick(['x', 'a:b@x', '[::1]:80'])}${prefix}${rest}`
    return prefix + rest
  }

  function body(): string {
    if (chance(0.5))
      return JSON.stringify({ title: 'x'.repeat(below(50)), property_id: 'prop_a', [pick(['a', 'title'])]: below(9) })
    return pick([
      '',
      '{',
      '[]',
      'null',
      '"\\ud800"',
      '{"a":1,"a":2}',
      '{"__proto__":{}}',
      '\0\xff\xfe',
      '[['.repeat(below(3_000)),
      ' '.repeat(20_000),
    ])
  }

  const chunk = (text: string) => `${text.length.toString(16)}${pick(['', ';a=b', ';x'])}\r\n${text}\r\n`
  const BAD_CHUNKS = ['zz\r\n', '5\r\nabc', '-1\r\n', 'fffffffffffffffff\r\n', '3\r\nabcdef\r\n', '\r\n\r\n']

  /**
   * The headers about the body, and what follows the head. They are valid at least as far as a parser can tell before
   * the body.
   */
  function framing(): [headers: string[], rest: string] {
    const text = body()
    if (chance(0.15)) return [[], '']
    if (chance(0.3)) {
      const end = chance(0.7) ? `0\r\n${pick(['', 'x-api-key: a\r\n'])}\r\n` : pick(BAD_CHUNKS)
      return [[pick(['transfer-encoding: chunked', 'Transfer-Encoding: gzip, chunked'])], chunk(text || '{}') + end]
    }
    const length = chance(0.7)
      ? text.length
      : pick([0, 1, text.length + 1, text.length + 1_000, 1_100_000, 99_999_999_999])
    return [[`content-length: ${length}`], text]
  }

  const BAD_HEADERS = [
    'content-length: -1',
    'content-length: 5, 6',
    'content-length: 0x10',
    'transfer-encoding: identity',
    'transfer-encoding: chunkedd',
    'no colon',
    ': empty',
    'a b: c',
    'x: \0',
    ' folded: x',
    'x-api-key: \x01',
    'host: b',
    'HOST:',
    'content-length: 1',
    'transfer-encoding: chunked',
  ]
  const GOOD_HEADERS = [
    'idempotency-key: 0123456789',
    'idempotency-key: x',
    'expect: 100-continue',
    'expect: x',
    'upgrade: websocket',
    'accept: x/y',
    'origin: null',
    'x-forwarded-for: 1.2.3.4',
    'cookie: a=b; c',
    'te: trailers',
    'if-none-match: *',
    'range: bytes=0-1',
    'x: \xe9\xff',
    'x:',
    'content-encoding: gzip',
    'x-http-method-override: DELETE',
  ]
  const TYPES = [
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'nonsense',
    '/',
    'multipart/form-data',
    'APPLICATION/JSON',
    '',
  ]

  function head(line: string, framed: string[], keys: string[], isSound: boolean): string {
    const headers = [...framed, ...keys.map(each => `x-api-key: ${each}`)]
    if (isSound || chance(0.9)) headers.push(`host: ${pick(['x', 'localhost:80', '[::1]'])}`)
    if (chance(0.7)) headers.push(`content-type: ${chance(0.5) ? 'application/json' : pick(TYPES)}`)
    if (chance(0.7)) headers.push(`connection: ${pick(['close', 'close', 'keep-alive', 'upgrade', 'x'])}`)
    while (chance(0.3)) headers.push(pick(GOOD_HEADERS))
    if (!isSound && chance(0.5)) headers.push(pick(BAD_HEADERS))
    // A valid head stays below the limit that the service reads.
    const isRoomy = !isSound || line.length < 10_000
    if (isRoomy && chance(0.03)) headers.push(`long: ${'a'.repeat(pick(isSound ? LONG.slice(0, 4) : LONG))}`)
    if (isRoomy && chance(0.01)) headers.push(...Array.from({ length: 1_500 }, (_, index) => `h${index}: x`))
    const end = isSound || chance(0.95) ? '\r\n' : pick(['\n', '\r', '\r\r\n'])
    return [line, ...headers.sort(() => random() - 0.5), '', ''].join(end)
  }

  return () => {
    const isKnown = chance(0.5)
    const methods = METHODS.filter(method => method !== 'CONNECT' && method !== 'SOURCE')
    const method = chance(0.6) ? pick(['GET', 'POST', 'PATCH', 'DELETE']) : pick(methods)
    const [framed, rest] = framing()
    if (isKnown)
      return {
        bytes: head(`${method} ${target(true)} HTTP/1.1`, framed, [key], true) + rest,
        isKnown,
        isHead: method === 'HEAD',
      }
    let line = `${chance(0.9) ? method : pick(['get', 'FETCH', '', 'CONNECT', 'GET/', 'G'.repeat(200)])} ${target(false)} ${pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.2', 'HTTP/x', 'http/1.1', ''])}`
    while (chance(0.2)) line = inserted(line, pick(ODD))
    const keys = pick([[], [key], ['nonsense'], [key, key], [`${key} `]])
    let bytes = head(line, framed, keys, false) + rest
    if (chance(0.1))
      bytes += `GET /api/v1/listings HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\nconnection: close\r\n\r\n`
    if (chance(0.05)) bytes = bytes.slice(0, below(bytes.length))
    if (chance(0.02)) bytes = Array.from({ length: below(2_000) }, () => String.fromCharCode(below(256))).join('')
    return { bytes, isKnown, isHead: method === 'HEAD' }
  }
}
