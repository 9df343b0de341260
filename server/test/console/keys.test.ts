/** API keys from the console: shown once, used at once, ended at once, and never beyond the plan. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { property, store } from '../records.ts'
import { useWorld } from '../world.ts'
import { signedIn } from './visitor.ts'

const world = useWorld({ own: true })
test('a key is shown once, works, is rotated, and is refused once it is revoked', async () => {
  const org = await world.organization()
  const admin = await signedIn(world, org, 'ADMIN')
  const made = await admin.call(admin.inside('/keys'), {
    body: {
      name: 'Export',
      scopes: ['properties:read'],
      expires_at: '2027-01-31T00:00:00Z',
      allowed_cidrs: ['127.0.0.0/8'],
    },
  })
  assert.equal(made.status, 201, made.text)
  const { api_key: apiKey, ...shown } = made.body
  assert.deepEqual(
    [shown.created_by, shown.expires_at, shown.allowed_cidrs, shown.effective_requests_per_minute],
    [admin.email, '2027-01-31T00:00:00.000Z', ['127.0.0.0/8'], 120],
  )
  assert.equal((await world.call('/properties', { key: apiKey as string })).status, 200)
  const listed = await admin.call(admin.inside('/keys'))
  assert.ok(!listed.text.includes(apiKey as string))
  assert.deepEqual(
    listed.body.data.find(key => key.key_id === shown.key_id),
    shown,
  )
  const rotated = await admin.call(admin.inside(`/keys/${shown.key_id}/rotate`), { body: { overlap_hours: 0 } })
  assert.equal(rotated.status, 201)
  assert.equal(rotated.body.family_id, shown.family_id)
  world.clock.advance(1_000)
  assertRefused(await world.call('/properties', { key: apiKey as string }), 'unauthorized')
  const successor = rotated.body.api_key as string
  assert.equal((await world.call('/properties', { key: successor })).status, 200)
  const revoked = await admin.call(admin.inside(`/keys/${rotated.body.key_id}/revoke`), { method: 'POST' })
  assert.equal(revoked.status, 200, revoked.text)
  const again = await admin.call(admin.inside(`/keys/${rotated.body.key_id}/rotate`), { body: { overlap_hours: 1 } })
  assert.match(String(again.body.message), /^This key was revoked at 2026-03-15T\S+Z\. Create a new key instead\.$/)
  world.clock.advance(1_000)
  assertRefused(await world.call('/properties', { key: successor }), 'unauthorized')
  const names = (await admin.call(admin.inside(`/names?ids=${shown.key_id}`))).body
  assert.deepEqual(names, { data: [{ id: shown.key_id, name: 'Export' }] }, 'the logs name it, even when it has ended')
  const { body: log } = await admin.call(admin.inside('/administrative-log?action=key.revoke'))
  assert.deepEqual(
    log.data.map(({ actor, subject }) => [actor, subject]),
    [[admin.email, rotated.body.key_id]],
  )
})

test('the name of a key has up to 200 characters, however many units a character takes', async () => {
  const admin = await signedIn(world, await world.organization(), 'ADMIN')
  const named = (name: string) => admin.call(admin.inside('/keys'), { body: { name, scopes: ['properties:read'] } })
  const longest = '😀'.repeat(200)
  const made = await named(longest)
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.name, longest)
  assertNames(await named(`${longest}😀`), 'name')
})

test('a key cannot have a scope that the plan does not include, and the refusal names the plans that do', async () => {
  const core = await signedIn(world, await world.organization({ plan: 'GROWTH' }), 'OWNER')
  const beyond = await core.call(core.inside('/keys'), {
    body: { name: 'K', scopes: ['properties:read', 'comms:write'] },
  })
  assertNames(beyond, 'scopes')
  assert.match(beyond.text, /comms:write.*Automation API \(plans PRO and SCALE\).*GROWTH/)
  const none = await signedIn(world, await world.organization({ plan: 'STARTER' }), 'OWNER')
  assertRefused(
    await none.call(none.inside('/keys'), { body: { name: 'K', scopes: ['properties:read'] } }),
    'forbidden',
  )
  const figure = { name: 'K', scopes: ['properties:read'], requests_per_minute: 5_000 }
  assertNames(await core.call(core.inside('/keys'), { body: figure }), 'requests_per_minute')
  const partner = await signedIn(world, await world.organization({ plan: 'ENTERPRISE' }), 'OWNER')
  const late = { ...figure, expires_at: '2020-01-01T00:00:00Z' }
  assertNames(await partner.call(partner.inside('/keys'), { body: late }), 'expires_at')
  const ranges = { ...figure, allowed_cidrs: ['10.0.0.0/8', 'nowhere'] }
  assertNames(await partner.call(partner.inside('/keys'), { body: ranges }), 'allowed_cidrs[1]')
  const made = await partner.call(partner.inside('/keys'), { body: figure })
  assert.deepEqual([made.status, made.body.effective_requests_per_minute], [201, 5_000])
})

test('webhook subscriptions can be created on plans that include them, and can still be seen and deleted on others', async () => {
  const org = await world.organization({ plan: 'PRO' })
  const owner = await signedIn(world, org, 'OWNER')
  const body = { event: 'lead.created', target_url: 'http://127.0.0.1:9/hooks' }
  const made = await owner.call(owner.inside('/webhooks'), { body })
  assert.equal(made.status, 201, made.text)
  await world.sql(`update organizations set plan = 'GROWTH' where id = $1`, [org.id])
  const refused = await owner.call(owner.inside('/webhooks'), { body })
  assertRefused(refused, 'forbidden')
  assert.match(refused.text, /Automation API/)
  assert.equal((await owner.call(owner.inside('/webhooks'))).body.pagination.total, 1)
  assert.equal((await owner.call(owner.inside(`/webhooks/${made.body.id}`), { method: 'DELETE' })).status, 200)
})

test('a work order from the console may be repeated with its Idempotency-Key, and uses none of a key’s quota', async () => {
  const org = await world.organization()
  const [one, other] = [await signedIn(world, org, 'ADMIN'), await signedIn(world, org, 'ADMIN')]
  const maple = property()
  await store(org, { properties: [maple] })
  const send = (by: typeof one) =>
    by.call(by.inside('/work-orders'), {
      body: { title: 'Tap leaks', property_id: maple.id },
      headers: { 'idempotency-key': 'form-0001' },
    })
  const [first, again, others] = [await send(one), await send(one), await send(other)]
  assert.deepEqual([first.status, again.status, others.status], [201, 201, 201])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.body.work_order_id, first.body.work_order_id)
  assert.notEqual(others.body.work_order_id, first.body.work_order_id)
  const { body: log } = await one.call(one.inside('/administrative-log?action=work_order.create'))
  assert.deepEqual(
    log.data.map(({ actor, subject, after }) => [actor, subject, after]),
    [
      [other.email, others.body.work_order_id, { fields: ['title', 'property_id'] }],
      [one.email, first.body.work_order_id, { fields: ['title', 'property_id'] }],
    ],
  )
  assert.equal((await one.call(one.inside('/traffic'))).body.data.length, 0)
})
