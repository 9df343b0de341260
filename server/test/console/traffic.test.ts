/**
 * The log of calls in the console: pages, filters, groups, figures and files, which are the same from single lines and from the sums
 * that upkeep stores.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idFromUuid, uuidv7Floor } from '#server/base/ids.ts'
import { rollUpCalls } from '#server/platform/audit/roll-up.ts'
import { assertRefused } from '../contract/promises.ts'
import { type Organization, START, useWorld } from '../world.ts'
import { type MemberVisitor, signedIn } from './visitor.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const world = useWorld({ own: true })
async function office(): Promise<{
  org: Organization
  viewer: MemberVisitor
  get: (path: string) => Promise<Figures>
}> {
  const org = await world.organization({ plan: 'ENTERPRISE' })
  const viewer = await signedIn(world, org, 'VIEWER')
  const get = async (path: string) => {
    const reply = await viewer.call(viewer.inside(`/traffic${path}`))
    assert.equal(reply.status, 200, reply.text)
    return reply.body as unknown as Figures
  }
  return { org, viewer, get }
}

type Line = Record<string, unknown> & { request_id: string; occurred_at: string }
type Figures = {
  data: Line[]
  next: string | null
  looked_back_to: string | null
  calls: number
  errors: number
  rate_limited: number
  p50_ms: number
  p95_ms: number
  buckets: { begins_at: string; calls: number; errors: number }[]
  top_routes: Line[]
  top_errors: Line[]
  keys: Line[]
}

/** Lines of a made-up log, evenly spaced up to now: every tenth call fails, and every hundredth is over the quota. */
async function storeLog(organizationId: string, count: number, spanMs: number, keyId = 'key_log'): Promise<void> {
  await world.sql(
    `insert into audit.calls (organization_id, id, occurred_at, key_id, method, route, path, status, latency_ms, error, replayed, caller_ip, user_agent)
     select $1, (lpad(to_hex(at), 12, '0') || '7' || lpad(to_hex(i & 4095), 3, '0') || '8' || lpad(to_hex(abs(hashtext($5)) & 4095), 3, '0') || lpad(to_hex(i), 12, '0'))::uuid,
            to_timestamp(at / 1000.0), $5, 'GET', '/api/v1/' || case i % 3 when 0 then 'listings' else 'properties' end, '/api/v1/x',
            case when i % 100 = 0 then 429 when i % 10 = 0 then 404 else 200 end, 1 + i % 20,
            case when i % 100 = 0 then 'rate_limited' when i % 10 = 0 then 'not_found' end, false, '203.0.113.7', '=cmd|x'
       from (select i, ($3::bigint - $4::bigint + i * ($4::bigint / $2)) as at from generate_series(0, $2::bigint - 1) i) lines`,
    [organizationId, count, world.clock.now() - 1, spanMs, keyId],
  )
}

test('successful and failed calls are in the log as soon as they are answered, newest first', async () => {
  const { org, get } = await office()
  const { key, keyId } = await org.issueKey()
  await world.call('/listings?limit=1', { key, headers: { 'user-agent': 'test/1' } })
  world.clock.advance(5)
  const failed = await world.call('/properties/nonsense', { key })
  const { data, next } = await get('')
  assert.deepEqual(
    data.map(({ method, route, path, status, error, key_id, key_name, scope }) => [
      method,
      route,
      path,
      status,
      error,
      key_id,
      key_name,
      scope,
    ]),
    [
      [
        'GET',
        '/api/v1/properties/{id}',
        '/api/v1/properties/nonsense',
        404,
        'not_found',
        keyId,
        'test',
        'properties:read',
      ],
      ['GET', '/api/v1/listings', '/api/v1/listings', 200, null, keyId, 'test', null],
    ],
  )
  assert.equal(next, null)
  assert.equal(data[1]?.user_agent, 'test/1')
  const { viewer } = { viewer: await signedIn(world, org, 'VIEWER') }
  const one = await viewer.call(viewer.inside(`/traffic/${failed.headers.get('x-request-id')}`))
  assert.deepEqual(one.body, data[0])
  assertRefused(await viewer.call(viewer.inside(`/traffic/${world.newId('request')}`)), 'not_found')
})

