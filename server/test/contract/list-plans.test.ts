/**
 * How PostgreSQL finds a page of a long list and its total: inside an index, whatever the call, and without reading the rows it
 * skips.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { listStatement } from '#server/db/list.ts'
import { clientConfig } from '#server/db/session.ts'
import type { Statement } from '#server/db/statement.ts'
import { invoiceList } from '#server/domain/invoices/queries.ts'
import { listLateInvoices, listLateInvoicesById } from '#server/domain/late-fees/queries.ts'
import { leaseList } from '#server/domain/leases/queries.ts'
import { listingList } from '#server/domain/listings/queries.ts'
import { messageList } from '#server/domain/messages/queries.ts'
import { countToMakeReady } from '#server/domain/overview/attention-queries.ts'
import { findReceivables } from '#server/domain/overview/receivables.ts'
import { paymentList } from '#server/domain/payments/queries.ts'
import { allResidentsList } from '#server/domain/residents/queries.ts'
import { unitList } from '#server/domain/units/detail-queries.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { vacuum } from '../vacuum.ts'
import { useWorld } from '../world.ts'
import { BY_CHANGE, isIndexOnly, type Plan, scansIn } from './plan-nodes.ts'
import { type FoundLong, findLong } from './statements.ts'

const world = useWorld({ own: true })
let client: pg.Client
let statements: FoundLong[]
/** The plans of late invoices, made before the tables had statistics. */
const lateInvoices = new Map<string, Plan[]>()
before(async () => {
  for (const seed of ['large', 'small']) {
    const org = await world.organization()
    const units = seed === 'large' ? 150 : 8
    await seedOrganization({ units, months: 8, seed, today: '2026-03-15' }, { inTransaction: org.within })
  }
  client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  // The page cost that the service sets. The tables here are so small that reading them whole would be the right
  // plan.
  await client.query('set random_page_cost = 1.1; set enable_seqscan = off; set enable_bitmapscan = off')
  for (const { name, text } of [listLateInvoices, listLateInvoicesById]) lateInvoices.set(name, await nodesOfText(text))
  await vacuum(world, ['invoices', 'listing_spans', 'payments', 'work_orders'])
  statements = await findLong()
})
after(async () => {
  await client?.end()
})

const nodesOf = ({ statement }: FoundLong): Promise<Plan[]> => nodesOfText(statement.text)

async function nodesOfText(text: string): Promise<Plan[]> {
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
  return within(rows[0]['QUERY PLAN'][0].Plan)
}

/**
 * The nodes of a plan without the parts that read recent changes, or what did not change, which have to be sorted and
 * counted; changed-plans.test.ts covers these parts.
 */
const within = (plan: Plan): Plan[] => [
  plan,
  ...(plan.Plans ?? []).filter(part => !BY_CHANGE.includes(part['Subplan Name'] ?? '')).flatMap(within),
]

const tableOf = ({ list }: FoundLong) => list.counted?.list as string

test('every combination of filters is counted and paged in an index, and only the page is read from the table', async () => {
  assert.ok(statements.length > 100)
  // At most one row has an external ID, so that it may be read from the table. So may the payments of a property, a lease,
  // a unit or a status, or those that changed, of which those by one method are wanted.
  for (const found of statements.filter(({ given }) => !given.includes('external_id') && !isMethodOfFew(given))) {
    const table = tableOf(found)
    const scans = (await nodesOf(found)).filter(node => node['Relation Name'] === table)
    const reading = scans.filter(node => !isIndexOnly(node)).map(node => `${node['Node Type']} ${node['Index Name']}`)
    const byDay = ['property', 'method'].map(by => `Index Scan ${table}_by_${by}`)
    assert.deepEqual(
      reading.filter(scan => !byDay.includes(scan) || !isReadByDay(found)),
      [`Index Scan ${table}_pkey`],
      `${found.statement.name} (${found.given}) reads rows it does not show`,
    )
    assert.ok(scans.length >= 2, `${found.statement.name} finds its page elsewhere`)
  }
})

function isMethodOfFew(given: readonly string[]): boolean {
  return given.includes('method') && given.some(filter => /_id$|^(status|updated_since)$/.test(filter))
}

/** Whether the rows of one property or method that have the same date are read for the page, because their index does not hold the ID. */
function isReadByDay({ given, list }: FoundLong): boolean {
  const isOfMany = given.includes('property_id') || given.includes('method')
  return list.counted?.list !== 'work_orders' && isOfMany && !given.includes('lease_id')
}

test('a page of a property or of a method sorts the rows of one day at a time; the total of a property is counted in the index, that of a method is kept', async () => {
  const days = { invoices: 'issue_date', payments: 'payment_date', work_orders: '' }
  const isOfOne = ({ given }: FoundLong) =>
    /^(property_id|method)$/.test(String(given.filter(filter => filter !== 'paid')))
  const found = statements.filter(one => isReadByDay(one) && isOfOne(one))
  assert.equal(found.length, 6)
  for (const one of found) {
    const table = tableOf(one) as keyof typeof days
    const nodes = await nodesOf(one)
    const [sort] = nodes.filter(node => node['Node Type'] === 'Incremental Sort')
    assert.match(String(sort?.['Presorted Key']), new RegExp(`\\.${days[table]}$`), one.statement.name)
    const counting = nodes.filter(node => node['Index Name'] === `${table}_by_property` && isIndexOnly(node))
    assert.equal(counting.length, one.given.includes('method') ? 0 : 1, one.statement.name)
  }
})

