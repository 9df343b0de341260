/** The sandbox of an organization: created with sample records, switched to, and reset. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidFromId } from '#server/base/ids.ts'
import { changePlan } from '#server/platform/organizations/changes.ts'
import { assertRefused } from '../contract/promises.ts'
import { useWorld } from '../world.ts'
import { signedIn } from './visitor.ts'

const world = useWorld({ own: true })
test('a sandbox has a portfolio, the same members and its own keys, and its messages are captured', async () => {
  const org = await world.organization({ name: 'Maple Management', plan: 'ENTERPRISE' })
  const [owner, viewer] = [await signedIn(world, org, 'OWNER'), await signedIn(world, org, 'VIEWER')]
  assertRefused(await owner.call(owner.inside('/sandbox/reset'), { method: 'POST' }), 'not_found')
  const made = await owner.call(owner.inside('/sandbox'), { method: 'POST' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(
    [made.body.live_organization_id, made.body.name],
    [owner.organizationId, 'Maple Management (sandbox)'],
  )
  const sandbox = `/organizations/${made.body.organization_id}`
  const me = (await viewer.call('/me')).body.organizations as Record<string, unknown>[]
  assert.deepEqual(
    me.map(({ organization_id, role, is_sandbox, live_organization_id }) => [
      organization_id,
      role,
      is_sandbox,
      live_organization_id,
    ]),
    [
      [owner.organizationId, 'VIEWER', false, null],
      [made.body.organization_id, 'VIEWER', true, owner.organizationId],
    ],
  )
  assert.equal((await owner.call(owner.inside('/plan'))).body.sandbox_organization_id, made.body.organization_id)
  assert.ok((await viewer.call(`${sandbox}/properties`)).body.pagination.total > 0)
  const [lease] = (await viewer.call(`${sandbox}/leases?status=ACTIVE&sort=start_date`)).body.data
  const { data: entries } = (await viewer.call(`${sandbox}/records/${lease?.lease_id}/timeline?limit=100`)).body
  const actions = new Set(entries.map(({ action }) => action))
  for (const action of ['lease.sign', 'lease.move_in', 'invoice.generate', 'payment.record'])
    assert.ok(actions.has(action), action)
  const past = (await viewer.call(`${sandbox}/administrative-log?limit=200`)).body.data.map(entry =>
    String(entry.occurred_at),
  )
  assert.deepEqual(past, past.toSorted().reverse())
  const key = await owner.call(`${sandbox}/keys`, { body: { name: 'Trial', scopes: ['properties:read'] } })
  assert.match(key.body.api_key as string, /^pm_test_/)
  assertRefused(await owner.call(owner.inside('/sandbox'), { method: 'POST' }), 'conflict')
  assertRefused(await owner.call(`${sandbox}/sandbox`, { method: 'POST' }), 'conflict')

  const reset = await owner.call(owner.inside('/sandbox/reset'), { method: 'POST' })
  assert.equal(reset.status, 201, reset.text)
  assert.notEqual(reset.body.organization_id, made.body.organization_id)
  assertRefused(await viewer.call(`${sandbox}/properties`), 'not_found')
  world.clock.advance(1_000)
  assertRefused(await world.call('/properties', { key: key.body.api_key as string }), 'unauthorized')
  assert.ok((await viewer.call(`/organizations/${reset.body.organization_id}/properties`)).body.pagination.total > 0)
  const kept = await world.sql(`select from properties where organization_id = $1`, [
    uuidFromId('organization', made.body.organization_id as string),
  ])
  assert.ok(kept.length > 0)
  const { body: log } = await owner.call(owner.inside('/administrative-log'))
  assert.deepEqual(
    log.data.slice(0, 2).map(({ action, actor }) => [action, actor]),
    [
      ['sandbox.reset', owner.email],
      ['sandbox.create', owner.email],
    ],
  )
})

test('a sandbox is on the plan of its organization, even when that changes', async () => {
  const org = await world.organization({ plan: 'ENTERPRISE' })
  const owner = await signedIn(world, org, 'OWNER')
  const made = await owner.call(owner.inside('/sandbox'), { method: 'POST' })
  const sandbox = `/organizations/${made.body.organization_id}`
  const { body: key } = await owner.call(`${sandbox}/keys`, { body: { name: 'Trial', scopes: ['comms:write'] } })
  const read = () => world.call('/messages/x', { key: key.api_key as string })
  assertRefused(await read(), 'not_found')
  await world.pools.platformWrites.transaction(null, db =>
    changePlan({ db, actor: 'test', now: world.clock.now() }, org.id, { plan: 'GROWTH' }),
  )
  world.clock.advance(1_000)
  assertRefused(await read(), 'forbidden')
})

test('a sandbox is available with the Partner API only, and an organization has one', async () => {
  const small = await signedIn(world, await world.organization({ plan: 'SCALE' }), 'OWNER')
  assertRefused(await small.call(small.inside('/sandbox'), { method: 'POST' }), 'forbidden')
  const partner = await signedIn(world, await world.organization({ plan: 'ENTERPRISE' }), 'OWNER')
  const both = await Promise.all([1, 2].map(() => partner.call(partner.inside('/sandbox'), { method: 'POST' })))
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
})
