/** Opening balances: what is owed is past due and can be paid, and what is prepaid is credit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { names } from '../refusals.ts'
import { useWorld } from '../world.ts'
import { openBooks, openTenancy, type Tenancy } from './tenancy.ts'

const world = useWorld()
const item = ({ leaseId, maple, home, dana }: Tenancy, amountCents: number, asOf = '2026-03-10') => ({
  lease_id: leaseId,
  property_id: maple.id,
  unit_id: home.id,
  resident_id: dana.id,
  amount_cents: amountCents,
  as_of: asOf,
})

test('an opening balance that is owed is an invoice due the day before', async () => {
  const home = await openTenancy(world)
  await home.within(context => openBooks(context, [item(home, 30_000)]))
  const { data } = (await world.call('/invoices?status=OVERDUE', { key: home.org.key })).body
  assert.deepEqual(
    data.map(({ issue_date, due_date, status, lines, resident_id }) => [
      issue_date,
      due_date,
      status,
      lines,
      resident_id,
    ]),
    [
      [
        ...['2026-03-10', '2026-03-09', 'OPEN'],
        [{ charge_code: 'OPENING_BALANCE', description: 'Opening balance', amount_cents: 30_000 }],
        home.dana.id,
      ],
    ],
  )
  const balances = []
  for (const day of ['2026-03-09', '2026-03-10']) balances.push((await home.figures(day))?.balance)
  assert.deepEqual(balances, [0, 30_000])
  const paid = await home.pay(30_000, { payment_date: '2026-03-12' })
  assert.equal(paid.unapplied_cents, 0)
})

test('a prepaid opening balance is a payment that is not applied yet', async () => {
  const home = await openTenancy(world)
  await home.within(context => openBooks(context, [item(home, -5_000)]))
  const [payment] = (await world.call('/payments', { key: home.org.key })).body.data
  assert.deepEqual(
    [payment?.method, payment?.memo, payment?.amount_cents, payment?.unapplied_cents, payment?.payment_date],
    ['OTHER', 'Opening balance', 5_000, 5_000, '2026-03-10'],
  )
  const [entry] = await home.entries()
  assert.deepEqual(
    [entry?.code, entry?.cents, entry?.payment_id, entry?.invoice_id],
    ['OPENING_BALANCE', -5_000, payment?.payment_id, null],
  )
  const { status, paid_cents } = await home.charge(8_000, { issue_date: '2026-04-01' })
  assert.deepEqual([status, paid_cents], ['PARTIALLY_PAID', 5_000])
})

test('credit is applied to an opening balance, and a prepaid opening balance to open invoices', async () => {
  const prepaid = await openTenancy(world)
  await prepaid.pay(70)
  await prepaid.within(context => openBooks(context, [item(prepaid, 100)]))
  assert.deepEqual((await prepaid.entries()).at(-1)?.on, '2026-03-10')
  const owing = await openTenancy(world)
  const { invoice_id: invoiceId } = await owing.charge(100)
  await owing.within(context => openBooks(context, [item(owing, -70)]))
  const owed = []
  for (const day of ['2026-03-09', '2026-03-10']) owed.push(await owing.owed(invoiceId, day))
  assert.deepEqual(owed, [100, 30])
  assert.deepEqual([(await prepaid.figures())?.balance, (await owing.figures())?.balance], [30, 30])
})

test('many opening balances are recorded at once, a balance of 0 is left out, and no event is emitted', async () => {
  const home = await openTenancy(world)
  const [other, even] = [await openTenancy(world, home.org), await openTenancy(world, home.org)]
  await home.within(context => openBooks(context, [item(home, 300), item(other, -200), item(even, 0)]))
  const sums = []
  for (const each of [home, other, even]) sums.push((await each.figures())?.balance)
  assert.deepEqual(sums, [300, -200, 0])
  assert.deepEqual([await home.events(), (await home.entries()).length], [[], 1])
  assert.deepEqual(
    (await home.logged()).map(({ action }) => action),
    ['balance.open'],
  )
  await home.within(context => openBooks(context, []))
})

test('an unknown lease, a lease named twice, and an amount or a day that is not valid are refused', async () => {
  const home = await openTenancy(world)
  const open = (...items: ReturnType<typeof item>[]) => home.within(context => openBooks(context, items))
  await assert.rejects(open({ ...item(home, 1), lease_id: 'lease_nobody' }), names('lease_id'))
  await assert.rejects(open(item(home, 1), item(home, 2)), names('lease_id'))
  await assert.rejects(open(item(home, 0.5)), names('amount_cents'))
  await assert.rejects(open(item(home, 1, '2027-03-16')), names('as_of'))
  assert.deepEqual(await home.entries(), [])
})
