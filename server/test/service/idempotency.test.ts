/** A call repeated with its Idempotency-Key takes effect once: however often, however late, at the same time, and in whichever process it is repeated. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import pg from 'pg'
import { DAY_MS } from '#server/base/instants.ts'
import { clientConfig } from '#server/db/session.ts'
import { rotateKey } from '#server/platform/api-keys/changes.ts'
import { removeExpiredRecords } from '#server/platform/idempotency/expiry.ts'
import { storeRecord } from '#server/platform/idempotency/records.ts'
import { assertRefused } from '../contract/promises.ts'
import { property, store } from '../records.ts'
import { callService, isReplay, type Organization, type Reply, useWorld, type World } from '../world.ts'
import { untilAdmitted } from './admitted.ts'
import { findMisrecorded, linesOf } from './audit-lines.ts'
import { until } from './processes.ts'

const world = useWorld({ own: true })
let org: Organization
let place: { title: string; property_id: string }
beforeEach(async () => {
  org = await world.organization()
  place = await placeIn(org)
})

async function placeIn(organization: Organization) {
  const maple = property()
  await store(organization, { properties: [maple] })
  return { title: 'Tap leaks', property_id: maple.id }
}

type Call = { key?: string; service?: World['service']; method?: string; path?: string }

/** Posts a work order, unless `call` states otherwise, with the Idempotency-Key `idempotencyKey`. */
function send(idempotencyKey: string, body: unknown = place, call: Call = {}): Promise<Reply> {
  const { key = org.key, service = world.service, method = 'POST', path = '/work-orders' } = call
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return callService(service, path, { key, method, body: text, headers: { 'idempotency-key': idempotencyKey } })
}

async function assertStored({ id }: Organization, orders: number, records: number, events = orders): Promise<void> {
  const tables = ['work_orders', 'events', 'idempotency_records']
  const counts = tables.map(table => `(select count(*)::int from ${table} where organization_id = $1) as ${table}`)
  const [row] = await world.sql(`select ${counts.join(', ')}`, [id])
  assert.deepEqual(row, { work_orders: orders, events, idempotency_records: records })
}

test('of a hundred identical concurrent calls on two instances, one takes effect and the others get its reply', async () => {
  const other = await world.another()
  const calls = Array.from({ length: 100 }, (_, index) =>
    send('twins-0001', place, { service: index % 2 ? other : world.service }),
  )
  const replies = await Promise.all(calls)
  assert.deepEqual(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size, 1)
  assert.equal(replies[0]?.status, 201)
  assert.equal(replies.filter(isReplay).length, 99)
  await assertStored(org, 1, 1)
  const answered = replies.map(({ status, headers }) => ({ status, requestId: headers.get('x-request-id') as string }))
  assert.equal(new Set(answered.map(({ requestId }) => requestId)).size, 100)
  assert.deepEqual(await findMisrecorded(world, answered), [])
  const [log] = await world.sql(
    'select count(*) filter (where replayed)::int as replays from audit.calls where organization_id = $1',
    [org.id],
  )
  assert.equal(log?.replays, 99)
  const locks = `select from pg_locks join pg_database d on d.oid = database where datname = current_database() and locktype = 'advisory'`
  assert.deepEqual(await world.sql(locks), [], 'no lock outlives its transaction')
})

test('another body is 422; a different order of keys, white space or escapes does not make another body', async () => {
  const first = await send('body-0001', `{"title":"Tap é","property_id":"${place.property_id}","cost_cents":100}`)
  assert.equal(first.status, 201, first.text)
  const same = `\n{ "cost_cents": 1e2, "property_id": "${place.property_id}", "title": "Tap \\u00e9" }`
  const again = await send('body-0001', same)
  assert.ok(isReplay(again))
  assert.equal(again.text, first.text)
  const other = { title: 'Tap é', property_id: place.property_id }
  for (const body of [
    other,
    { ...other, cost_cents: 101 },
    { ...other, cost_cents: null },
    { ...other, title: 'Tap e' },
  ]) {
    assertRefused(await send('body-0001', body), 'idempotency_key_reused')
  }
  await assertStored(org, 1, 1)
})

test('a body that is not valid is refused before its key is looked up', async () => {
  await send('order-0001')
  for (const body of ['{', {}, { title: 'Tap leaks' }, { ...place, nonsense: 1 }]) {
    assertRefused(await send('order-0001', body), 'invalid_request')
  }
})

