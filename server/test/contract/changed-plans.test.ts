/** How PostgreSQL finds the page and the total of what changed since an instant: in the index by change, up to a limit. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { listStatement } from '#server/db/list.ts'
import { clientConfig } from '#server/db/session.ts'
import { leadList } from '#server/domain/leads/queries.ts'
import { leaseRecordList } from '#server/domain/leases/v1-queries.ts'
import { propertyList } from '#server/domain/properties/queries.ts'
import { unitRecordList } from '#server/domain/units/v1-queries.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { useWorld } from '../world.ts'
import { type FoundLong, findLong } from './statements.ts'

/** The parts of a plan that read what changed, or what did not. */
const BY_CHANGE = ['CTE changed', 'CTE latest', 'CTE unchanged']

type Plan = { 'Node Type': string; 'Index Name'?: string; 'Subplan Name'?: string; Plans?: Plan[] }

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
  const short = [
    ['leads', listStatement(leadList, ['updated_since'], 0).text],
    ['leases', listStatement(leaseRecordList, ['updated_since'], 1).text],
    ['properties', listStatement(propertyList, ['updated_since'], 1).text],
    ['units', listStatement(unitRecordList, ['updated_since'], 1).text],
  ] as const
  // There are fewer rows here than the limit, so sorting all of them would be the right plan.
  await client.query('set enable_sort = off')
  let usual = 0
  for (const [table, text] of [...found, ...short]) {
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
    const parts: Plan[] = rows[0]['QUERY PLAN'][0].Plan.Plans
    const read = parts.filter(part => BY_CHANGE.includes(part['Subplan Name'] ?? ''))
    assert.ok(read.length > 0)
    if (read.length > 1) usual += 1
    for (const part of read) {
      assert.deepEqual([part['Node Type'], part.Plans?.[0]?.['Index Name']], ['Limit', `${table}_by_change`])
    }
  }
  assert.equal(usual, 3)
  await client.query('reset enable_sort')
})

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
