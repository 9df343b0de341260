/** Reports: each is compared with figures added up here from the entries of the ledger, and stays the same whatever happens later. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addDays } from '#server/base/dates.ts'
import { calls } from '../calls.ts'
import { storeRandomPortfolio } from '../domain/rent-roll/random-portfolio.ts'
import { deposit, openBooks, openTenancy } from '../domain/tenancy.ts'
import { repeats } from '../sizes.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld()
type Report = {
  columns: { id: string }[]
  rows: { id: string | null; cells: (string | number | null)[] }[]
  totals: (number | null)[]
}
type Row = Record<string, string | number | null>

const office = prepare(() => openOffice(world))
before(async () => {
  await storeRandomPortfolio(office.org, 'reports')
  const { charge, pay, within } = await openTenancy(world, office.org)
  const voided = await charge(70_000)
  await charge(90_000, { issue_date: '2026-01-01', due_date: '2026-01-05' })
  await charge(55_000, { lines: [deposit(55_000)] })
  await pay(60_000)
  await within(context => calls.voidInvoice(context, { id: voided.invoice_id }))
  await office.write('POST', '/work-orders', {
    title: 'Roof',
    property_id: (await office.rows('/properties'))[0]?.property_id,
  })
})

async function read(
  name: string,
  query: string,
  of = office,
): Promise<{ rows: (Row & { id: string })[]; totals: Row }> {
  const reply = await of.call('GET', `/reports/${name}?format=json&${query}`)
  assert.equal(reply.status, 200, reply.text)
  const { columns, rows, totals } = JSON.parse(reply.text) as Report
  const named = (cells: (string | number | null)[]) =>
    Object.fromEntries(columns.map(({ id }, index) => [id, cells[index] ?? null]))
  return { rows: rows.map(({ id, cells }) => ({ ...named(cells), id: id as string })), totals: named(totals) }
}

type Entry = {
  lease_id: string
  account: string
  code: string
  cents: number
  on: string
  due: string | null
  payment: string | null
  invoice: string | null
}
const entries = () =>
  world.sql<Entry>(
    `select lease_id, account, code, amount_cents as cents, effective_on::text as "on", due_on::text as due, payment_id as payment,
            invoice_id as invoice
       from ledger_entries where organization_id = $1`,
    [office.org.id],
  )
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000
const DAYS = Array.from({ length: repeats(6, 40) }, (_, index) => addDays('2026-03-15', -index * 37))

/** The age columns of every lease that owes or is owed money, computed from entries alone. */
function aged(all: Entry[], day: string): Map<string, number[]> {
  const leases = new Map<string, number[]>()
  for (const { lease_id, account, cents, on, due } of all) {
    if (account !== 'RECEIVABLE' || on > day) continue
    const sums = leases.get(lease_id) ?? [0, 0, 0, 0, 0, 0]
    const age = due === null ? undefined : daysBetween(due, day)
    const place = age === undefined ? 5 : age <= 0 ? 0 : age <= 30 ? 1 : age <= 60 ? 2 : age <= 90 ? 3 : 4
    sums[place] = (sums[place] as number) + cents
    leases.set(lease_id, sums)
  }
  return new Map([...leases].filter(([, sums]) => total(sums) !== 0))
}
const total = (sums: number[]) => sums.reduce((a, b) => a + b, 0)

test('aged receivables are the open entries by days past due, to the cent, and add up to the balances', async () => {
  const all = await entries()
  let seen = 0
  for (const day of DAYS) {
    const { rows, totals } = await read('receivables', `to=${day}`)
    const wanted = aged(all, day)
    const shown = new Map(
      rows.map(row => [
        row.id,
        ['not_due', 'days_30', 'days_60', 'days_90', 'older', 'credit'].map(id => row[id] as number),
      ]),
    )
    assert.deepEqual([...shown].sort(), [...wanted].sort(), day)
    for (const row of rows) assert.equal(row.balance, total(shown.get(row.id) as number[]))
    assert.equal(totals.balance, total([...wanted.values()].flat()), day)
    seen += rows.length
  }
  assert.ok(seen > 20)
})