test('a quoted key equals the key inside the quotes', async () => {
  const first = await send('quoted-0001')
  const again = await send('"quoted-0001"')
  assert.equal(again.text, first.text)
  assert.ok(isReplay(again))
})

test('the same key with another key family, path or organization is a different one', async () => {
  const [stranger, family] = [await world.organization(), await org.issueKey()]
  const theirs = await placeIn(stranger)
  const first = await send('shared-0001')
  const others = [
    await send('shared-0001', place, { key: family.key }),
    await send('shared-0001', theirs, { key: stranger.key }),
  ]
  const orders = [first, ...others].map(({ body }) => body.work_order_id)
  assert.equal(new Set(orders).size, 3)
  for (const id of [first, others[0]].map(reply => reply?.body.work_order_id)) {
    const path = `/work-orders/${id}`
    const changed = await send('shared-0001', { title: 'Tap drips' }, { method: 'PATCH', path })
    assert.deepEqual([changed.status, changed.body.work_order_id, isReplay(changed)], [200, id, false])
  }
  await assertStored(stranger, 1, 1)
})

test('a replayed update does not undo later changes', async () => {
  const { work_order_id: id } = (await send('update-0001')).body
  const update = (key: string, status: string) => send(key, { status }, { method: 'PATCH', path: `/work-orders/${id}` })
  const hold = await update('update-0002', 'ON_HOLD')
  await update('update-0003', 'IN_PROGRESS')
  assert.equal((await update('update-0002', 'ON_HOLD')).text, hold.text)
  assert.equal((await world.call(`/work-orders/${id}`, { key: org.key })).body.status, 'IN_PROGRESS')
})

test('a rotated key replays what its predecessor did', async () => {
  const { key, keyId } = await org.issueKey()
  const first = await send('rotated-0001', place, { key })
  const rotated = await org.within(context => rotateKey(context, keyId))
  const again = await send('rotated-0001', place, { key: rotated.apiKey })
  assert.ok(isReplay(again))
  assert.equal(again.text, first.text)
})

test('a key that lost its scope, or whose plan did, gets 403 and never a replay', async () => {
  const { key, keyId } = await org.issueKey()
  await send('scope-0001', place, { key })
  await world.sql(`update api_keys set scopes = '{maintenance:read}' where id = $1`, [keyId])
  world.clock.advance(1_000)
  assertRefused(await send('scope-0001', place, { key }), 'forbidden')
  await send('scope-0002')
  await world.sql(`update organizations set plan = 'GROWTH' where id = $1`, [org.id])
  world.clock.advance(1_000)
  assertRefused(await send('scope-0002'), 'forbidden')
})

test('a key is replayed for 24 hours, and then the call runs again and replaces the old record', async () => {
  const first = await send('day-0001')
  world.clock.advance(DAY_MS - 1)
  assert.ok(isReplay(await send('day-0001')))
  world.clock.advance(1)
  const second = await send('day-0001', { ...place, title: 'Another body' })
  assert.equal(second.status, 201)
  assert.notEqual(second.body.work_order_id, first.body.work_order_id)
  world.clock.advance(DAY_MS - 1)
  assert.equal((await send('day-0001', { ...place, title: 'Another body' })).text, second.text)
  await assertStored(org, 2, 1)
})

test('upkeep removes expired records and nothing else, in batches', async () => {
  await send('old-0001')
  await send('old-0002')
  await send('old-0003')
  world.clock.advance(1)
  await send('young-0001')
  world.clock.advance(DAY_MS - 1)
  const { platformWrites } = world.pools
  const [old] = await world.sql('select count(*)::int as count from idempotency_records where created_at <= $1', [
    new Date(world.clock.now() - DAY_MS),
  ])
  assert.equal(await removeExpiredRecords(platformWrites, world.clock.now(), 2), old?.count)
  assert.equal(await removeExpiredRecords(platformWrites, world.clock.now()), 0)
  assert.ok(isReplay(await send('young-0001')))
  await assertStored(org, 4, 1)
})

test('a record that is still valid is not overwritten, no matter who holds the lock', async () => {
  const first = await send('good-0001')
  const [family] = await world.sql('select key_family from idempotency_records where organization_id = $1', [org.id])
  const kept = [Buffer.alloc(32), 201, '{}', new Date(world.clock.now())]
  const values = [org.id, String(family?.key_family), 'POST', '/api/v1/work-orders', 'good-0001']
  const store = (expired: number) =>
    org.within(({ db }) => db.query(storeRecord, [...values, new Date(expired), ...kept]))
  await assert.rejects(store(world.clock.now() - 1), { code: '23502' })
  assert.equal((await send('good-0001')).text, first.text)
})

