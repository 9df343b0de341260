/** Generating monthly charges: which leases are billed and for what, that each is billed only once, and how credit is applied. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvoiceMonth } from '#contract/console/monthly-charges.ts'
import { readFields } from '#server/base/read-object.ts'
import { type Generated, generateMonth } from '#server/domain/invoices/generate.ts'
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import { calls } from '../calls.ts'
import { charge, lease, property, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'
import { addMonthlyCharge, openTenancy } from './tenancy.ts'

const { generateInvoices, voidInvoice } = calls

const world = useWorld()
async function generate(org: Organization, month: string): Promise<Omit<Generated, 'in_closed_books'>> {
  const { invoices, total_cents, leases_without_charges, left_out } = await org.within(context =>
    generateInvoices(context, { month }),
  )
  return { invoices, total_cents, leases_without_charges, left_out }
}
const invoicesOf = async (org: Organization, query = '') =>
  (await world.call(`/invoices?limit=100${query}`, { key: org.key })).body.data

test('a lease is billed for its charges, issued on the first of the month and due on its due day', async () => {
  const home = await openTenancy(world, undefined, { rent_due_day: 31 })
  await addMonthlyCharge(home.org, home.held)
  await addMonthlyCharge(home.org, home.held, { code: 'PET', description: 'Cat', amount_cents: 2_500 })
  const generated = await generate(home.org, '2026-04')
  assert.deepEqual(generated, { invoices: 1, total_cents: 145_000, leases_without_charges: 0, left_out: [] })
  const [{ invoice_id, created_at, updated_at, ...shown } = {}] = await invoicesOf(home.org)
  assert.deepEqual(shown, {
    ...{
      number: 1,
      lease_id: home.leaseId,
      resident_id: home.dana.id,
      property_id: home.maple.id,
      unit_id: home.home.id,
    },
    ...{ status: 'OPEN', issue_date: '2026-04-01', due_date: '2026-04-30' },
    ...{ period_start: '2026-04-01', period_end: '2026-04-30' },
    lines: [
      { charge_code: 'RENT', description: 'Rent', amount_cents: 142_500 },
      { charge_code: 'PET', description: 'Cat', amount_cents: 2_500 },
    ],
    ...{
      total_cents: 145_000,
      paid_cents: 0,
      balance_cents: 145_000,
      paid_at: null,
      voided_at: null,
      external_id: null,
    },
  })
  assert.equal((await home.figures('2026-03-31'))?.balance, 0)
  assert.deepEqual(await home.logged(), [{ action: 'invoice.generate', subject: '2026-04', actor: 'test' }])
})

test('a month is billed once, however often it is requested, even when its invoice is void', async () => {
  const home = await openTenancy(world)
  await addMonthlyCharge(home.org, home.held)
  const both = await Promise.all([generate(home.org, '2026-03'), generate(home.org, '2026-03')])
  assert.deepEqual(both.map(({ invoices }) => invoices).sort(), [0, 1])
  const [made] = await invoicesOf(home.org)
  await home.within(context => voidInvoice(context, { id: made?.invoice_id as string }))
  assert.equal((await generate(home.org, '2026-03')).invoices, 0)
  assert.equal((await generate(home.org, '2026-04')).invoices, 1)
  assert.equal((await invoicesOf(home.org)).length, 2)
})

const OCCUPANCIES: [
  what: string,
  fields: Partial<LeaseRecord>,
  expected: [string, string, string, number] | undefined,
][] = [
  ['that moves in', { start_date: '2026-03-15' }, ['2026-03-15', '2026-03-31', '2026-03-15', 78_145]],
  ['that moves out', { move_out_date: '2026-03-10' }, ['2026-03-01', '2026-03-10', '2026-03-01', 45_968]],
  ['whose term is over', { end_date: '2025-12-31' }, ['2026-03-01', '2026-03-31', '2026-03-01', 142_500]],
  ['that ended', { move_out_date: '2026-02-28' }, undefined],
  ['to come', { start_date: '2026-04-01', end_date: '2027-03-31' }, undefined],
  ['not signed', { stage: 'PENDING_SIGNATURE', signed_at: null }, undefined],
  ['canceled', { stage: 'CANCELLED' }, undefined],
]
for (const [what, fields, expected] of OCCUPANCIES) {
  test(`a lease ${what} is ${expected ? `billed from ${expected[0]} to ${expected[1]}` : 'not billed'}`, async () => {
    const home = await openTenancy(world, undefined, fields)
    await addMonthlyCharge(home.org, home.held)
    const generated = await generate(home.org, '2026-03')
    const [made] = await invoicesOf(home.org)
    assert.equal(generated.invoices, expected ? 1 : 0)
    if (!expected) return assert.equal(made, undefined)
    assert.deepEqual([made?.period_start, made?.period_end, made?.due_date, made?.total_cents], expected)
    assert.equal(made?.issue_date, expected[0])
  })
}

test('a lease whose charges add up to zero is skipped and counted', async () => {
  const home = await openTenancy(world)
  await addMonthlyCharge(home.org, home.held, { effective_to: '2026-02-28' })
  await addMonthlyCharge(home.org, home.held, { code: 'CONCESSION', description: 'Free', amount_cents: -100 })
  const generated = await generate(home.org, '2026-03')
  assert.deepEqual(generated, { invoices: 0, total_cents: 0, leases_without_charges: 1, left_out: [] })
})

test('credit pays a month as it is issued, with an event; a month that costs nothing is paid at once, without one', async () => {
  const home = await openTenancy(world)
  await addMonthlyCharge(home.org, home.held, { amount_cents: 1_000 })
  const free = await openTenancy(world, home.org)
  await addMonthlyCharge(home.org, free.held, { amount_cents: 1_000 })
  await addMonthlyCharge(home.org, free.held, { code: 'CONCESSION', description: 'Free month', amount_cents: -1_000 })
  const owing = await openTenancy(world, home.org)
  await addMonthlyCharge(home.org, owing.held, { amount_cents: 1_000 })
  const { payment_id } = await home.pay(1_500)
  await owing.pay(300)
  await generate(home.org, '2026-04')
  const made = await invoicesOf(home.org)
  const of = ({ leaseId }: { leaseId: string }) => made.find(({ lease_id }) => lease_id === leaseId)
  assert.deepEqual(
    [home, free, owing].map(each => [of(each)?.status, of(each)?.paid_cents]),
    [
      ['PAID', 1_000],
      ['PAID', 0],
      ['PARTIALLY_PAID', 300],
    ],
  )
  const told = (await home.events()).filter(({ type }) => type === 'invoice.paid').map(({ data }) => data)
  assert.deepEqual(told, [{ invoice: of(home), payment_ids: [payment_id] }])
  const balances = []
  for (const day of ['2026-03-31', '2026-04-01']) balances.push((await home.figures(day))?.balance)
  assert.deepEqual(balances, [-1_500, -500])
})

test('a value that is not a month, or a month far ahead, is refused', async () => {
  const home = await openTenancy(world)
  for (const month of ['2026-13', '2026-3', '2026-03-01', 'March', '2027-04']) {
    await assert.rejects(generate(home.org, month), { code: 'invalid_request', message: /^month must/ })
  }
})

test('two thousand leases are billed in a few transactions, once each', async () => {
  const org = await world.organization()
  const tower = property()
  const units = Array.from({ length: 2_050 }, () => unit(tower))
  const leases = units.map(of => lease(of))
  await store(org, {
    properties: [tower],
    units,
    leases,
    charges: leases.map(of => charge(of, { amount_cents: 1_000 })),
  })
  let transactions = 0
  const generated = await generateMonth(readFields(InvoiceMonth, { month: '2026-03' }), work => {
    transactions++
    return org.within(work)
  })
  const none = { leases_without_charges: 0, left_out: [], in_closed_books: [] }
  assert.deepEqual(generated, { invoices: 2_050, total_cents: 2_050_000, ...none })
  assert.equal(transactions, 3)
  const [stored] = await world.sql(
    `select count(*)::int as invoices, count(distinct lease_id)::int as leases, max(number) as last,
            (select sum(amount_cents)::int from ledger_entries where organization_id = $1) as cents
       from invoices where organization_id = $1`,
    [org.id],
  )
  assert.deepEqual(stored, { invoices: 2_050, leases: 2_050, last: 2_050, cents: 2_050_000 })
  assert.equal((await generate(org, '2026-03')).invoices, 0)
})
