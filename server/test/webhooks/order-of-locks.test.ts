/** A subscription is always locked before its deliveries, so deleting and pausing never deadlock with the outcomes of attempts. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import pg from 'pg'
import { uuidv7 } from '#server/base/ids.ts'
import { clientConfig } from '#server/db/session.ts'
import { Outcomes } from '#server/webhooks/outcomes.ts'
import type { Claimed } from '#server/webhooks/queries.ts'
import { openOffice } from '../console/office.ts'
import { deadlocksOf, untilWaiting } from '../db/deadlocks.ts'
import { property, store } from '../records.ts'
import { type Organization, openWorld, type Reply, type World } from '../world.ts'

let world: World
let org: Organization
let place: string
let outcomes: Outcomes
let bystander: pg.Client
const bystanders: pg.Client[] = []
beforeEach(async () => {
  // The test stands in for the delivery worker.
  world = await openWorld({ role: 'api' })
  org = await world.organization()
  const maple = property()
  await store(org, { properties: [maple] })
  place = maple.id
  const { platformWrites } = world.pools
  outcomes = new Outcomes({ platformWrites, clock: world.clock, schedule: [0, 5_000], random: Math.random })
  bystander = new pg.Client(clientConfig(world.database.connection))
  bystanders.push(bystander)
  await bystander.connect()
})
afterEach(async () => {
  for (const client of bystanders.splice(0)) await client.end()
  await world.close()
})

function call(method: string, path: string, body?: object): Promise<Reply> {
  return world.call(path, { key: org.key, method, ...(body && { body: JSON.stringify(body) }) })
}

/** Deliveries of one subscription that a worker has claimed, in the order of their IDs. */
async function takenDeliveries(count: number): Promise<Claimed[]> {
  await call('POST', '/webhooks', { event: 'ticket.created', target_url: 'http://127.0.0.1:9/hooks' })
  for (let made = 0; made < count; made++) {
    await call('POST', '/work-orders', { title: `Tap ${made} leaks`, property_id: place })
  }
  await world.sql(`update webhook_deliveries set claimed_until = now() + interval '1 hour'`)
  return world.sql<Claimed>(
    `select organization_id as "organizationId", id, subscription_id as "subscriptionId", event_id as "eventId", 0 as attempts, 0 as "attemptsInSchedule"
       from webhook_deliveries order by id`,
  )
}

function delivered(claimed: Claimed) {
  const startedAt = world.clock.now()
  const sent = { status: 204, excerpt: '', latencyMs: 3, retryAfterMs: undefined }
  return outcomes.add({ claimed, judgedFrom: null, startedAt, attemptId: uuidv7(startedAt), sent })
}

/**
 * Stores the outcomes of three deliveries while another connection holds the row of the last one, so that the batch waits in the middle. Then it
 * calls `end` on their subscription and lets everything continue.
 */
async function whileOutcomesWait(end: (id: string) => Promise<Reply>): Promise<Reply> {
  const taken = await takenDeliveries(3)
  await bystander.query('begin')
  await bystander.query('select from webhook_deliveries where id = $1 for update', [taken.at(-1)?.id])
  const stored = Promise.allSettled(taken.map(delivered))
  await untilWaiting(world, 'outcomes as materialized')
  const ending = end(taken[0]?.subscriptionId as string)
  await untilWaiting(world, 'webhook_', 2)
  await bystander.query('rollback')
  const reply = await ending
  assert.deepEqual(
    (await stored).map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled'],
  )
  return reply
}

async function assertAllDelivered(): Promise<void> {
  const deliveries = await world.sql('select status, attempts from webhook_deliveries order by id')
  assert.deepEqual(deliveries, Array(deliveries.length).fill({ status: 'DELIVERED', attempts: 1 }))
  assert.equal(await deadlocksOf(world, bystanders), 0)
}

test('deleting a subscription while outcomes of its deliveries are stored causes no deadlock, and no outcome is lost', async () => {
  assert.equal((await whileOutcomesWait(id => call('DELETE', `/webhooks/${id}`))).status, 200)
  await assertAllDelivered()
})

test('pausing a subscription while outcomes of its deliveries are stored causes no deadlock either', async () => {
  const office = await openOffice(world, org)
  assert.equal((await whileOutcomesWait(id => office.call('POST', `/webhooks/${id}/pause`))).status, 200)
  await assertAllDelivered()
})

test('an attempt that succeeded is recorded although its subscription was paused in the meantime', async () => {
  const [taken] = (await takenDeliveries(1)) as [Claimed]
  const office = await openOffice(world, org)
  assert.equal((await office.call('POST', `/webhooks/${taken.subscriptionId}/pause`)).body.status, 'PAUSED')
  await delivered(taken)
  await assertAllDelivered()
})

test('a delivery that a worker gives back does not wait for the deletion of its subscription', async () => {
  const taken = await takenDeliveries(2)
  await bystander.query('begin')
  await bystander.query('select from webhook_deliveries where id = $1 for update', [taken[0]?.id])
  await outcomes.giveBack(taken)
  const free = await world.sql<{ id: string }>('select id from webhook_deliveries where claimed_until is null')
  assert.deepEqual(
    free.map(({ id }) => id),
    [taken[1]?.id],
  )
})