test('without a filter, or by status, a total is read from the stored counts', async () => {
  for (const found of statements.filter(({ given }) => given.length === 0 || String(given) === 'status')) {
    const kept = (await nodesOf(found)).filter(node => node['Relation Name'] === 'list_counts')
    assert.deepEqual(
      kept.map(node => node['Node Type']),
      ['Index Only Scan'],
      found.statement.name,
    )
  }
})

test('no page sorts more than the latest changes or the rows of one lease or unit: each other filter alone has the order in its index', async () => {
  // The invoices and payments of a unit are those of its leases. Work orders have an index by unit.
  const isFew = ({ given, list }: FoundLong) =>
    given.some(filter => ['updated_since', 'lease_id', 'external_id'].includes(filter)) ||
    (given.includes('unit_id') && list.counted?.list !== 'work_orders')
  for (const found of statements.filter(one => one.given.length <= 1 && !isFew(one))) {
    const sorts = (await nodesOf(found)).filter(node => node['Node Type'].includes('Sort'))
    // The rows of the page are sorted too, in the last step, once they have been read.
    const scansOf = (sort: Plan) => within(sort).filter(node => node['Relation Name'] === tableOf(found))
    const ofAll = sorts.filter(sort => scansOf(sort).length > 0 && scansOf(sort).every(isIndexOnly))
    assert.deepEqual(ofAll, [], `${found.statement.name} (${found.given}) sorts all that match`)
  }
})

test('listings are counted and paged in an index that has their order; of units, only the page is read', async () => {
  const { text } = listStatement(listingList, [], 2)
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
  const nodes = within(rows[0]['QUERY PLAN'][0].Plan)
  const scans = nodes.filter(node => node['Relation Name'] && node['Relation Name'] !== 'properties')
  assert.deepEqual(scans.map(node => `${node['Node Type']} ${node['Index Name']}`).sort(), [
    'Index Only Scan listing_spans_in_order',
    'Index Only Scan listing_spans_in_order',
    // Begins with the ID, as the primary key does.
    'Index Scan units_organization_id_id_property_id_key',
  ])
  assert.deepEqual(
    nodes.filter(node => node['Node Type'].includes('Sort')),
    [],
  )
})

test('messages of a status are counted and paged in an index that has their order', async () => {
  const nodes = await nodesOfText(listStatement(messageList, ['status'], 0).text)
  const scans = scansIn(nodes).filter(scan => scan.endsWith('messages_by_status'))
  assert.deepEqual(scans, ['Index Only Scan messages_by_status', 'Index Only Scan messages_by_status'])
})