test('a call that failed leaves no record, and its key may be tried again', async () => {
  const maple = property()
  const body = { title: 'Tap leaks', property_id: maple.id }
  assertRefused(await send('failed-0001', body), 'invalid_request')
  await store(org, { properties: [maple] })
  const { body: order } = await send('failed-0001', body)
  const path = `/work-orders/${order.work_order_id}`
  const set = (key: string, status: string) => send(key, { status }, { method: 'PATCH', path })
  await set('failed-0002', 'COMPLETED')
  assertRefused(await set('failed-0003', 'NEW'), 'conflict')
  await set('failed-0004', 'IN_PROGRESS')
  assertRefused(await set('failed-0003', 'NEW'), 'conflict')
  assert.equal((await set('failed-0003', 'SCHEDULED')).status, 200, 'another body, since nothing was stored')
  assertRefused(await send('failed-0005', {}, { method: 'PATCH', path: '/work-orders/wo_nobody' }), 'not_found')
  await assertStored(org, 1, 4, 2)
})

test('a call that waits too long for a slow twin is told to try again, and holds no connection while it waits', async () => {
  const impatient = await world.another({}, { twinWaitMs: 100 })
  const slow = await blockNumbers(org)
  try {
    const first = send('slow-0001')
    await slow.untilSomeoneWaits()
    let answered = 0
    const patient = Array.from({ length: 60 }, () => send('slow-0001').finally(() => answered++))
    await untilAdmitted(world.service.url as string, org.key, 1 + patient.length)
    const stranger = await world.organization()
    const theirs = await placeIn(stranger)
    assert.equal((await send('slow-0001', theirs, { key: stranger.key })).status, 201)
    assert.equal(answered, 0, 'others are not held up, though all of them wait')
    for (let times = 0; times < 3; times++) {
      const refused = await send('slow-0001', place, { service: impatient })
      assertRefused(refused, 'idempotency_in_progress')
      assert.equal(refused.headers.get('retry-after'), '1')
      assert.equal((await linesOf(world, refused.headers.get('x-request-id') as string)).length, 1)
    }
    assert.equal(answered, 0)
    await slow.release()
    const { status, text } = await first
    assert.equal(status, 201)
    for (const replay of await Promise.all(patient)) {
      assert.ok(isReplay(replay))
      assert.equal(replay.text, text)
    }
    await assertStored(org, 1, 1)
  } finally {
    await slow.release()
  }
})

test('a commit with an unknown outcome is 503, and a retry with the same key finds out', async () => {
  await world.sql(`
    create function slow_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return null; end $$;
    create constraint trigger slow_commit after insert on work_orders deferrable initially deferred
      for each row when (new.title = 'Slow') execute function slow_commit()`)
  const body = { ...place, title: 'Slow' }
  const call = send('commit-0001', body)
  await until(async () => {
    const killed = await world.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '%commit'`,
    )
    return killed.length > 0
  })
  const reply = await call
  assertRefused(reply, 'unavailable')
  assert.match(String(reply.body.message), /same Idempotency-Key/)
  assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/)
  assert.deepEqual(
    (await linesOf(world, reply.headers.get('x-request-id') as string)).map(({ status, error }) => [status, error]),
    [[503, 'unavailable']],
  )
  await world.sql('drop trigger slow_commit on work_orders')
  assert.equal((await send('commit-0001', body)).status, 201)
  await assertStored(org, 1, 1)
})

test('an operation that takes no key ignores the header', async () => {
  const headers = { 'idempotency-key': 'x' }
  assert.equal((await world.call('/work-orders', { key: org.key, headers })).status, 200)
})

/** Makes the organization's next work order wait for its number until released. */
async function blockNumbers({ id }: Organization) {
  const client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  await client.query('begin')
  await client.query('insert into work_order_numbers (organization_id, last_number) values ($1, 1)', [id])
  let released: Promise<void> | undefined
  return {
    untilSomeoneWaits: () =>
      until(async () => {
        const rows = await world.sql(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length > 0
      }),
    release() {
      released ??= client.query('rollback').then(() => client.end())
      return released
    },
  }
}
