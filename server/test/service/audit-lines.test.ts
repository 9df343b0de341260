/** What the audit log records about a call, for every way in which a call can end. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { uuidFromId } from '#server/base/ids.ts'
import type { DatabaseConnection } from '#server/db/session.ts'
import { revokeKeyNow } from '#server/platform/api-keys/changes.ts'
import { makeSecret } from '#server/platform/api-keys/secret.ts'
import type { AuditLine } from '#server/platform/audit/line.ts'
import { AuditLog } from '#server/platform/audit/log.ts'
import { openProxy } from '../faults/proxy.ts'
import { callService, type Reply, useOrganization, useWorld } from '../world.ts'
import { type Line, linesOf } from './audit-lines.ts'
import { openSocket } from './processes.ts'

const world = useWorld({ own: true })
const org = useOrganization(world)

describe('a call with a valid key', () => {
  const route = '/api/v1/properties/{id}'
  const cases: { title: string; path: string; method?: string; expected: Partial<Line> }[] = [
    {
      title: '200',
      path: '/properties?limit=1',
      expected: { status: 200, route: '/api/v1/properties', scope: 'properties:read', error: null },
    },
    {
      title: '200 where no scope is required',
      path: '/listings',
      expected: { status: 200, route: '/api/v1/listings', scope: null, error: null },
    },
    {
      title: '404 of a thing that is not there',
      path: '/properties/prop_nobody',
      expected: { status: 404, route, scope: 'properties:read', error: 'not_found' },
    },
    {
      title: '404 of a route that is not there',
      path: '/nowhere/at/all',
      expected: { status: 404, route: null, scope: null, error: 'not_found' },
    },
    {
      title: '405',
      path: '/properties/prop_nobody',
      method: 'DELETE',
      expected: { status: 405, route, scope: null, error: 'method_not_allowed' },
    },
    {
      title: '400',
      path: '/properties?limit=none',
      expected: { status: 400, route: '/api/v1/properties', scope: 'properties:read', error: 'invalid_request' },
    },
  ]
  for (const { title, path, method = 'GET', expected } of cases) {
    test(`${title} leaves one line that says so`, async () => {
      const { key, keyId } = await org.issueKey()
      const reply = await world.call(path, { key, method, headers: { 'user-agent': 'probe/1.0' } })
      const line = await onlyLine(reply)
      assert.deepEqual(pick(line, expected), expected)
      assert.deepEqual(pick(line, { organization_id: 0, key_id: 0, method: 0, path: 0, caller_ip: 0, user_agent: 0 }), {
        organization_id: org.id,
        key_id: keyId,
        method,
        path: `/api/v1${path.split('?')[0]}`,
        caller_ip: '127.0.0.1',
        user_agent: 'probe/1.0',
      })
      assert.equal(Date.parse(line.occurred_at), world.clock.now())
      assert.ok(line.latency_ms > 0 && line.latency_ms < 60_000)
      assert.equal(line.reason, line.status === 400 ? 'limit' : null)
      assert.equal(line.replayed, false)
    })
  }

  test('403 for a scope the key lacks names the scope', async () => {
    const { key } = await org.issueKey({ scopes: ['comms:write'] })
    const line = await onlyLine(await world.call('/residents', { key }))
    assert.deepEqual([line.status, line.error, line.scope], [403, 'forbidden', 'properties:read'])
  })

  test('400 names the contract’s fields that are not valid, and nothing that the caller wrote', async () => {
    const { key } = await org.issueKey()
    const body = JSON.stringify({ title: ' ', due_date: 'my secret', pm_live_secret: 1, property_id: 'also secret' })
    const line = await onlyLine(await world.call('/work-orders', { key, method: 'POST', body }))
    assert.deepEqual([line.status, line.error, line.reason], [400, 'invalid_request', 'title, due_date'])
    const query = await onlyLine(await world.call('/properties?limit=1000&my_secret=1', { key }))
    assert.equal(query.reason, 'limit')
    const json = await onlyLine(await world.call('/work-orders', { key, method: 'POST', body: '{"a secret' }))
    assert.equal(json.reason, null)
  })

  test('429 is logged with its status', async () => {
    const { key } = await org.issueKey({ requestsPerMinute: 1 })
    await world.call('/listings', { key })
    const line = await onlyLine(await world.call('/listings', { key }))
    assert.deepEqual([line.status, line.error, line.route], [429, 'rate_limited', '/api/v1/listings'])
  })
})

describe('a call with an unusable key', () => {
  test('401 of a revoked key is logged with its reason', async () => {
    const { key, keyId } = await org.issueKey()
    await org.within(context => revokeKeyNow(context, keyId))
    await assertRefused(await world.call('/listings', { key }), keyId, 'revoked')
  })

  test('401 of an expired key is logged with its reason', async () => {
    const { key, keyId } = await org.issueKey({ expiresAt: new Date(world.clock.now() + 1_000).toISOString() })
    world.clock.advance(1_000)
    await assertRefused(await world.call('/properties', { key }), keyId, 'expired')
  })

  test('401 of a key used from an address it is not allowed from is logged with its reason', async () => {
    const { key, keyId } = await org.issueKey({ allowedCidrs: ['203.0.113.0/24'] })
    await assertRefused(await world.call('/nowhere', { key }), keyId, 'address_not_allowed')
  })

  test('all of these and unknown keys get the same reply', async () => {
    const revoked = await org.issueKey()
    await org.within(context => revokeKeyNow(context, revoked.keyId))
    const replies = [
      await world.call('/listings', { key: revoked.key }),
      await world.call('/listings', { key: makeSecret(false) }),
      await world.call('/listings', { key: 'nonsense' }),
      await world.call('/listings'),
    ]
    const [first, ...others] = replies.map(({ status, body }) => ({ status, error: body.error, message: body.message }))
    for (const other of others) assert.deepEqual(other, first)
  })

  test('an unknown key leaves no line', async () => {
    const replies = [await world.call('/listings', { key: makeSecret(true) }), await world.call('/listings')]
    for (const reply of replies) assert.deepEqual(await linesOf(world, requestIdOf(reply)), [])
  })

  async function assertRefused(reply: Reply, keyId: string, reason: string): Promise<void> {
    assert.equal(reply.status, 401)
    const line = await onlyLine(reply)
    assert.deepEqual([line.key_id, line.status, line.error, line.reason], [keyId, 401, 'unauthorized', reason])
  }
})

describe('text from callers', () => {
  test('no query value, header or body of a call reaches the log', async () => {
    await world.call('/properties?city=Needle1&Needle2=1&limit=Needle3', { key: org.key })
    await world.call('/properties', {
      key: org.key,
      method: 'POST',
      headers: { authorization: 'Needle4', cookie: 'Needle5' },
      body: '{"Needle6":1}',
    })
    const found = await world.sql(`select c::text as line from audit.calls c where c::text like '%Needle%'`)
    assert.deepEqual(found, [])
  })

  const paths = ['/a\\b', '/\\N', '/\\.', '/%00%09%0a', '/%ed%a0%80', '/%', `/${'x'.repeat(5_000)}`]
  const agents = ['a\tb', 'a\\tb', '\\N', '\\.', 'caf\u00e9 \u00ff', 'x'.repeat(10_240)]
  for (const path of paths) {
    test(`the path ${shortened(path)} is logged, and the call answered`, async () => {
      const { status, requestId } = await callRaw(path, 'probe')
      assert.equal(status, 404)
      const [line, ...more] = await linesOf(world, requestId)
      assert.deepEqual([line?.path, more.length], [`/api/v1${path}`.slice(0, 1_024), 0])
    })
  }
  for (const agent of agents) {
    test(`the user agent ${JSON.stringify(shortened(agent))} is logged, and the call answered`, async () => {
      const { status, requestId } = await callRaw('/listings', agent)
      assert.equal(status, 200)
      const [line, ...more] = await linesOf(world, requestId)
      assert.deepEqual([line?.user_agent, more.length], [agent.slice(0, 1_024), 0])
    })
  }

  test('text that PostgreSQL cannot store is left out of its line, and the other lines of the batch are stored', async () => {
    const log = new AuditLog({ connection: world.database.connection })
    const written = ['a\0b', 'a\ud800b', `${'x'.repeat(1_023)}\u{1F600}`, 'line\nbreak\r', 'plain']
    const requests = written.map(() => world.newId('request'))
    await Promise.all(written.map((text, index) => log.append(lineOf(requests[index] as string, text))))
    await log.close()
    const expected = ['a\ufffdb', 'a\ufffdb', `${'x'.repeat(1_023)}\ufffd`, 'line\nbreak\r', 'plain']
    for (const [index, request] of requests.entries()) {
      const [line, ...more] = await linesOf(world, request)
      assert.deepEqual([line?.path, line?.user_agent, more.length], [expected[index], expected[index], 0])
    }
  })

  test('a line whose connection the network dropped is stored over another one, and the log closes even when that one is gone', async () => {
    const { host, port, user, database } = world.database.connection as Exclude<DatabaseConnection, string>
    await using proxy = await openProxy({ path: `${host}/.s.PGSQL.${port}` })
    const connection = { host: '127.0.0.1', port: proxy.port, user, database }
    const log = new AuditLog({ connection, commitTimeoutMs: 2_000 })
    const [before, after] = [world.newId('request'), world.newId('request')]
    await log.append(lineOf(before, 'before'))
    proxy.halfOpen()
    await log.append(lineOf(after, 'after'))
    proxy.halfOpen()
    await log.close()
    for (const request of [before, after]) assert.equal((await linesOf(world, request)).length, 1)
  })

  const lineOf = (request: string, text: string): AuditLine => ({
    organizationId: org.id,
    id: uuidFromId('request', request) as string,
    occurredAt: world.clock.now(),
    keyId: 'key_test',
    method: 'GET',
    route: null,
    path: text,
    status: 200,
    scope: null,
    callerIp: '203.0.113.7',
    userAgent: text,
    latencyMs: 1,
    error: null,
    reason: null,
    replayed: false,
  })

  /** Makes a call whose path and headers arrive exactly as written, which fetch would normalize. */
  async function callRaw(path: string, agent: string): Promise<{ status: number; requestId: string }> {
    const socket = await openSocket(world.service.url as string)
    const head = [`GET /api/v1${path} HTTP/1.1`, 'host: x', `x-api-key: ${org.key}`, 'connection: close']
    socket.write(Buffer.from(`${[...head, `user-agent: ${agent}`].join('\r\n')}\r\n\r\n`, 'latin1'))
    let reply = ''
    socket.setEncoding('latin1').on('data', text => {
      reply += text
    })
    await once(socket, 'close')
    return {
      status: Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1]),
      requestId: /^x-request-id: (\S+)/im.exec(reply)?.[1] as string,
    }
  }
})

