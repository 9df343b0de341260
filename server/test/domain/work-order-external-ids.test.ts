/** External IDs of work orders: another system finds its own work orders by them, and none is created twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { property, store } from '../records.ts'
import { prepare, type Reply, useOrganization, useWorld } from '../world.ts'

const world = useWorld()
const org = useOrganization(world)
const maple = prepare(async () => {
  const stored = property()
  await store(org, { properties: [stored] })
  return stored
})

const send = (method: string, path: string, body: object): Promise<Reply> =>
  world.call(path, { key: org.key, method, body: JSON.stringify(body) })
const create = (external_id: string) =>
  send('POST', '/work-orders', { title: 'Tap leaks', property_id: maple.id, external_id })
const found = async (external_id: string, more = ''): Promise<unknown[]> => {
  const { body } = await world.call(`/work-orders?external_id=${external_id}${more}`, { key: org.key })
  return body.data.map(({ work_order_id }) => work_order_id)
}

test('a work order can be created with an external ID, found by it, and given another one or none', async () => {
  const { status, body } = await create('T-1')
  assert.deepEqual([status, body.external_id], [201, 'T-1'])
  const id = body.work_order_id as string
  assert.deepEqual(await found('T-1'), [id])
  assert.deepEqual(await found('T-1', '&status=NEW&priority=NORMAL&updated_since=2026-01-01T00:00:00Z'), [id])
  assert.deepEqual([await found('t-1'), await found('T-1', '&status=COMPLETED')], [[], []])
  assert.equal((await send('PATCH', `/work-orders/${id}`, { external_id: 'T-2' })).body.external_id, 'T-2')
  assert.deepEqual([await found('T-1'), await found('T-2')], [[], [id]])
  assert.equal((await send('PATCH', `/work-orders/${id}`, { priority: 'HIGH' })).body.external_id, 'T-2')
  assert.equal((await send('PATCH', `/work-orders/${id}`, { external_id: null })).body.external_id, null)
})

test('an external ID that another work order has is refused, and of two that arrive together one is created', async () => {
  const replies = await Promise.all([create('T-3'), create('T-3')])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409])
  const refused = replies.find(({ status }) => status === 409)
  assert.deepEqual(
    [refused?.body.error, refused?.body.message],
    [
      'conflict',
      'Another work order already has the external ID T-3. Use a different one, or change that work order first.',
    ],
  )
  const other = await create('T-4')
  assert.equal(other.body.number, Number(replies.find(({ status }) => status === 201)?.body.number) + 1)
  const changed = await send('PATCH', `/work-orders/${other.body.work_order_id}`, { external_id: 'T-3' })
  assert.deepEqual([changed.status, changed.body.error], [409, 'conflict'])
  assert.deepEqual(await found('T-4'), [other.body.work_order_id])
})
