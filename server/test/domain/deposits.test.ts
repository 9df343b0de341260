/** Security deposits: held once they are paid, then returned or withheld, and never more than is held. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { useWorld } from '../world.ts'
import { deposit, openTenancy, type Tenancy } from './tenancy.ts'

const { refundPayment, returnDeposit, reversePayment, withholdDeposit } = calls

const world = useWorld()
/** A lease whose deposit of 1,000 cents was paid on the 2nd of March. */
async function openHeld(): Promise<Tenancy & { paymentId: string }> {
  const home = await openTenancy(world)
  await home.charge(0, { lines: [deposit(1_000)] })
  const { payment_id: paymentId } = await home.pay(1_000)
  return { ...home, paymentId }
}
const giveBack = ({ leaseId, within }: Tenancy, amountCents: number, on?: string) =>
  within(context => returnDeposit(context, { lease_id: leaseId, amount_cents: amountCents, ...(on && { on }) }))
const withhold = ({ leaseId, within }: Tenancy, amountCents: number, on?: string) =>
  within(context => withholdDeposit(context, { lease_id: leaseId, amount_cents: amountCents, ...(on && { on }) }))

test('a deposit is held from the day it is paid, no earlier and no more than is paid', async () => {
  const home = await openTenancy(world)
  await home.charge(0, { lines: [deposit(700), deposit(300)] })
  assert.deepEqual(await home.figures(), { balance: 1_000, deposit: 0 })
  await home.pay(400)
  await home.pay(900, { payment_date: '2026-03-10' })
  assert.deepEqual(await home.figures('2026-03-01'), { balance: 1_000, deposit: 0 })
  assert.deepEqual(await home.figures('2026-03-02'), { balance: 600, deposit: 400 })
  assert.deepEqual(await home.figures('2026-03-10'), { balance: -300, deposit: 1_000 })
})

test('to return a deposit changes nothing of what is owed', async () => {
  const home = await openHeld()
  await home.charge(50)
  await giveBack(home, 400)
  assert.deepEqual(await home.figures('2026-03-14'), { balance: 50, deposit: 1_000 })
  assert.deepEqual(await home.figures(), { balance: 50, deposit: 600 })
  assert.deepEqual((await home.logged()).at(-1), { action: 'deposit.return', subject: home.leaseId, actor: 'test' })
})

test('a deposit that is withheld pays what is owed, and the rest of it is credit', async () => {
  const home = await openHeld()
  const { invoice_id: invoiceId } = await home.charge(600)
  const payment = await withhold(home, 700)
  assert.deepEqual(
    [payment.method, payment.status, payment.amount_cents, payment.memo, payment.unapplied_cents],
    ['OTHER', 'PAID', 700, 'Deposit withheld', 100],
  )
  assert.deepEqual(payment.allocations, [{ invoice_id: invoiceId, amount_cents: 600 }])
  assert.deepEqual(await home.figures(), { balance: -100, deposit: 300 })
})

test('to reverse a withholding is to hold the deposit again', async () => {
  const home = await openHeld()
  await home.charge(600)
  const { payment_id: paymentId } = await withhold(home, 700)
  await home.within(context => reversePayment(context, { id: paymentId }))
  assert.deepEqual(await home.figures(), { balance: 600, deposit: 1_000 })
})

test('a deposit that is withheld does not pay a deposit', async () => {
  const home = await openHeld()
  await home.charge(0, { lines: [deposit(500)] })
  const payment = await withhold(home, 200)
  assert.deepEqual([payment.allocations, payment.unapplied_cents], [[], 200])
  assert.deepEqual(await home.figures(), { balance: 300, deposit: 800 })
})

test('no more is returned or withheld than is held, on that day or on any later one', async () => {
  const home = await openHeld()
  await giveBack(home, 700, '2026-03-12')
  for (const act of [giveBack, withhold]) {
    for (const day of ['2026-03-01', '2026-03-05', '2026-03-12', '2026-03-15']) {
      await assert.rejects(act(home, 301, day), {
        code: 'conflict',
        message: new RegExp(`held for the lease on ${day}`),
      })
    }
  }
  await assert.rejects(giveBack(home, 300, '2026-03-01'), { code: 'conflict' })
  await giveBack(home, 300, '2026-03-05')
  assert.deepEqual(await home.figures('2026-03-05'), { balance: 0, deposit: 700 })
  assert.deepEqual(await home.figures(), { balance: 0, deposit: 0 })
})

test('to reverse or refund the payment of a deposit ends the deposit, unless it was returned before', async () => {
  const bounced = await openHeld()
  await bounced.within(context => reversePayment(context, { id: bounced.paymentId }))
  assert.deepEqual(await bounced.figures(), { balance: 1_000, deposit: 0 })
  const refunded = await openHeld()
  await refunded.within(context => refundPayment(context, { id: refunded.paymentId, amount_cents: 300 }))
  assert.deepEqual(await refunded.figures(), { balance: 300, deposit: 700 })
  const given = await openHeld()
  await giveBack(given, 900)
  const before = await given.entries()
  for (const act of [reversePayment, refundPayment]) {
    const again = given.within(context => act(context, { id: given.paymentId }))
    await assert.rejects(again, { code: 'conflict', message: /deposit this payment paid was returned or withheld/ })
  }
  assert.deepEqual(await given.entries(), before)
  await given.within(context => refundPayment(context, { id: given.paymentId, amount_cents: 100 }))
  assert.deepEqual(await given.figures(), { balance: 100, deposit: 0 })
})

test('twenty returns at once return what is held and no more', async () => {
  const home = await openHeld()
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => giveBack(home, 90)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 11)
  assert.deepEqual(await home.figures(), { balance: 0, deposit: 10 })
})