test('pages continue where the last one ended, whatever is added in the meantime, and come to an end', async () => {
  const { org, get } = await office()
  await storeLog(org.id, 120, HOUR)
  const seen: string[] = []
  for (let next: string | null = '', page = 0; next !== null; page++) {
    const reply = await get(`?limit=50${next && `&before=${next}`}`)
    seen.push(...reply.data.map(({ request_id }) => request_id))
    if (page === 0) await world.call('/listings', { key: org.key })
    next = reply.next
  }
  assert.equal(seen.length, 120)
  assert.deepEqual(seen, [...new Set(seen)].sort().reverse())
})

test('filters find exactly what they describe', async () => {
  const { org, get } = await office()
  await storeLog(org.id, 300, HOUR)
  await storeLog(org.id, 7, HOUR, 'key_other')
  const found = async (query: string) => (await get(`?limit=200&${query}`)).data
  assert.equal((await found('key_id=key_other')).length, 7)
  assert.equal((await found('status=404&key_id=key_log')).length, 27)
  assert.equal((await found('status_class=4xx&key_id=key_log')).length, 30)
  assert.equal((await found('failed=true&key_id=key_log')).length, 30)
  assert.equal((await found('failed=true&status_class=2xx')).length, 0)
  assert.equal((await found('status_class=5xx')).length, 0)
  assert.equal((await found('route=/api/v1/listings&key_id=key_log')).length, 100)
  assert.equal((await found('ip=203.0.113.8')).length, 0)
  assert.equal((await found('ip=nonsense')).length, 0)
  assert.equal((await found('method=POST')).length, 0)
  const now = world.clock.now()
  const [since, until] = [now - HOUR / 2, now - HOUR / 4].map(at => new Date(at).toISOString())
  const some = await found(`since=${since}&until=${until}`)
  assert.ok(some.length > 70 && some.length < 80, `${some.length}`)
  assert.ok(some.every(({ occurred_at }) => occurred_at >= (since as string) && occurred_at < (until as string)))
  const [first] = some as [Line]
  assert.deepEqual(
    (await found(`request_id=${first.request_id}`)).map(({ request_id }) => request_id),
    [first.request_id],
  )
  assert.deepEqual(await found(`request_id=${first.request_id}&until=${since}`), [])
  assert.deepEqual(await found('request_id=nonsense'), [])
})

test('a filter that rarely matches searches part of the log at a time, and states how far back', async () => {
  const { org, get } = await office()
  await storeLog(org.id, 10, 30 * DAY, 'key_rare')
  await storeLog(org.id, 60_000, 20 * DAY)
  const first = await get('?key_id=key_rare&limit=50')
  assert.ok(first.next && first.looked_back_to)
  const second = await get(`?key_id=key_rare&limit=50&before=${first.next}`)
  assert.equal(second.next, null)
  assert.equal(second.looked_back_to, null)
  assert.equal(first.data.length + second.data.length, 10)
})

test('the figures for an hour are exact', async () => {
  const { org, get } = await office()
  await storeLog(org.id, 3_000, HOUR - 60_000)
  const figures = await get('/overview?window=1h')
  assert.deepEqual([figures.calls, figures.errors, figures.rate_limited], [3_000, 270, 30])
  assert.deepEqual([figures.p50_ms, figures.p95_ms], [10, 19])
  assert.equal(figures.buckets.length, 61)
  assert.equal(
    figures.buckets.reduce((sum, { calls }) => sum + calls, 0),
    3_000,
  )
  assert.deepEqual(
    figures.top_routes.map(({ route, calls }) => [route, calls]),
    [
      ['/api/v1/properties', 2_000],
      ['/api/v1/listings', 1_000],
    ],
  )
  assert.deepEqual(
    figures.top_errors.map(({ error, calls }) => [error, calls]),
    [
      ['not_found', 270],
      ['rate_limited', 30],
    ],
  )
})

