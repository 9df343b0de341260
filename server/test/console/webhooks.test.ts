/** Subscriptions in the console: the operations that version 1 does not have. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Inspection } from '#client/console.ts'
import { uuidv7Floor } from '#server/base/ids.ts'
import { emit } from '#server/platform/events.ts'
import { assertNames } from '../contract/promises.ts'
import { useWorld } from '../world.ts'
import { signedIn } from './visitor.ts'

// The world has no worker, so a delivery that waits keeps waiting.
const world = useWorld({ own: true })

test('a paused subscription is sent nothing, says who paused it, and resumes with events after it is enabled', async () => {
  const org = await world.organization()
  const admin = await signedIn(world, org, 'ADMIN')
  const made = await admin.call(admin.inside('/webhooks'), {
    body: { event: 'lead.created', target_url: 'http://127.0.0.1:9/hooks' },
  })
  assert.equal(made.status, 201, made.text)
  const one = admin.inside(`/webhooks/${made.body.id}`)
  const statuses = async () => (await admin.call(`${one}/deliveries`)).body.data.map(({ status }) => status)
  const happen = () => org.within(context => emit(context, 'lead.created', { lead: {} }))

  await happen()
  for (let time = 0; time < 2; time++) {
    const paused = await admin.call(`${one}/pause`, { method: 'POST' })
    assert.deepEqual(
      [paused.status, paused.body.status, paused.body.paused_reason],
      [200, 'PAUSED', `Paused by ${admin.email}.`],
    )
  }
  await happen()
  assert.deepEqual(await statuses(), ['CANCELLED'])
  assert.equal((await admin.call(`${one}/enable`, { method: 'POST' })).body.status, 'ACTIVE')
  world.clock.advance(1)
  await happen()
  assert.deepEqual(await statuses(), ['PENDING', 'CANCELLED'])
  const log = await admin.call(admin.inside('/administrative-log'))
  assert.ok(log.body.data.some(({ action, actor }) => action === 'webhook.pause' && actor === admin.email))
})

test('a changed target meets the rules for a new one, and the secret and pending deliveries stay', async () => {
  const org = await world.organization()
  const admin = await signedIn(world, org, 'ADMIN')
  const body = { event: 'lead.created', target_url: 'http://127.0.0.1:9/hooks', description: 'CRM' }
  const { body: made } = await admin.call(admin.inside('/webhooks'), { body })
  await org.within(context => emit(context, 'lead.created', { lead: {} }))
  const change = (fields: object) => admin.call(admin.inside(`/webhooks/${made.id}`), { method: 'PATCH', body: fields })
  for (const target_url of [
    'ftp://example.com/',
    'http://169.254.169.254/latest',
    'http://user:pw@example.com/',
    'nonsense',
  ])
    assertNames(await change({ target_url }), 'target_url')
  const moved = await change({ target_url: 'http://127.0.0.1:9/moved' })
  assert.equal(moved.status, 200, moved.text)
  assert.deepEqual(
    [moved.body.target_url, moved.body.description, moved.body.secret_hint, moved.body.secret],
    ['http://127.0.0.1:9/moved', 'CRM', made.secret_hint, undefined],
  )
  assert.equal((await change({ description: null })).body.description, null)
  const { body: deliveries } = await admin.call(admin.inside(`/webhooks/${made.id}/deliveries`))
  assert.deepEqual(
    deliveries.data.map(({ status }) => status),
    ['PENDING'],
  )
})

test('updated_since sees a new target and a new description, and not a change to what is stored already', async () => {
  const org = await world.organization()
  const admin = await signedIn(world, org, 'ADMIN')
  const body = { event: 'lead.created', target_url: 'http://127.0.0.1:9/hooks' }
  const { body: made } = await admin.call(admin.inside('/webhooks'), { body })
  let shown: Record<string, unknown> = made
  const changedSince = async (fields: object) => {
    const since = new Date(Date.parse(String(shown.updated_at)) + 1).toISOString()
    await admin.call(admin.inside(`/webhooks/${made.id}`), { method: 'PATCH', body: fields })
    const { body: list } = await world.call(`/webhooks?updated_since=${since}`, { key: org.key })
    shown = list.data[0] ?? shown
    return list.pagination.total
  }
  const moved = { target_url: 'http://127.0.0.1:9/moved' }
  const totals = []
  for (const fields of [moved, moved, { description: 'CRM' }, { description: null }, { description: null }]) {
    totals.push(await changedSince(fields))
  }
  assert.deepEqual(totals, [1, 0, 1, 1, 0])
})

/** A subscription to leads, with members of its organization and one of another. */
async function openSubscription() {
  const [org, other] = [await world.organization(), await world.organization()]
  const viewer = await signedIn(world, org, 'VIEWER')
  const admin = await signedIn(world, org, 'ADMIN')
  const stranger = await signedIn(world, other, 'OWNER')
  const { body: made } = await admin.call(admin.inside('/webhooks'), {
    body: { event: 'lead.created', target_url: 'http://127.0.0.1:9/hooks' },
  })
  return { org, viewer, admin, stranger, made }
}

