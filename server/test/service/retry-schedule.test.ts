/** WEBHOOK_RETRY_SCHEDULE as an operator sets it, over real time: so many attempts, and none before its delay is over. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { answering, openReceiver, type Received } from '../delivery/receiver.ts'
import { property, store } from '../records.ts'
import { useWorld } from '../world.ts'
import { connectionString, gatehouse, serve, until } from './processes.ts'

const world = useWorld({ own: true })
before(async () => {
  // Only the process under test delivers, and it goes by the real time.
  world.clock.advance(Date.now() - world.clock.now())
})

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

  const settings = {
    DATABASE_URL: connectionString(world.database.connection),
    WEBHOOK_RETRY_SCHEDULE: '0s,1s,2s',
  }
  await using worker = await serve(settings, ['--role', 'worker'])
  const deliveries = async () => (await call(`/webhooks/${id}/deliveries`)).data
  await until(async () => (await deliveries())[0]?.status === 'EXHAUSTED')
  worker.signal('SIGTERM')
  assert.equal((await worker.ended).code, 0)

  assert.equal(receiver.received.length, 3)
  const [first, second, third] = receiver.received as [Received, Received, Received]
  // Less a fifth, which is left to chance.
  assert.ok(second.at - first.at >= 800, `${second.at - first.at} ms`)
  assert.ok(third.at - second.at >= 1_600, `${third.at - second.at} ms`)
  for (const { body, headers } of receiver.received) {
    new Webhook(secret as string).verify(body, headers as Record<string, string>)
    assert.equal(body, first.body)
  }
})

test('a schedule that cannot be read is refused, and named', async () => {
  const refused = await gatehouse(['serve'], { WEBHOOK_RETRY_SCHEDULE: '0s,5' })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /WEBHOOK_RETRY_SCHEDULE holds 5, which is no delay such as 0s, 5m or 2h/)
})