test('delinquency equals past due on the rent roll of the day, highest first; deposits are those held on the day', async () => {
  const all = await entries()
  for (const day of DAYS.slice(0, 3)) {
    const { rows, totals } = await read('delinquency', `to=${day}`)
    const { body } = await world.call(`/rent-roll?scope_id=portfolio&as_of_date=${day}`, { key: office.org.key })
    const roll = (body.rows as Row[]).filter(row => Number(row.past_due_cents) > 0)
    const owed = new Map(rows.map(row => [row.id, row.past_due]))
    for (const row of roll) assert.equal(owed.get(row.lease_id as string), row.past_due_cents)
    const amounts = rows.map(row => row.past_due as number)
    assert.deepEqual(
      amounts,
      amounts.toSorted((a, b) => b - a),
    )
    assert.equal(totals.past_due, total(amounts))
    const held = new Map<string, number>()
    for (const { lease_id, account, cents, on } of all)
      if (account === 'DEPOSIT' && on <= day) held.set(lease_id, (held.get(lease_id) ?? 0) + cents)
    const deposits = await read('deposits', `to=${day}`)
    assert.deepEqual(
      deposits.rows.map(({ id, deposit }) => [id, deposit]).sort(),
      [...held].filter(([, cents]) => cents !== 0).sort(),
    )
  }
})

test('the last payment of a delinquent lease is the last one that counts, not the day on which it was applied, refunded or reversed', async () => {
  const other = await openOffice(world)
  const { charge, pay, within, leaseId } = await openTenancy(world, other.org)
  const last = async () =>
    (await read('delinquency', 'to=2026-03-15', other)).rows.map(({ last_payment }) => last_payment)
  await charge(0, { lines: [deposit(30_000)], issue_date: '2026-01-02' })
  await pay(50_000, { payment_date: '2026-01-10' })
  await charge(90_000, { issue_date: '2026-03-01' })
  assert.deepEqual(await last(), ['2026-01-10'], 'credit that was applied on March 1')
  const { payment_id: bounced } = await pay(10_000, { payment_date: '2026-03-04' })
  assert.deepEqual(await last(), ['2026-03-04'])
  await within(context => calls.reversePayment(context, { id: bounced, on: '2026-03-09' }))
  assert.deepEqual(await last(), ['2026-01-10'], 'a check that bounced')
  const { payment_id: paid } = await pay(10_000, { payment_date: '2026-03-05' })
  await within(context => calls.refundPayment(context, { id: paid, amount_cents: 4_000, on: '2026-03-11' }))
  assert.deepEqual(await last(), ['2026-03-05'], 'a refund')
  await other.write('POST', `/leases/${leaseId}/withhold-deposit`, {
    amount_cents: 20_000,
    on: '2026-03-12',
  })
  assert.deepEqual(await last(), ['2026-03-05'], 'a deposit that was withheld')
})

