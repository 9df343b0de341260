/** Voiding invoices that are PAID although no payment was recorded for them: credit paid them, or they total 0. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { conflicts } from '../refusals.ts'
import { openWorld, useWorld } from '../world.ts'
import { addMonthlyCharge, deposit, openTenancy, rent } from './tenancy.ts'

const {
  generateInvoices,
  getInvoiceDetail,
  getPaymentDetail,
  issueInvoice,
  returnDeposit,
  voidInvoice,
  voidMonthlyCharges,
} = calls

const world = useWorld()

test('a void releases the credit that paid an invoice, as the void of a month does, and the credit pays what else is open', async () => {
  const home = await openTenancy(world)
  const { payment_id } = await home.pay(150, { payment_date: '2026-03-01' })
  const { invoice_id: id } = await home.charge(100, { issue_date: '2026-03-05' })
  const { invoice_id: other } = await home.charge(80, { issue_date: '2026-03-06' })
  const before = await home.within(context => getInvoiceDetail(context, { id }))
  assert.deepEqual([before.status, before.allowed_steps], ['PAID', ['VOID']])
  const voided = await home.within(context => voidInvoice(context, { id, on: '2026-03-10' }))
  assert.deepEqual([voided.status, voided.paid_cents, voided.payments], ['VOID', 0, []])
  assert.equal((await home.within(context => getInvoiceDetail(context, { id: other }))).status, 'PAID')
  const { unapplied_cents } = await home.within(context => getPaymentDetail(context, { id: payment_id }))
  assert.equal(unapplied_cents, 70)
  const owed = []
  for (const day of ['2026-03-04', '2026-03-05', '2026-03-09', '2026-03-10']) {
    owed.push([await home.owed(id, day), await home.owed(other, day)])
  }
  assert.deepEqual(owed, [
    [0, 0],
    [0, 0],
    [0, 30],
    [0, 0],
  ])
  assert.deepEqual(await home.figures(), { balance: -70, deposit: 0 })
})

test('a deposit that credit paid is held no longer once its invoice is void, and cannot be voided after it was returned', async () => {
  const home = await openTenancy(world)
  await home.pay(100, { payment_date: '2026-03-01' })
  const first = await home.charge(0, { lines: [deposit(100)] })
  assert.deepEqual(await home.figures(), { balance: 0, deposit: 100 })
  await home.within(context => voidInvoice(context, { id: first.invoice_id }))
  assert.deepEqual(await home.figures(), { balance: -100, deposit: 0 })
  const second = await home.charge(0, { lines: [deposit(100)] })
  assert.deepEqual(await home.figures(), { balance: 0, deposit: 100 })
  await home.within(context => returnDeposit(context, { lease_id: home.leaseId, amount_cents: 60 }))
  const late = home.within(context => voidInvoice(context, { id: second.invoice_id }))
  await assert.rejects(late, conflicts(/Only \$0\.40 of the deposit is still held/))
})

test('an invoice that a payment was recorded for is not voided with its payment, and one that totals 0 can be voided', async () => {
  const home = await openTenancy(world)
  await home.pay(30, { payment_date: '2026-03-01' })
  const { invoice_id: id } = await home.charge(100)
  await home.pay(20)
  const { status, allowed_steps } = await home.within(context => getInvoiceDetail(context, { id }))
  assert.deepEqual([status, allowed_steps], ['PARTIALLY_PAID', ['RECORD_PAYMENT']])
  await assert.rejects(
    home.within(context => voidInvoice(context, { id })),
    conflicts(/Void, reverse or refund its payments first/),
  )
  const concession = { charge_code: 'CONCESSION', description: 'Concession', amount_cents: -100 } as const
  const free = await home.charge(0, { lines: [rent(100), concession] })
  assert.equal((await home.within(context => voidInvoice(context, { id: free.invoice_id }))).status, 'VOID')
})

test('what came in before a draft was issued is credit, which a void releases, and a payment for the issued invoice is not', async () => {
  const later = await openWorld()
  try {
    const home = await openTenancy(later)
    const drafted = async () => {
      const { invoice_id: id } = await home.charge(100, { is_draft: true })
      later.clock.advance(1)
      return id
    }
    const id = await drafted()
    await home.pay(80)
    later.clock.advance(1)
    const { status, paid_cents, allowed_steps } = await home.within(context => issueInvoice(context, { id }))
    assert.deepEqual([status, paid_cents, allowed_steps], ['PARTIALLY_PAID', 80, ['VOID', 'RECORD_PAYMENT']])
    assert.equal((await home.within(context => voidInvoice(context, { id }))).status, 'VOID')
    assert.deepEqual(await home.figures(), { balance: -80, deposit: 0 })
    const second = await drafted()
    await home.within(context => issueInvoice(context, { id: second }))
    later.clock.advance(1)
    await home.pay(20)
    const refused = home.within(context => voidInvoice(context, { id: second }))
    await assert.rejects(refused, conflicts(/Void, reverse or refund its payments first/))
  } finally {
    await later.close()
  }
})

test('a month is voided although a concession makes the month of one lease free', async () => {
  const home = await openTenancy(world)
  await addMonthlyCharge(home.org, home.held)
  await addMonthlyCharge(home.org, home.held, { code: 'CONCESSION', description: 'Free month', amount_cents: -145_000 })
  await home.org.within(context => generateInvoices(context, { month: '2026-04' }))
  const { invoices } = await home.org.within(context => voidMonthlyCharges(context, { month: '2026-04' }))
  assert.equal(invoices, 1)
  const again = await home.org.within(context => generateInvoices(context, { month: '2026-04' }))
  assert.equal(again.invoices, 1)
})
