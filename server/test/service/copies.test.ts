/** A copy that reads the changes of an organization equals a fresh export of it, whatever was written and on whatever day. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { EVENT_SCOPES, EVENT_TYPES, type EventType } from '#contract/events.ts'
import { SCOPES, type Scope } from '#contract/scopes.ts'
import { DAY_MS } from '#server/base/instants.ts'
import { recordCalendarChanges } from '#server/domain/changes/calendar.ts'
import { emitChangeNotices } from '#server/domain/changes/notices.ts'
import { openSupersededChanges } from '#server/domain/changes/superseded.ts'
import { createWorkOrder } from '#server/domain/work-orders/operations.ts'
import { emit } from '#server/platform/events.ts'
import { createRandom } from '#server/seed/random.ts'
import { signedIn } from '../console/visitor.ts'
import { storeConsoleSample } from '../contract/console-exercises.ts'
import { property, store } from '../records.ts'
import { repeats } from '../sizes.ts'
import { openReceiver, type Receiver } from '../webhooks/receiver.ts'
import { type Organization, openWorld, type World } from '../world.ts'
import { openWrites, SLOW, WRITES } from './mixed-load.ts'
import { until } from './processes.ts'

let world: World
let receivers: Receiver[]
beforeEach(async () => {
  world = await openWorld({ role: 'api' })
  receivers = await Promise.all([openReceiver(), openReceiver(), openReceiver()])
})
afterEach(async () => {
  for (const receiver of receivers) await receiver[Symbol.asyncDispose]()
  await world.close()
})

type Change = { type: string; id: string; change: string; record: unknown }
type Copy = { records: Map<string, unknown>; cursor: string | undefined }

/** Reads from the cursor of the copy until nothing is new; resolves with the changes. */
async function readOn(copy: Copy, key: string, limit = 100): Promise<Change[]> {
  const seen: Change[] = []
  for (;;) {
    const query = new URLSearchParams({ limit: String(limit), ...(copy.cursor && { after: copy.cursor }) })
    const { status, text, body } = await world.call(`/changes?${query}`, { key })
    assert.equal(status, 200, text)
    const { data, next_cursor, has_more } = body as unknown as {
      data: Change[]
      next_cursor: string
      has_more: boolean
    }
    for (const { type, id, change, record } of data) {
      if (change === 'REMOVED') copy.records.delete(`${type} ${id}`)
      else copy.records.set(`${type} ${id}`, record)
    }
    seen.push(...data)
    copy.cursor = next_cursor
    if (!has_more) return seen
  }
}

/** A fresh export of everything. */
async function exported(key: string): Promise<Copy> {
  const { status, text } = await world.call('/export', { key })
  assert.equal(status, 200, text)
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const { end, counts } = lines.pop()
  assert.equal(end, true)
  assert.equal(
    Object.values<number>(counts).reduce((sum, count) => sum + count, 0),
    lines.length,
  )
  const idOf = (data: Record<string, unknown>) => Object.values(data)[0]
  return { cursor: head.cursor, records: new Map(lines.map(({ type, data }) => [`${type} ${idOf(data)}`, data])) }
}

/**
 * Reads until the copy holds what a fresh export holds. A transaction in another test's database may hold the changes back for a moment, if it ends
 * while the service looks up which database it belongs to.
 */
async function assertCatchesUp(copy: Copy, key: string, when: string): Promise<void> {
  let fresh = await exported(key)
  await until(async () => {
    await readOn(copy, key)
    fresh = await exported(key)
    return isDeepStrictEqual(copy.records, fresh.records)
  }).catch(() => {})
  assertSame(copy, fresh, when)
}

/** Names the first difference, because two printed maps of a thousand records are unreadable. */
function assertSame(copy: Copy, fresh: Copy, when: string): void {
  for (const [name, record] of fresh.records) {
    assert.deepEqual(copy.records.get(name), record, `${name} is out of date in the copy ${when}`)
  }
  for (const name of copy.records.keys()) assert.ok(fresh.records.has(name), `${name} is in the copy only ${when}`)
}

