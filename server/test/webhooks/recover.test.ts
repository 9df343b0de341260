/** Recovering the events that a subscription missed: with one call, completely, each event once, even if a worker dies in between. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { DAY_MS } from '#server/base/instants.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { runRecoveries } from '#server/domain/webhooks/recoveries.ts'
import { until } from '../service/processes.ts'
import { type Organization, openWorld, START, useWorld, type World } from '../world.ts'
import { emitEvents } from './happenings.ts'
import { answering, useReceiver } from './receiver.ts'

const world = useWorld({ role: 'all', own: true })
const receiver = useReceiver()

type Recovery = { status: string; event_count: number; queued_count: number; delivered_count: number }

const post = (at: World, org: Organization, path: string, body: object) =>
  at.call(path, { key: org.key, method: 'POST', body: JSON.stringify(body) })

async function subscribe(at: World, org: Organization, target_url: string): Promise<string> {
  const reply = await post(at, org, '/webhooks', { event: 'ticket.created', target_url })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id as string
}

async function latest(at: World, org: Organization, id: string): Promise<Recovery> {
  const { body } = await at.call(`/webhooks/${id}/recoveries`, { key: org.key })
  return body.data[0] as Recovery
}

/** How often each event arrived. */
const arrivals = () =>
  [...Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id']).values()].map(n => n.length)

test('a receiver that was silent for 16 days gets every event with one call, each once', async () => {
  const org = await world.organization()
  const id = await subscribe(world, org, receiver.url)
  await emitEvents(org, 2)
  await world.service.deliveries?.idle()
  assert.equal(receiver.received.length, 2)
  receiver.answer = response => response.destroy()
  for (let hour = 0; hour < 16 * 24; hour += 8) {
    if (hour % 24 === 0) await emitEvents(org, 3)
    await world.service.deliveries?.idle()
    world.clock.advance(8 * 3_600_000)
  }
  const [subscription] = (await world.call('/webhooks', { key: org.key })).body.data
  assert.equal(subscription?.status, 'PAUSED', 'for five days every attempt failed')
  const missed = `/events?webhook_id=${id}&delivered=false`
  assert.equal((await world.call(missed, { key: org.key })).body.pagination.total, 48)
  receiver.received.length = 0
  receiver.answer = answering(204)

  const reply = await post(world, org, `/webhooks/${id}/recover`, { since: new Date(START).toISOString() })
  assert.deepEqual([reply.status, reply.body.event_count, reply.body.status], [201, 48, 'RUNNING'], reply.text)
  await until(async () => (await latest(world, org, id)).status === 'COMPLETED')
  await world.service.deliveries?.idle()
  assert.deepEqual(arrivals(), Array(48).fill(1))
  const { queued_count, delivered_count } = await latest(world, org, id)
  assert.deepEqual([queued_count, delivered_count], [48, 48])
  assert.equal((await world.call(missed, { key: org.key })).body.pagination.total, 0)
  const delivered = await world.call(`/events?webhook_id=${id}&delivered=true`, { key: org.key })
  assert.equal(delivered.body.pagination.total, 50)

  const nothing = await post(world, org, `/webhooks/${id}/recover`, { since: new Date(START).toISOString() })
  assert.deepEqual([nothing.body.event_count, nothing.body.status], [0, 'COMPLETED'], 'nothing is left')
  receiver.received.length = 0
  const all = await post(world, org, `/webhooks/${id}/recover`, { since: new Date(START).toISOString(), all: true })
  assert.equal(all.body.event_count, 50)
  await until(async () => (await latest(world, org, id)).status === 'COMPLETED')
  await world.service.deliveries?.idle()
  assert.deepEqual(arrivals(), Array(50).fill(1))
})

test('an event whose last attempt is under way when it is recovered or redelivered is sent again if that attempt fails', async () => {
  const org = await world.organization()
  const id = await subscribe(world, org, receiver.url)
  const deliveryOf = async () => (await world.call(`/webhooks/${id}/deliveries`, { key: org.key })).body.data[0]
  const again: (() => Promise<{ status: number }>)[] = [
    () => post(world, org, `/webhooks/${id}/recover`, { since: new Date(START).toISOString() }),
    async () => post(world, org, `/webhooks/${id}/deliveries/${(await deliveryOf())?.delivery_id}/redeliver`, {}),
  ]
  for (const ask of again) {
    receiver.answer = answering(500)
    await emitEvents(org, 1)
    await world.service.deliveries?.idle()
    await world.sql('update webhook_deliveries set attempts_in_schedule = 9 where subscription_id = $1', [id])
    world.clock.advance(3_600_000)
    const underWay = Promise.withResolvers<ServerResponse>()
    receiver.answer = response => underWay.resolve(response)
    const idle = world.service.deliveries?.idle()
    const response = await underWay.promise
    assert.ok((await ask()).status < 300)
    await until(async () => (await latest(world, org, id)).status === 'COMPLETED')
    receiver.answer = answering(204)
    response.writeHead(500).end()
    await idle
    await world.service.deliveries?.idle()
    assert.equal((await deliveryOf())?.status, 'DELIVERED')
  }
})

test('an event that was delivered once never counts as missed, even if sending it again fails', async () => {
  const org = await world.organization()
  const id = await subscribe(world, org, receiver.url)
  await emitEvents(org, 2)
  await world.service.deliveries?.idle()
  const since = new Date(START).toISOString()
  receiver.answer = answering(500)
  await post(world, org, `/webhooks/${id}/recover`, { since, all: true })
  await until(async () => (await latest(world, org, id)).status === 'COMPLETED')
  await world.service.deliveries?.idle()
  await emitEvents(org, 1)
  await world.service.deliveries?.idle()
  const { body } = await world.call(`/webhooks/${id}/deliveries`, { key: org.key })
  assert.deepEqual(
    body.data.map(({ status }) => status),
    ['RETRYING', 'RETRYING', 'RETRYING'],
  )
  const counted = async (delivered: boolean) =>
    (await world.call(`/events?webhook_id=${id}&delivered=${delivered}`, { key: org.key })).body.pagination.total
  assert.deepEqual([await counted(true), await counted(false)], [2, 1])

  receiver.received.length = 0
  receiver.answer = answering(204)
  world.clock.advance(1_000)
  const recovery = await post(world, org, `/webhooks/${id}/recover`, { since })
  assert.equal(recovery.body.event_count, 1, recovery.text)
  await until(async () => (await latest(world, org, id)).status === 'COMPLETED')
  await world.service.deliveries?.idle()
  assert.equal((await latest(world, org, id)).queued_count, 1)
  assert.deepEqual(arrivals(), [1])
  assert.equal(await counted(false), 0)

  // An event that arrived also stays delivered in the progress of its recovery.
  assert.equal((await latest(world, org, id)).delivered_count, 1)
  receiver.answer = answering(500)
  const [last] = (await world.call(`/webhooks/${id}/deliveries`, { key: org.key })).body.data
  await post(world, org, `/webhooks/${id}/deliveries/${last?.delivery_id}/redeliver`, {})
  await world.service.deliveries?.idle()
  assert.equal((await latest(world, org, id)).delivered_count, 1)
})

test('a recovery continues where a worker died, and subscriptions paused or deleted in the meantime get nothing more', async () => {
  await using alone = await openApi()
  const at = alone.world
  const org = await at.organization()
  await emitEvents(org, 1_300)
  await emitEvents(org, 1_000)
  const since = new Date(START - DAY_MS).toISOString()
  const recover = async () => {
    at.clock.advance(1_000)
    const id = await subscribe(at, org, receiver.url)
    const { body } = await post(at, org, `/webhooks/${id}/recover`, { since })
    assert.equal(body.event_count, 2_300)
    const again = await post(at, org, `/webhooks/${id}/recover`, { since })
    assert.deepEqual([again.status, again.body.error], [409, 'conflict'])
    let left = 1
    const mortal = {
      transaction: (...call: Parameters<WritePool['transaction']>) => {
        if (left-- === 0) throw new Error('killed')
        return at.pools.writes.transaction(...call)
      },
    } as unknown as WritePool
    await until(() =>
      runRecoveries({ ...at.pools, writes: mortal }, at.clock.now()).then(
        () => false,
        () => true,
      ),
    )
    const begun = await latest(at, org, id)
    assert.deepEqual([begun.status, begun.queued_count], ['RUNNING', 1_000])
    return id
  }
  const deliveries = async (id: string) => {
    const [row] = await at.sql<{ all: number; events: number }>(
      `select count(*)::int as all, count(distinct event_id)::int as events from webhook_deliveries where subscription_id = $1`,
      [id],
    )
    return row
  }
  const id = await recover()
  await runRecoveries(at.pools, at.clock.now())
  assert.deepEqual(await deliveries(id), { all: 2_300, events: 2_300 })
  const { status, queued_count } = await latest(at, org, id)
  assert.deepEqual([status, queued_count], ['COMPLETED', 2_300])

  const stopped = await recover()
  await at.sql(`update webhook_subscriptions set status = 'PAUSED', paused_reason = 'over' where id = $1`, [stopped])
  await runRecoveries(at.pools, at.clock.now())
  assert.deepEqual(await deliveries(stopped), { all: 1_000, events: 1_000 })
  assert.equal((await latest(at, org, stopped)).status, 'CANCELLED')
})

async function openApi() {
  const opened = await openWorld()
  return { world: opened, [Symbol.asyncDispose]: () => opened.close() }
}
