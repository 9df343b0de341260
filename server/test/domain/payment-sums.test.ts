/**
 * What payments add up to by method, day and status, which is kept: exact while payments are recorded, received, reversed, voided and rolled back at the
 * same time, and corrected where it is not.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '#contract/v1/payments.ts'
import { listStatement } from '#server/db/list.ts'
import { sumStatement } from '#server/db/list-sums.ts'
import { clientConfig } from '#server/db/session.ts'
import { compareNext } from '#server/domain/history.ts'
import { paymentList } from '#server/domain/payments/queries.ts'
import { addUpPayments, paymentSums } from '#server/domain/payments/sums.ts'
import { createRandom } from '#server/seed/random.ts'
import { calls } from '../calls.ts'
import { openOffice } from '../console/office.ts'
import { openPastDatabase } from '../db/past-database.ts'
import { lease, property, store, unit } from '../records.ts'
import { repeats } from '../sizes.ts'
import { prepare, useWorld } from '../world.ts'

const world = useWorld({ own: true })
const office = prepare(() => openOffice(world))
const maple = property()
const home = unit(maple)
const term = lease(home)
const DAYS = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']
before(() => store(office.org, { properties: [maple], units: [home], leases: [term] }))

type Stored = { status: string; method: string; payment_date: string; amount_cents: number }

/** Compares totals and sums by method, by status and by both, with days and without, with the rows. */
async function assertExact(): Promise<void> {
  const rows = await world.sql<Stored>(
    'select status, method, payment_date::text, amount_cents from payments where organization_id = $1',
    [office.org.id],
  )
  const days: Record<string, string>[] = [{}, { from: DAYS[1]! }, { to: DAYS[1]! }, { from: DAYS[1]!, to: DAYS[2]! }]
  for (const method of [undefined, ...PAYMENT_METHODS]) {
    for (const status of [...PAYMENT_STATUSES, 'ALL']) {
      for (const period of days) {
        const { from = '', to = '9' } = period
        const found = rows.filter(
          row =>
            (method === undefined || row.method === method) &&
            (status === 'ALL' || row.status === status) &&
            row.payment_date >= from &&
            row.payment_date <= to,
        )
        const sumOf = (some: Stored[]) => some.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
        const query = new URLSearchParams({ ...(method && { method }), status, ...period })
        const { pagination } = await office.read(`/payments?${query}&limit=1`)
        assert.equal(pagination.total, found.length, String(query))
        const { payments, amount_cents, paid_cents } = await office.read(`/payment-sums?${query}`)
        const paid = found.filter(row => row.status === 'PAID')
        assert.deepEqual([payments, amount_cents, paid_cents], [found.length, sumOf(found), sumOf(paid)], String(query))
        world.clock.advance(1_000)
      }
    }
  }
}

const changes = async () =>
  (await world.sql('select from payment_sum_changes where organization_id = $1', [office.org.id])).length

test('totals and sums are exact for each method, status and period, whatever happens to payments at the same time', async () => {
  const random = createRandom('methods')
  const ids: string[] = []
  const record = async () => {
    const input = {
      lease_id: term.id,
      amount_cents: random.integer(1_000, 9_000),
      method: random.pick(PAYMENT_METHODS),
      payment_date: random.pick(DAYS),
    }
    const { body } = await office.call(
      'POST',
      '/payments',
      random.chance(0.3) ? { ...input, status: 'PENDING' } : input,
    )
    if (body.payment_id) ids.push(String(body.payment_id))
  }
  const change = async () => {
    const step = random.pick(['reverse', 'void', 'settle', 'fail'])
    if (ids.length > 0) await office.call('POST', `/payments/${random.pick(ids)}/${step}`, {})
  }
  for (let round = 0; round < repeats(3, 30); round++) {
    const moving = addUpPayments(world.pools, { batch: 3 })
    await Promise.all(Array.from({ length: 12 }, () => (random.chance(0.6) ? record() : change())))
    await moving
    world.clock.advance(61_000)
    await assert.rejects(
      office.org.within(async context => {
        await calls.recordPayment(context, { lease_id: term.id, amount_cents: 5_000, method: 'CASH' })
        throw new Error('rolled back')
      }),
      /rolled back/,
    )
    if (round === 1) {
      await addUpPayments(world.pools, { batch: 5 })
      assert.equal(await changes(), 0)
    }
  }
  await assertExact()
  const statuses = await world.sql('select distinct status from payments where organization_id = $1', [office.org.id])
  assert.ok(ids.length > 10 && statuses.length > 2, `${ids.length} payments in ${statuses.length} statuses`)
})