test('a member reads the payload of a delivery as it is sent, and cannot read that of another organization', async () => {
  const { org, viewer, admin, stranger, made } = await openSubscription()
  await org.within(context => emit(context, 'lead.created', { lead: { first_name: 'Ada' } }))
  await admin.call(admin.inside(`/webhooks/${made.id}/test`), { method: 'POST' })
  const { body: deliveries } = await viewer.call(viewer.inside(`/webhooks/${made.id}/deliveries`))
  const payloads = []
  for (const { event_id } of deliveries.data) {
    const read = await viewer.call(viewer.inside(`/events/${event_id}`))
    assert.equal(read.status, 200, read.text)
    payloads.push([read.body.id === event_id, read.body.type, read.body.test, Object.keys(read.body.data)])
    assert.equal((await stranger.call(stranger.inside(`/events/${event_id}`))).status, 404)
  }
  const [test, happened] = payloads[0]?.[2] ? payloads : payloads.toReversed()
  assert.deepEqual(test, [true, 'lead.created', true, ['lead']])
  assert.deepEqual(happened, [true, 'lead.created', undefined, ['lead']])
  assert.equal((await viewer.call(viewer.inside('/events/evt_nonsense'))).status, 404)
  world.clock.advance(31 * 86_400_000)
  const later = await signedIn(world, org, 'VIEWER')
  assert.equal((await later.call(later.inside(`/events/${deliveries.data[0]?.event_id}`))).status, 404)
})

test('a subscription is failing once it fails 50, 70 or 90% of the attempts of a day, and no longer once it is paused', async () => {
  const { org, viewer, admin, stranger, made } = await openSubscription()
  await org.within(context => emit(context, 'lead.created', { lead: {} }))
  let number = 0
  // The IDs use this world’s time, because the IDs that a process makes never go back in time after another file was
  // later.
  const attemptId = (nth: number) => uuidv7Floor(world.clock.now()).slice(0, -12) + String(nth).padStart(12, '0')
  const attempt = async (outcome: string, count: number) => {
    for (let time = 0; time < count; time++) {
      number += 1
      await world.sql(
        `insert into webhook_attempts (organization_id, id, delivery_id, number, attempted_at, outcome, latency_ms)
         select d.organization_id, $2::uuid, d.id, $3::int, $4::timestamptz, $5, 1 from webhook_deliveries d where d.subscription_id = $1`,
        [made.id, attemptId(number), number, new Date(world.clock.now()).toISOString(), outcome],
      )
    }
  }
  const failing = async () =>
    (await viewer.call(viewer.inside('/webhooks/failing'))).body.data.map(
      ({ webhook_id, attempts, failed, failed_pct, threshold_pct }) => [
        webhook_id,
        [attempts, failed, failed_pct, threshold_pct],
      ],
    )
  await attempt('CONNECT', 4)
  assert.deepEqual(await failing(), [], 'four attempts say nothing')
  await attempt('DELIVERED', 5)
  assert.deepEqual(await failing(), [], '4 of 9 failed')
  await attempt('CONNECT', 1)
  assert.deepEqual(await failing(), [[made.id, [10, 5, 50, 50]]])
  await attempt('HTTP_STATUS', 10)
  assert.deepEqual(await failing(), [[made.id, [20, 15, 75, 70]]])
  await attempt('TIMEOUT', 30)
  assert.deepEqual(await failing(), [[made.id, [50, 45, 90, 90]]])
  assert.deepEqual((await stranger.call(stranger.inside('/webhooks/failing'))).body.data, [])
  await admin.call(admin.inside(`/webhooks/${made.id}/pause`), { method: 'POST' })
  assert.deepEqual(await failing(), [], 'a paused one says so itself')
  await admin.call(admin.inside(`/webhooks/${made.id}/enable`), { method: 'POST' })
  assert.deepEqual(await failing(), [], 'what failed before says nothing about a target that was repaired')
  world.clock.advance(2 * 86_400_000)
  const later = await signedIn(world, org, 'VIEWER')
  assert.deepEqual((await later.call(later.inside('/webhooks/failing'))).body.data, [], 'a day later nothing was tried')
})

test('the inspector links any ID to its record, its calls, its events and their deliveries', async () => {
  const { org, viewer, stranger, made } = await openSubscription()
  const leadId = world.newId('lead')
  await org.within(context => emit(context, 'lead.created', { lead: { lead_id: leadId } }))
  await org.within(context => emit(context, 'lead.created', { lead: { lead_id: world.newId('lead') } }))
  const toured = world.newId('lead')
  for (const tour of [1, 2, 3])
    await org.within(context => emit(context, 'lead.created', { lead: { lead_id: toured, tour } }))
  const called = await world.call(`/invoices/${leadId}`, org)
  assert.equal(called.status, 404)
  const look = async (id: string) =>
    (await viewer.call(viewer.inside(`/inspector/${id}`))).body as unknown as Inspection
  const found = await look(leadId)
  assert.deepEqual([found.id, found.name, found.events.length, found.calls.length], [leadId, null, 1, 1])
  const { event_id, deliveries } = found.events[0] as Inspection['events'][number]
  const [call] = found.calls as [Inspection['calls'][number]]
  assert.equal(call.path, `/api/v1/invoices/${leadId}`)
  const [delivery] = deliveries as [(typeof deliveries)[number]]
  assert.deepEqual(
    deliveries.map(({ webhook_id, status }) => [webhook_id, status]),
    [[made.id, 'PENDING']],
  )
  for (const id of [event_id, delivery.delivery_id]) {
    assert.deepEqual(
      (await look(id)).events.map(event => event.event_id),
      [event_id],
    )
  }
  const tours = (await look(toured)).events.map(event => event.event_id)
  assert.deepEqual([tours.length, tours], [3, tours.toSorted().reverse()], 'newest first')
  assert.equal((await look(call.request_id)).calls[0]?.path, call.path)
  assert.equal((await look(call.key_id)).calls.length, 1)
  assert.equal((await look(String(made.id))).name, 'http://127.0.0.1:9/hooks')
  for (const id of [leadId, event_id, delivery.delivery_id, String(made.id), call.request_id, 'nonsense']) {
    assert.equal((await stranger.call(stranger.inside(`/inspector/${id}`))).status, 404, id)
  }
})
