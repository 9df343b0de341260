/**
 * Totals that are stored rather than counted: exact on every page and for every status, whatever changes and whichever process adds them up in the
 * meantime.
 */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { listStatement } from '#server/db/list.ts'
import { sumListCounts } from '#server/db/list-counts.ts'
import { createWorkOrder, updateWorkOrder } from '#server/domain/work-orders/operations.ts'
import { workOrderList } from '#server/domain/work-orders/queries.ts'
import { property, store } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'

const world = useWorld({ own: true })
let org: Organization
let propertyId: string
beforeEach(async () => {
  org = await world.organization()
  const maple = property()
  await store(org, { properties: [maple] })
  propertyId = maple.id
})

type Status = 'NEW' | 'SCHEDULED' | 'IN_PROGRESS' | 'ON_HOLD' | 'COMPLETED' | 'CANCELLED'

/** Creates work orders in one transaction and returns their IDs. */
const open = (count: number, status: Status = 'NEW'): Promise<string[]> =>
  org.within(async context => {
    const ids: string[] = []
    for (let made = 0; made < count; made++) {
      const { work_order_id } = await createWorkOrder(context, { title: 'Tap leaks', property_id: propertyId, status })
      ids.push(work_order_id)
    }
    return ids
  })

async function page(query: Record<string, string | number> = {}) {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const { body } = await world.call(`/work-orders?${text}`, { key: org.key })
  return { shown: body.data.length, ...body.pagination }
}

const total = async (query: Record<string, string | number> = {}) => (await page({ ...query, limit: 1 })).total

const patch = async (id: string | undefined, status: Status) => {
  const body = JSON.stringify({ status })
  const { status: answered, text } = await world.call(`/work-orders/${id}`, { key: org.key, method: 'PATCH', body })
  assert.equal(answered, 200, text)
}

const rowsKept = async () => (await world.sql('select from list_counts where organization_id = $1', [org.id])).length

/** The stored totals and the counted rows, in one snapshot. */
async function assertExact(): Promise<void> {
  const wrong = await world.sql(
    `select status, kept.count as kept, stored.count as stored
       from (select status, sum(change) as count from list_counts where organization_id = $1 and list = 'work_orders' group by 1) kept
       full join (select status, count(*) from work_orders where organization_id = $1 group by 1) stored using (status)
      where coalesce(kept.count, 0) <> coalesce(stored.count, 0)`,
    [org.id],
  )
  assert.deepEqual(wrong, [])
}

test('the first page, the last and one past the end state the same total, with a status and without', async () => {
  await open(25)
  await open(12, 'ON_HOLD')
  for (const [query, count] of [
    [{}, 37],
    [{ status: 'new' }, 25],
    [{ status: 'ON_HOLD' }, 12],
  ] as const) {
    const of = { total: count, limit: 10 }
    const rest = count % 10
    assert.deepEqual(await page({ ...query, limit: 10 }), { ...of, shown: 10, offset: 0, hasMore: true })
    const last = count - rest
    assert.deepEqual(await page({ ...query, limit: 10, offset: last }), {
      ...{ ...of, shown: rest, offset: last, hasMore: false },
    })
    const beyond = { limit: 10, offset: count + 5 }
    assert.deepEqual(await page({ ...query, ...beyond }), { ...of, ...beyond, shown: 0, hasMore: false })
  }
})

test('a filter without a match has a total of zero, alone and combined with others', async () => {
  await open(3)
  const nothing = { shown: 0, total: 0, limit: 20, offset: 0, hasMore: false }
  assert.deepEqual(await page({ status: 'CANCELLED' }), nothing)
  assert.deepEqual(await page({ status: 'CANCELLED', property_id: propertyId }), nothing)
  assert.deepEqual(await page({ status: 'NEW', property_id: 'prop_nobody' }), nothing)
  assert.equal(await total({ status: 'NEW', property_id: propertyId }), 3)
})

test('a work order that changes its status moves from one total to another', async () => {
  const [first, second] = await open(3)
  await patch(first, 'COMPLETED')
  await patch(second, 'SCHEDULED')
  await patch(second, 'SCHEDULED')
  const statuses = ['NEW', 'SCHEDULED', 'COMPLETED', 'IN_PROGRESS']
  assert.deepEqual(await Promise.all(statuses.map(status => total({ status }))), [1, 1, 1, 0])
  await patch(first, 'IN_PROGRESS')
  assert.deepEqual(await Promise.all(statuses.map(status => total({ status }))), [1, 1, 0, 1])
  assert.equal(await total(), 3)
  await assertExact()
})

test('rolled-back rows are never counted', async () => {
  const [id] = await open(2)
  const before = await rowsKept()
  const undone = org.within(async context => {
    await createWorkOrder(context, { title: 'Tap leaks', property_id: propertyId })
    await updateWorkOrder(context, { id: id as string, status: 'CANCELLED' })
    throw new Error('no')
  })
  await assert.rejects(undone, /^Error: no$/)
  const refused = await world.call(`/work-orders/${id}`, {
    ...{
      key: org.key,
      method: 'PATCH',
      body: JSON.stringify({ status: 'ON_HOLD', scheduled_end: '2026-03-18T16:00:00Z' }),
    },
  })
  assert.equal(refused.status, 400)
  assert.equal(await rowsKept(), before)
  assert.deepEqual([await total(), await total({ status: 'NEW' })], [2, 2])
})

