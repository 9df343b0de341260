/**
 * The delivery of events: signed so that an independent receiver can verify it, retried, paused and redelivered, and never with a stored secret.
 */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { property, store } from '../records.ts'
import { type Organization, type Reply, useWorld } from '../world.ts'
import { answering, openReceiver, type Received, type Receiver, verifyAt } from './receiver.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const world = useWorld({ role: 'all', own: true })
let org: Organization
let receiver: Receiver
let place: string
beforeEach(async () => {
  receiver = await openReceiver()
  org = await world.organization()
  const maple = property()
  await store(org, { properties: [maple] })
  place = maple.id
})
afterEach(async () => {
  // No event of one test is sent during the next.
  await world.sql(`update webhook_subscriptions set status = 'PAUSED', paused_reason = 'over' where status = 'ACTIVE'`)
  await settled()
  await receiver[Symbol.asyncDispose]()
})

const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> =>
  world.call(path, { key: org.key, method, headers, ...(body && { body: JSON.stringify(body) }) })

async function subscribe(event = 'ticket.created'): Promise<{ id: string; secret: string }> {
  const reply = await call('POST', '/webhooks', { event, target_url: receiver.url })
  assert.equal(reply.status, 201, reply.text)
  return reply.body as unknown as { id: string; secret: string }
}

async function open(title = 'Tap leaks'): Promise<string> {
  const reply = await call('POST', '/work-orders', { title, property_id: place })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.work_order_id as string
}

/** Resolves once every due delivery has been attempted. */
async function settled(): Promise<void> {
  await world.service.deliveries?.idle()
}

async function deliveriesOf(id: string): Promise<Record<string, unknown>[]> {
  return (await call('GET', `/webhooks/${id}/deliveries`)).body.data
}

const verify = (secret: string, received: Received) => verifyAt(world.clock.now(), secret, received)

test('a work order reaches its subscriber, complete and signed', async () => {
  const { id, secret } = await subscribe()
  const workOrderId = await open()
  await settled()
  const [received, ...more] = receiver.received
  assert.ok(received && more.length === 0)
  const event = verify(secret, received) as Record<string, unknown> & { data: { work_order: Record<string, unknown> } }
  assert.deepEqual(Object.keys(event), ['id', 'type', 'timestamp', 'api_version', 'organization_id', 'data'])
  assert.deepEqual([event.type, event.api_version], ['ticket.created', 'v1'])
  assert.equal(event.id, received.headers['webhook-id'])
  assert.deepEqual(event.data.work_order, (await call('GET', `/work-orders/${workOrderId}`)).body)
  const [delivery] = await deliveriesOf(id)
  assert.equal(delivery?.status, 'DELIVERED')
  assert.equal(delivery?.event_id, event.id)
  const [subscription] = (await call('GET', '/webhooks')).body.data
  assert.equal(subscription?.consecutive_failures, 0)
  assert.equal(subscription?.last_success_at, new Date(world.clock.now()).toISOString())
  assert.equal('secret' in (subscription ?? {}), false)
})

test('a changed body, a stale timestamp and the secret of another subscription are rejected', async () => {
  const { secret } = await subscribe()
  const other = await subscribe('lead.created')
  await open()
  await settled()
  const received = receiver.received[0] as Received
  assert.throws(
    () => verify(secret, { ...received, body: received.body.replace('Tap', 'Gap') }),
    /No matching signature/,
  )
  assert.throws(() => verify(other.secret, received), /No matching signature/)
  world.clock.advance(6 * MINUTE)
  assert.throws(() => verify(secret, received), /timestamp too old/)
})

