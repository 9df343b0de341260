/**
 * How PostgreSQL finds what a search or a page shows while it has no statistics except those that every table begins with, as in the minute after the
 * first import of an organization.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { listStatement } from '#server/db/list.ts'
import { beginSession, clientConfig } from '#server/db/session.ts'
import { type Statement, statement } from '#server/db/statement.ts'
import { listInvoices } from '#server/domain/invoices/operations.ts'
import { previewMonthlyCharges } from '#server/domain/invoices/preview.ts'
import { invoiceSearchList } from '#server/domain/invoices/queries.ts'
import { invoiceSorts } from '#server/domain/invoices/sorts.ts'
import { listLeases } from '#server/domain/leases/detail.ts'
import { leaseSorts } from '#server/domain/leases/sorts.ts'
import { findNames } from '#server/domain/names/queries.ts'
import { getOverview } from '#server/domain/overview/operations.ts'
import { listPayments } from '#server/domain/payments/operations.ts'
import { paymentSearchList } from '#server/domain/payments/queries.ts'
import { paymentSorts } from '#server/domain/payments/sorts.ts'
import { getProperty } from '#server/domain/properties/operations.ts'
import { listAllResidents } from '#server/domain/residents/operations.ts'
import { allResidentsSorts } from '#server/domain/residents/sorts.ts'
import { findLeads, findLeasesOf, findProperties, findResidents, findUnits } from '#server/domain/search/queries.ts'
import { listUnits } from '#server/domain/units/detail.ts'
import { unitSorts } from '#server/domain/units/sorts.ts'
import { listWorkOrders } from '#server/domain/work-orders/operations.ts'
import { workOrderSearchList } from '#server/domain/work-orders/queries.ts'
import { workOrderSorts } from '#server/domain/work-orders/sorts.ts'
import type { Context } from '#server/platform/context.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { type Organization, useWorld } from '../world.ts'

const SESSION = { role: 'postgres', readOnly: true, statementTimeoutMs: 60_000, transactionTimeoutMs: 60_000 }
/** Enough that reading the records of all of them once more is more than any page reads. */
const UNITS = 400
const STATEMENTS: readonly Statement<unknown>[] = [
  findNames,
  ...[findProperties, findUnits, findResidents, findLeads, findLeasesOf],
  ...[listStatement(invoiceSearchList, ['paid'], 2), listStatement(paymentSearchList, ['paid'], 2)],
  listStatement(workOrderSearchList, ['priority'], 2),
]

type Plan = { 'Join Filter'?: string; 'Index Cond'?: string; Plans?: Plan[] }

const TODAY = '2026-03-15'
const LIST = { limit: 20, offset: 0 }

const world = useWorld({ own: true })
let client: pg.Client
let organization: Organization
before(async () => {
  organization = await world.organization()
  const options = { units: UNITS, months: 3, seed: 'unknown', today: TODAY }
  await seedOrganization(options, { inTransaction: organization.within })
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

/** How many rows and index entries this transaction has read. */
const countRead = statement<{ read: number }>(
  'count_rows_read',
  `select sum(pg_stat_get_xact_tuples_returned(c.oid))::int as read
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'i') and n.nspname = 'public'`,
)

type Sorts = Record<string, unknown>
type Read = (context: Context) => Promise<unknown>
/** The list in each of its orders, from either end. */
const inEachOrder = (name: string, sorts: Sorts, read: (context: Context, sort: never) => Promise<unknown>) =>
  Object.keys(sorts)
    .flatMap(sort => [sort, `-${sort}`])
    .map((sort): [string, Read] => [`${name} by ${sort}`, context => read(context, sort as never)])

async function pagesOf({ db }: Context): Promise<[string, Read][]> {
  const [property] = await db.query(
    statement<{ id: string }>(
      'find_largest_property',
      'select property_id as id from units where organization_id = $1 group by 1 order by count(*) desc limit 1',
    ),
    [db.organizationId],
  )
  const id = property?.id as string
  return [
    ['a property', context => getProperty(context, { id })],
    ['the overview', context => getOverview(context, {})],
    ['a preview of monthly charges', context => previewMonthlyCharges(context, { month: '2026-04' })],
    ...inEachOrder('payments', paymentSorts, (context, sort) => listPayments(context, { ...LIST, sort })),
    ...inEachOrder('invoices', invoiceSorts, (context, sort) => listInvoices(context, { ...LIST, sort })),
    ...inEachOrder('residents', allResidentsSorts, (context, sort) => listAllResidents(context, { ...LIST, sort })),
    ...inEachOrder('leases', leaseSorts, (context, sort) => listLeases(context, { ...LIST, sort })),
    ...inEachOrder('units', unitSorts, (context, sort) => listUnits(context, { ...LIST, sort })),
    ...inEachOrder('work orders', workOrderSorts, (context, sort) => listWorkOrders(context, { ...LIST, sort })),
  ]
}

/** How much is read for each page. */
const readsOfPages = () =>
  organization.within(async context => {
    const reads = new Map<string, number>()
    const count = async () => Number((await context.db.query(countRead, []))[0]?.read)
    for (const [name, page] of await pagesOf(context)) {
      const before = await count()
      await page(context)
      reads.set(name, (await count()) - before)
    }
    return reads
  })

test('without statistics, no page reads far more than with them', async () => {
  const without = await readsOfPages()
  await world.sql('analyze')
  const analyzed = await readsOfPages()
  assert.ok(without.size > 80)
  const more = [...without].filter(([name, read]) => read > 2 * (analyzed.get(name) as number) + 2 * UNITS)
  assert.deepEqual(
    more.map(([name, read]) => `${name}: ${read} rows, and ${analyzed.get(name)} with statistics`),
    [],
  )
})