test('income and the months are sums of the charges and payments of their days, and occupancy is that of the rent roll', async () => {
  const every = await entries()
  const all = every.filter(({ account }) => account === 'RECEIVABLE')
  // The entries of this test correct deposits as an import does. None of them pays a deposit back.
  const released = every.filter(({ account, invoice, payment }) => account === 'DEPOSIT' && !invoice && payment)
  const [from, to] = ['2025-10-01', '2026-03-15']
  const charges = all.filter(
    ({ payment, code }) => payment === null && !['DEPOSIT', 'OPENING_BALANCE', 'PAYMENT', 'REFUND'].includes(code),
  )
  const within = charges.filter(({ on }) => on >= from && on <= to)
  const income = await read('income', `from=${from}&to=${to}`)
  const byCode = new Map<string, number>()
  for (const { code, cents } of within) byCode.set(code, (byCode.get(code) ?? 0) + cents)
  assert.deepEqual(income.rows.map(({ code, charged }) => [code, charged]).sort(), [...byCode].sort())
  assert.equal(income.totals.charged, total(within.map(({ cents }) => cents)))
  // A month that is not over ends on the day asked for, whatever is dated later in it, such as a rent that rises on the next day.
  const { unit_id } = (await office.rows('/units?status=VACANT_UNRENTED'))[0] as { unit_id: string }
  await world.sql(
    `insert into unit_rates (organization_id, unit_id, effective_from, market_rent_cents) values ($1, $2, '2026-03-13', 987654321)
         on conflict (organization_id, unit_id, effective_from) do update set market_rent_cents = excluded.market_rent_cents returning unit_id`,
    [office.org.id, unit_id],
  )
  const months = await read('months', `from=${from}&to=${to}`)
  const early = await read('months', `from=${from}&to=2026-03-12`)
  assert.deepEqual(
    months.rows.map(({ month }) => month),
    ['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03'],
  )
  for (const [row, until] of [
    ...months.rows.map(row => [row, to] as const),
    ...early.rows.map(row => [row, '2026-03-12'] as const),
  ]) {
    const inMonth = ({ on }: Entry) => on.startsWith(row.month as string) && on <= until
    const last = row.month === '2026-03' ? until : addDays(`${addDays(`${row.month}-28`, 4).slice(0, 7)}-01`, -1)
    const { body } = await world.call(`/rent-roll?scope_id=portfolio&as_of_date=${last}`, { key: office.org.key })
    const of = body.totals as Record<string, number>
    assert.deepEqual(
      [row.charged, row.collected, row.units, row.offline, row.occupied, row.occupancy ?? 0, row.vacancy_loss],
      [
        total(charges.filter(inMonth).map(({ cents }) => cents)),
        total(released.filter(inMonth).map(({ cents }) => cents)) -
          total(
            all
              .filter(({ payment }) => payment !== null)
              .filter(inMonth)
              .map(({ cents }) => cents),
          ),
        ...[of.unit_count, of.offline_unit_count, of.occupied_unit_count, of.occupancy_pct, of.vacancy_loss_cents],
      ],
      `${row.month} until ${until}`,
    )
  }
})

test('a month that has begun before the period has the charges and payments of the days in it', async () => {
  const income = await read('income', 'from=2026-02-15&to=2026-03-12')
  const months = (period: string) => read('months', period)
  const [early, late] = [await months('from=2026-02-01&to=2026-02-14'), await months('from=2026-02-15&to=2026-03-12')]
  const whole = await months('from=2026-02-01&to=2026-03-12')
  assert.equal(late.totals.charged, income.totals.charged)
  assert.equal(Number(early.totals.collected) + Number(late.totals.collected), whole.totals.collected)
})

test('the months of more than 100 years are refused, and other reports cover any period', async () => {
  assert.equal((await read('months', 'from=1926-03-15&to=2026-03-15')).rows.length, 1_201)
  const refused = await office.call('GET', '/reports/months?format=json&from=1926-03-14&to=2026-03-15')
  assert.deepEqual([refused.status, refused.body.details.map(({ path }) => path)], [400, ['from']])
  assert.ok((await read('income', 'from=1900-01-01&to=2999-12-31')).rows.length > 0)
})

test('a withheld deposit was collected when it was paid, and not again when it is withheld', async () => {
  const other = await openOffice(world)
  const { charge, pay, within, leaseId: lease_id } = await openTenancy(world, other.org)
  const collected = async () =>
    (await read('months', 'from=2026-02-01&to=2026-03-31', other)).rows.map(row => row.collected)
  await charge(0, { lines: [deposit(50_000)], issue_date: '2026-02-02' })
  await pay(50_000, { payment_date: '2026-02-03' })
  await charge(30_000)
  const { payment_id: id } = await within(context =>
    calls.withholdDeposit(context, { lease_id, amount_cents: 30_000, on: '2026-03-10' }),
  )
  assert.deepEqual(await collected(), [50_000, 0])
  await within(context => calls.refundPayment(context, { id, amount_cents: 10_000, on: '2026-03-11' }))
  assert.deepEqual(await collected(), [50_000, -10_000], 'a part of it was paid back')
  await within(context => calls.reversePayment(context, { id, on: '2026-03-12' }))
  assert.deepEqual(await collected(), [50_000, -10_000], 'the rest is held again')
})

