/** Many work orders stored at once: their numbers, their days, and what storing them again changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#server/base/ids.ts'
import { createWorkOrder, saveWorkOrders } from '#server/domain/work-orders/operations.ts'
import type { WorkOrderRecord } from '#server/domain/work-orders/records.ts'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { type Organization, START, useWorld } from '../world.ts'

const world = useWorld()
const maple = property()
const home = unit(maple)
const current = lease(home)
const dana = resident()

async function organizationWithHome(): Promise<Organization> {
  const org = await world.organization()
  await store(org, {
    properties: [maple],
    units: [home],
    leases: [current],
    residents: [dana],
    leaseResidents: [on(current, dana)],
  })
  return org
}

function workOrder(fields: Partial<WorkOrderRecord> = {}): WorkOrderRecord {
  return {
    id: newId('workOrder', START),
    title: 'Tap leaks',
    description: null,
    status: 'NEW',
    priority: 'NORMAL',
    category: 'PLUMBING',
    source: 'IMPORT',
    property_id: maple.id,
    unit_id: null,
    resident_id: null,
    vendor_name: null,
    entry_permission: 'CALL_FIRST',
    entry_notes: null,
    has_pets: null,
    due_date: null,
    scheduled_start: null,
    scheduled_end: null,
    completed_at: null,
    cost_cents: null,
    external_id: null,
    ...fields,
  }
}

const save = (org: Organization, records: WorkOrderRecord[]) => org.within(context => saveWorkOrders(context, records))
const get = async (org: Organization, { id }: WorkOrderRecord) =>
  (await world.call(`/work-orders/${id}`, { key: org.key })).body

test('everything given is stored on the day it was created, without an event', async () => {
  const org = await organizationWithHome()
  const record = workOrder({
    ...{ description: 'Drips.', status: 'COMPLETED', priority: 'HIGH', source: 'RESIDENT', unit_id: home.id },
    ...{ resident_id: dana.id, vendor_name: 'Reliable', entry_permission: 'YES', entry_notes: 'Key at the office.' },
    ...{ has_pets: true, due_date: '2025-06-05', scheduled_start: '2025-06-03T14:00:00.000Z', cost_cents: 18_500 },
    ...{ scheduled_end: '2025-06-03T16:00:00.000Z', completed_at: '2025-06-03T15:40:00.000Z', external_id: 'W-1' },
    created_at: '2025-06-02T13:05:00.000Z',
  })
  await save(org, [record])
  const shown = await get(org, record)
  const { id: work_order_id, ...rest } = record
  assert.deepEqual(shown, { work_order_id, number: 1, updated_at: shown.updated_at, ...rest })
  assert.deepEqual(await world.sql('select type from events where organization_id = $1', [org.id]), [])
})

test('numbers follow the given order, without gaps, before and after a single creation', async () => {
  const org = await organizationWithHome()
  const create = () => org.within(context => createWorkOrder(context, { title: 'Alone', property_id: maple.id }))
  const records = [workOrder(), workOrder(), workOrder(), workOrder()]
  assert.equal((await create()).number, 1)
  await save(org, records)
  await save(org, [])
  assert.equal((await create()).number, 6)
  const shown = await Promise.all(records.map(record => get(org, record)))
  assert.deepEqual(
    shown.map(({ number }) => number),
    [2, 3, 4, 5],
  )
})

test('a second import updates: number and creation day stay, and only differences are written', async () => {
  const org = await organizationWithHome()
  const [same, changed, added] = [workOrder(), workOrder(), workOrder()]
  await save(org, [same, changed])
  const before = await Promise.all([same, changed].map(record => get(org, record)))
  const done = {
    status: 'COMPLETED',
    completed_at: '2026-03-15T11:00:00.000Z',
    created_at: '2020-01-01T00:00:00Z',
  } as const
  await save(org, [{ ...changed, ...done, unit_id: home.id }, same, added])
  assert.deepEqual(await get(org, same), before[0])
  const { updated_at, ...now } = await get(org, changed)
  assert.deepEqual(
    { ...now, updated_at: before[1]?.updated_at },
    { ...before[1], status: 'COMPLETED', completed_at: done.completed_at, unit_id: home.id },
  )
  assert.ok(String(updated_at) > String(before[1]?.updated_at))
  assert.equal((await get(org, added)).number, 3)
  const counts = await world.sql<{ status: string; total: string }>(
    `select status, sum(change)::int as total from list_counts where organization_id = $1 group by status order by status`,
    [org.id],
  )
  assert.deepEqual(counts, [
    { status: 'COMPLETED', total: 1 },
    { status: 'NEW', total: 2 },
  ])
})

test('records that do not belong to the organization are refused as a whole, and use up no number', async () => {
  const org = await organizationWithHome()
  const foreign = unit(property())
  await assert.rejects(save(org, [workOrder(), workOrder({ unit_id: foreign.id })]), /work_orders_organization_id/)
  const kept = workOrder()
  await save(org, [kept])
  assert.equal((await get(org, kept)).number, 1)
})
