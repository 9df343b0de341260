/**
 * The order of checks. If several things are wrong with one call, the contract determines which error it gets: key, quota, route, scope and plan,
 * parameters.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '#contract/operation.ts'
import { v1 } from '#contract/v1.ts'
import { type Reply, useOrganization, useWorld } from '../world.ts'
import { assertAnswers, assertNames, assertRateHeaders, assertRefused } from './promises.ts'

const world = useWorld({ own: true })
const org = useOrganization(world)

/** A key whose next call is over its quota. */
async function spentKey(): Promise<string> {
  const { key } = await org.issueKey({ requestsPerMinute: 1 })
  assert.equal((await world.call('/listings', { key })).status, 200)
  return key
}

test('without a key every path and method is 401, known or not', async () => {
  for (const path of [
    '/listings',
    '/listings?limit=0',
    '/properties/x',
    '/nothing',
    '',
    '/',
    '/%zz',
    '/openapi.json/x',
  ]) {
    assertRefused(await world.call(`/api/v1${path}`), 'unauthorized')
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE']) {
    assertRefused(await world.call('/listings', { method }), 'unauthorized')
    assertRefused(await world.call('/nothing', { method }), 'unauthorized')
  }
})

test('a key given twice counts as no key', async () => {
  assertRefused(await world.call('/listings', { headers: { 'x-api-key': `${org.key}, ${org.key}` } }), 'unauthorized')
})

test('with a key an unknown route is 404, whatever its method', async () => {
  for (const path of [
    '/nothing',
    '',
    '/',
    '/Properties',
    '/properties/a/b',
    '/listings/',
    '/properties/',
    '/properties/?limit=1',
    '/listings;limit=1',
    '/%zz',
  ]) {
    const reply = await world.call(`/api/v1${path}`, { key: org.key })
    assertRefused(reply, 'not_found')
    assert.match(String(reply.body.message), /^There is no GET /)
    assertRateHeaders(reply)
  }
  for (const method of ['POST', 'PUT', 'OPTIONS', 'PROPFIND']) {
    assertRefused(await world.call('/nothing', { key: org.key, method }), 'not_found')
  }
})

test('a known path with another method is 405 and names the allowed ones', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE', 'QUERY', 'M-SEARCH']) {
    for (const path of ['/listings', '/properties/x']) {
      const reply = await world.call(path, { key: org.key, method })
      assertRefused(reply, 'method_not_allowed')
      assertRateHeaders(reply)
      assert.equal(reply.headers.get('allow'), 'GET, HEAD')
    }
  }
})

test('every path refuses every method that it does not have, even where another path would take the call', async () => {
  const operations = Map.groupBy(Object.values<Operation>(v1), ({ path }) => path)
  for (const [path, served] of operations) {
    const methods = served.map(({ method }): string => method)
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PROPFIND'].filter(method => !methods.includes(method))) {
      const reply = await world.call(path.replaceAll(/\{\w+\}/g, 'x'), { key: org.key, method })
      assert.equal(reply.status, 405, `${method} ${path}`)
      for (const one of methods) assert.ok(reply.headers.get('allow')?.split(', ').includes(one))
    }
  }
  assertRefused(await world.call('/openapi.json', { method: 'PROPFIND' }), 'method_not_allowed')
})

test('405 is decided before the body is read', async () => {
  const reply = await world.call('/listings', { key: org.key, method: 'POST', body: '{"not json' })
  assertRefused(reply, 'method_not_allowed')
})

test('HEAD answers as GET does, without the body, and counts toward the quota', async () => {
  const { key } = await org.issueKey({ requestsPerMinute: 3 })
  const got = await world.call('/listings', { key })
  const head = await world.call('/listings', { key, method: 'HEAD' })
  assert.equal(head.text, '')
  assert.equal(head.status, 200)
  for (const name of ['content-type', 'content-length']) assert.equal(head.headers.get(name), got.headers.get(name))
  assert.equal(head.headers.get('x-ratelimit-remaining'), '1')
  assert.equal((await world.call('/properties/x', { key, method: 'HEAD' })).status, 404)
  assert.equal((await world.call('/listings', { key, method: 'HEAD' })).status, 429)
  assert.equal((await world.call('/listings', { method: 'HEAD' })).status, 401)
})

test('over its quota a key gets nothing but 429, even for an unknown route', async () => {
  const key = await spentKey()
  const { key: wrongScope } = await org.issueKey({ requestsPerMinute: 1, scopes: ['comms:write'] })
  await world.call('/listings', { key: wrongScope })
  for (const path of ['/listings', '/listings?limit=0', '/nothing', '/properties/x']) {
    const reply = await world.call(path, { key })
    assertRefused(reply, 'rate_limited')
    assertRateHeaders(reply)
    assert.equal(reply.headers.get('x-ratelimit-remaining'), '0')
    assert.equal(Number(reply.headers.get('retry-after')), 61)
  }
  assertRefused(await world.call('/listings', { key, method: 'POST' }), 'rate_limited')
  assertRefused(await world.call('/properties', { key: wrongScope }), 'rate_limited')
})

