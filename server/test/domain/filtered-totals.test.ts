/** Totals of the long lists under every combination of filters equal the rows in the same snapshot, whatever is written in the meantime. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { listStatement } from '#server/db/list.ts'
import { sumListCounts } from '#server/db/list-counts.ts'
import { endText } from '#server/db/page-text.ts'
import { createWorkOrder, updateWorkOrder } from '#server/domain/work-orders/operations.ts'
import { workOrderList } from '#server/domain/work-orders/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { type FoundLong, findLong } from '../contract/statements.ts'
import { property, store } from '../records.ts'
import { repeats } from '../sizes.ts'
import { type Organization, useWorld } from '../world.ts'

const world = useWorld({ own: true })
const TODAY = '2026-03-15'
let org: Organization
beforeEach(async () => {
  org = await world.organization()
})

/** The condition that each filter stands for, written independently of the product; `%L` is the value. */
const MEANS: Record<string, string> = {
  paid: `t.status = 'PAID'`,
  completed: `t.status = 'COMPLETED'`,
  open: `t.status not in ('COMPLETED', 'CANCELLED')`,
  overdue: `t.due_date < %L and t.status not in ('DRAFT', 'VOID') and t.total_cents > t.paid_cents`,
  updated_since: 't.updated_at >= %L',
  from: 't.payment_date >= %L',
  to: 't.payment_date <= %L',
}
/** The condition of filters that stand for something else in another list, by that list. */
const MEANS_IN: Record<string, Record<string, string>> = {
  work_orders: { overdue: `t.due_date < %L and t.status not in ('COMPLETED', 'CANCELLED')` },
}
/** What gives a filter its value, unless it is the column of its name. */
const VALUE_OF: Record<string, string> = {
  paid: `''`,
  completed: `''`,
  open: `''`,
  overdue: `'${TODAY}'`,
  updated_since: 't.updated_at',
  from: 't.payment_date',
  to: 't.payment_date',
}

/** A value of each filter that some row has, unless none is stored yet. The most common status is a separate filter. */
async function valuesFor({ list, given }: FoundLong): Promise<string[]> {
  const columns = given.map(filter => VALUE_OF[filter] ?? `t.${filter}`)
  const [row] = await world.sql<{ values: (string | null)[] }>(
    `select array[${columns.map(column => `${column}::text`).join(', ')}]::text[] as values
       from ${list.counted?.list} t
      where t.organization_id = $1 ${given.includes('status') ? `and t.status not in ('PAID', 'COMPLETED')` : ''}
      order by random() limit 1`,
    [org.id],
  )
  return given.map((_, index) => row?.values[index] ?? '2026-01-01')
}

/** The total that the statement shows, 0 if no row matches, and the rows counted one by one, in a single statement and therefore in one snapshot. */
async function assertExact(found: FoundLong): Promise<void> {
  const { statement, list, given } = found
  const values = await valuesFor(found)
  const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
  const taken = values.filter((_, index) => list.filters[given[index] as string]?.includes('?')).map(literal)
  const parameters = [literal(org.id), ...taken, '10', '0']
  const text = statement.text.replace(/\$(\d+)/g, (_, number) => `${parameters[number - 1]}`)
  const conditions = given.map((filter, index) =>
    (MEANS_IN[String(list.counted?.list)]?.[filter] ?? MEANS[filter] ?? `t.${filter} = %L`).replaceAll(
      '%L',
      literal(values[index] as string),
    ),
  )
  const [row] = await world.sql<{ total: number; stored: number }>(
    `select coalesce((select listed.total from (${text}) listed limit 1), 0) as total,
            (select count(*)::int from ${list.counted?.list} t where ${[`t.organization_id = '${org.id}'`, ...conditions].join(' and ')}) as stored`,
  )
  assert.equal(row?.total, row?.stored, `${statement.name} ${given} ${values}`)
}