test('after every write, and on every day, the changes bring a copy to the state of a fresh export', async t => {
  const random = createRandom('copies')
  const org = await world.organization({ plan: 'ENTERPRISE' })
  const sample = await storeConsoleSample(world, org)
  const writes = await openWrites(sample, receivers, () => random.between(0, 1))
  // The days are recorded as a worker does when it starts. The organization was created at the database's time, which is not that of the world.
  await recordCalendarChanges(world.pools, world.clock.now())
  const copy = await exported(org.key)
  const late: Copy = { cursor: undefined, records: new Map() }
  const statuses = new Map<number, number>()
  for (let round = 0; round < repeats(2, 12); round++) {
    const admin = await signedIn(world, org, 'OWNER')
    for (const [index, name] of random.shuffle([...WRITES]).entries()) {
      if (SLOW.includes(name) && round > 0) continue
      const { path, method, body } = await writes.of(name)
      const reply = await admin.call(path, { method, ...(body !== undefined && { body }) })
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      writes.hear(name, reply.body)
      await readOn(copy, org.key, random.integer(1, 100))
      if (index % 8 === 0 || SLOW.includes(name)) await assertCatchesUp(copy, org.key, `after ${name}`)
    }
    world.clock.advance(random.integer(1, 40) * DAY_MS)
    await recordCalendarChanges(world.pools, world.clock.now())
    await assertCatchesUp(copy, org.key, 'on a later day')
    if (round === 0) await openSupersededChanges(world.pools.platformWrites)()
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(statuses)))
  assert.ok((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0) > 60)
  await assertCatchesUp(late, org.key, 'from the start')
})

test('a reader in between does not miss a transaction that began first and commits last', async () => {
  const org = await world.organization()
  const maple = property()
  await store(org, { properties: [maple] })
  const copy: Copy = { cursor: undefined, records: new Map() }
  // A transaction of another test's database may hold the first change back for a moment.
  await until(async () => (await readOn(copy, org.key)).length > 0)
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const { promise: hasWritten, resolve: written } = Promise.withResolvers<void>()
  const slow = org.within(async context => {
    await createWorkOrder(context, { title: 'First', property_id: maple.id })
    written()
    await mayCommit
  })
  await hasWritten
  // Work orders get consecutive numbers, so two writers would wait for each other; the second writer therefore changes something else.
  const oak = property({ name: 'Oak House' })
  await store(org, { properties: [oak] })
  assert.deepEqual(await readOn(copy, org.key), [], 'what came second is shown before what came first is over')
  const between = copy.cursor
  commit()
  await slow
  const seen: Change[] = []
  await until(async () => {
    seen.push(...(await readOn(copy, org.key)))
    return seen.length >= 2
  })
  assert.deepEqual(
    seen.map(({ type }) => type),
    ['work_order', 'property'],
  )
  await assertCatchesUp(copy, org.key, 'in the end')
  const again: Copy = { cursor: between, records: new Map() }
  assert.equal((await readOn(again, org.key)).length, 2)
  const pages: string[] = []
  for (let after = between; pages.length < 2; ) {
    const { body } = await world.call(`/changes?limit=1&after=${after}`, { key: org.key })
    pages.push(...body.data.map(({ type }) => String(type)))
    after = String(body.next_cursor)
  }
  assert.deepEqual(pages, ['work_order', 'property'], 'a page begins after the last change of the one before')
})

test('the calendar’s changes of a day are entered once, even after an outage of several days', async () => {
  const org = await world.organization()
  await recordCalendarChanges(world.pools, world.clock.now())
  world.clock.advance(5 * DAY_MS)
  assert.equal(await recordCalendarChanges(world.pools, world.clock.now()), 1)
  assert.equal(await recordCalendarChanges(world.pools, world.clock.now()), 0)
  const [{ entered_through: through } = {}] = await world.sql<{ entered_through: string }>(
    'select entered_through from calendar_days where organization_id = $1',
    [org.id],
  )
  assert.equal(through, '2026-03-20')
})

test('an edit causes one notice and so does an import, at most one in 5 seconds, and only for an active subscriber', async () => {
  const [org, other] = [await world.organization(), await world.organization()]
  const notices = async () =>
    (await world.call('/events?type=records.changed', { key: org.key })).body.data.map(
      ({ data }) => (data as { cursor: string }).cursor,
    )
  const noticed = async (count: number) => {
    await until(async () => {
      await emitChangeNotices(world.pools, world.clock.now())
      return (await notices()).length >= count
    })
    await emitChangeNotices(world.pools, world.clock.now())
    return (await notices()).slice(count - 1)
  }
  await store(org, { properties: [property()] })
  const body = JSON.stringify({ event: 'records.changed', target_url: receivers[0]?.url })
  const { id } = (await world.call('/webhooks', { key: org.key, method: 'POST', body })).body
  await store(other, { properties: [property()] })
  const maple = property()
  await store(org, { properties: [maple] })
  const [first, ...more] = await noticed(1)
  assert.deepEqual(more, [], 'one edit is one notice')
  const copy: Copy = { cursor: first, records: new Map() }
  assert.deepEqual(
    (await readOn(copy, org.key)).map(change => change.id),
    [maple.id],
  )
  await store(org, { properties: Array.from({ length: 300 }, () => property()) })
  await emitChangeNotices(world.pools, world.clock.now())
  assert.equal((await notices()).length, 1, 'within 5 seconds of the one before')
  world.clock.advance(5_000)
  assert.equal((await noticed(2)).length, 1, 'an import is one notice')
  assert.equal((await notices())[0], first, 'the oldest event comes first')
  world.clock.advance(5_000)
  await emitChangeNotices(world.pools, world.clock.now())
  assert.equal((await notices()).length, 2, 'nothing changed')
  await world.call(`/webhooks/${id}`, { key: org.key, method: 'DELETE' })
  await store(org, { properties: [property()] })
  await emitChangeNotices(world.pools, world.clock.now())
  assert.equal((await notices()).length, 2, 'nobody is subscribed')
  assert.equal((await world.call('/events?type=records.changed', { key: other.key })).body.pagination.total, 0)
})