test('all ten attempts are made when they are due, with the same bytes and ID and a new timestamp each', async () => {
  receiver.answer = answering(500, {}, 'no\0t now')
  const { id, secret } = await subscribe()
  await open()
  await settled()
  const delays = ['5s', '5m', '30m', '2h', '5h', '10h', '14h', '20h', '24h']
  const inMs = (delay: string) => Number.parseInt(delay, 10) * { s: 1_000, m: MINUTE, h: HOUR }[delay.slice(-1) as 's']
  for (const [index, delay] of delays.entries()) {
    assert.equal(receiver.received.length, index + 1)
    const [delivery] = await deliveriesOf(id)
    assert.equal(delivery?.status, 'RETRYING')
    const waitMs = Date.parse(delivery?.next_attempt_at as string) - world.clock.now()
    assert.ok(Math.abs(waitMs - inMs(delay)) <= 0.2 * inMs(delay), `${delay}: ${waitMs}`)
    world.clock.advance(waitMs - 1)
    await settled()
    assert.equal(receiver.received.length, index + 1, `not before ${delay}`)
    world.clock.advance(1)
    await settled()
    verify(secret, receiver.received.at(-1) as Received)
  }
  assert.equal(receiver.received.length, 10)
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size, 10)
  const [delivery] = await deliveriesOf(id)
  assert.equal(delivery?.status, 'EXHAUSTED')
  assert.equal(delivery?.next_attempt_at, null)
  const attempts = delivery?.attempts as Record<string, unknown>[]
  assert.deepEqual(
    attempts.map(({ number, outcome, response_status, excerpt }) => [number, outcome, response_status, excerpt]),
    Array.from({ length: 10 }, (_, index) => [index + 1, 'HTTP_STATUS', 500, 'no\uFFFDt now']),
  )
})

test('an attempt that is answered with a redirect says that redirects are not followed', async () => {
  const { id } = await subscribe()
  const reasons: unknown[] = []
  for (const status of [308, 304]) {
    receiver.answer = answering(status, { location: 'https://example.com/' })
    await open()
    await settled()
    const [delivery] = await deliveriesOf(id)
    reasons.push((delivery?.attempts as { error: string }[]).at(-1)?.error)
    world.clock.advance(MINUTE)
  }
  assert.deepEqual(reasons, [
    'The target responded with 308. Redirects are not followed: subscribe the URL to which it redirects.',
    'The target responded with 304.',
  ])
})

test('Retry-After lengthens a delay, never shortens it, and never beyond a day', async () => {
  const { id } = await subscribe()
  const waits: number[] = []
  for (const retryAfter of ['60', '0', '999999999', 'nonsense']) {
    world.clock.advance(1_000)
    receiver.answer = answering(503, { 'retry-after': retryAfter })
    await open()
    await settled()
    const [delivery] = await deliveriesOf(id)
    waits.push(Date.parse(delivery?.next_attempt_at as string) - world.clock.now())
    await world.sql(
      `update webhook_deliveries set status = 'CANCELLED', due_at = null, finished_at = now() where due_at is not null`,
    )
  }
  const isUsual = (wait: number | undefined) => wait !== undefined && wait >= 4_000 && wait <= 6_000
  assert.equal(waits[0], MINUTE)
  assert.ok(isUsual(waits[1]) && isUsual(waits[3]), String(waits))
  assert.equal(waits[2], 24 * HOUR)
})

test('410 pauses the subscription and cancels pending deliveries, and enabling it sends nothing that was missed', async () => {
  const { id } = await subscribe()
  receiver.answer = answering(500)
  await open('before')
  await settled()
  receiver.answer = answering(410)
  await open('gone')
  await settled()
  const [paused] = (await call('GET', '/webhooks')).body.data
  assert.deepEqual([paused?.status, paused?.paused_reason], ['PAUSED', 'The target responded with 410: it is gone.'])
  assert.deepEqual(
    (await deliveriesOf(id)).map(({ status }) => status),
    ['CANCELLED', 'CANCELLED'],
  )
  await open('while paused')
  assert.equal((await call('POST', `/webhooks/${id}/test`)).status, 409)
  receiver.answer = answering(204)
  const enabled = await call('POST', `/webhooks/${id}/enable`)
  assert.deepEqual(
    [enabled.body.status, enabled.body.paused_reason, enabled.body.consecutive_failures],
    ['ACTIVE', null, 0],
  )
  const before = receiver.received.length
  world.clock.advance(48 * HOUR)
  await settled()
  assert.equal(receiver.received.length, before)
  assert.equal((await deliveriesOf(id)).length, 2)
})

