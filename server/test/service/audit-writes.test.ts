/** The audit line of a write is stored with the change; if nothing changes, it is stored the way lines of reads are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { property, store } from '../records.ts'
import { prepare, type Reply, useOrganization, useWorld } from '../world.ts'
import { linesOf } from './audit-lines.ts'

const world = useWorld({ own: true })
const org = useOrganization(world)
const place = prepare(async () => {
  const maple = property()
  await store(org, { properties: [maple] })
  return { title: 'Tap leaks', property_id: maple.id }
})

const create = (body: object, headers: Record<string, string> = {}): Promise<Reply> =>
  world.call('/work-orders', { key: org.key, method: 'POST', headers, body: JSON.stringify(body) })

const countOrders = async () => (await world.sql('select from work_orders')).length

/** Makes every audit line that `role` writes fail, until the function that it resolves with is called. */
async function refuseLinesOf(role: string): Promise<() => Promise<unknown>> {
  await world.sql(`
    create function audit.refuse() returns trigger language plpgsql as $$ begin raise 'no line'; end $$;
    create trigger refuse before insert on audit.calls for each statement
      when (current_user = '${role}') execute function audit.refuse()`)
  return () => world.sql('drop trigger refuse on audit.calls; drop function audit.refuse()')
}

test('a write that is refused or fails has a line with the status that was answered', async () => {
  const statuses: unknown[] = []
  for (const body of [
    { ...place, property_id: 'prop_nobody' },
    { ...place, nonsense: 1 },
  ]) {
    const reply = await create(body)
    const lines = await linesOf(world, reply.headers.get('x-request-id') as string)
    statuses.push([reply.status, lines.map(({ status, error }) => [status, error])])
  }
  assert.deepEqual(statuses, Array(2).fill([400, [[400, 'invalid_request']]]))
})

test('the line of a write does not pass through the log of the reads', async () => {
  const end = await refuseLinesOf('gatehouse_platform')
  try {
    assert.equal((await create(place)).status, 201)
    assert.equal((await world.call('/work-orders', { key: org.key })).status, 503)
  } finally {
    await end()
  }
})

test('a reply to an earlier call whose line cannot be stored is 503, and does not claim to be that reply', async () => {
  const keyed = { 'idempotency-key': 'one-tap-leaks' }
  assert.equal((await create(place, keyed)).status, 201)
  const end = await refuseLinesOf('gatehouse_platform')
  try {
    const { status, headers } = await create(place, keyed)
    assert.deepEqual([status, headers.get('idempotent-replayed')], [503, null])
  } finally {
    await end()
  }
  assert.equal((await create(place, keyed)).headers.get('idempotent-replayed'), 'true')
})

test('a write whose line cannot be stored is rolled back', async () => {
  const before = await countOrders()
  const end = await refuseLinesOf('gatehouse_app')
  try {
    const reply = await create(place)
    assert.equal(reply.status, 500)
    const lines = await linesOf(world, reply.headers.get('x-request-id') as string)
    assert.deepEqual(
      lines.map(({ status, error }) => [status, error]),
      [[500, 'internal_error']],
    )
  } finally {
    await end()
  }
  assert.equal(await countOrders(), before)
})
