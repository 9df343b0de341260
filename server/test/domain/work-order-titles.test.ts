/** Titles of work orders: one line, because lists, subjects of messages and files show them in one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { property, store } from '../records.ts'
import { type Reply, useOrganization, useWorld } from '../world.ts'

const world = useWorld()
const org = useOrganization(world)

const send = (method: string, path: string, body: object): Promise<Reply> =>
  world.call(path, { key: org.key, method, body: JSON.stringify(body) })

test('a title is one line, when a work order is created and when it is changed', async () => {
  const maple = property()
  await store(org, { properties: [maple] })
  const created = await send('POST', '/work-orders', { title: 'Tap leaks', property_id: maple.id })
  for (const title of ['Tap\nleaks', 'Tap\r\nleaks', 'Tap\u2028leaks', 'Tap\u0007', 'Tap \u202eleaks']) {
    for (const reply of [
      await send('POST', '/work-orders', { title, property_id: maple.id }),
      await send('PATCH', `/work-orders/${created.body.work_order_id}`, { title }),
    ]) {
      assert.equal(reply.status, 400, reply.text)
      assert.deepEqual(reply.body.details, [{ path: 'title', message: 'must be one line, without control characters' }])
    }
  }
})

test('a title that follows from a description is one line without control characters', async () => {
  const maple = property()
  await store(org, { properties: [maple] })
  const { body } = await send('POST', '/work-orders', {
    description: 'Tap\u0007\r\n\u202edrips',
    property_id: maple.id,
  })
  assert.equal(body.title, 'Tap drips')
})
