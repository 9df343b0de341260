/** Late fees count what is owed today: payments and reversals of a later day change nothing yet. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { useWorld } from '../world.ts'
import { openTenancy } from './tenancy.ts'

const { chargeLateFees, listProposedLateFees, reversePayment, setLateFeePolicy, voidInvoice } = calls

const world = useWorld()

/** A lease with rent of $100 that was due on March 5, and a fee of 5.25 % after 5 days; today is March 15. */
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

test('an invoice that is voided on a later day has no fee', async () => {
  const home = await open()
  await home.within(context => voidInvoice(context, { id: home.invoice_id, on: '2026-03-16' }))
  assert.deepEqual(await home.proposed(), [])
})
