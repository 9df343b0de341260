/** Subscriptions that are changed or deleted while deliveries are under way or wait for their turn in a worker. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, test } from 'node:test'
import { type MemberVisitor, signedIn } from '../console/visitor.ts'
import { until } from '../service/processes.ts'
import { type Organization, useWorld } from '../world.ts'
import { emitEvents, subscribed } from './happenings.ts'
import { answering, openReceiver, type Receiver } from './receiver.ts'

/** The calls that one target may have at a time. */
const CAP = 16

const world = useWorld({ role: 'all', own: true })
let receiver: Receiver
let org: Organization
let admin: MemberVisitor
let one: string
/** The calls that wait for their answer. */
let open: ServerResponse[]
beforeEach(async () => {
  open = []
  receiver = await openReceiver()
  receiver.answer = response => void open.push(response)
  org = await subscribed(world, receiver.url)
  admin = await signedIn(world, org, 'ADMIN')
  const { body } = await admin.call(admin.inside('/webhooks'))
  one = admin.inside(`/webhooks/${body.data[0]?.id}`)
})
afterEach(async () => {
  answerOpen(204)
  receiver.answer = answering(204)
  await world.service.deliveries?.idle()
  await receiver[Symbol.asyncDispose]()
})

function answerOpen(status: number): void {
  for (const response of open.splice(0)) response.writeHead(status).end()
}

/** Lets `count` events happen and resolves once as many of them as possible are under way. */
async function begin(count: number): Promise<void> {
  await emitEvents(org, count)
  world.service.deliveries?.wake()
  await until(async () => open.length === Math.min(count, CAP))
}

const retarget = async () => {
  const reply = await admin.call(one, { method: 'PATCH', body: { target_url: `${receiver.url}/moved` } })
  assert.equal(reply.status, 200, reply.text)
  world.clock.advance(1)
}

test('failures of the old target that end after the target changed say nothing about the new one', async () => {
  await begin(6)
  await retarget()
  const [gone, ...others] = open.splice(0)
  gone?.writeHead(410).end()
  for (const response of others) response.writeHead(500).end()
  receiver.answer = answering(204)
  await world.service.deliveries?.idle()
  const { body: shown } = await admin.call(one)
  assert.deepEqual([shown.status, shown.consecutive_failures, shown.last_failure_at], ['ACTIVE', 0, null])
  assert.deepEqual((await admin.call(admin.inside('/webhooks/failing'))).body.data, [])
  const { body: deliveries } = await admin.call(`${one}/deliveries?status=RETRYING`)
  assert.equal(deliveries.pagination.total, 6, 'they are sent to the new target')

  world.clock.advance(6_000)
  await world.service.deliveries?.idle()
  assert.equal((await admin.call(`${one}/deliveries?status=DELIVERED`)).body.pagination.total, 6)
  assert.equal(receiver.received.filter(({ path }) => path === '/hooks/moved').length, 6)
})

test('attempts that began before a subscription was enabled do not pause it again', async () => {
  await begin(6)
  const [first, ...others] = open.splice(0)
  first?.writeHead(410).end()
  await until(async () => (await admin.call(one)).body.status === 'PAUSED')
  assert.equal((await admin.call(`${one}/enable`, { method: 'POST' })).status, 200)
  world.clock.advance(1)
  for (const response of others) response.writeHead(410).end()
  await world.service.deliveries?.idle()
  const { body: shown } = await admin.call(one)
  assert.deepEqual([shown.status, shown.paused_reason, shown.consecutive_failures], ['ACTIVE', null, 0])
  assert.deepEqual((await admin.call(admin.inside('/webhooks/failing'))).body.data, [])
})

test('deliveries that wait in a worker for more than a second go to the new target', async () => {
  await begin(CAP + 4)
  await retarget()
  world.clock.advance(1_000)
  receiver.answer = answering(204)
  answerOpen(204)
  await world.service.deliveries?.idle()
  assert.deepEqual(
    receiver.received.map(({ path }) => path),
    [...Array(CAP).fill('/hooks'), ...Array(4).fill('/hooks/moved')],
  )
})

for (const [what, call] of [
  ['paused', { path: '/pause', method: 'POST' }],
  ['deleted', { path: '', method: 'DELETE' }],
] as const) {
  test(`deliveries that wait in a worker for more than a second are not sent once their subscription is ${what}`, async () => {
    await begin(CAP + 4)
    assert.equal((await admin.call(`${one}${call.path}`, { method: call.method })).status, 200)
    world.clock.advance(1_001)
    receiver.answer = answering(204)
    answerOpen(204)
    await world.service.deliveries?.idle()
    assert.equal(receiver.received.length, CAP)
  })
}
