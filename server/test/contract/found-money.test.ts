/**
 * What a search of invoices and payments finds is counted and added up inside indexes, and is the same rows, in the same order, whichever way leads to them: sorted, or looked for among the latest; and
 * they are as many, and add up to as much, as the total and the sums say.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type ListDefinition, listStatement } from '#server/db/list.ts'
import { sumStatement } from '#server/db/list-sums.ts'
import { clientConfig } from '#server/db/session.ts'
import { invoiceSearchList } from '#server/domain/invoices/queries.ts'
import { paymentSearchList } from '#server/domain/payments/queries.ts'
import { indexDueRecords } from '#server/domain/search-words/due-words.ts'
import { referencesIn, termsOf } from '#server/domain/search-words/terms.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { vacuum } from '../vacuum.ts'
import { type Organization, useWorld } from '../world.ts'
import { type Plan, scansIn } from './plan-nodes.ts'

const world = useWorld({ own: true })
let organization: Organization
let client: pg.Client
before(async () => {
  organization = await world.organization()
  await seedOrganization(
    { units: 60, months: 8, seed: 'found', today: '2026-03-15' },
    { inTransaction: organization.within },
  )
  await indexDueRecords(world.pools)
  await vacuum(world, ['invoices', 'payments'])
  client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
})
after(() => client?.end())

const whole = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(whole)]

/** The nodes of the plan of a statement, or of one of its CTEs, as if the tables were large. */
async function nodesOf({ text }: { text: string }, part?: string): Promise<Plan[]> {
  await client.query('begin')
  await client.query(
    'set local random_page_cost = 1.1; set local enable_seqscan = off; set local enable_bitmapscan = off',
  )
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
  await client.query('rollback')
  const { Plan: root } = rows[0]['QUERY PLAN'][0]
  return whole(part === undefined ? root : root.Plans.find((one: Plan) => one['Subplan Name'] === part))
}

test('what a search finds by lease is matched, counted and added up inside the index by lease, also with a status', async () => {
  for (const [index, statement] of [
    ['payments_of_lease', listStatement(paymentSearchList, ['paid'], 2, 'status')],
    ['invoices_by_lease', listStatement(invoiceSearchList, ['status'], 2, 'status')],
  ] as const) {
    const matched = scansIn(await nodesOf(statement)).filter(scan => scan.endsWith(index))
    assert.deepEqual(matched, Array(2).fill(`Index Only Scan ${index}`))
  }
})

test('what a search finds is added up inside the indexes by lease and by reference, also by method or for a period', async () => {
  for (const given of [['paid'], ['status', 'method'], ['from', 'to', 'updated_since'], ['lease_id']] as const) {
    const nodes = await nodesOf(sumStatement(paymentSearchList, given, 2))
    assert.deepEqual(
      scansIn(nodes.filter(node => node['Relation Name'] === 'payments')),
      ['payments_of_lease', 'payments_with_reference'].map(index => `Index Only Scan ${index}`),
      String(given),
    )
  }
})

test('the first invoices and payments of many that a search finds are looked for among the latest, without sorting any', async () => {
  for (const [index, statement] of [
    ['payments_by_date', listStatement(paymentSearchList, ['paid'], 2)],
    ['invoices_by_issue', listStatement(invoiceSearchList, [], 2)],
  ] as const) {
    const near = await nodesOf(statement, 'CTE near')
    assert.ok(!near.some(node => node['Node Type'].includes('Sort')), index)
    assert.deepEqual(scansIn(near), [`Index Scan ${index}`])
  }
})

type Row = { id: string; day: string; status: string; method?: string; cents: number }
type Searched = { list: ListDefinition<string, never>; day: string; cents: string; own: (typed: string) => unknown }

const SEARCHED: Record<string, Searched> = {
  invoices: { list: invoiceSearchList as never, day: 'issue_date', cents: 'total_cents', own: () => 3 },
  payments: { list: paymentSearchList as never, day: 'payment_date', cents: 'amount_cents', own: referencesIn },
}
const TYPED = ['s', 'the', 'ACH', 'ach 1', '5', 'nobody']

/** The rows that a search finds, in the order of the list. */
async function rowsFound(noun: string, values: readonly unknown[]): Promise<Row[]> {
  const { list, day, cents } = SEARCHED[noun]!
  const { rows } = await client.query<Row>(
    `with ${list.ctes}
     select found.id, t.${day}::text as day, t.status, ${noun === 'payments' ? 't.method, ' : ''}t.${cents}::int as cents
       from (${list.matching}) found join ${noun} t on t.organization_id = $1 and t.id = found.id`,
    [...values],
  )
  const keyOf = ({ day, id }: Row) => `${day} ${id}`
  return rows.sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1))
}

/** Among the latest rows, the first ones are looked for if at least 10,000 are found, and so here if any are. */
function sooner(text: string): string {
  assert.match(text, /from counted\) >= 10000/)
  return text.replaceAll('from counted) >= 10000', 'from counted) >= 1')
}

for (const [noun, { list, own }] of Object.entries(SEARCHED)) {
  test(`a page of ${noun} is the same among the latest as when all that are found are sorted`, async () => {
    let found = 0
    for (const typed of TYPED) {
      const fixed = [organization.id, termsOf(typed), own(typed)]
      const all = await rowsFound(noun, fixed)
      assert.equal(new Set(all.map(({ id }) => id)).size, all.length, `${typed}: found twice`)
      found += all.length
      for (const given of [[], ['paid']]) {
        const wanted = all.filter(({ status }) => given.length === 0 || status === 'PAID')
        const { text } = listStatement(list, given, 2)
        for (const [limit, offset] of [
          [20, 0],
          [7, 30],
        ] as const) {
          const expected = wanted.slice(offset, offset + limit).map(({ id }) => ({ id, total: wanted.length }))
          for (const way of [text, sooner(text)]) {
            const { rows } = await client.query(way, [...fixed, limit, offset])
            const page = rows.map(row => ({ id: row.payment_id ?? row.invoice_id, total: row.total }))
            assert.deepEqual(page, expected, `${typed} ${given} ${limit} ${offset}`)
          }
        }
      }
    }
    assert.ok(found > 300, `${found} ${noun}`)
  })
}

test('the sums of a search are those of the payments that it finds', async () => {
  const [from, to] = ['2026-01-01', '2026-02-10']
  const cases: readonly [filters: Record<string, string>, isWanted: (row: Row) => boolean][] = [
    [{}, () => true],
    [{ paid: '' }, ({ status }) => status === 'PAID'],
    [{ method: 'CHECK' }, ({ method }) => method === 'CHECK'],
    [{ from, to }, ({ day }) => day >= from && day <= to],
  ]
  const sumOf = (rows: Row[]) => rows.reduce((sum, { cents }) => sum + cents, 0)
  for (const typed of TYPED) {
    const fixed = [organization.id, termsOf(typed), referencesIn(typed)]
    const all = await rowsFound('payments', fixed)
    for (const [filters, isWanted] of cases) {
      const wanted = all.filter(isWanted)
      const values = Object.values(filters).filter(value => value !== '')
      const { text } = sumStatement<Record<string, string>, string>(SEARCHED.payments!.list, Object.keys(filters), 2)
      const { rows } = await client.query(text, [...fixed, ...values])
      const sums = [wanted.length, sumOf(wanted), sumOf(wanted.filter(({ status }) => status === 'PAID'))]
      assert.deepEqual(Object.values(rows[0]).map(Number), sums, `${typed} ${JSON.stringify(filters)}`)
    }
  }
})
