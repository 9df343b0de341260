/** One organization's slow calls do not hold up another's, and a caller that finds the queue full is refused at once. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { uuidFromId } from '#server/base/ids.ts'
import { openPools } from '#server/database.ts'
import { statement } from '#server/db/statement.ts'
import { Turns } from '#server/platform/turns.ts'
import type { Service } from '#server/start.ts'
import { signedIn } from '../console/visitor.ts'
import { property, store } from '../records.ts'
import { callService, type Organization, type Reply, useOrganization, useWorld } from '../world.ts'
import { until } from './processes.ts'
import { startLimited } from './start-limited.ts'

const world = useWorld({ own: true })
const crowd = useOrganization(world)
const quiet = useOrganization(world)
const homes = new Map<Organization, string>()

/** The lock for which every read of a property of the organization `crowd` waits. */
const LOCK = 4711

before(async () => {
  for (const organization of [crowd, quiet]) {
    const home = property()
    homes.set(organization, home.id)
    await store(organization, { properties: [home] })
  }
  await world.sql(`
    create function wait_for_crowd(organization uuid) returns boolean language plpgsql volatile as $$
    begin
      if organization = '${crowd.id}' then perform pg_advisory_xact_lock_shared(${LOCK}); end if;
      return true;
    end $$`)
  await world.sql(`
    create policy crowd_is_slow on properties as restrictive for select to gatehouse_app
     using (wait_for_crowd(organization_id))`)
})

const list = ({ key }: Organization) => world.call('/properties', { key })

function report(organization: Organization): Promise<Reply> {
  const body = {
    property_id: homes.get(organization),
    title: 'Leak under sink',
    category: 'PLUMBING',
    priority: 'HIGH',
  }
  return world.call('/work-orders', { method: 'POST', key: organization.key, body: JSON.stringify(body) })
}

/** Calls of the crowd that wait for the lock. */
async function stuck(): Promise<number> {
  const [row] = await world.sql<{ count: number }>(
    `select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`,
  )
  return row?.count ?? 0
}

/**
 * Makes `count` calls by the crowd, all of which wait until the function that it resolves with is called. That function resolves with their
 * replies.
 */
async function begin(count: number, call: () => Promise<Reply>): Promise<() => Promise<Reply[]>> {
  await world.sql(`select pg_advisory_lock(${LOCK})`)
  const calls = Promise.all(Array.from({ length: count }, call))
  await until(async () => (await stuck()) > 0)
  return async () => {
    await world.sql(`select pg_advisory_unlock(${LOCK})`)
    return calls
  }
}

/** Whether the reply comes while the crowd still waits. */
async function answers(call: Promise<Reply>): Promise<number> {
  let reply: Reply | undefined
  void call.then(answered => {
    reply = answered
  })
  await until(() => reply !== undefined, 45_000)
  return (reply as unknown as Reply).status
}

test('an organization is answered while another one waits for forty slow reads', async () => {
  const end = await begin(40, () => list(crowd))
  try {
    for (let turn = 0; turn < 5; turn++) assert.equal(await answers(list(quiet)), 200)
    assert.equal(await answers(report(quiet)), 201)
  } finally {
    assert.ok((await end()).every(({ status }) => status === 200))
  }
})

test('an organization writes while another one waits for forty slow writes', async () => {
  const end = await begin(40, () => report(crowd))
  try {
    assert.equal(await answers(report(quiet)), 201)
    assert.equal(await answers(list(quiet)), 200)
  } finally {
    assert.ok((await end()).every(({ status }) => status === 201))
  }
})

test('while another organization calls, each has one call in progress, and the other waits for no more than that one', async () => {
  const lasting = { recentMs: 3_600_000, countedMs: 3_600_000 }
  await using service = await startLimited(world, { poolLimits: { turns: lasting, queue: { waitMs: 600_000 } } })
  const read = ({ key }: Organization) => callService(service, '/properties', { key })
  assert.equal((await read(quiet)).status, 200)
  const end = await begin(40, () => read(crowd))
  try {
    for (let turn = 0; turn < 5; turn++) assert.equal(await answers(read(quiet)), 200)
    assert.equal(await stuck(), 1)
    assert.ok((await metricOf(service, 'gatehouse_turn_wait_seconds')) > 0)
  } finally {
    assert.ok((await end()).every(({ status }) => status === 200))
  }
})

test('an organization that is alone has as many statements in progress as the connections take', async () => {
  const lasting = { countedMs: 3_600_000 }
  await using service = await startLimited(world, { poolLimits: { turns: lasting, queue: { waitMs: 600_000 } } })
  const end = await begin(40, () => callService(service, '/properties', { key: crowd.key }))
  try {
    // A statement is stuck on each of the connections that one organization may have, and others are queued behind it.
    await until(async () => (await stuck()) === 3)
    assert.ok((await metricOf(service, 'gatehouse_pool_wait_seconds{pool="reads"}')) > 0)
  } finally {
    assert.ok((await end()).every(({ status }) => status === 200))
  }
})

test('a caller who disconnects while it waits gives its turn back', async () => {
  const turns = new Turns({ maxWaiting: 10, maxWaitingPerCustomer: 2, waitMs: 600_000 })
  turns.recordCall('quiet')
  const never = new AbortController()
  const take = (signal = never.signal) => Promise.resolve().then(() => turns.take('crowd', 'call', () => signal))
  const endFirst = await take()
  const leaving = new AbortController()
  const [second, third] = [take(leaving.signal), take()]
  await assert.rejects(take(), { code: 'unavailable', retryAfterSeconds: 1 })
  leaving.abort()
  await assert.rejects(second, { code: 'unavailable' })
  endFirst()
  ;(await third)()
  ;(await take())()
})