test('five days of nothing but failures pause a subscription, and one success restarts the count', async () => {
  const { id } = await subscribe()
  const failEvery12Hours = async (times: number) => {
    receiver.answer = answering(500)
    for (let turn = 0; turn < times; turn++) {
      await open()
      await settled()
      world.clock.advance(12 * HOUR)
    }
  }
  const status = async () => (await call('GET', '/webhooks')).body.data[0]?.status
  await failEvery12Hours(10)
  assert.equal(await status(), 'ACTIVE')
  receiver.answer = answering(200)
  await open()
  await settled()
  await failEvery12Hours(10)
  assert.equal(await status(), 'ACTIVE')
  await failEvery12Hours(1)
  assert.equal(await status(), 'PAUSED')
  assert.equal(
    (await deliveriesOf(id)).some(delivery => delivery.status === 'RETRYING'),
    false,
  )
})

test('during a rotation both secrets verify, and after a day only the new one', async () => {
  const { id, secret } = await subscribe()
  const rotated = await call('POST', `/webhooks/${id}/rotate-secret`)
  const newSecret = rotated.body.secret as string
  assert.notEqual(newSecret, secret)
  await open()
  await settled()
  const during = receiver.received[0] as Received
  assert.equal(String(during.headers['webhook-signature']).split(' ').length, 2)
  verify(secret, during)
  verify(newSecret, during)
  world.clock.advance(24 * HOUR)
  await open()
  await settled()
  const later = receiver.received[1] as Received
  assert.throws(() => verify(secret, later), /No matching signature/)
  verify(newSecret, later)
})

test('an event is redelivered under its own ID, from the beginning of the schedule', async () => {
  const { id } = await subscribe()
  await open()
  await settled()
  const [delivery] = await deliveriesOf(id)
  receiver.answer = answering(500)
  const again = await call('POST', `/webhooks/${id}/deliveries/${delivery?.delivery_id}/redeliver`)
  assert.equal(again.status, 200, again.text)
  await settled()
  assert.equal(receiver.received.length, 2)
  assert.equal(receiver.received[1]?.headers['webhook-id'], receiver.received[0]?.headers['webhook-id'])
  const [retried] = await deliveriesOf(id)
  assert.equal(retried?.status, 'RETRYING')
  assert.equal((retried?.attempts as unknown[]).length, 2)
  assert.ok(Date.parse(retried?.next_attempt_at as string) - world.clock.now() <= 6_000)
})

test('a test event is signed and marked as a test, and is not an event of the organization', async () => {
  const { id, secret } = await subscribe()
  const sent = await call('POST', `/webhooks/${id}/test`)
  assert.equal(sent.status, 201, sent.text)
  await settled()
  const event = verify(secret, receiver.received[0] as Received) as Record<string, unknown>
  assert.equal(event.test, true)
  assert.equal((await call('GET', '/events')).body.pagination.total, 0)
})

test('a deleted subscription gets nothing more', async () => {
  const { id } = await subscribe()
  receiver.answer = answering(500)
  await open()
  await settled()
  assert.deepEqual((await call('DELETE', `/webhooks/${id}`)).body, { id, deleted: true })
  world.clock.advance(HOUR)
  await open()
  await settled()
  assert.equal(receiver.received.length, 1)
  assert.equal((await call('DELETE', `/webhooks/${id}`)).status, 404)
  assert.equal((await call('GET', `/webhooks/${id}/deliveries`)).status, 404)
})
