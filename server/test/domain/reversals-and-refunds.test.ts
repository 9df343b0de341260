/** Reversals by the payer’s bank and refunds by us: which invoices they reopen, on which day, and how often. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { charge, store } from '../records.ts'
import { names } from '../refusals.ts'
import { type Organization, type Reply, useWorld } from '../world.ts'
import { deposit, openTenancy } from './tenancy.ts'

const { generateInvoices, refundPayment, restorePayment, reversePayment, voidMonthlyCharges, voidPayment } = calls

const world = useWorld()
const read = (path: string, { key }: Organization): Promise<Reply> => world.call(path, { key })

test('a reversal reopens the invoices, and other credit of the lease is applied to them', async () => {
  const home = await openTenancy(world)
  const { invoice_id: invoiceId } = await home.charge(100)
  const { payment_id: paymentId } = await home.pay(100)
  const spare = await home.pay(60)
  assert.equal(spare.unapplied_cents, 60)
  await assert.rejects(
    home.within(context => reversePayment(context, { id: paymentId, on: '2026-03-01' })),
    names('on'),
  )
  const reversed = await home.within(context =>
    reversePayment(context, { id: paymentId, on: '2026-03-09', reason: 'NSF' }),
  )
  assert.deepEqual([reversed.status, reversed.failure_reason, reversed.allocations], ['REVERSED', 'NSF', []])
  const told = (await home.events()).find(({ type }) => type === 'payment.reversed')?.data
  assert.deepEqual([told?.payment?.payment_id, told?.payment?.status, told?.reason], [paymentId, 'REVERSED', 'NSF'])
  const { body } = await read(`/invoices/${invoiceId}`, home.org)
  assert.deepEqual([body.status, body.paid_cents, body.paid_at], ['PARTIALLY_PAID', 60, null])
  const owed = []
  for (const day of ['2026-03-08', '2026-03-09']) owed.push(await home.owed(invoiceId, day))
  assert.deepEqual(owed, [0, 40])
  await home.pay(40)
  const paid = (await home.events()).filter(({ type }) => type === 'invoice.paid')
  assert.equal(paid.length, 1, 'the event was emitted when it was first paid')
})

test('a payment dated before a reversal is applied, on each day, only to what was owed on that day', async () => {
  const home = await openTenancy(world)
  const { invoice_id: invoiceId } = await home.charge(100)
  const { payment_id: paymentId } = await home.pay(80)
  await home.within(context => reversePayment(context, { id: paymentId, on: '2026-03-10' }))
  await home.pay(100, { payment_date: '2026-03-05' })
  const owed = []
  for (const day of ['2026-03-04', '2026-03-05', '2026-03-09', '2026-03-10']) owed.push(await home.owed(invoiceId, day))
  assert.deepEqual(owed, [20, 0, 0, 0])
})

test('a refund takes credit first, then from the invoice that is due last', async () => {
  const home = await openTenancy(world)
  const first = await home.charge(100, { due_date: '2026-03-05' })
  const last = await home.charge(100, { due_date: '2026-03-06' })
  const { payment_id: paymentId } = await home.pay(230)
  const refund = (amountCents?: number) =>
    home.within(context => refundPayment(context, { id: paymentId, ...(amountCents && { amount_cents: amountCents }) }))
  const part = await refund(20)
  assert.deepEqual([part.status, part.refunded_cents, part.unapplied_cents], ['PAID', 20, 10])
  const told = (await home.events()).find(({ type }) => type === 'payment.refunded')?.data
  assert.deepEqual([told?.payment?.refunded_cents, told?.amount_cents], [20, 20])
  const more = await refund(80)
  assert.deepEqual(more.allocations, [
    { invoice_id: first.invoice_id, amount_cents: 100 },
    { invoice_id: last.invoice_id, amount_cents: 30 },
  ])
  await assert.rejects(refund(131), names('amount_cents'))
  const whole = await refund()
  assert.deepEqual([whole.status, whole.refunded_cents, whole.allocations], ['REFUNDED', 230, []])
  assert.equal((await home.figures())?.balance, 200)
  assert.equal((await home.figures('2026-03-14'))?.balance, -30)
})

test('the event of a refund shows the payment as it is afterward, when what is left of its credit pays an open invoice', async () => {
  const home = await openTenancy(world)
  const { invoice_id } = await home.charge(1_000)
  const { payment_id: id } = await home.pay(500, { allocations: [{ invoice_id, amount_cents: 100 }] })
  await home.within(context => refundPayment(context, { id, amount_cents: 100 }))
  const told = (await home.events()).find(({ type }) => type === 'payment.refunded')?.data
  assert.deepEqual(told?.payment, (await world.call(`/payments/${id}`, home.org)).body)
  assert.deepEqual(told?.payment?.allocations, [{ invoice_id, amount_cents: 400 }])
})

test('a refund on a day before credit was applied to an invoice leaves both days correct', async () => {
  const home = await openTenancy(world)
  const { invoice_id: invoiceId } = await home.charge(100, { issue_date: '2026-04-01' })
  const { payment_id: paymentId } = await home.pay(100)
  await home.within(context => refundPayment(context, { id: paymentId, amount_cents: 70 }))
  const owed = []
  for (const day of ['2026-03-31', '2026-04-01']) owed.push(await home.owed(invoiceId, day))
  assert.deepEqual(owed, [0, 70])
  const balances = []
  for (const day of ['2026-03-14', '2026-03-15', '2026-03-31', '2026-04-01']) {
    balances.push((await home.figures(day))?.balance)
  }
  assert.deepEqual(balances, [-100, -30, -30, 70])
})

test('a reversal after a refund reverses only the rest', async () => {
  const home = await openTenancy(world)
  const { payment_id: paymentId } = await home.pay(100)
  await home.within(context => refundPayment(context, { id: paymentId, amount_cents: 40 }))
  const reversed = await home.within(context => reversePayment(context, { id: paymentId }))
  assert.deepEqual([reversed.refunded_cents, reversed.unapplied_cents], [40, 0])
  assert.deepEqual(await home.figures(), { balance: 0, deposit: 0 })
})

test('a reversal that is dated before a refund leaves what was refunded where it was until then', async () => {
  const home = await openTenancy(world)
  const first = await home.charge(100)
  const last = await home.charge(100, { due_date: '2026-03-05' })
  const { payment_id: id } = await home.pay(210)
  await home.within(context => refundPayment(context, { id, amount_cents: 70, on: '2026-03-12' }))
  await home.within(context => reversePayment(context, { id, on: '2026-03-08' }))
  const days = ['2026-03-07', '2026-03-08', '2026-03-11', '2026-03-12', '9999-12-31']
  const shown = []
  for (const day of days) {
    const owed = [await home.owed(first.invoice_id, day), await home.owed(last.invoice_id, day)]
    shown.push([(await home.figures(day))?.balance, ...owed])
  }
  assert.deepEqual(shown, [
    [-10, 0, 0],
    [130, 100, 40],
    [130, 100, 40],
    [200, 100, 100],
    [200, 100, 100],
  ])
})

test('a deposit that was refunded after its reversal is held until the refund', async () => {
  const home = await openTenancy(world)
  await home.charge(100, { lines: [deposit(100)] })
  const { payment_id: id } = await home.pay(100)
  await home.within(context => refundPayment(context, { id, amount_cents: 30, on: '2026-03-12' }))
  await home.within(context => reversePayment(context, { id, on: '2026-03-08' }))
  const shown = []
  for (const day of ['2026-03-07', '2026-03-08', '2026-03-12']) shown.push(await home.figures(day))
  assert.deepEqual(shown, [
    { balance: 0, deposit: 100 },
    { balance: 70, deposit: 30 },
    { balance: 100, deposit: 0 },
  ])
})

test('a payment that is restored before its void takes effect counts once on every day', async () => {
  const home = await openTenancy(world)
  await home.charge(100)
  const { payment_id: id } = await home.pay(100)
  await home.within(context => voidPayment(context, { id, on: '2026-04-20' }))
  const restored = await home.within(context => restorePayment(context, { id }))
  assert.deepEqual([restored.status, restored.unapplied_cents], ['PAID', 0])
  for (const day of ['2026-03-02', '2026-03-15', '2026-04-19', '2026-04-20', '9999-12-31']) {
    assert.deepEqual(await home.figures(day), { balance: 0, deposit: 0 }, day)
  }
})

test('a payment that was void cannot be refunded on a day before it was restored', async () => {
  const home = await openTenancy(world)
  const { payment_id: id } = await home.pay(100)
  await home.within(context => voidPayment(context, { id, on: '2026-03-10' }))
  await home.within(context => restorePayment(context, { id, on: '2026-03-12' }))
  for (const on of ['2026-03-05', '2026-03-11']) {
    await assert.rejects(
      home.within(context => refundPayment(context, { id, amount_cents: 40, on })),
      names('on'),
    )
  }
  await home.within(context => refundPayment(context, { id, amount_cents: 40, on: '2026-03-12' }))
  assert.deepEqual((await home.figures('2026-03-11'))?.balance, 0)
  assert.deepEqual((await home.figures('2026-03-12'))?.balance, -60)
})

test('credit that a voided invoice released cannot be refunded on a day before that', async () => {
  const home = await openTenancy(world)
  await store(home.org, { charges: [charge(home.held, { amount_cents: 100 })] })
  const { payment_id: id } = await home.pay(150)
  await home.within(context => generateInvoices(context, { month: '2026-03' }))
  await home.within(context => voidMonthlyCharges(context, { month: '2026-03' }))
  const refund = (amount_cents: number, on: string) =>
    home.within(context => refundPayment(context, { id, amount_cents, on }))
  await assert.rejects(refund(60, '2026-03-10'), names('on'))
  await refund(50, '2026-03-10')
  await refund(60, '2026-03-15')
  assert.deepEqual((await home.figures('2026-03-14'))?.balance, 0)
  assert.deepEqual((await home.figures('2026-03-15'))?.balance, -40)
})

test('credit that a voided invoice released, and that another invoice took, cannot be refunded on a day before that', async () => {
  const home = await openTenancy(world)
  await store(home.org, { charges: [charge(home.held, { amount_cents: 100 })] })
  const { payment_id: id } = await home.pay(100)
  await home.within(context => generateInvoices(context, { month: '2026-03' }))
  await home.within(context => voidMonthlyCharges(context, { month: '2026-03' }))
  const { invoice_id: invoiceId } = await home.charge(100, { issue_date: '2026-03-20' })
  const refund = (on: string) => home.within(context => refundPayment(context, { id, amount_cents: 60, on }))
  for (const on of ['2026-03-10', '2026-03-14']) await assert.rejects(refund(on), names('on'))
  await refund('2026-03-15')
  const credit = async (day: string) =>
    (await home.entries()).reduce((sum, e) => sum - (e.invoice_id === null && e.on <= day ? e.cents : 0), 0)
  assert.deepEqual(
    await Promise.all(['2026-03-14', '2026-03-15', '2026-03-19', '2026-03-20'].map(credit)),
    [0, 40, 40, 0],
  )
  assert.equal(await home.owed(invoiceId, '2026-03-20'), 60)
})

test('twenty concurrent reversals of one payment reverse it once', async () => {
  const home = await openTenancy(world)
  await home.charge(100)
  const { payment_id: paymentId } = await home.pay(100)
  const tries = Array.from({ length: 20 }, () => home.within(context => reversePayment(context, { id: paymentId })))
  const outcomes = await Promise.allSettled(tries)
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.deepEqual(await home.figures(), { balance: 100, deposit: 0 })
})

test('a payment that is dated ahead is voided, restored, refunded and reversed on its own day unless another is given', async () => {
  const home = await openTenancy(world)
  await home.charge(100)
  const { payment_id: id } = await home.pay(100, { payment_date: '2026-03-20' })
  const owed = async () => [
    (await home.figures('2026-03-19'))?.balance,
    (await home.figures('2026-03-20'))?.balance,
    (await home.figures())?.balance,
  ]
  await home.within(context => voidPayment(context, { id }))
  assert.deepEqual(await owed(), [100, 100, 100])
  await home.within(context => restorePayment(context, { id }))
  assert.deepEqual(await owed(), [100, 0, 0])
  await home.within(context => refundPayment(context, { id, amount_cents: 40 }))
  assert.deepEqual(await owed(), [100, 40, 40])
  await assert.rejects(
    home.within(context => reversePayment(context, { id, on: '2026-03-19' })),
    names('on'),
  )
  await home.within(context => reversePayment(context, { id }))
  assert.deepEqual(await owed(), [100, 100, 100])
})