test('a call that finds its organization’s queue full is 503 at once, recorded, and counts toward its quota', async () => {
  await using service = await startLimited(world, { poolLimits: { queue: { maxWaitingPerCustomer: 3 } } })
  const { key } = await crowd.issueKey({ requestsPerMinute: 100 })
  const call = () => callService(service, '/properties', { key })
  await world.sql(`select pg_advisory_lock(${LOCK})`)
  const replies = Array.from({ length: 40 }, call)
  const settled: Reply[] = []
  for (const reply of replies) void reply.then(answered => settled.push(answered))
  // Twelve calls are running in PostgreSQL, and three are waiting.
  await until(() => settled.length >= 25)
  const refused = [...settled]
  await world.sql(`select pg_advisory_unlock(${LOCK})`)
  const all = await Promise.all(replies)
  assert.equal(all.filter(({ status }) => status === 200).length, all.length - refused.length)
  for (const { status, body, headers } of refused) {
    assert.deepEqual([status, body.error, headers.get('retry-after')], [503, 'unavailable', '1'])
    assert.equal(body.request_id, headers.get('x-request-id'))
  }
  const lines = await world.sql('select status from audit.calls where id = any ($1)', [
    refused.map(({ headers }) => uuidFromId('request', String(headers.get('x-request-id')))),
  ])
  assert.deepEqual(new Set(lines.map(({ status }) => status)), new Set([503]))
  assert.equal(lines.length, refused.length)
  assert.equal((await call()).headers.get('x-ratelimit-remaining'), String(100 - replies.length - 1))
})

test('while memory is short first large calls are refused, then all calls, and readiness says why', async () => {
  let fullness = 0
  await using service = await startLimited(world, { memory: { read: () => fullness, everyMs: 1 } })
  const { key } = quiet
  const streamed = () => callService(service, '/rent-roll?scope_id=portfolio', { key })
  const small = () => callService(service, '/properties', { key })
  const ready = () => fetch(`${service.url}/readyz`)
  const statuses = async () => [(await streamed()).status, (await small()).status, (await ready()).status].join(' ')
  assert.equal(await statuses(), '200 200 200')

  fullness = 0.8
  await until(async () => (await statuses()) === '503 200 200')
  const { body, headers } = await streamed()
  assert.deepEqual([body.error, headers.get('retry-after')], ['unavailable', '10'])
  assert.equal(await metricOf(service, 'gatehouse_memory_used_ratio'), 0.8)
  assert.match(String(body.message), /short of memory/)
  const id = uuidFromId('request', String(headers.get('x-request-id')))
  assert.deepEqual(await world.sql('select status from audit.calls where id = $1', [id]), [{ status: 503 }])

  fullness = 1
  await until(async () => (await statuses()) === '503 503 503')
  assert.match(await (await ready()).text(), /short of memory/)
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200)

  fullness = 0.5
  await until(async () => (await statuses()) === '200 200 200')
})

test('an upload to the console is refused while memory is short, but its lists are not', async () => {
  let fullness = 0
  await using service = await startLimited(world, { memory: { read: () => fullness, everyMs: 1 } })
  const dana = await signedIn({ ...world, service }, quiet, 'ADMIN')
  fullness = 0.8
  await until(async () => (await dana.call(dana.inside('/imports'), { body: {} })).status === 503)
  assert.equal((await dana.call(dana.inside('/properties'))).status, 200)
})

/** The value of one sample of `/metrics`. */
async function metricOf({ url }: Service, sample: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find(one => one.startsWith(`${sample} `))
  return Number(line?.slice(sample.length))
}

test('no statement, no wait for a lock and no idle transaction lasts forever on any pool', async () => {
  const findLimits = statement<{ name: string; seconds: number }>(
    'find_limits',
    `select name, extract(epoch from current_setting(name)::interval)::float8 as seconds
       from unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) as name`,
  )
  const { reads, platformReads, memberReads, writes, platformWrites, memberWrites, snapshots } = openPools(
    world.database.connection,
    () => {},
  )
  const readers = { reads, platformReads, memberReads }
  const writers = { writes, platformWrites, memberWrites }
  const snapshot = await snapshots.open(quiet.id, new AbortController().signal)
  const found: Record<string, { name: string; seconds: number }[]> = { snapshots: await snapshot.query(findLimits, []) }
  await snapshot.end()
  for (const [name, pool] of Object.entries(readers)) found[name] = await pool.query(quiet.id, findLimits, [])
  for (const [name, pool] of Object.entries(writers)) {
    found[name] = await pool.transaction(quiet.id, tx => tx.query(findLimits, []))
  }
  await Promise.all(Object.values({ ...readers, ...writers, snapshots }).map(pool => pool.close()))
  const limits = Object.entries(found).map(([name, rows]) => [name, rows.map(({ seconds }) => seconds)])
  assert.deepEqual(Object.fromEntries(limits), {
    snapshots: [120, 300],
    ...Object.fromEntries(Object.keys(readers).map(name => [name, [10, 15]])),
    ...Object.fromEntries(Object.keys(writers).map(name => [name, [30, 30]])),
  })
})
