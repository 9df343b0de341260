/** How PostgreSQL finds the page and the total of what changed since an instant: in the index by change, up to a limit. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { listStatement } from '#server/db/list.ts'
import { clientConfig } from '#server/db/session.ts'
import type { Statement } from '#server/db/statement.ts'
import { leadList } from '#server/domain/leads/queries.ts'
import { leaseRecordList } from '#server/domain/leases/v1-queries.ts'
import { propertyList } from '#server/domain/properties/queries.ts'
import { unitRecordList } from '#server/domain/units/v1-queries.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { useWorld } from '../world.ts'
import { BY_CHANGE, type Plan, scansIn } from './plan-nodes.ts'
import { type FoundLong, findLong } from './statements.ts'

const world = useWorld({ own: true })
let client: pg.Client
let statements: FoundLong[]
before(async () => {
  const { within } = await world.organization()
  await seedOrganization({ units: 150, months: 3, seed: 'changed', today: '2026-03-15' }, { inTransaction: within })
  await world.sql('vacuum analyze')
  client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  // The page cost that the service sets. The tables here are so small that reading them whole would be the right plan.
  await client.query('set random_page_cost = 1.1; set enable_seqscan = off; set enable_bitmapscan = off')
  statements = await findLong()
})
after(async () => {
  await client?.end()
})

const within = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(within)]
const tableOf = ({ list }: FoundLong) => list.counted?.list as string

test('the latest changes are read from an index, up to a limit', async () => {
  const bounded = statements.filter(({ statement }) => statement.text.includes('changed as materialized'))
  assert.ok(bounded.length >= 12)
  const found = bounded.map(one => [tableOf(one), one.statement.text] as const)
  // There are fewer rows here than the limit, so sorting all of them would be the right plan.
  await client.query('set enable_sort = off')
  let usual = 0
  for (const [table, text] of found) {
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
    const parts: Plan[] = rows[0]['QUERY PLAN'][0].Plan.Plans
    const read = parts.filter(part => BY_CHANGE.includes(part['Subplan Name'] ?? ''))
    assert.ok(read.length > 0)
    if (read.some(part => part['Subplan Name'] === 'CTE latest')) usual += 1
    for (const part of read) {
      assert.deepEqual([part['Node Type'], part.Plans?.[0]?.['Index Name']], ['Limit', `${table}_by_change`])
    }
  }
  assert.equal(usual, 3)
  await client.query('reset enable_sort')
})

test('if nearly all invoices or payments of a property changed, its rows are counted inside the index by property', async () => {
  const ofProperty = statements.filter(({ given }) => String(given) === 'property_id,updated_since')
  for (const table of ['invoices', 'payments']) {
    const found = ofProperty.find(one => tableOf(one) === table) as FoundLong
    const { rows } = await client.query(`explain (generic_plan, format json) ${found.statement.text}`)
    const scans = scansIn(within(rows[0]['QUERY PLAN'][0].Plan))
    assert.ok(scans.includes(`Index Only Scan ${table}_by_property`), scans.join())
  }
})

const SHORT: [table: string, order: string, statement: Statement<unknown>][] = [
  ['leads', 'leads_by_creation', listStatement(leadList, ['updated_since'], 0)],
  ['leases', 'leases_by_start', listStatement(leaseRecordList, ['updated_since'], 1)],
  ['properties', 'properties_by_name', listStatement(propertyList, ['updated_since'], 1)],
  ['units', 'units_organization_id_property_id_label_key', listStatement(unitRecordList, ['updated_since'], 1)],
]

for (const [table, order, { text }] of SHORT) {
  test(`changed ${table} are counted inside the index by change, and then read from it or from the index of the list's order`, async () => {
    // With few rows, other plans would be as good.
    await client.query('set enable_sort = off')
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
    await client.query('reset enable_sort')
    const nodes = within(rows[0]['QUERY PLAN'][0].Plan)
    const counted = nodes.find(node => node['Subplan Name'] === 'CTE counted') as Plan
    const scansOf = (plan: Plan) => scansIn(within(plan))
    assert.deepEqual(scansOf(counted), [`Index Only Scan ${table}_by_change`])
    const [few, walked] = (nodes.find(node => node['Node Type'].endsWith('Append'))?.Plans ?? []) as [Plan, Plan]
    assert.deepEqual(scansOf(few), [`Index Scan ${table}_by_change`])
    assert.match(scansOf(walked).join(), new RegExp(`^Index (Only )?Scan ${order}$`))
    assert.ok(!within(walked).some(node => node['Node Type'] === 'Sort'))
  })
}

test('what changed is counted by one process, inside the index by change, before parallel ones are started', async () => {
  const alone = statements.filter(({ given }) => String(given) === 'updated_since')
  assert.equal(alone.length, 3)
  for (const found of alone) {
    const { rows } = await client.query(`explain (generic_plan, format json) ${found.statement.text}`)
    const parts: Plan[] = rows[0]['QUERY PLAN'][0].Plan.Plans
    const many = within(parts.find(part => part['Subplan Name'] === 'CTE many') as Plan)
    const scans = many.filter(node => node['Index Name'])
    assert.deepEqual(
      scans.map(node => `${node['Node Type']} ${node['Index Name']}`),
      [`Index Only Scan ${tableOf(found)}_by_change`],
    )
    assert.ok(many.some(node => node['Node Type'] === 'Limit'))
  }
})
