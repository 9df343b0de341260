/** Late fees count what is owed today: payments and reversals of a later day change nothing yet. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { charge, store } from '../records.ts'
import { useWorld } from '../world.ts'
import { openTenancy } from './tenancy.ts'

const { chargeLateFees, generateInvoices, getInvoiceDetail, listProposedLateFees, reversePayment } = calls
const { setLateFeePolicy, voidInvoice } = calls

const world = useWorld()

/** A lease with rent of $100 that was due on March 5, and a fee of 5.25% after 5 days; today is March 15. */
async function open() {
  const home = await openTenancy(world)
  const policy = { grace_days: 5, flat_cents: null, percent_basis_points: 525 }
  await home.within(context => setLateFeePolicy(context, policy))
  const { invoice_id } = await home.charge(10_000, { due_date: '2026-03-05' })
  const proposed = async () => {
    const { data } = await home.within(context => listProposedLateFees(context, {}))
    return data.map(({ balance_cents, fee_cents }) => [balance_cents, fee_cents])
  }
  const act = () => home.within(context => chargeLateFees(context, { invoice_ids: [invoice_id] }))
  return { ...home, invoice_id, proposed, act }
}

test('a payment of a later day does not prevent the fee for what is overdue today', async () => {
  const home = await open()
  await home.pay(4_000, { payment_date: '2026-03-15' })
  await home.pay(6_000, { payment_date: '2026-03-16' })
  assert.deepEqual(await home.proposed(), [[6_000, 315]])
  assert.deepEqual(await home.act(), { invoices: 1, total_cents: 315, left_out: 0 })
  assert.deepEqual(await home.proposed(), [], 'a fee is charged once')
})

test('a reversal of a later day does not make an invoice overdue today', async () => {
  const home = await open()
  const { payment_id: id } = await home.pay(10_000, { payment_date: '2026-03-15' })
  await home.within(context => reversePayment(context, { id, on: '2026-03-16' }))
  assert.deepEqual(await home.proposed(), [])
  assert.equal((await home.act()).left_out, 1)
})

test('a payment that is recorded after the fee, even for an earlier day, leaves the fee, and a fee that was voided is not charged again', async () => {
  const home = await open()
  await home.act()
  await home.pay(10_000, { payment_date: '2026-03-06' })
  assert.deepEqual(await home.figures(), { balance: 525, deposit: 0 })
  const { data } = (await world.call('/invoices', home.org)).body
  const fee = data.find(({ total_cents }) => total_cents === 525)?.invoice_id as string
  await home.within(context => voidInvoice(context, { id: fee }))
  assert.deepEqual(await home.figures(), { balance: 0, deposit: 0 })
  assert.deepEqual([await home.proposed(), (await home.act()).left_out], [[], 1])
})

test('an invoice names the fee that was charged for it, also once it is void, until the fee is void itself', async () => {
  const home = await open()
  const feeOf = async () =>
    (await home.within(context => getInvoiceDetail(context, { id: home.invoice_id }))).late_fee ?? undefined
  assert.equal(await feeOf(), undefined)
  await home.act()
  await home.within(context => voidInvoice(context, { id: home.invoice_id }))
  const fee = await feeOf()
  assert.deepEqual([fee?.number, fee?.total_cents], [2, 525])
  assert.deepEqual(await home.figures(), { balance: 525, deposit: 0 }, 'the fee stays owed')
  await home.within(context => voidInvoice(context, { id: fee?.invoice_id as string }))
  assert.equal(await feeOf(), undefined)
})

test('an invoice that is voided on a later day has no fee', async () => {
  const home = await open()
  await home.within(context => voidInvoice(context, { id: home.invoice_id, on: '2026-03-16' }))
  assert.deepEqual(await home.proposed(), [])
})

test('a fixed fee is charged once for a month that was billed in parts or billed again, and a percentage for each part', async () => {
  const home = await openTenancy(world, undefined, { move_out_date: '2026-02-20' })
  await store(home.org, { charges: [charge(home.held, { amount_cents: 28_000 })] })
  const generate = (month: string, alone?: { lease_id: string }) =>
    home.within(context => generateInvoices(context, { month, ...alone }))
  await generate('2026-01')
  await generate('2026-02')
  await store(home.org, { leases: [{ ...home.held, move_out_date: null }] })
  await generate('2026-02')
  const policy = (fee: { flat_cents: number | null; percent_basis_points: number | null }) =>
    home.within(context => setLateFeePolicy(context, { grace_days: 5, ...fee }))
  const proposed = async () => {
    const { data } = await home.within(context => listProposedLateFees(context, {}))
    return data.map(({ due_date, fee_cents }) => [due_date, fee_cents])
  }
  const rest = ['2026-02-21', 800]
  await policy({ flat_cents: null, percent_basis_points: 1_000 })
  assert.deepEqual(await proposed(), [['2026-01-01', 2_800], ['2026-02-01', 2_000], rest])
  await policy({ flat_cents: 5_000, percent_basis_points: null })
  assert.deepEqual(await proposed(), [
    ['2026-01-01', 5_000],
    ['2026-02-01', 5_000],
  ])
  const { data } = (await world.call('/invoices', home.org)).body
  const invoice_ids = data.map(({ invoice_id }) => String(invoice_id))
  const charged = await home.within(context => chargeLateFees(context, { invoice_ids }))
  assert.deepEqual(charged, { invoices: 2, total_cents: 10_000, left_out: 1 })
  assert.deepEqual(await proposed(), [])
  await policy({ flat_cents: null, percent_basis_points: 1_000 })
  assert.deepEqual(await proposed(), [rest])
  const january = data.find(({ period_start }) => period_start === '2026-01-01')?.invoice_id as string
  await home.within(context => voidInvoice(context, { id: january, on: '2026-03-02' }))
  assert.equal((await generate('2026-01', { lease_id: home.leaseId })).invoices, 1)
  assert.deepEqual(await proposed(), [rest], 'what bills January again is late, but January has had its fee')
})