test('a total comes from the stored counts if possible, and is counted otherwise', async () => {
  await open(2)
  await world.sql(
    `insert into list_counts (organization_id, list, status, change) values ($1, 'work_orders', 'NEW', 40), ($1, 'payments', 'NEW', 7)`,
    [org.id],
  )
  assert.deepEqual([await total(), await total({ status: 'NEW' }), await total({ status: 'ON_HOLD' })], [42, 42, 0])
  assert.deepEqual([await total({ priority: 'NORMAL' }), await total({ status: 'NEW', priority: 'NORMAL' })], [2, 2])
})

test('a page of many rows is cut and read by index, even when one organization has nearly all of them', async () => {
  await world.sql(
    `insert into work_orders (
       organization_id, id, number, title, status, priority, category, source, property_id, entry_permission, created_at
     )
     select $1, 'wo_' || n, n, 'Tap leaks', case n % 3 when 0 then 'NEW' else 'ON_HOLD' end, 'NORMAL', 'OTHER', 'API', $2, 'YES',
            now() - n * interval '1 minute'
       from generate_series(1, 20000) n`,
    [org.id, propertyId],
  )
  await world.sql('vacuum analyze work_orders')
  for (const filters of [[], ['status']] as const) {
    const { text } = listStatement(workOrderList, filters, 0)
    const rows = await world.sql<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${text}`)
    const scans = rows
      .map(row => /(\w+( Only)? Scan) .*on work_orders/.exec(row['QUERY PLAN'])?.[1])
      .filter(scan => scan)
    assert.deepEqual(scans.sort(), ['Index Only Scan', 'Index Scan'])
  }
  assert.deepEqual(await page({ status: 'NEW', offset: 6_660 }), {
    ...{ shown: 6, total: 6_666, limit: 20, offset: 6_660, hasMore: false },
  })
})

test('summing leaves one row per list and status, none for a count of zero, and the totals unchanged', async () => {
  for (let made = 0; made < 12; made++) await open(1)
  const [gone] = await open(1, 'ON_HOLD')
  await patch(gone, 'CANCELLED')
  const stranger = await world.organization()
  const kept = () =>
    world.sql(
      'select status, sum(change)::int as count, count(*)::int as rows from list_counts where organization_id = $1 group by 1 order by 1',
      [org.id],
    )
  assert.deepEqual(await kept(), [
    { status: 'CANCELLED', count: 1, rows: 1 },
    { status: 'NEW', count: 12, rows: 12 },
    { status: 'ON_HOLD', count: 0, rows: 2 },
  ])
  const { platformWrites } = world.pools
  await sumListCounts(platformWrites, { most: 12 })
  assert.equal(await rowsKept(), 15, 'few rows are let be')
  await sumListCounts(platformWrites, { most: 1, batch: 5 })
  assert.deepEqual(await kept(), [
    { status: 'CANCELLED', count: 1, rows: 1 },
    { status: 'NEW', count: 12, rows: 1 },
  ])
  assert.equal(await sumListCounts(platformWrites, { most: 1 }), 0)
  assert.deepEqual([await total(), await total({ status: 'NEW' })], [13, 12])
  assert.equal((await world.call('/work-orders', { key: stranger.key })).body.pagination.total, 0)
})

test('while several writers write and two jobs sum, every snapshot has exact totals, and none is lost', async () => {
  const WRITERS = 4
  const EACH = 40
  let writing = true
  let addedUp = 0
  let looks = 0
  const post = async () => {
    const body = JSON.stringify({ title: 'Tap leaks', property_id: propertyId })
    const reply = await world.call('/work-orders', { key: org.key, method: 'POST', body })
    assert.equal(reply.status, 201, reply.text)
    return String(reply.body.work_order_id)
  }
  const writer = async () => {
    for (let made = 0; made < EACH; made++) {
      const id = await post()
      if (made % 2 === 0) await patch(id, made % 4 === 0 ? 'COMPLETED' : 'ON_HOLD')
      if (made % 5 === 0) {
        const undone = org.within(async context => {
          await updateWorkOrder(context, { id, status: 'IN_PROGRESS' })
          throw new Error('no')
        })
        await assert.rejects(undone, { message: 'no' })
      }
    }
  }
  const upkeep = async () => {
    while (writing) addedUp += await sumListCounts(world.pools.platformWrites, { most: 2, batch: 7 })
  }
  const reader = async () => {
    for (; writing; looks++) {
      await assertExact()
      const { total, shown, hasMore } = await page({ limit: 100 })
      assert.deepEqual([shown, hasMore], [Math.min(total, 100), total > 100])
    }
  }
  const others = [upkeep(), upkeep(), reader(), reader()]
  try {
    await Promise.all(Array.from({ length: WRITERS }, writer))
  } finally {
    writing = false
    await Promise.all(others)
  }
  assert.ok(addedUp > 0 && looks > 0, `${addedUp} rows added up, ${looks} looks`)
  await assertExact()
  assert.equal(await total(), WRITERS * EACH)
  assert.deepEqual(await Promise.all(['NEW', 'COMPLETED', 'ON_HOLD'].map(status => total({ status }))), [80, 40, 40])
  await sumListCounts(world.pools.platformWrites, { most: 1 })
  assert.equal(await rowsKept(), 3)
})
