/** A work order and the vendor it names find each other, whichever of the two is committed first. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { createWorkOrder, updateWorkOrder } from '#server/domain/work-orders/operations.ts'
import type { Context } from '#server/platform/context.ts'
import { calls } from '../calls.ts'
import { deadlocksOf } from '../db/deadlocks.ts'
import { property, store } from '../records.ts'
import { until } from '../service/processes.ts'
import { type Organization, openWorld, type World } from '../world.ts'

const { createVendor, updateVendor } = calls

let world: World
let org: Organization
let propertyId: string
beforeEach(async () => {
  world = await openWorld({ role: 'api' })
  org = await world.organization()
  const home = property()
  propertyId = home.id
  await store(org, { properties: [home] })
})
afterEach(() => world.close())

/** Whether a statement waits for a lock. */
async function waits(): Promise<boolean> {
  const rows = await world.sql(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

type Work = (context: Context) => Promise<unknown>

/** Does both at the same time: the second begins when the first is done but not committed, and either waits for the first or commits before it. */
async function together(first: Work, second: Work): Promise<void> {
  const done = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const earlier = org.within(async context => {
    await first(context)
    done.resolve()
    await letGo.promise
  })
  await Promise.race([done.promise, earlier])
  let isOver = false
  const later = org.within(second).finally(() => {
    isOver = true
  })
  await until(async () => isOver || (await waits()))
  letGo.resolve()
  await Promise.all([earlier, later])
}

const order = (vendor_name?: string) =>
  org.within(context =>
    createWorkOrder(context, { title: 'Tap leaks', property_id: propertyId, ...(vendor_name && { vendor_name }) }),
  )

/** Each work order's vendor, as the work order and as the vendor states it. */
const named = () =>
  world.sql<{ vendor_name: string | null; name: string | null }>(
    'select w.vendor_name, v.name from work_orders w left join vendors v on v.id = w.vendor_id',
  )

const PAIRS: Record<string, (id: string) => Work> = {
  created: () => context =>
    createWorkOrder(context, { title: 'Tap leaks', property_id: propertyId, vendor_name: 'acme' }),
  changed: id => context => updateWorkOrder(context, { id, vendor_name: 'acme' }),
}

for (const [how, writing] of Object.entries(PAIRS)) {
  test(`a work order that is ${how} while its vendor is created has that vendor`, async () => {
    const before = how === 'changed' ? (await order()).work_order_id : ''
    const vendor: Work = context => createVendor(context, { name: 'Acme' })
    await together(writing(before), vendor)
    assert.deepEqual(await named(), [{ vendor_name: 'Acme', name: 'Acme' }])
  })

  test(`a work order that is ${how} while its vendor is renamed shows what the vendor is called`, async () => {
    const before = how === 'changed' ? (await order()).work_order_id : ''
    const { vendor_id } = await org.within(context => createVendor(context, { name: 'Acme' }))
    const renaming: Work = context => updateVendor(context, { vendor_id, name: 'Acme Plumbing' })
    await together(writing(before), renaming)
    assert.deepEqual(await named(), [{ vendor_name: 'Acme Plumbing', name: 'Acme Plumbing' }])
  })

  test(`a work order that is ${how} with the name that a vendor gets at the same time has that vendor`, async () => {
    const before = how === 'changed' ? (await order()).work_order_id : ''
    const { vendor_id } = await org.within(context => createVendor(context, { name: 'Elm' }))
    const renaming: Work = context => updateVendor(context, { vendor_id, name: 'Acme' })
    await together(renaming, writing(before))
    assert.deepEqual(await named(), [{ vendor_name: 'Acme', name: 'Acme' }])
  })
}

test('a vendor can be renamed while its work order is given the same name again', async () => {
  const { vendor_id } = await org.within(context => createVendor(context, { name: 'Acme' }))
  const { work_order_id: id } = await order('Acme')
  const naming: Work = context => updateWorkOrder(context, { id, vendor_name: 'acme' })
  await together(naming, context => updateVendor(context, { vendor_id, name: 'Elm' }))
  assert.deepEqual(await named(), [{ vendor_name: 'Elm', name: 'Elm' }])
  assert.equal(await deadlocksOf(world), 0)
})