const PROPERTY = { key: /^p_?\d*\.name$/, index: 'properties_by_name' }
const UNIT = { key: /^p_?\d*\.name,u_?\d*\.label$/, index: 'properties_by_name' }
const RESIDENT = { key: /^\(*r_?\d*\.full_name\b/, index: 'residents_by_name' }
const WALKED: [name: string, statement: Statement<unknown>, walk: typeof UNIT][] = [
  ['all residents by property', listStatement(allResidentsList, [], 1, 'property_name'), UNIT],
  ['the last residents by property', listStatement(allResidentsList, [], 1, '-property_name'), UNIT],
  ['units of a status', listStatement(unitList, ['status'], 1), PROPERTY],
  ['units by resident', listStatement(unitList, [], 1, 'resident_name'), RESIDENT],
  ['the last units by resident', listStatement(unitList, [], 1, '-resident_name'), RESIDENT],
  ['leases by resident', listStatement(leaseList, [], 1, 'resident_name'), RESIDENT],
  ['the last leases by property', listStatement(leaseList, [], 1, '-property_name'), UNIT],
  ['invoices by resident', listStatement(invoiceList, [], 0, 'resident_name'), RESIDENT],
  ['invoices by property', listStatement(invoiceList, [], 0, 'property_name'), UNIT],
  ['the last payments by property', listStatement(paymentList, ['paid'], 0, '-property_name'), UNIT],
  ['the last payments by resident', listStatement(paymentList, ['paid'], 0, '-resident_name'), RESIDENT],
]

for (const [name, statement, { key, index }] of WALKED) {
  test(`the first page of ${name} is found by walking through ${index}, sorting the rows of one name at a time`, async () => {
    const near = await nearOf(statement)
    const [sort] = near.filter(node => node['Node Type'].includes('Sort'))
    assert.equal(sort?.['Node Type'], 'Incremental Sort')
    assert.match(String(sort['Presorted Key']), key)
    assert.ok(near.some(node => node['Index Name'] === index))
  })
}

/** The part of a list's statement that finds the first rows, or another part. */
async function nearOf({ text }: Statement<unknown>, name = 'CTE near'): Promise<Plan[]> {
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
  const parts: Plan[] = rows[0]['QUERY PLAN'][0].Plan.Plans
  return within(parts.find(part => part['Subplan Name'] === name) as Plan)
}

test('the first units by status are sorted inside the index of statuses, and those by rate are read in the order of an index', async () => {
  for (const sort of ['status', '-status', 'unit_type', '-market_rent_cents'] as const) {
    const near = await nearOf(listStatement(unitList, [], 1, sort))
    const isByRate = !sort.endsWith('status')
    const index = isByRate ? `unit_rates_by_${sort.replace(/^(unit_|-)|_cents$/g, '')}` : 'unit_status_spans_by_status'
    const later = isByRate ? ['Index Only Scan unit_rates_pkey'] : []
    assert.deepEqual(scansIn(near), [`Index Only Scan ${index}`, ...later], sort)
    assert.equal(near.filter(node => node['Node Type'].includes('Sort')).length, isByRate ? 0 : 1, sort)
  }
})

test('the first leases, of a status or not, are read inside the index by start, and those of a status counted inside the index by unit', async () => {
  for (const given of [[], ['status']] as const) {
    const statement = listStatement(leaseList, given, 1)
    const near = await nearOf(statement)
    assert.equal(scansIn(near)[0], 'Index Only Scan leases_by_start', String(given))
    assert.ok(!near.some(node => node['Node Type'].includes('Sort')), String(given))
    const counting = scansIn(await nearOf(statement, 'CTE counted'))
    assert.deepEqual(
      given.length === 0 ? [counting.length] : counting,
      given.length === 0 ? [1] : ['Index Only Scan leases_by_unit'],
    )
  }
  for (const sort of ['start_date', '-start_date'] as const) {
    const { rows } = await client.query(
      `explain (generic_plan, format json) ${listStatement(leaseList, [], 1, sort).text}`,
    )
    const [scan] = scansIn(within(rows[0]['QUERY PLAN'][0].Plan)).filter(of => of.endsWith('leases_by_start'))
    assert.ok(scan, sort)
  }
})

test('the first leases by status are found without looking at other leases of their units', async () => {
  for (const sort of ['status', '-status'] as const) {
    assert.equal(scansIn(await nearOf(listStatement(leaseList, [], 1, sort))).length, 1, sort)
  }
})

test('the first leases by balance and by rent are read in the order of an index, and only those that still change are sorted', async () => {
  for (const sort of ['balance_cents', '-balance_cents', 'rent_cents', '-rent_cents'] as const) {
    const near = await nearOf(listStatement(leaseList, [], 1, sort))
    const index = `lease_last_figures_by_${sort.replace(/^-?(.+)_cents$/, '$1')}`
    const [, first] = near.filter(node => node['Node Type'] === 'Limit').map(within) as [Plan[], Plan[]]
    assert.deepEqual(scansIn(first), [`Index Only Scan ${index}`], sort)
    assert.ok(!first.some(node => node['Node Type'].includes('Sort')), sort)
    assert.ok(
      scansIn(near).every(scan => scan.startsWith('Index ')),
      sort,
    )
  }
})

test('the first invoices and payments by status, balance or reference are found inside the indexes that have them in part', async () => {
  const found = [
    [listStatement(invoiceList, [], 0, '-status'), /^(invoices_by_status ){4}invoices_pkey$/],
    [listStatement(invoiceList, [], 0, 'balance_cents'), /^invoices_pkey$/],
    [listStatement(invoiceList, [], 0, '-balance_cents'), /^invoices_open$/],
    [listStatement(paymentList, [], 0, '-reference'), /^payments_with_reference$/],
  ] as const
  for (const [statement, indexes] of found) {
    assert.match(
      (await nearOf(statement))
        .flatMap(node => node['Index Name'] ?? [])
        .sort()
        .join(' '),
      indexes,
    )
  }
})

test('the overview reads the open invoices once, and looks up each of their leases once', async () => {
  const nodes = await nodesOfText(findReceivables.text)
  const scansOf = (table: string) => scansIn(nodes.filter(node => node['Relation Name'] === table))
  const scans = scansOf('invoices').map(scan => scan.replace('_by_status', '_open'))
  assert.deepEqual(
    scans.sort(),
    ['by_void', 'open', 'pkey'].map(index => `Index Scan invoices_${index}`),
  )
  assert.deepEqual(scansOf('lease_balances'), ['Index Scan lease_balances_pkey'])
  assert.deepEqual(scansOf('unit_status_spans'), ['Index Scan unit_status_spans_pkey'])
  assert.ok(scansIn(await nodesOfText(countToMakeReady.text)).includes('Index Only Scan work_orders_by_status'))
})

test('late invoices are looked up one by one, even without statistics, so that the time grows with their number and not with its square', () => {
  assert.equal(lateInvoices.size, 2)
  for (const [name, nodes] of lateInvoices) {
    const scans = nodes.filter(node => node['Index Cond'] && node['Index Name'] !== 'invoices_open')
    assert.ok(scans.length >= 8, name)
    assert.deepEqual(
      scans.filter(node => node['Index Cond'] === '(organization_id = $1)').map(node => node['Index Name']),
      [],
      name,
    )
  }
})