test('no total is ever wrong while a portfolio is stored in bulk, each transaction is rolled back once, and work orders change', async () => {
  const statements = await findLong()
  const undone = new Error('undone')
  const twice = async <T>(work: (context: Context) => Promise<T>): Promise<T> => {
    const first = org.within(async context => {
      await work(context)
      throw undone
    })
    await assert.rejects(first, undone)
    return org.within(work)
  }
  let writing = true
  let looks = 0
  const reader = async (part: number) => {
    for (let at = part; writing; at += 2, looks++) await assertExact(statements[at % statements.length] as FoundLong)
  }
  const upkeep = async () => {
    while (writing) await sumListCounts(world.pools.platformWrites, { most: 2, batch: 7 })
  }
  const orders = async () => {
    const maple = property()
    await store(org, { properties: [maple] })
    for (let made = 0; writing; made++) {
      const { work_order_id: id } = await twice(context =>
        createWorkOrder(context, { title: 'Tap leaks', property_id: maple.id }),
      )
      await twice(context =>
        updateWorkOrder(context, { id, status: made % 2 ? 'COMPLETED' : 'ON_HOLD', priority: 'HIGH' }),
      )
    }
  }
  const others = [reader(0), reader(1), upkeep(), orders()]
  try {
    await seedOrganization({ units: 40, months: 5, seed: 'totals', today: TODAY }, { inTransaction: twice })
  } finally {
    writing = false
    await Promise.all(others)
  }
  assert.ok(looks > 0)
  for (let round = 0; round < repeats(1, 10); round++) for (const found of statements) await assertExact(found)
})

test('a page of recent changes is the same whether few rows changed or many', async () => {
  const maple = property()
  await store(org, { properties: [maple] })
  // Up to 2,000 recent changes are found by the time of the change; with one more, the list is walked through. Most of the rows that changed last
  // are old; the first 1,000 of the list hold 300 of 2,000. If 500 or fewer did not change, those are counted.
  await world.sql(
    `insert into work_orders (
       organization_id, id, number, title, status, priority, category, source, property_id, entry_permission, created_at, updated_at, completed_at
     )
     select $1, 'wo_' || n, n, 'Tap leaks', s.status, case n % 5 when 0 then 'HIGH' else 'NORMAL' end, 'OTHER', 'API', $2, 'YES',
            timestamptz '2026-01-01' - n * interval '1 minute', timestamptz '2026-02-01' + n * interval '1 second',
            case s.status when 'COMPLETED' then now() end
       from generate_series(1, 2700) n
      cross join lateral (select case n % 3 when 0 then 'NEW' else 'COMPLETED' end as status) s`,
    [org.id, maple.id],
  )
  const since = (changed: number) => new Date(Date.parse('2026-02-01T00:00:00Z') + (2_701 - changed) * 1000)
  for (const changed of [0, 1, 1_999, 2_000, 2_001, 2_199, 2_200, 2_700]) {
    for (const [given, condition] of [
      [[], 'true'],
      [['status'], `status = 'NEW'`],
      [['completed'], `status = 'COMPLETED'`],
      [['completed', 'priority'], `status = 'COMPLETED' and priority = 'HIGH'`],
    ] as const) {
      for (const offset of [0, 333, 1_995, 2_147_483_647]) {
        const filters = [...given, 'updated_since'] as const
        const { text } = listStatement(workOrderList, filters, 0)
        const end = listStatement(workOrderList, filters, 0, undefined, endText)
        const example = { status: 'NEW', priority: 'HIGH' }
        const taken = given.filter(filter => filter !== 'completed').map(filter => example[filter])
        const values = [org.id, ...taken, since(changed), 10, offset]
        const rows = await world.sql<{ total: number; work_order_id: string }>(text, values)
        const [atEnd] = await world.sql<{ total: number }>(end.text, values)
        const stored = await world.sql<{ id: string }>(
          `select id from work_orders where organization_id = $1 and updated_at >= $2 and ${condition} order by created_at desc, id desc`,
          [org.id, since(changed)],
        )
        const message = `${changed} changed, ${condition}, offset ${offset}`
        assert.equal(atEnd?.total, stored.length, message)
        assert.deepEqual([...new Set(rows.map(({ total }) => total))], offset < stored.length ? [stored.length] : [])
        assert.deepEqual(
          rows.map(({ work_order_id: id }) => id),
          stored.slice(offset, offset + 10).map(({ id }) => id),
          message,
        )
      }
    }
  }
})
