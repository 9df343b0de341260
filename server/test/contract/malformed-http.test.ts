/** Malformed HTTP is answered with the service's own error body, or not at all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorCode } from '#contract/errors.ts'
import { request, sendRaw } from '../raw-http.ts'
import { useOrganization, useWorld } from '../world.ts'
import { assertAnswers, assertRefused } from './promises.ts'

const world = useWorld()
const org = useOrganization(world)

const REFUSED: [name: string, bytes: string, error: ErrorCode][] = [
  ['no HTTP', 'HELLO\r\n\r\n', 'invalid_request'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'invalid_request'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'invalid_request'],
  ...['0.9', '2.0'].map((version): (typeof REFUSED)[number] => [
    `HTTP/${version}, which needs no Host`,
    `GET /healthz HTTP/${version}\r\n\r\n`,
    'invalid_request',
  ]),
  // Node's parser also reads RTSP, whose methods the router does not know.
  ['a request of RTSP', 'DESCRIBE /api/v1/listings RTSP/1.0\r\nhost: a\r\n\r\n', 'invalid_request'],
  ['bare line feeds', 'GET /api/v1/listings HTTP/1.1\nhost: a\n\n', 'invalid_request'],
  ['no Host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 'invalid_request'],
  ['a method nobody knows', request('FETCH /api/v1/listings'), 'invalid_request'],
  ['a space in the address', request('GET /api/v1/list ings'), 'invalid_request'],
  ['an address beyond ASCII', request('GET /api/v1/\xe9'), 'invalid_request'],
  ['NUL in a header', request('GET /api/v1/listings', { 'x-api-key': 'a\0b' }), 'invalid_request'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nhost: a\r\nnonsense\r\n\r\n', 'invalid_request'],
  ['a length that is not a number', request('POST /api/v1/listings', { 'content-length': 'five' }), 'invalid_request'],
  ['two lengths', request('POST /', { 'content-length': '3', 'Content-Length': '4' }, 'abc'), 'invalid_request'],
  [
    'a length together with chunks',
    request('POST /', { 'content-length': '3', 'transfer-encoding': 'chunked' }, '0\r\n\r\n'),
    'invalid_request',
  ],
  ...['gzip, chunked', 'identity, chunked', ', chunked'].map((coding): (typeof REFUSED)[number] => [
    `a body in the transfer coding ${coding}`,
    request('POST /', { 'transfer-encoding': coding }, '0\r\n\r\n'),
    'invalid_request',
  ]),
  [
    'chunks in HTTP/1.0',
    request('POST /', { 'transfer-encoding': 'chunked' }, '0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0'),
    'invalid_request',
  ],
  ['headers over 32 KiB', request('GET /', { extra: 'a'.repeat(33_000) }), 'headers_too_large'],
  ['thousands of headers', `GET / HTTP/1.1\r\nhost: a\r\n${'a: b\r\n'.repeat(6_000)}\r\n`, 'headers_too_large'],
  ['an address over 8,192 characters', request(`GET /${'a'.repeat(8_192)}`), 'uri_too_long'],
  ['an asterisk for an address', request('OPTIONS *'), 'not_found'],
  ['two keys', request('GET /api/v1/listings', { 'x-api-key': 'a', 'X-Api-Key': 'b' }), 'unauthorized'],
]

for (const [name, bytes, error] of REFUSED) {
  test(`${name}: ${error}, as JSON with a request ID`, async () => {
    const reply = await sendRaw(world.service.url as string, bytes)
    assert.ok(reply, 'an answer')
    assertRefused(reply, error)
    assert.equal(Number(reply.headers.get('content-length')), Buffer.byteLength(reply.text))
  })
}

test('the preface of HTTP/2 is answered with an explanation of what to do', async () => {
  const reply = await sendRaw(world.service.url as string, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  assert.match(
    String(reply?.body.message),
    /^This is HTTP\/2, and the service supports HTTP\/1\.1 only\. Set the client/,
  )
})

const ANSWERED: [name: string, line: string, headers: Record<string, string>, body?: string][] = [
  ['an expectation we do not know', 'GET /api/v1/listings', { expect: 'the unexpected' }],
  ['an upgrade', 'GET /api/v1/listings', { upgrade: 'websocket', connection: 'upgrade, close' }],
  ['an absolute address', 'GET http://localhost/api/v1/listings', {}],
  ['GET with an empty body of any type', 'GET /api/v1/listings', { 'content-type': 'x/y', 'content-length': '0' }],
]

for (const [name, line, headers, body] of ANSWERED) {
  test(`${name} is answered like any other call`, async () => {
    const reply = await sendRaw(world.service.url as string, request(line, { 'x-api-key': org.key, ...headers }, body))
    assert.ok(reply, 'an answer')
    assertAnswers(reply, 'listListings')
  })
}

const UPGRADE = { upgrade: 'websocket', connection: 'upgrade' }
for (const [name, line, headers, body] of [
  ['an upgrade', 'GET /api/v1/listings', UPGRADE, ''],
  ['an upgrade with a body', 'POST /api/v1/nowhere', { ...UPGRADE, 'content-length': '2' }, '{}'],
  ['an upgrade whose body ends in the next request', 'POST /nowhere', { ...UPGRADE, 'content-length': '3' }, '{}'],
] as const) {
  test(`${name} is the last request on its connection, because Node drops what follows it`, async () => {
    const first = request(line, { ...headers, 'x-api-key': org.key }, body)
    const reply = await sendRaw(`${world.service.url}`, first + request('GET /healthz', { connection: 'keep-alive' }))
    assert.equal(reply?.headers.get('connection'), 'close')
  })
}

test('the service still works after all of that', async () => {
  assertAnswers(await world.call('/listings', { key: org.key }), 'listListings')
})

test('a body with two content types is refused, in either order and even if they are the same', async () => {
  const json = 'application/json'
  for (const [one, other] of [
    [json, 'text/plain'],
    ['text/plain', json],
    [json, json],
  ] as const) {
    const headers = { 'x-api-key': org.key, 'content-length': '2', 'content-type': one, 'Content-Type': other }
    const reply = await sendRaw(world.service.url as string, request('POST /api/v1/work-orders', headers, '{}'))
    assert.ok(reply)
    assertRefused(reply, 'unsupported_media_type')
  }
})

test('two keys of one write, and two headers of one key, are refused as what they are', async () => {
  const twice = [
    ['12345678', '87654321'],
    ['12345678', '12345678'],
    ['"12345678"', '"12345678"'],
  ] as const
  for (const [one, other] of twice) {
    const keys = { 'idempotency-key': one, 'Idempotency-Key': other }
    const head = { ...keys, 'x-api-key': org.key, 'content-type': 'application/json', 'content-length': '2' }
    const reply = await sendRaw(`${world.service.url}`, request('POST /api/v1/work-orders', head, '{}'))
    assert.equal(reply?.status, 400)
    assert.equal(reply?.body.message, 'Idempotency-Key is given more than once.')
  }
})
