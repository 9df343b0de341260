/**
 * How PostgreSQL finds what a search shows while it has no statistics except those that every table begins with, as in the minute after the first
 * import of an organization.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { listStatement } from '#server/db/list.ts'
import { beginSession, clientConfig } from '#server/db/session.ts'
import type { Statement } from '#server/db/statement.ts'
import { invoiceSearchList } from '#server/domain/invoices/queries.ts'
import { findNames } from '#server/domain/names/queries.ts'
import { paymentSearchList } from '#server/domain/payments/queries.ts'
import { findLeads, findLeasesOf, findProperties, findResidents, findUnits } from '#server/domain/search/queries.ts'
import { workOrderSearchList } from '#server/domain/work-orders/queries.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { useWorld } from '../world.ts'

const SESSION = { role: 'postgres', readOnly: true, statementTimeoutMs: 60_000, transactionTimeoutMs: 60_000 }
const STATEMENTS: readonly Statement<unknown>[] = [
  findNames,
  ...[findProperties, findUnits, findResidents, findLeads, findLeasesOf],
  ...[listStatement(invoiceSearchList, ['paid'], 3), listStatement(paymentSearchList, ['paid'], 4)],
  listStatement(workOrderSearchList, ['priority'], 3),
]

type Plan = { 'Join Filter'?: string; 'Index Cond'?: string; Plans?: Plan[] }

const world = useWorld({ own: true })
let client: pg.Client
before(async () => {
  const { within } = await world.organization()
  await seedOrganization({ units: 150, months: 3, seed: 'unknown', today: '2026-03-15' }, { inTransaction: within })
  client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  await beginSession(client, SESSION, SESSION.statementTimeoutMs)
})
after(async () => {
  await client?.end()
})

const nodesIn = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesIn)]

for (const { name, text } of STATEMENTS) {
  test(`without statistics, ${name} compares nothing with all records of the organization`, async () => {
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
    const nodes = nodesIn(rows[0]['QUERY PLAN'][0].Plan)
    assert.ok(nodes.filter(node => node['Index Cond']).length >= 3)
    const compared = nodes.map(node => node['Join Filter']).filter(filter => filter?.includes(' = '))
    assert.deepEqual(compared, [])
  })
}
