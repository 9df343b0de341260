/** Tables that were just filled are analyzed at once, whoever filled them, and only once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyzeGrownTables, analyzeNewTables } from '#server/db/first-statistics.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { until } from '../service/processes.ts'
import { useWorld } from '../world.ts'

const world = useWorld({ own: true })

const analyzed = async () => {
  const tables = await world.sql<{ name: string; times: number }>(
    `select relname as name, analyze_count::int as times from pg_stat_user_tables where analyze_count > 0 order by relname`,
  )
  return Object.fromEntries(tables.map(({ name, times }) => [name, times]))
}

test('a table is analyzed after it was filled for the first time, if it has many rows, and then left to PostgreSQL', async () => {
  const owner = world.database.connection
  await analyzeNewTables(world.pools, owner)
  assert.deepEqual(await analyzed(), {})

  const { within } = await world.organization()
  await seedOrganization({ units: 250, months: 5, seed: 'new', today: '2026-03-15' }, { inTransaction: within })
  // A process reports what it has changed after its transaction has ended.
  await until(async () => {
    await analyzeNewTables(world.pools, owner)
    return 'invoices' in (await analyzed())
  })
  const first = await analyzed()
  assert.ok(!('webhook_subscriptions' in first))
  await world.sql(`update invoices set external_id = id`)
  await analyzeNewTables(world.pools, owner)
  assert.equal((await analyzed()).invoices, first.invoices)
})

test('a command analyzes what it has filled or enlarged by a tenth, and not the records of everyone else', async () => {
  const owner = world.database.connection
  const timesOf = async () => {
    const { leases, units, residents } = (await analyzed()) as Record<string, number>
    return { leases, units, residents }
  }
  const small = await world.organization()
  await world.sql('analyze')
  const before = await timesOf()
  await seedOrganization({ units: 2, months: 1, seed: 'small', today: '2026-03-15' }, { inTransaction: small.within })
  await analyzeGrownTables(owner)
  assert.deepEqual(await timesOf(), before)

  const large = await world.organization()
  await seedOrganization({ units: 250, months: 5, seed: 'large', today: '2026-03-15' }, { inTransaction: large.within })
  await analyzeGrownTables(owner)
  const after = await timesOf()
  const oneMore = Object.entries(before).map(([table, times]) => [table, times! + 1])
  assert.deepEqual(after, Object.fromEntries(oneMore))
  await analyzeGrownTables(owner)
  assert.deepEqual(await timesOf(), after)
})
