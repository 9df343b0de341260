/** WEBHOOK_RETRY_SCHEDULE as an operator sets it: exactly that many attempts, and none before its delay has passed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { property, store } from '../records.ts'
import { answering, openReceiver, verifyAt } from '../webhooks/receiver.ts'
import { useWorld } from '../world.ts'
import { gatehouse } from './processes.ts'

const { webhookRetrySchedule } = readConfig({ WEBHOOK_RETRY_SCHEDULE: '0s,1s,2s' })
const world = useWorld({ role: 'all', config: { webhookRetrySchedule } })

test('0s,1s,2s makes three attempts, a second and two seconds apart, each with the same body', async () => {
  await using receiver = await openReceiver()
  receiver.answer = answering(500)
  const org = await world.organization()
  const maple = property()
  await store(org, { properties: [maple] })
  const call = async (path: string, body?: object) =>
    (await world.call(path, { key: org.key, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).body
  const { id, secret } = await call('/webhooks', { event: 'ticket.created', target_url: receiver.url })
  await call('/work-orders', { title: 'Tap leaks', property_id: maple.id })
  const settled = () => world.service.deliveries?.idle()
  await settled()
  const sentAt = [world.clock.now()]
  for (const delayMs of [1_000, 2_000]) {
    assert.equal(receiver.received.length, sentAt.length)
    const [delivery] = (await call(`/webhooks/${id}/deliveries`)).data
    const waitMs = Date.parse(delivery?.next_attempt_at as string) - world.clock.now()
    // A fifth of the delay is random.
    assert.ok(Math.abs(waitMs - delayMs) <= 0.2 * delayMs, `${waitMs} ms instead of ${delayMs}`)
    world.clock.advance(waitMs - 1)
    await settled()
    assert.equal(receiver.received.length, sentAt.length, `not before ${waitMs} ms are over`)
    world.clock.advance(1)
    await settled()
    sentAt.push(world.clock.now())
  }
  assert.equal((await call(`/webhooks/${id}/deliveries`)).data[0]?.status, 'EXHAUSTED')
  assert.equal(receiver.received.length, 3)
  for (const [index, received] of receiver.received.entries()) {
    verifyAt(sentAt[index] as number, secret as string, received)
    assert.equal(received.body, receiver.received[0]?.body)
  }
})

test('an invalid schedule is refused and named', async () => {
  const refused = await gatehouse(['serve'], { WEBHOOK_RETRY_SCHEDULE: '0s,5' })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /WEBHOOK_RETRY_SCHEDULE holds 5, which is not a delay such as 0s, 5m or 2h/)
})
