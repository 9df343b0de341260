/** Every step of a subscription and of a delivery in every status: allowed or refused, and the status of both afterward. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { DELIVERY_STATUSES } from '#contract/v1/webhook-deliveries.ts'
import { SUBSCRIPTION_STATUSES } from '#contract/v1/webhooks.ts'
import { createWorkOrder } from '#server/domain/work-orders/operations.ts'
import { emit } from '#server/platform/events.ts'
import { property, store } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'

const world = useWorld()
const org = useOrganization(world)
let propertyId: string
before(async () => {
  // This world has no worker, so a delivery stays as the test leaves it.
  const home = property()
  await store(org, { properties: [home] })
  propertyId = home.id
})

const call = (method: string, path: string, body?: object) =>
  world.call(path, { key: org.key, method, ...(body && { body: JSON.stringify(body) }) })

type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]
type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** A subscription in `status` with one delivery in `delivery`. */
async function subscriptionThatIs(status: SubscriptionStatus | 'DELETED', delivery: DeliveryStatus = 'PENDING') {
  const { body } = await call('POST', '/webhooks', { event: 'ticket.created', target_url: 'http://127.0.0.1:9/hooks' })
  const id = body.id as string
  await org.within(context => createWorkOrder(context, { property_id: propertyId, title: 'Tap leaks' }))
  const isFinished = !['PENDING', 'RETRYING'].includes(delivery)
  const [row] = await world.sql<{ id: string }>(
    `update webhook_deliveries set status = $2, due_at = case when $3 then null else due_at end,
            finished_at = case when $3 then created_at end, attempts = 3, attempts_in_schedule = 3
      where subscription_id = $1 returning id`,
    [id, delivery, isFinished],
  )
  if (status === 'PAUSED') {
    await world.sql(`update webhook_subscriptions set status = 'PAUSED', paused_reason = 'Gone.' where id = $1`, [id])
  }
  if (status === 'DELETED') await call('DELETE', `/webhooks/${id}`)
  const [{ delivery_id } = {}] = (await call('GET', `/webhooks/${id}/deliveries`)).body.data ?? []
  assert.ok(row)
  return { id, deliveryId: delivery_id as string, deliveryUuid: row.id }
}

type Step = { path(id: string): string; method: 'POST' | 'DELETE'; becomes: Record<string, unknown> }

const STEPS: Record<string, Step> = {
  test: { method: 'POST', path: id => `/webhooks/${id}/test`, becomes: { status: 'PENDING', is_test: true } },
  'rotate-secret': { method: 'POST', path: id => `/webhooks/${id}/rotate-secret`, becomes: {} },
  enable: {
    method: 'POST',
    path: id => `/webhooks/${id}/enable`,
    becomes: { status: 'ACTIVE', paused_reason: null, consecutive_failures: 0 },
  },
  delete: { method: 'DELETE', path: id => `/webhooks/${id}`, becomes: { deleted: true } },
}

/** One row per step, with the status of the reply while the subscription is ACTIVE, PAUSED or deleted. */
const ANSWERS: Record<string, [number, number, number]> = {
  test: [200, 409, 404],
  'rotate-secret': [200, 200, 404],
  enable: [200, 200, 404],
  delete: [200, 200, 404],
}

for (const [name, { method, path, becomes }] of Object.entries(STEPS)) {
  for (const [index, status] of [...SUBSCRIPTION_STATUSES, 'DELETED' as const].entries()) {
    const expected = ANSWERS[name]?.[index]
    test(`${name} of a subscription that is ${status} is answered ${expected}`, async () => {
      const { id } = await subscriptionThatIs(status)
      const reply = await call(method, path(id))
      assert.equal(reply.status === 201 ? 200 : reply.status, expected, reply.text)
      if (expected !== 200) return
      for (const [field, value] of Object.entries(becomes)) assert.equal(reply.body[field], value, field)
    })
  }
}

for (const status of DELIVERY_STATUSES) {
  test(`a delivery that is ${status} is due at once when redelivered, with a new schedule`, async () => {
    const { id, deliveryId, deliveryUuid } = await subscriptionThatIs('ACTIVE', status)
    const reply = await call('POST', `/webhooks/${id}/deliveries/${deliveryId}/redeliver`)
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(
      [reply.body.status, reply.body.next_attempt_at],
      [status === 'PENDING' ? 'PENDING' : 'RETRYING', new Date(world.clock.now()).toISOString()],
    )
    const [row] = await world.sql('select attempts, attempts_in_schedule from webhook_deliveries where id = $1', [
      deliveryUuid,
    ])
    assert.deepEqual(row, { attempts: 3, attempts_in_schedule: 0 })
  })

  test(`a delivery that is ${status} does not change while its subscription is paused`, async () => {
    const { id, deliveryId } = await subscriptionThatIs('PAUSED', status)
    const reply = await call('POST', `/webhooks/${id}/deliveries/${deliveryId}/redeliver`)
    assert.equal(reply.status, 409, reply.text)
    assert.equal((await call('GET', `/webhooks/${id}/deliveries`)).body.data[0]?.status, status)
  })
}

test('a delivery in progress stays with its worker when redelivered', async () => {
  const { id, deliveryId, deliveryUuid } = await subscriptionThatIs('ACTIVE')
  const until = new Date(world.clock.now() + 60_000).toISOString()
  await world.sql('update webhook_deliveries set claimed_until = $2 where id = $1', [deliveryUuid, until])
  await call('POST', `/webhooks/${id}/deliveries/${deliveryId}/redeliver`)
  const [row] = await world.sql<{ claimed_until: string }>(
    'select claimed_until from webhook_deliveries where id = $1',
    [deliveryUuid],
  )
  assert.equal(row?.claimed_until, until)
})

test('an event has a delivery to an active subscription, and none to one that is paused or deleted', async () => {
  for (const [status, deliveries] of [
    ['ACTIVE', 2],
    ['PAUSED', 1],
    ['DELETED', 1],
  ] as const) {
    const { id } = await subscriptionThatIs(status)
    await org.within(context => emit(context, 'ticket.created', {}))
    const stored = await world.sql('select from webhook_deliveries where subscription_id = $1', [id])
    assert.equal(stored.length, deliveries, status)
  }
})
