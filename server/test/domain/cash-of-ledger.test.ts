/** The money of a ledger's lines: what was received and paid out on each day, as the report of months counts it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFINITIONS } from '#server/domain/reports/definitions.ts'
import { calls } from '../calls.ts'
import { useWorld } from '../world.ts'
import { deposit, openBooks, openTenancy, type Tenancy } from './tenancy.ts'

const world = useWorld()

type Line = { effective_on: string; account: string; description: string; amount_cents: number; cash_cents: number }

async function linesOf({ org, leaseId }: Tenancy): Promise<Line[]> {
  const { body } = await world.call(`/leases/${leaseId}/ledger?limit=100`, { key: org.key })
  return (body as unknown as { data: Line[] }).data.toReversed()
}

/** The lines with money, after a comparison of their sums with what the report says was collected in February and March. */
async function cashOf(tenancy: Tenancy) {
  const { org } = tenancy
  const lines = await linesOf(tenancy)
  const months = await org.within(({ db }) =>
    db.query(DEFINITIONS.months.rows, [db.organizationId, '2026-02-01', '2026-03-31', null]),
  )
  for (const { month, collected } of months) {
    const ofMonth = lines.filter(({ effective_on }) => effective_on.startsWith(month as string))
    const cash = ofMonth.reduce((sum, { cash_cents }) => sum + cash_cents, 0)
    assert.equal(cash, Number(collected), `${month}`)
  }
  return lines
    .filter(({ cash_cents }) => cash_cents !== 0)
    .map(({ effective_on, account, description, cash_cents }) =>
      [effective_on, account, description, cash_cents].join(' '),
    )
}

test('a payment that pays rent and a deposit is money once, and its void takes all of it back', async () => {
  const tenancy = await openTenancy(world)
  const { charge, pay, within } = tenancy
  await charge(30_000)
  await charge(0, { lines: [deposit(50_000)], issue_date: '2026-02-02' })
  const { payment_id: id } = await pay(90_000, { payment_date: '2026-03-02' })
  const received = '2026-03-02 RECEIVABLE Payment 90000'
  assert.deepEqual(await cashOf(tenancy), [received])
  await within(context => calls.voidPayment(context, { id, on: '2026-03-05' }))
  assert.deepEqual(await cashOf(tenancy), [received, '2026-03-05 RECEIVABLE Void -90000'])
  await within(context => calls.restorePayment(context, { id, on: '2026-03-07' }))
  assert.deepEqual((await cashOf(tenancy)).slice(2), ['2026-03-07 RECEIVABLE Payment 90000'])
})

test('a withheld deposit is no new money, a refund of it and a returned deposit are paid out, and held again it is none', async () => {
  const tenancy = await openTenancy(world)
  const { charge, pay, within, leaseId: lease_id } = tenancy
  await charge(0, { lines: [deposit(50_000)], issue_date: '2026-02-02' })
  await pay(50_000, { payment_date: '2026-02-03' })
  await charge(30_000)
  const paid = '2026-02-03 RECEIVABLE Payment 50000'
  const { payment_id: id } = await within(context =>
    calls.withholdDeposit(context, { lease_id, amount_cents: 30_000, on: '2026-03-10' }),
  )
  const withheld = ['2026-03-10 RECEIVABLE Deposit withheld 30000', '2026-03-10 DEPOSIT Deposit withheld -30000']
  assert.deepEqual((await cashOf(tenancy)).sort(), [paid, ...withheld].sort())
  await within(context => calls.refundPayment(context, { id, amount_cents: 10_000, on: '2026-03-11' }))
  await within(context => calls.returnDeposit(context, { lease_id, amount_cents: 5_000, on: '2026-03-12' }))
  await within(context => calls.reversePayment(context, { id, on: '2026-03-13' }))
  const back = ['2026-03-11 RECEIVABLE Refund -10000', '2026-03-12 DEPOSIT Deposit returned -5000']
  const heldAgain = ['2026-03-13 RECEIVABLE Reversal -20000', '2026-03-13 DEPOSIT Reversal 20000']
  assert.deepEqual((await cashOf(tenancy)).sort(), [paid, ...withheld, ...back, ...heldAgain].sort())
})

test('a prepaid opening balance is no money until a part of it is refunded, and charges and voids are none', async () => {
  const tenancy = await openTenancy(world)
  const { held, charge, within, leaseId: lease_id } = tenancy
  const place = { lease_id, property_id: held.property_id, unit_id: held.unit_id, resident_id: null }
  await within(context => openBooks(context, [{ ...place, amount_cents: -90_000, as_of: '2026-02-01' }]))
  await charge(40_000)
  const { invoice_id } = await charge(70_000, { issue_date: '2026-03-20' })
  assert.deepEqual(await cashOf(tenancy), [])
  const { data } = await within(context => calls.listPayments(context, { lease_id, limit: 1, offset: 0 }))
  const id = data[0]?.payment_id as string
  await within(context => calls.refundPayment(context, { id, amount_cents: 60_000, on: '2026-03-22' }))
  assert.deepEqual(await cashOf(tenancy), ['2026-03-22 RECEIVABLE Refund -60000'])
  await within(context => calls.reversePayment(context, { id, on: '2026-03-23' }))
  await within(context => calls.voidInvoice(context, { id: invoice_id, on: '2026-03-24' }))
  assert.deepEqual(await cashOf(tenancy), ['2026-03-22 RECEIVABLE Refund -60000'])
})
