/** Addresses and heads of any length, with any Host: refused in the service's own words, and recorded if the key is known. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ErrorCode } from '#contract/errors.ts'
import { request, sendRaw } from '../raw-http.ts'
import { linesOf } from '../service/audit-lines.ts'
import { type Reply, useOrganization, useWorld } from '../world.ts'
import { assertAnswers, assertRefused } from './promises.ts'

const world = useWorld()
const org = useOrganization(world)

async function send(bytes: string): Promise<Reply> {
  const reply = await sendRaw(world.service.url as string, bytes)
  assert.ok(reply, 'an answer')
  return reply
}

const withKey = (line: string, headers: Record<string, string> = {}, body?: string) =>
  send(request(line, { 'x-api-key': org.key, ...headers }, body))

const PARAMETER = 'GET /api/v1/properties/'
const REFUSED: [name: string, line: string, headers: Record<string, string>, error: ErrorCode][] = [
  ['a path parameter of 8,000 characters', `${PARAMETER}${'a'.repeat(8_000)}`, {}, 'not_found'],
  ['a path parameter of 8,193 characters', `${PARAMETER}${'a'.repeat(8_193)}`, {}, 'uri_too_long'],
  ['a path parameter of 8,193 escapes', `${PARAMETER}${'%41'.repeat(8_193)}`, {}, 'uri_too_long'],
  ['a path parameter of 31,000 characters', `${PARAMETER}${'a'.repeat(31_000)}`, {}, 'uri_too_long'],
  [
    'a long path parameter of a call with another method',
    `PUT ${PARAMETER.slice(4)}${'a'.repeat(9_000)}`,
    {},
    'uri_too_long',
  ],
  ['an address of 33,000 characters', `GET /api/v1/${'a'.repeat(33_000)}`, {}, 'uri_too_long'],
  ['a query of 50,000 characters', `GET /api/v1/listings?city=${'a'.repeat(50_000)}`, {}, 'uri_too_long'],
  ['headers of 33,000 bytes', 'GET /api/v1/listings', { extra: 'a'.repeat(33_000) }, 'headers_too_large'],
  ['a Host that is none', 'GET /api/v1/listings', { host: 'a b' }, 'invalid_request'],
  ['two Hosts', 'GET /api/v1/listings', { Host: 'elsewhere' }, 'invalid_request'],
  ['two identical Hosts', 'GET /api/v1/listings', { Host: 'localhost' }, 'invalid_request'],
]

for (const [name, line, headers, error] of REFUSED) {
  test(`${name} is ${error}, and recorded`, async () => {
    const reply = await withKey(line, headers)
    assertRefused(reply, error)
    const lines = await linesOf(world, reply.headers.get('x-request-id') as string)
    assert.deepEqual(
      lines.map(each => [each.status, each.error]),
      [[reply.status, error]],
    )
  })
}

test('a Host is required of HTTP/1.1, also on a page that needs no key', async () => {
  assertRefused(await send('GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'), 'invalid_request')
  assertRefused(await send(request('GET /healthz', { Host: 'a' })), 'invalid_request')
  assert.equal((await send('GET /healthz HTTP/1.0\r\n\r\n')).status, 200)
  const reply = await send(`GET /api/v1/listings HTTP/1.1\r\nx-api-key: ${org.key}\r\nconnection: close\r\n\r\n`)
  assertRefused(reply, 'invalid_request')
  assert.equal((await linesOf(world, reply.headers.get('x-request-id') as string)).length, 1)
})

test('every valid form of a Host is accepted', async () => {
  for (const host of [
    '',
    'localhost',
    'LOCALHOST:8080',
    'api.example.com.',
    '127.0.0.1:80',
    '[::1]:8080',
    'a_b-c',
    'b%C3%BCro',
  ]) {
    assertAnswers(await withKey('GET /api/v1/listings', { host }), 'listListings')
  }
})

for (const length of [70_000, 200_000]) {
  test(`an address of ${length} characters is uri_too_long, and headers of as many bytes are headers_too_large`, async () => {
    assertRefused(await withKey(`GET /api/v1/listings?city=${'a'.repeat(length)}`), 'uri_too_long')
    assertRefused(await withKey('GET /api/v1/listings', { extra: 'a'.repeat(length) }), 'headers_too_large')
  })
}

test('a page that exists answers 405 to another method before reading its body', async () => {
  const assets = await readdir(fileURLToPath(new URL('../../../console/dist/assets', import.meta.url)))
  const guides = ['/docs/sync', '/docs/sync.md', '/docs/runbook/gatehouse-down', '/docs/import-template.csv']
  const served = ['/', '/healthz', '/readyz', '/metrics', '/docs', '/docs/', '/docs/reference.js', '/console']
  const below = ['/console/', '/console/org_x/leases', `/console/assets/${assets[0]}`]
  for (const path of [...served, ...guides, ...below]) {
    const reply = await send(request(`POST ${path}`, { 'content-length': '1000' }))
    assertRefused(reply, 'method_not_allowed')
    assert.equal(reply.headers.get('allow'), 'GET, HEAD')
  }
})

test('an unknown address answers 404 before reading its body', async () => {
  for (const path of [
    ...['/docs/nowhere', '/docs/../README', '/docs/sync.txt', '/nowhere', '/api', '/api/v2/listings'],
    ...['/console/assets/nowhere.js', '/console/assets/../index.html', '/console/assets/%2e%2e/index.html'],
  ]) {
    assertRefused(await send(request(`POST ${path}`, { 'content-length': '1000' })), 'not_found')
  }
})

test('a tunnel is refused', async () => {
  assertRefused(await send(request('CONNECT example.com:443')), 'invalid_request')
})
