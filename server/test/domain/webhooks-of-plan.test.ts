/** Subscriptions follow the plan: one without webhooks pauses them, and one with webhooks enables them again. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Plan } from '#contract/scopes.ts'
import { createWebhook, enableWebhook } from '#server/domain/webhooks/operations.ts'
import { recoverWebhook } from '#server/domain/webhooks/recoveries.ts'
import { emit } from '#server/platform/events.ts'
import { changePlan } from '#server/platform/organizations/changes.ts'
import { type MemberVisitor, signedIn } from '../console/visitor.ts'
import { assertRefused } from '../contract/promises.ts'
import { type Organization, useWorld } from '../world.ts'

// This world has no worker, so a delivery that waits keeps waiting.
const world = useWorld({ own: true })
let org: Organization
let admin: MemberVisitor
let one: string
beforeEach(async () => {
  org = await world.organization({ plan: 'PRO' })
  admin = await signedIn(world, org, 'ADMIN')
  one = admin.inside(`/webhooks/${await create(admin)}`)
})

const body = { event: 'lead.created', target_url: 'http://127.0.0.1:9/hooks' } as const
const PAUSED = ['PAUSED', 'The plan of the organization does not include webhooks.']

async function create(member: MemberVisitor): Promise<string> {
  const made = await member.call(member.inside('/webhooks'), { body })
  assert.equal(made.status, 201, made.text)
  return String(made.body.id)
}

function changeTo(plan: Plan, hasPartnerAgreement = false): Promise<unknown> {
  return world.pools.platformWrites.transaction(null, db =>
    changePlan({ db, actor: 'test', now: world.clock.now() }, org.id, { plan, hasPartnerAgreement }),
  )
}

const happen = () => org.within(context => emit(context, 'lead.created', { lead: {} }))

async function shown(address = one) {
  const { status, paused_reason } = (await admin.call(address)).body
  return [status, paused_reason]
}

async function deliveries() {
  const { data } = (await admin.call(`${one}/deliveries`)).body
  return data.map(({ status }) => status)
}

for (const plan of ['GROWTH', 'STARTER'] as const) {
  test(`${plan} sends nothing: what waits is canceled, and what happens until the plan changes back is recovered on request`, async () => {
    await happen()
    await changeTo(plan)
    assert.deepEqual(await shown(), PAUSED)
    await happen()
    assert.deepEqual(await deliveries(), ['CANCELLED'])

    await changeTo('SCALE')
    assert.deepEqual(await shown(), ['ACTIVE', null])
    world.clock.advance(1)
    await happen()
    assert.deepEqual(await deliveries(), ['PENDING', 'CANCELLED'])
    const recovered = await admin.call(`${one}/recover`, { body: { since: '2020-01-01T00:00:00Z' } })
    assert.equal(recovered.body.event_count, 3, recovered.text)
  })
}

test('a plan without webhooks refuses a new subscription, enabling and recovering', async () => {
  await changeTo('GROWTH')
  const since = '2020-01-01T00:00:00Z'
  for (const [path, fields] of [
    [admin.inside('/webhooks'), body],
    [`${one}/enable`, {}],
    [`${one}/recover`, { since }],
  ] as const) {
    const reply = await admin.call(path, { body: fields })
    assertRefused(reply, 'forbidden')
  }
  assert.deepEqual(await shown(), PAUSED)
})

test('nothing is created or enabled by a call that was admitted just before the plan changed', async () => {
  await changeTo('GROWTH')
  const id = String((await admin.call(one)).body.id)
  const since = '2020-01-01T00:00:00Z'
  await assert.rejects(() => org.within(context => createWebhook(context, body)), { code: 'forbidden' })
  await assert.rejects(() => org.within(context => enableWebhook(context, { id })), { code: 'forbidden' })
  await assert.rejects(() => org.within(context => recoverWebhook(context, { id, since })), { code: 'forbidden' })
})

test('a member deletes a subscription on any plan', async () => {
  await changeTo('STARTER')
  assert.equal((await admin.call(one, { method: 'DELETE' })).status, 200)
  await changeTo('PRO')
  assert.equal((await admin.call(one)).status, 404)
})

test('a subscription that was paused for another reason stays paused when the plan includes webhooks again', async () => {
  await admin.call(`${one}/pause`, { method: 'POST' })
  await changeTo('GROWTH')
  await changeTo('PRO')
  assert.deepEqual(await shown(), ['PAUSED', `Paused by ${admin.email}.`])
})

test('a partner agreement includes webhooks on any plan, and a change between two such plans changes nothing', async () => {
  await happen()
  await changeTo('STARTER', true)
  await changeTo('SCALE')
  assert.deepEqual(await shown(), ['ACTIVE', null])
  assert.deepEqual(await deliveries(), ['PENDING'])
})

test('failures from before the pause do not count after it', async () => {
  await happen()
  await world.sql(
    `insert into webhook_attempts (organization_id, id, delivery_id, number, attempted_at, outcome, latency_ms)
     select d.organization_id, overlay(d.id::text placing lpad(n::text, 12, '0') from 25)::uuid, d.id, n, $2::timestamptz, 'CONNECT', 1
       from webhook_deliveries d, generate_series(1, 9) n where d.organization_id = $1`,
    [org.id, new Date(world.clock.now()).toISOString()],
  )
  const failing = async () => (await admin.call(admin.inside('/webhooks/failing'))).body.data.length
  assert.equal(await failing(), 1)
  await world.sql(
    `update webhook_subscriptions set consecutive_failures = 3, failing_since = '2020-01-01', last_failure_at = '2020-01-01'
      where organization_id = $1`,
    [org.id],
  )
  await changeTo('GROWTH')
  await changeTo('PRO')
  assert.equal((await admin.call(one)).body.consecutive_failures, 0)
  assert.equal(await failing(), 0)
})

test('the subscriptions of a sandbox follow the plan of its organization', async () => {
  await changeTo('ENTERPRISE')
  const { body: sandbox } = await admin.call(admin.inside('/sandbox'), { method: 'POST' })
  const within = `/organizations/${sandbox.organization_id}/webhooks`
  const made = await admin.call(within, { body })
  assert.equal(made.status, 201, made.text)
  await changeTo('GROWTH')
  assert.deepEqual(await shown(`${within}/${made.body.id}`), PAUSED)
  await changeTo('ENTERPRISE')
  assert.deepEqual(await shown(`${within}/${made.body.id}`), ['ACTIVE', null])
})
