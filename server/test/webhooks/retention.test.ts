/**
 * Events, deliveries and attempts are kept for 30 days and then dropped by the month; a delivery that still waits by then is given up, and the
 * log says so.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { property, store } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'
import { answering, openReceiver, type Receiver } from './receiver.ts'

const TABLES = ['events', 'webhook_deliveries', 'webhook_attempts']

const logged: Record<string, unknown>[] = []
const logger = pino({ level: 'error' }, { write: line => logged.push(JSON.parse(line)) })
const world = useWorld({ role: 'all', logger })
const org = useOrganization(world)
let receiver: Receiver
let webhook: string
let place: string
before(async () => {
  receiver = await openReceiver()
  const maple = property()
  await store(org, { properties: [maple] })
  place = maple.id
  const body = JSON.stringify({ event: 'ticket.created', target_url: receiver.url })
  webhook = (await world.call('/webhooks', { key: org.key, method: 'POST', body })).body.id as string
})
after(async () => {
  await receiver?.[Symbol.asyncDispose]()
})

test('a month’s partition is dropped when its last day is thirty days old, and not before', async () => {
  await happen('In March')
  await upkeepAt('2026-04-20T12:00:00.000Z')
  await happen('In April')
  assert.deepEqual(await titles(''), ['In April'], 'what is older than thirty days is no longer shown')
  assert.deepEqual(await titles('?since=1999-01-01T00:00:00Z'), ['In April'], 'nor for whom asks further back')
  await upkeepAt('2026-04-30T23:59:59.999Z')
  for (const table of TABLES) {
    assert.deepEqual(await months(table), ['2026_03', '2026_04', '2026_05', '2026_06'], table)
    assert.equal(await countIn(`${table}_2026_03`), 1, table)
  }
  await upkeepAt('2026-05-01T00:00:00.000Z')
  for (const table of TABLES) {
    assert.deepEqual(await months(table), ['2026_04', '2026_05', '2026_06', '2026_07'], table)
    assert.equal(await countIn(table), 1, table)
  }
  assert.deepEqual(await titles('?since=1999-01-01T00:00:00Z'), ['In April'])
  assert.deepEqual(await statuses(), ['DELIVERED'])
})

test('a delivery still waiting when its event is thirty days old is given up and says so, and no younger one is', async () => {
  receiver.answer = answering(500)
  await happen('In May')
  await waitLong()
  await upkeepAt('2026-05-15T00:00:00.000Z')
  // The receiver succeeds again, because only failures for so long would pause the subscription.
  receiver.answer = answering(204)
  await happen('Delivered in May')
  receiver.answer = answering(500)
  await happen('Later in May')
  await waitLong()
  logged.length = 0
  await upkeepAt('2026-05-31T00:00:00.001Z')
  assert.deepEqual(await statuses(), ['RETRYING', 'DELIVERED', 'RETRYING'], 'the newest first')
  assert.deepEqual(logged, [])
  await upkeepAt('2026-05-31T00:00:00.002Z')
  assert.deepEqual(await statuses(), ['RETRYING', 'DELIVERED', 'EXHAUSTED'])
  assert.deepEqual(
    logged.map(({ msg, count }) => [msg, count]),
    [['webhook deliveries were given up: their events are too old to be kept', 1]],
  )
  const [, , givenUp] = (await world.call(`/webhooks/${webhook}/deliveries`, { key: org.key })).body.data
  assert.deepEqual([givenUp?.finished_at, givenUp?.next_attempt_at], ['2026-05-31T00:00:00.002Z', null])
  receiver.answer = answering(204)
  await world.sql(`update webhook_deliveries set due_at = $1 where due_at is not null`, [new Date(world.clock.now())])
  await world.service.deliveries?.idle()
  assert.deepEqual(await statuses(), ['DELIVERED', 'DELIVERED', 'EXHAUSTED'])
})

test('the default partitions stay empty', async () => {
  for (const table of TABLES) assert.equal(await countIn(`${table}_default`), 0, table)
})

/** Creates a work order, whose event is delivered or fails. */
async function happen(title: string): Promise<void> {
  // Two events of the same instant would come in either order.
  world.clock.advance(1)
  const body = JSON.stringify({ title, property_id: place })
  const reply = await world.call('/work-orders', { key: org.key, method: 'POST', body })
  assert.equal(reply.status, 201, reply.text)
  await world.service.deliveries?.idle()
}

/** Postpones deliveries beyond every day that this test reaches. */
async function waitLong(): Promise<void> {
  await world.sql(`update webhook_deliveries set due_at = '2027-01-01' where due_at is not null`)
}

/** Moves the clock, on each day of which upkeep runs, and starts a process, which runs it before anything else. */
async function upkeepAt(instant: string): Promise<void> {
  await world.sql(
    `insert into upkeep_days select day::date from generate_series($1::date - 30, $1::date, '1 day') day on conflict do nothing`,
    [instant],
  )
  world.clock.advance(Date.parse(instant) - world.clock.now())
  const other = await world.another()
  await other.stop()
}

async function titles(query: string): Promise<unknown[]> {
  const events = (await world.call(`/events${query}`, { key: org.key })).body.data
  return events.map(event => (event.data as { work_order: { title: string } }).work_order.title)
}

async function statuses(): Promise<unknown[]> {
  const { data } = (await world.call(`/webhooks/${webhook}/deliveries`, { key: org.key })).body
  return data.map(({ status }) => status)
}

async function months(table: string): Promise<string[]> {
  const rows = await world.sql<{ month: string }>(
    `select right(relname, 7) as month from pg_class join pg_inherits on inhrelid = oid
      where inhparent = $1::regclass and relname not like '%_default' order by relname`,
    [table],
  )
  return rows.map(({ month }) => month)
}

async function countIn(table: string): Promise<number | undefined> {
  const [row] = await world.sql<{ count: number }>(`select count(*)::int as count from ${table}`)
  return row?.count
}