test('an opening credit was collected before the import, and what is paid back of that credit or of a deposit is subtracted', async () => {
  const other = await openOffice(world)
  const { held, charge, pay, within, leaseId: lease_id } = await openTenancy(world, other.org)
  const collected = async () =>
    (await read('months', 'from=2026-02-01&to=2026-03-31', other)).rows.map(row => row.collected)
  const place = { lease_id, property_id: held.property_id, unit_id: held.unit_id, resident_id: null }
  await within(context => openBooks(context, [{ ...place, amount_cents: -90_000, as_of: '2026-02-01' }]))
  await charge(40_000)
  assert.deepEqual(await collected(), [0, 0], 'the credit came in and was applied')
  const { data } = await within(context => calls.listPayments(context, { lease_id, limit: 1, offset: 0 }))
  const id = data[0]?.payment_id as string
  await within(context => calls.refundPayment(context, { id, amount_cents: 60_000, on: '2026-03-10' }))
  assert.deepEqual(await collected(), [0, -60_000], 'a part of it was paid back')
  await pay(10_000)
  await within(context => calls.reversePayment(context, { id, on: '2026-03-11' }))
  assert.deepEqual(await collected(), [0, -50_000], 'no money moved when the rest was taken back')
  await charge(0, { lines: [deposit(50_000)], issue_date: '2026-02-02' })
  await pay(50_000, { payment_date: '2026-02-03' })
  await within(context => calls.returnDeposit(context, { lease_id, amount_cents: 20_000, on: '2026-03-12' }))
  assert.deepEqual(await collected(), [50_000, -70_000], 'a part of the deposit was paid back')
})

test('later events change no earlier day, and a property narrows a report to its own', async () => {
  const other = await openOffice(world)
  const { charge, pay, within, maple } = await openTenancy(world, other.org)
  await charge(80_000)
  const mistaken = await charge(20_000, { issue_date: '2026-03-10', due_date: '2026-03-12' })
  const all = () =>
    Promise.all(
      ['receivables?', 'delinquency?', 'deposits?', 'income?from=2026-03-01&', 'months?from=2026-02-01&'].map(
        async report => (await other.call('GET', `/reports/${report}format=csv&to=2026-03-14`)).text,
      ),
    )
  const first = await all()
  await pay(10_000, { payment_date: '2026-03-15' })
  await within(context => calls.voidInvoice(context, { id: mistaken.invoice_id }))
  await charge(5_000, { issue_date: '2026-03-15' })
  assert.deepEqual(await all(), first)
  assert.equal((await read('receivables', 'to=2026-03-15', other)).totals.balance, 75_000)
  assert.equal((await read('receivables', `to=2026-03-14&property_id=${maple.id}`, other)).totals.balance, 100_000)
  assert.equal((await read('receivables', 'to=2026-03-14&property_id=prop_x', other)).rows.length, 0)
  assert.match(first[0] as string, /^Resident,Unit,Status,Not due,.*\r\nDana Whitfield,.*,1000\r\n$/s)
})

test('a period that ends before it begins is refused, and a report that does not exist is not found', async () => {
  const backward = await office.call('GET', '/reports/income?format=csv&from=2026-04-01&to=2026-03-01')
  assert.deepEqual(
    [backward.status, backward.body.details],
    [400, [{ path: 'from', message: 'must not be after `to`, 2026-03-01' }]],
  )
  assert.equal((await office.call('GET', '/reports/profits?format=csv')).status, 404)
})

test('work orders by vendor count what was reported and completed in the period', async () => {
  const { rows } = await read('vendors', 'from=2026-03-01&to=2999-12-31')
  assert.deepEqual(
    rows.map(({ vendor, reported, completed, cost }) => [vendor, reported, completed, cost]),
    [['No vendor', 1, 0, 0]],
  )
  assert.deepEqual((await read('vendors', 'from=2026-02-01&to=2026-02-15')).rows, [])
})
