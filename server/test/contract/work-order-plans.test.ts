/** How PostgreSQL finds the first work orders in each order: in an index that has it, and not by sorting all of them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { listStatement } from '#server/db/list.ts'
import { clientConfig } from '#server/db/session.ts'
import { workOrderList } from '#server/domain/work-orders/queries.ts'
import type { WorkOrderSort } from '#server/domain/work-orders/sorts.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { vacuum } from '../vacuum.ts'
import { useWorld } from '../world.ts'
import { type Plan, scansIn } from './plan-nodes.ts'

const world = useWorld({ own: true })
let client: pg.Client
before(async () => {
  const { within } = await world.organization()
  await seedOrganization({ units: 150, months: 8, seed: 'orders', today: '2026-03-15' }, { inTransaction: within })
  await vacuum(world, ['work_orders'])
  client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  // The tables are so small that reading them whole would be the right plan.
  await client.query('set random_page_cost = 1.1; set enable_seqscan = off; set enable_bitmapscan = off')
})
after(() => client?.end())

/** The nodes of the part of a plan that finds the first rows. */
async function nodesOfFirst(sort: WorkOrderSort | `-${WorkOrderSort}`): Promise<Plan[]> {
  const { text } = listStatement(workOrderList, [], 0, sort)
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
  const parts: Plan[] = rows[0]['QUERY PLAN'][0].Plan.Plans
  const first = parts.find(part => part['Subplan Name'] === 'CTE near')
  assert.ok(first, `${sort} has no way to its first rows`)
  return nodesIn(first)
}

const nodesIn = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesIn)]

for (const [column, index] of [
  ['title', 'work_orders_by_title'],
  ['vendor_name', 'work_orders_by_vendor_name'],
  ['due_date', 'work_orders_by_due_date'],
] as const) {
  test(`the first work orders by ${column}, from either end, are read in the order of ${index}, and those of one value sorted at a time`, async () => {
    for (const sort of [column, `-${column}`] as const) {
      const nodes = await nodesOfFirst(sort)
      assert.deepEqual(scansIn(nodes), [`Index Scan ${index}`], sort)
      const sorts = nodes.filter(node => node['Node Type'].includes('Sort')).map(node => node['Node Type'])
      assert.deepEqual(sorts, ['Incremental Sort'], sort)
    }
  })
}

test('the first work orders by status, priority or category are looked up by the word, or taken in the order of the key if many have it', async () => {
  for (const sort of ['status', '-priority', 'category'] as const) {
    const scans = new Set(scansIn(await nodesOfFirst(sort)).map(scan => scan.replace(/^Index (Only )?Scan /, '')))
    assert.ok(scans.has('work_orders_pkey'), `${sort}: ${[...scans]}`)
    assert.ok(scans.has(`work_orders_by_${sort.replace('-', '')}`), `${sort}: ${[...scans]}`)
  }
})