test('a call answered 429 does not count, every other one does', async () => {
  const { key } = await org.issueKey({ requestsPerMinute: 4 })
  const statuses = async () => {
    const replies: Reply[] = []
    for (const path of ['/nothing', '/listings?limit=0', '/properties/x', '/listings', '/listings', '/listings']) {
      replies.push(await world.call(path, { key }))
    }
    return replies.map(({ status }) => status)
  }
  assert.deepEqual(await statuses(), [404, 400, 404, 200, 429, 429])
  world.clock.advance(60_001)
  assert.deepEqual(await statuses(), [404, 400, 404, 200, 429, 429])
})

test('Retry-After never sends a caller back too early', async () => {
  const key = await spentKey()
  world.clock.advance(17_500)
  const seconds = Number((await world.call('/listings', { key })).headers.get('retry-after'))
  world.clock.advance(seconds * 1000 - 1_001)
  assertRefused(await world.call('/listings', { key }), 'rate_limited')
  world.clock.advance(1_001)
  assertAnswers(await world.call('/listings', { key }), 'listListings')
})

test('an unknown route is reported before the plan or the scope', async () => {
  const starter = await world.organization({ plan: 'STARTER' })
  const { key } = await org.issueKey({ scopes: ['comms:write'] })
  for (const limited of [starter.key, key]) {
    assertRefused(await world.call('/nothing', { key: limited }), 'not_found')
    assertRefused(await world.call('/properties', { key: limited, method: 'PUT' }), 'method_not_allowed')
    assertRefused(await world.call('/properties?limit=0', { key: limited }), 'forbidden')
    assertRefused(await world.call('/properties/x', { key: limited }), 'forbidden')
  }
  assertRefused(await world.call('/listings', { key: starter.key }), 'forbidden')
})

test('parameters are validated before the records they name are looked up', async () => {
  assertNames(await world.call('/properties/x?limit=5', { key: org.key }), 'limit')
  assertNames(await world.call('/residents?limit=0', { key: org.key }), 'limit')
  assertNames(await world.call('/residents', { key: org.key }), 'property_id', 'unit_id')
})

test('an address over 8,192 characters is 414 to a known key, headers over 32 KiB are 431 to anyone', async () => {
  const long = `/listings?city=${'a'.repeat(8_192)}`
  assertRefused(await world.call(long), 'unauthorized')
  assertRefused(await world.call(long, { key: org.key }), 'uri_too_long')
  assertRefused(
    await world.call('/listings', { key: org.key, headers: { extra: 'a'.repeat(40_000) } }),
    'headers_too_large',
  )
})

test('every authenticated call leaves its audit line, whatever its outcome', async () => {
  const { key, keyId } = await org.issueKey({ requestsPerMinute: 7, scopes: ['comms:write'] })
  const ids: (string | null)[] = []
  for (const [method, path] of [
    ['GET', '/listings?city=Columbus'],
    ['HEAD', '/listings'],
    ['GET', '/listings?limit=0'],
    ['GET', '/properties/prop_1'],
    ['GET', '/nothing%00'],
    ['PUT', '/listings'],
    ['PROPFIND', '/properties/prop%5F1'],
    ['GET', '/listings'],
  ] as const) {
    ids.push((await world.call(path, { key, method })).headers.get('x-request-id'))
  }
  const lines = await world.sql(
    'select method, route, path, status, scope, error, reason, replayed from audit.calls where key_id = $1 order by id',
    [keyId],
  )
  const line = (method: string, path: string, status: number, error: string | null, more = {}) => ({
    ...{ method, route: path, path, status, scope: null, error, reason: null, replayed: false },
    ...more,
  })
  const listings = '/api/v1/listings'
  assert.deepEqual(lines, [
    line('GET', listings, 200, null),
    line('HEAD', listings, 200, null),
    line('GET', listings, 400, 'invalid_request', { reason: 'limit' }),
    line('GET', '/api/v1/properties/prop_1', 403, 'forbidden', {
      route: '/api/v1/properties/{id}',
      scope: 'properties:read',
    }),
    line('GET', '/api/v1/nothing%00', 404, 'not_found', { route: null }),
    line('PUT', listings, 405, 'method_not_allowed'),
    line('PROPFIND', '/api/v1/properties/prop%5F1', 405, 'method_not_allowed', { route: '/api/v1/properties/{id}' }),
    line('GET', listings, 429, 'rate_limited'),
  ])
  assert.equal(new Set(ids).size, 8)
})

test('the document and the health checks need no key', async () => {
  for (const path of ['/api/v1/openapi.json', '/healthz', '/readyz']) {
    const reply = await fetch(`${world.service.url}${path}`)
    assert.equal(reply.status, 200)
    assert.match(reply.headers.get('x-request-id') ?? '', /^req_/)
    assert.equal(reply.headers.get('ratelimit'), null)
    await reply.body?.cancel()
  }
})
