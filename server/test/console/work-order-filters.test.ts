/** The filters that only the console's list of work orders has: open, overdue and vendor. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#server/base/dates.ts'
import { property, store } from '../records.ts'
import { useWorld } from '../world.ts'
import { openOffice, walk } from './office.ts'

const world = useWorld()

async function openMaintenance() {
  const office = await openOffice(world)
  const maple = property()
  await store(office.org, { properties: [maple] })
  const order = async (fields: object) =>
    String(
      (await office.write('POST', '/work-orders', { title: 'Tap', property_id: maple.id, ...fields })).work_order_id,
    )
  return { ...office, order }
}

const OPEN = ['NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD']

test('a list of work orders is filtered to the open ones, and to those that were due before today, with exact totals', async () => {
  const office = await openMaintenance()
  const { order, org } = office
  const today = await org.within(async context => context.today)
  const yesterday = addDays(today, -1)
  const open: string[] = []
  const overdue: string[] = []
  for (const status of [...OPEN, 'COMPLETED', 'CANCELLED']) {
    for (const due_date of [null, yesterday, today]) {
      const id = await order({ status, due_date })
      if (!OPEN.includes(status)) continue
      open.unshift(id)
      if (due_date === yesterday) overdue.unshift(id)
    }
  }
  assert.deepEqual(await walk(office, '/work-orders?status=OPEN', 'work_order_id'), open)
  assert.deepEqual(await walk(office, '/work-orders?status=OVERDUE', 'work_order_id'), overdue)
  assert.equal((await walk(office, '/work-orders?status=ALL', 'work_order_id')).length, 18)
  const found = await walk(office, '/work-orders?status=OVERDUE&search=tap&sort=status', 'work_order_id')
  assert.deepEqual(found, overdue.toReversed())
  const since = '&updated_since=2020-01-01T00:00:00Z'
  assert.deepEqual(await walk(office, `/work-orders?status=OVERDUE${since}`, 'work_order_id'), overdue)
})

test('a list of work orders is filtered by vendor, together with any other filter, and so is its file', async () => {
  const office = await openMaintenance()
  const { write, order, call } = office
  const { vendor_id } = await write('POST', '/vendors', { name: 'Ace Rooter' })
  const [first, second] = [await order({ vendor_name: 'Ace Rooter' }), await order({ vendor_name: 'ace rooter' })]
  await order({ vendor_name: 'Somebody else' })
  await order({})
  await write('PATCH', `/work-orders/${first}`, { status: 'COMPLETED' })
  const of = (filters: string) => walk(office, `/work-orders?vendor_id=${vendor_id}${filters}`, 'work_order_id')
  assert.deepEqual(await of(''), [second, first])
  assert.deepEqual(await of('&status=OPEN'), [second])
  assert.deepEqual(await of('&status=COMPLETED'), [first])
  assert.deepEqual(await of('&sort=due_date'), [first, second])
  assert.deepEqual(await of('&status=OVERDUE'), [])
  const file = await call('GET', `/lists/work-orders?filters=${encodeURIComponent(`vendor_id=${vendor_id}`)}`)
  assert.equal(file.text.trim().split('\n').length, 3, file.text)
  const none = await call('GET', '/work-orders?vendor_id=vend_01kh3zr6nvb4k8q2r7c9e1d5wm')
  assert.equal(none.body.pagination.total, 0)
})

test('version 1 of the API does not know the filters of the console', async () => {
  const { org } = await openMaintenance()
  for (const filter of ['status=OPEN', 'status=OVERDUE']) {
    const reply = await world.call(`/work-orders?${filter}`, { key: org.key })
    assert.equal(reply.status, 400, reply.text)
  }
})
