/** Work that became due while the clock of the database was ahead is done once that clock is set right, and does not wait until it catches up. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'
import { DAY_MS } from '#server/base/instants.ts'
import { bringForward } from '#server/upkeep.ts'
import { CLAIM_MS } from '#server/webhooks/worker.ts'
import { storeSample } from '../contract/sample.ts'
import { emitEvents, subscribed } from '../webhooks/happenings.ts'
import { answering, openReceiver, type Receiver } from '../webhooks/receiver.ts'
import { useWorld } from '../world.ts'
import { until } from './processes.ts'

const LEAP_MS = 365 * DAY_MS
const world = useWorld({ own: true, role: 'all' })
let receiver: Receiver
before(async () => {
  receiver = await openReceiver()
})
after(async () => {
  await receiver?.[Symbol.asyncDispose]()
})

const logged: object[] = []
const upkeep = () =>
  bringForward(
    world.pools,
    world.clock.now(),
    { webhookRetrySchedule: undefined },
    { warn: about => logged.push(about) },
  )

test('an event from while the clock was ahead, one that had failed, and one whose worker died are delivered once the clock is set back', async () => {
  const org = await subscribed(world, receiver.url)
  const statuses = async () => {
    const rows = await world.sql<{ status: string }>(
      'select status from webhook_deliveries where organization_id = $1 order by id',
      [org.id],
    )
    return rows.map(({ status }) => status)
  }
  receiver.answer = answering(500)
  world.clock.advance(LEAP_MS)
  await emitEvents(org, 1)
  await world.service.deliveries?.idle()
  assert.deepEqual(await statuses(), ['RETRYING'])
  world.clock.advance(-LEAP_MS)
  receiver.answer = answering(204)
  await emitEvents(org, 1)
  await world.sql(
    `update webhook_deliveries set claimed_until = $2 where organization_id = $1 and status = 'PENDING'`,
    [org.id, new Date(world.clock.now() + LEAP_MS)],
  )
  await world.sql(
    `update webhook_deliveries set due_at = $2, claimed_until = null where organization_id = $1 and status = 'RETRYING'`,
    [org.id, new Date(world.clock.now() + LEAP_MS)],
  )
  await world.service.deliveries?.idle()
  await upkeep()
  world.clock.advance(CLAIM_MS)
  await world.service.deliveries?.idle()
  assert.deepEqual(await statuses(), ['DELIVERED', 'DELIVERED'])
})

test('a delivery that is under way while the clock is set back is not sent a second time', async () => {
  const org = await subscribed(world, receiver.url)
  const waiting: ServerResponse[] = []
  receiver.answer = response => waiting.push(response)
  world.clock.advance(LEAP_MS)
  await emitEvents(org, 1)
  await until(() => waiting.length === 1)
  world.clock.advance(-LEAP_MS)
  await upkeep()
  receiver.answer = answering(204)
  const calls = receiver.received.length
  // The next event wakes the worker, which looks for everything that is due.
  await emitEvents(await subscribed(world, receiver.url), 1)
  await until(() => receiver.received.length > calls)
  assert.equal(receiver.received.filter(({ body }) => body === receiver.received[calls - 1]?.body).length, 1)
  waiting[0]?.writeHead(204).end()
  await world.service.deliveries?.idle()
})

test('deliveries and messages that their schedule makes wait continue to wait, and nothing is logged', async () => {
  const org = await subscribed(world, receiver.url)
  receiver.answer = answering(503, { 'retry-after': '86400' })
  await emitEvents(org, 1)
  await world.service.deliveries?.idle()
  const due = async () =>
    (
      await world.sql<{ due: string }>('select due_at as due from webhook_deliveries where organization_id = $1', [
        org.id,
      ])
    )[0]?.due
  const before = await due()
  logged.length = 0
  await upkeep()
  assert.deepEqual([await due(), logged], [before, []])
})

test('a message that was written while the clock was ahead is due once it is set back', async () => {
  const org = await world.organization()
  const { resident } = await storeSample(org)
  const insert = (id: string, attempts: number, waitsMs: number) =>
    world.sql(
      `insert into messages (organization_id, id, resident_id, channel, recipient, body, status, is_captured, attempts, next_attempt_at)
       values ($1, $2, $3, 'SMS', '+15550100', 'Water', 'QUEUED', false, $4, $5)`,
      [org.id, id, resident.id, attempts, new Date(world.clock.now() + waitsMs)],
    )
  await insert('msg_first', 0, LEAP_MS)
  await insert('msg_later', 3, LEAP_MS)
  await insert('msg_waiting', 3, 600_000)
  await upkeep()
  const rows = await world.sql<{ id: string }>(
    'select id from messages where organization_id = $1 and next_attempt_at <= $2 order by id',
    [org.id, new Date(world.clock.now())],
  )
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['msg_first', 'msg_later'],
  )
})
