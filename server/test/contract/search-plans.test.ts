/** What a search in a list reads, as the role of the service and under row-level security: the words and the records that it finds, and not all. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type ListDefinition, listStatement } from '#server/db/list.ts'
import { beginSession, clientConfig } from '#server/db/session.ts'
import { setOrganization } from '#server/db/tenant-query.ts'
import { invoiceSearchList } from '#server/domain/invoices/queries.ts'
import { leadList } from '#server/domain/leads/queries.ts'
import { leaseList } from '#server/domain/leases/queries.ts'
import { paymentSearchList } from '#server/domain/payments/queries.ts'
import { allResidentsList } from '#server/domain/residents/queries.ts'
import { indexDueRecords } from '#server/domain/search-words/due-words.ts'
import { termsOf } from '#server/domain/search-words/terms.ts'
import { unitList } from '#server/domain/units/detail-queries.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { vacuum } from '../vacuum.ts'
import { type Organization, useWorld } from '../world.ts'

const TODAY = '2026-03-15'
const SESSION = { role: 'gatehouse_app', readOnly: true, statementTimeoutMs: 60_000, transactionTimeoutMs: 60_000 }

const world = useWorld({ own: true })
let organization: Organization
let client: pg.Client
before(async () => {
  organization = await world.organization()
  await seedOrganization(
    { units: 300, months: 3, seed: 'searched', today: TODAY },
    { inTransaction: organization.within },
  )
  await indexDueRecords(world.pools)
  await vacuum(world, ['search_words', 'lease_residents', 'leases'])
  // To PostgreSQL, tables with as many rows as those of 60,000 units. Reading all of a small one is the right plan.
  await world.sql(
    `update pg_class set reltuples = reltuples * 200 where relnamespace = 'public'::regnamespace and reltuples > 0`,
  )
  client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  await beginSession(client, SESSION, SESSION.statementTimeoutMs)
})
after(() => client?.end())

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** How many rows of each table the first page of a search reads. */
async function rowsRead(name: string, text: string, values: readonly unknown[]): Promise<Map<string, number>> {
  await client.query('begin')
  await client.query(setOrganization.text, [organization.id])
  await client.query(`prepare ${name} as ${text}`)
  const given = values.map(value =>
    Array.isArray(value)
      ? `array[${value.map(one => pg.escapeLiteral(one))}]::text[]`
      : pg.escapeLiteral(String(value)),
  )
  const { rows } = await client.query(`explain (analyze, format json) execute ${name} (${given})`)
  await client.query('commit')
  const read = new Map<string, number>()
  for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
    const table = node['Relation Name']
    if (table === undefined) continue
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    read.set(table, (read.get(table) ?? 0) + (node['Actual Rows'] + removed) * node['Actual Loops'])
  }
  return read
}

type Searched = {
  list: ListDefinition<string, string>
  fixed: (terms: string[]) => readonly unknown[]
  isFilter: boolean
}

const filtered = (list: unknown, fixed: readonly unknown[] = []): Searched => ({
  list: list as ListDefinition<string, string>,
  fixed: () => fixed,
  isFilter: true,
})
const LISTS: Record<string, Searched> = {
  residents: filtered(allResidentsList, [TODAY]),
  leases: filtered(leaseList, [TODAY]),
  units: filtered(unitList, [TODAY]),
  leads: filtered(leadList),
  invoices: { list: invoiceSearchList as never, fixed: terms => [terms, 0], isFilter: false },
  payments: { list: paymentSearchList as never, fixed: terms => [terms, []], isFilter: false },
}

for (const [noun, { list, fixed, isFilter }] of Object.entries(LISTS)) {
  test(`a search of ${noun} reads what it finds, and not all of the organization`, async () => {
    const [known] = await world.sql<{ last_name: string; first_name: string; phone: string; place: string }>(
      `select r.last_name, r.first_name, r.phone, p.name || ' · ' || u.label as place
         from residents r
         join lease_residents lr on lr.resident_id = r.id
         join leases l on l.id = lr.lease_id
         join units u on u.id = l.unit_id
         join properties p on p.id = u.property_id
        where r.organization_id = $1 and r.phone is not null
        order by (select count(*) from residents o where o.last_name = r.last_name), r.id
        limit 1`,
      [organization.id],
    )
    const sizes = await world.sql<{ name: string; size: number }>(
      `select 'units' as name, count(*)::int as size from units union all select 'leases', count(*) from leases union all
       select 'residents', count(*) from residents union all select 'lease_residents', count(*) from lease_residents union all
       select 'leads', count(*) from leads union all select 'search_words', count(*) from search_words union all
       select 'invoices', count(*) from invoices union all select 'payments', count(*) from payments`,
    )
    const { last_name, first_name, phone, place } = known!
    for (const [index, typed] of [last_name, `${last_name}, ${first_name}`, phone, place].entries()) {
      const terms = termsOf(typed)
      const values = [organization.id, ...fixed(terms), ...(isFilter ? [terms] : []), 20, 0]
      const { text } = listStatement(list, isFilter ? ['search'] : [], fixed(terms).length)
      const read = await rowsRead(`search_${noun}_${index}`, text, values)
      for (const { name, size } of sizes) {
        const most = Math.max(100, size / 4)
        assert.ok((read.get(name) ?? 0) < most, `${typed}: ${read.get(name)} rows of ${size} ${name}`)
      }
    }
  })
}
