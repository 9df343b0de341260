/** Completed and canceled work orders are found by the words of their titles. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#server/base/ids.ts'
import { indexDueRecords } from '#server/domain/search-words/due-words.ts'
import { saveWorkOrders } from '#server/domain/work-orders/operations.ts'
import type { WorkOrderRecord } from '#server/domain/work-orders/records.ts'
import { property, store, unit } from '../records.ts'
import { START, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld()

async function openMaintenance() {
  const office = await openOffice(world)
  const maple = property({ name: 'Maple Court' })
  const home = unit(maple, { label: '204' })
  await store(office.org, { properties: [maple], units: [home] })
  const place = { property_id: maple.id, unit_id: home.id }
  const create = async (fields: object) =>
    `/work-orders/${(await office.write('POST', '/work-orders', { ...place, ...fields })).work_order_id}`
  /** Returns the titles that a search finds, and checks its total. */
  const found = async (search: string, more = '') => {
    const { data, pagination } = await office.read(`/work-orders?search=${encodeURIComponent(search)}${more}`)
    assert.equal(pagination.total, data.length)
    return data.map(({ title }) => title)
  }
  return { ...office, maple, home, create, found }
}

test('a completed or canceled work order is found by words of its title, in any order and next to its unit', async () => {
  const { create, found, write } = await openMaintenance()
  await create({ title: 'Bathtub drain is clogged', status: 'COMPLETED' })
  const canceled = await create({ title: 'Réparer l’évier' })
  await write('PATCH', canceled, { status: 'CANCELLED' })
  await create({ title: 'Bathtub leaks' })
  for (const typed of ['clogged drain', 'DRAIN', 'clog maple', '204 bathtub drain', 'drain,is'])
    assert.deepEqual(await found(typed), ['Bathtub drain is clogged'], typed)
  assert.deepEqual(await found('reparer levier'), ['Réparer l’évier'])
  assert.deepEqual(await found('bathtub'), ['Bathtub leaks', 'Bathtub drain is clogged'])
  assert.deepEqual(await found('bathtub', '&status=COMPLETED'), ['Bathtub drain is clogged'])
  assert.deepEqual(await found('bathtub', '&status=OPEN'), ['Bathtub leaks'])
  assert.deepEqual(await found('bathtub oak'), [])
})

test('a work order is found by the title that it has now, whether it is closed, reopened or renamed', async () => {
  const { create, found, write } = await openMaintenance()
  const order = await create({ title: 'Faucet drips' })
  for (const [changes, title] of [
    [{ status: 'COMPLETED' }, 'Faucet drips'],
    [{ title: 'Shower drips' }, 'Shower drips'],
    [{ status: 'IN_PROGRESS' }, 'Shower drips'],
    [{ title: 'Toilet runs' }, 'Toilet runs'],
    [{ status: 'COMPLETED', title: 'Sink drips' }, 'Sink drips'],
  ] as const) {
    await write('PATCH', order, changes)
    for (const word of ['faucet', 'shower', 'toilet', 'sink'])
      assert.deepEqual(await found(word), title.toLowerCase().startsWith(word) ? [title] : [], `${title}: ${word}`)
  }
})

test('work orders that an import stores as completed are found once upkeep has stored their words, and by their new titles after it changes them', async () => {
  const { org, maple, home, found } = await openMaintenance()
  const done = Array.from({ length: 60 }, (_, index) => completed(home, `Boiler ${index} serviced`))
  const save = (orders: WorkOrderRecord[]) => org.within(context => saveWorkOrders(context, orders))
  await save([...done, { ...completed(home, 'Radiator bled'), status: 'NEW', completed_at: null }])
  assert.deepEqual(await found('boiler 17'), [])
  await indexDueRecords(world.pools)
  assert.deepEqual(await found('boiler 17 maple'), ['Boiler 17 serviced'])
  await save(done.map(order => ({ ...order, title: order.title.replace('serviced', `replaced at ${maple.name}`) })))
  await indexDueRecords(world.pools)
  assert.deepEqual(await found('serviced'), [])
  assert.deepEqual(await found('boiler 17'), ['Boiler 17 replaced at Maple Court'])
})

const completed = (home: ReturnType<typeof unit>, title: string): WorkOrderRecord => ({
  id: newId('workOrder', START),
  title,
  description: null,
  status: 'COMPLETED',
  priority: 'NORMAL',
  category: 'HVAC',
  source: 'IMPORT',
  property_id: home.property_id,
  unit_id: home.id,
  resident_id: null,
  vendor_name: null,
  entry_permission: 'CALL_FIRST',
  entry_notes: null,
  has_pets: null,
  due_date: null,
  scheduled_start: null,
  scheduled_end: null,
  completed_at: '2026-03-01T12:00:00.000Z',
  cost_cents: null,
  external_id: null,
})