test('after an import, payments are added up without waiting for those that are recorded one by one', async () => {
  await addUpPayments(world.pools)
  const record = () =>
    office.org.within(context =>
      calls.recordPayment(context, { lease_id: term.id, amount_cents: 5_000, method: 'CASH', payment_date: DAYS[0]! }),
    )
  for (const left of [1, 2]) {
    await record()
    assert.equal(await addUpPayments(world.pools, { atLeast: 3 }), 0)
    assert.equal(await changes(), left)
  }
  await record()
  assert.equal(await addUpPayments(world.pools, { atLeast: 3 }), 3)
  assert.equal(await changes(), 0)
})

test('recompute finds sums that do not match the payments, says which, and corrects them', async () => {
  const differences = () => office.org.within(context => compareNext(paymentSums, context, '', 100))
  await addUpPayments(world.pools)
  assert.deepEqual((await differences()).differences, [])
  await world.sql(
    `update payment_sums set payments = payments + 2, amount_cents = amount_cents - 5 where organization_id = $1 and payment_date = $2`,
    [office.org.id, DAYS[0]],
  )
  await world.sql(`insert into payment_sums values ($1, 'CASH', '2020-01-01', 'PAID', 1, 1)`, [office.org.id])
  const { keys, differences: found } = await differences()
  assert.deepEqual([...new Set(found.map(({ from_day }) => from_day))].sort(), ['2020-01-01', DAYS[0]])
  await office.org.within(context => paymentSums.correct(context, keys))
  assert.deepEqual((await differences()).differences, [])
  await assertExact()
})

test('payments that were stored before they were added up are added up by the migration', async () => {
  await using past = await openPastDatabase()
  await past.migrateUntil('0450')
  const organization = '00000000-0000-7000-8000-000000000001'
  const other = '00000000-0000-7000-8000-000000000002'
  await past.client.query(`
    insert into organizations (id, name, plan, time_zone)
    values ('${organization}', 'Past', 'PRO', 'America/Chicago'), ('${other}', 'Other', 'PRO', 'America/Chicago');
    set session_replication_role = replica;
    insert into payments (organization_id, id, lease_id, property_id, unit_id, status, method, amount_cents, payment_date, received_at)
    select case when n = 1 then '${other}'::uuid else '${organization}' end, 'pay_' || n, 'lease_1', 'prop_1', 'unit_1', 'PAID',
           case when n % 3 = 0 then 'CARD' else 'ACH' end, 100, '2026-01-01', now()
      from generate_series(1, 9) n;
    set session_replication_role = origin`)
  await past.migrateUntil()
  const { rows } = await past.client.query(
    `select organization_id, method, payment_date::text, status, payments::int, amount_cents::int from payment_sum_changes order by 1, 2`,
  )
  const common = { payment_date: '2026-01-01', status: 'PAID' }
  assert.deepEqual(rows, [
    { organization_id: organization, method: 'ACH', ...common, payments: 5, amount_cents: 500 },
    { organization_id: organization, method: 'CARD', ...common, payments: 3, amount_cents: 300 },
    { organization_id: other, method: 'ACH', ...common, payments: 1, amount_cents: 100 },
  ])
})

const asOwner = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(clientConfig(world.database.connection))
  await client.connect()
  return work(client).finally(() => client.end())
}

test('the platform sees which organizations have payments to add up, but nothing of the payments', () =>
  asOwner(async client => {
    for (const change of ['select amount_cents', 'select payments', 'select *', 'delete']) {
      await client.query('begin; set local role gatehouse_platform')
      await assert.rejects(client.query(`${change} from payment_sum_changes`), { code: '42501' }, change)
      await client.query('rollback')
    }
  }))

test('by method, by status and from a day to another, totals and sums are read from what is kept', () =>
  asOwner(async client => {
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off')
    const indexesOf = async (text: string) => {
      const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
      return [...JSON.stringify(rows[0]).matchAll(/"Index Name":"(\w+)"/g)].map(([, name]) => name).sort()
    }
    for (const given of [
      ['method'],
      ['paid', 'method'],
      ['paid', 'from'],
      ['from', 'to'],
      ['status', 'to', 'method'],
    ]) {
      const { text } = listStatement(paymentList as never, given, 0)
      const total = text.slice(text.indexOf('select (') + 'select ('.length, text.indexOf(') as total'))
      const kept = ['payment_sum_changes_pkey', 'payment_sums_pkey']
      assert.deepEqual(await indexesOf(total), kept, `the total by ${given}`)
      assert.deepEqual(await indexesOf(sumStatement(paymentList as never, given, 0).text), kept, `the sums by ${given}`)
    }
  }))