test('the sums that upkeep stored equal the sums of the lines themselves', async () => {
  const { org, get } = await office()
  world.clock.advance(17 * 60_000)
  await storeLog(org.id, 20_000, 29 * DAY)
  const paths = ['/overview?window=24h', '/overview?window=30d', '/failures?window=24h', '/failures?window=30d']
  const read = () => Promise.all(paths.map(get))
  const fromLines = await read()
  assert.ok((fromLines[1] as Figures).calls > 19_000)
  await Promise.all([1, 2].map(() => rollUpCalls(world.pools.platformWrites, world.clock.now())))
  const [{ count }] = (await world.sql(
    `select count(*)::int as count from audit.half_hours where organization_id = $1`,
    [org.id],
  )) as [{ count: number }]
  assert.ok(count > 1_300, `${count} half-hours`)
  const added = await read()
  for (const [index, path] of paths.entries()) {
    const [lines, sums] = [fromLines[index], added[index]] as [Figures, Figures]
    if (path.startsWith('/overview')) {
      assert.deepEqual(
        { ...sums, top_routes: [], top_errors: [], keys: [] },
        { ...lines, top_routes: [], top_errors: [], keys: [] },
        path,
      )
      // Durations of 1 to 20 ms are equally frequent, so the percentiles are 10 and 19 or 20, accurate to a tenth.
      assert.ok(
        sums.p50_ms > 9 && sums.p50_ms < 11 && sums.p95_ms > 17 && sums.p95_ms < 22,
        `${sums.p50_ms} ${sums.p95_ms}`,
      )
    }
  }
  const [, , , month] = added as [Figures, Figures, Figures, Figures]
  assert.deepEqual(
    month.data.map(({ error, status, route }) => [error, status, route]),
    (fromLines[3] as Figures).data.map(({ error, status, route }) => [error, status, route]),
  )
  // A call that is answered after the sums were stored is counted from its line.
  await world.call('/listings', { key: org.key })
  assert.equal((await get('/overview?window=30d')).calls, (added[1] as Figures).calls + 1)
})

test('calls that arrive while the clock is ahead, and after it was set back, are counted once', async () => {
  const { org, get } = await office()
  const { platformWrites } = world.pools
  const call = () => world.call('/listings', { key: org.key })
  await call()
  // From the second call on, the IDs of the process are those of the later day.
  for (const hours of [24, -24, 2, 48]) {
    world.clock.advance(hours * HOUR)
    await rollUpCalls(platformWrites, world.clock.now())
    await call()
  }
  const { calls, keys, top_routes: routes } = await get('/overview?window=30d')
  assert.deepEqual([calls, keys.map(key => key.calls), routes.map(route => route.calls)], [5, [5], [5]])
})

test('the quota used by a key is that of the last minute', async () => {
  const { org, get } = await office()
  const { key, keyId } = await org.issueKey({ requestsPerMinute: 40 })
  for (let call = 0; call < 3; call++) await world.call('/listings', { key })
  const [busiest] = (await get('/overview?window=24h')).keys
  assert.deepEqual(
    [busiest?.key_id, busiest?.requests_per_minute, busiest?.calls_last_minute, busiest?.calls],
    [keyId, 40, 3, 3],
  )
  world.clock.advance(60_001)
  const [later] = (await get('/overview?window=24h')).keys
  assert.deepEqual([later?.calls_last_minute, later?.calls], [0, 3])
})

test('the exported log has each line once, filtered, and nothing that a spreadsheet would run', async () => {
  const { org, viewer } = await office()
  await storeLog(org.id, 2_500, DAY)
  const csv = await viewer.call(viewer.inside('/traffic/export?format=csv'))
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(csv.headers.get('content-disposition') as string, /^attachment; filename="calls-2026-\d\d-\d\d\.csv"$/)
  const lines = csv.text.trimEnd().split('\r\n')
  assert.equal(lines.length, 2_501)
  assert.ok(lines[0]?.startsWith('request_id,occurred_at,key_id'))
  assert.ok(lines[1]?.includes(`,"'=cmd|x",`), lines[1])
  const json = await viewer.call(viewer.inside('/traffic/export?format=ndjson&failed=true'))
  const calls = json.text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.equal(calls.length, 250)
  assert.ok(calls.every(({ status }) => status >= 400))
  assert.deepEqual((await viewer.call(viewer.inside('/traffic/export?format=ndjson&ip=nonsense'))).text, '')
})

test('an exported file has the latest 31 days of the requested period', async () => {
  const { org, viewer } = await office()
  const day = (at: number) => uuidv7Floor(world.clock.now() - at * DAY)
  for (const at of [1, 30, 32, 60]) {
    await world.sql(
      `insert into audit.calls (organization_id, id, occurred_at, key_id, method, path, status, latency_ms, replayed)
       values ($1, $2, now(), 'key_x', 'GET', '/', 200, 1, false)`,
      [org.id, day(at)],
    )
  }
  const { text } = await viewer.call(viewer.inside('/traffic/export?format=ndjson'))
  assert.deepEqual(
    text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).request_id),
    [1, 30].map(at => idFromUuid('request', day(at))),
  )
  assert.ok(world.clock.now() > START)
})