test('a cursor of another database or organization is 410, and an invalid cursor is 400', async () => {
  const [org, other] = [await world.organization(), await world.organization()]
  const { cursor } = await exported(org.key)
  assert.equal((await world.call(`/changes?after=${cursor}`, { key: org.key })).status, 200)
  const elsewhere = await world.call(`/changes?after=${cursor}`, { key: other.key })
  assert.deepEqual([elsewhere.status, elsewhere.body.error], [410, 'cursor_expired'])
  await world.sql('update database_identity set id = gen_random_uuid()')
  const expired = await world.call(`/changes?after=${cursor}`, { key: org.key })
  assert.deepEqual([expired.status, expired.body.error], [410, 'cursor_expired'])
  const nonsense = await world.call('/changes?after=nonsense', { key: org.key })
  assert.deepEqual([nonsense.status, nonsense.body.error], [400, 'invalid_request'])
})

test('a key sees the records and events that its scopes include, and neither balances nor invoices without accounting:read', async () => {
  const org = await world.organization({ plan: 'ENTERPRISE' })
  await storeConsoleSample(world, org)
  const events = EVENT_TYPES.map(type => ({ type, data: type === 'lease.signed' ? { lease: MONEY } : {} }))
  for (const { type, data } of [...events, ...events]) await org.within(context => emit(context, type, data))
  const random = createRandom('scopes')
  for (let round = 0; round < repeats(4, 40); round++) {
    const scopes = SCOPES.filter(() => random.chance(0.5))
    await assertSees(org, scopes.length > 0 ? scopes : ['comms:write'])
  }
})

const MONEY = { lease_id: 'lease_x', deposit_held_cents: 5, balance_cents: 7 }

/** A key sees the events whose data its scopes read, and neither others nor their number. */
async function assertSeesEvents(org: Organization, key: string, scopes: Scope[]): Promise<void> {
  const stored = await world.sql<{ type: EventType }>(
    'select type from events where organization_id = $1 and not is_test',
    [org.id],
  )
  const may = (type: EventType) => EVENT_SCOPES[type] === null || scopes.includes(EVENT_SCOPES[type])
  const { body } = await world.call('/events?limit=100', { key })
  assert.deepEqual(
    body.data.map(({ type }) => type).sort(),
    stored
      .map(({ type }) => type)
      .filter(may)
      .sort(),
  )
  assert.equal(body.pagination.total, body.data.length)
  for (const type of EVENT_TYPES) {
    const reply = await world.call(`/events?type=${type}`, { key })
    assert.equal(reply.status, may(type) ? 200 : 403, type)
    if (type !== 'lease.signed' || !may(type)) continue
    const cents = scopes.includes('accounting:read') ? [5, 7] : [null, null]
    const lease = (reply.body.data.at(-1)?.data as { lease: typeof MONEY }).lease
    assert.deepEqual([lease.deposit_held_cents, lease.balance_cents], cents)
  }
}

async function assertSees(org: Organization, scopes: Scope[]): Promise<void> {
  const { key } = await org.issueKey({ scopes, requestsPerMinute: 100_000 })
  await assertSeesEvents(org, key, scopes)
  const copy: Copy = { cursor: undefined, records: new Map() }
  await assertCatchesUp(copy, key, `with ${scopes}`)
  const fresh = await exported(key)
  const types = new Set([...fresh.records.keys()].map(name => name.split(' ')[0]))
  assert.equal(types.has('invoice') || types.has('payment'), scopes.includes('accounting:read'))
  assert.equal(types.has('work_order'), scopes.includes('maintenance:read'))
  assert.equal(types.has('lease'), scopes.includes('properties:read'))
  const text = JSON.stringify([...fresh.records.values()])
  if (!scopes.includes('accounting:read')) {
    assert.doesNotMatch(text, /"(balance_cents|deposit_held_cents|lease_balance_cents)":-?\d/)
    assert.equal((await world.call('/changes?types=invoice', { key })).status, 403)
    assert.equal((await world.call('/changes?types=invoices', { key })).status, 403)
    assert.equal((await world.call('/export?types=payment', { key })).status, 403)
  }
}