describe('behind a proxy', () => {
  test('the logged address is the one the proxy names, in plain form and without a port; anything that is not an address is logged as none and allows nothing', async () => {
    const service = await world.another({ trustProxy: ['127.0.0.1'] })
    for (const [forwarded, logged] of [
      ['198.51.100.7', '198.51.100.7'],
      ['::ffff:198.51.100.7', '198.51.100.7'],
      ['2001:DB8::7', '2001:db8::7'],
      ['fe80::1%eth0', 'fe80::1'],
      ['unknown', null],
      ['198.51.100.7:4711', '198.51.100.7'],
      ['[2001:db8::7]:4711', '2001:db8::7'],
      ['198.51.100.7:port', null],
    ] as const) {
      const reply = await callService(service, '/listings', { key: org.key, headers: { 'x-forwarded-for': forwarded } })
      assert.equal(reply.status, 200, forwarded)
      assert.equal((await onlyLine(reply)).caller_ip, logged, forwarded)
    }
  })
})

async function onlyLine(reply: Reply): Promise<Line> {
  const lines = await linesOf(world, requestIdOf(reply))
  assert.equal(lines.length, 1)
  const [line] = lines as [Line]
  assert.equal(line.status, reply.status)
  return line
}

function requestIdOf(reply: Reply): string {
  return reply.headers.get('x-request-id') as string
}

function pick(line: Line, names: object): object {
  return Object.fromEntries(Object.keys(names).map(name => [name, line[name as keyof Line]]))
}

function shortened(text: string): string {
  return text.length > 30 ? `${text.slice(0, 30)}… (${text.length})` : text
}
