/** Waiving what is charged for a security deposit and was never paid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { conflicts, names } from '../refusals.ts'
import { useWorld } from '../world.ts'
import { deposit, openTenancy } from './tenancy.ts'

const { getDepositStatement, returnDeposit, voidInvoice, waiveDeposit, withholdDeposit } = calls

const world = useWorld()

test('after the move-out, the unpaid part of a deposit is waived: nothing more is owed for it, and what is held stays held on every day', async () => {
  const home = await openTenancy(world)
  const { invoice_id } = await home.charge(0, {
    lines: [deposit(1_000), { ...deposit(200), description: 'Pet deposit' }],
  })
  const { payment_id } = await home.pay(700)
  const { payment_id: second } = await home.pay(350, { payment_date: '2026-03-10' })
  const deductions = [{ description: 'Carpet', amount_cents: 300 }]
  await home.within(context => withholdDeposit(context, { lease_id: home.leaseId, deductions, on: '2026-03-12' }))
  await assert.rejects(
    home.within(context => voidInvoice(context, { id: invoice_id })),
    conflicts(/To forgive only what is left to pay, waive the unpaid deposit of the lease\.$/),
  )
  const before = await home.entries()
  const waived = await home.within(context => waiveDeposit(context, { lease_id: home.leaseId }))
  assert.deepEqual([waived.balance_cents, waived.deposit_held_cents, waived.open_deposit_cents], [0, 750, 0])
  assert.deepEqual(
    (await home.entries()).filter(({ on }) => on < '2026-03-15'),
    before,
  )
  const { data } = (await world.call('/invoices?status=PAID', home.org)).body
  const [made] = data
  assert.deepEqual(
    [made?.lines, made?.paid_cents],
    [[deposit(1_000), { ...deposit(50), description: 'Pet deposit' }], 1_050],
  )
  assert.equal((await world.call(`/invoices/${invoice_id}`, home.org)).body.status, 'VOID')
  const { allocations } = (await world.call(`/payments/${payment_id}`, home.org)).body
  assert.deepEqual(allocations, [{ invoice_id: made?.invoice_id, amount_cents: 700 }])
  assert.deepEqual((await home.events()).at(-1)?.data.payment_ids, [payment_id, second])
  assert.equal((await home.logged()).at(-1)?.action, 'deposit.waive')
  const { lines } = await home.within(context => getDepositStatement(context, { lease_id: home.leaseId }))
  assert.deepEqual(
    lines.map(({ kind, amount_cents }) => [kind, amount_cents]),
    [
      ['RECEIVED', 700],
      ['RECEIVED', 350],
      ['APPLIED', -300],
    ],
  )
  await home.within(context => returnDeposit(context, { lease_id: home.leaseId, amount_cents: 750 }))
  assert.deepEqual(await home.figures(), { balance: 0, deposit: 0 })
  const none = home.within(context => waiveDeposit(context, { lease_id: home.leaseId }))
  await assert.rejects(none, { code: 'conflict', message: 'The lease owes no deposit, so there is none to waive.' })
})

test('a deposit is waived no earlier than its last payment, and one that was not paid at all is void', async () => {
  const home = await openTenancy(world)
  const { invoice_id } = await home.charge(0, { lines: [deposit(500)] })
  await home.pay(100, { payment_date: '2026-03-20' })
  const waive = (on?: string) =>
    home.within(context => waiveDeposit(context, { lease_id: home.leaseId, ...(on && { on }) }))
  await assert.rejects(waive('2026-03-19'), names('on'))
  await waive()
  assert.deepEqual(await home.figures('2026-03-19'), { balance: 500, deposit: 0 })
  assert.deepEqual(await home.figures('2026-03-20'), { balance: 0, deposit: 100 })
  assert.equal(await home.owed(invoice_id, '2026-03-20'), 0)
  const other = await openTenancy(world)
  await other.charge(0, { lines: [deposit(500)] })
  await other.within(context => waiveDeposit(context, { lease_id: other.leaseId, on: '2026-03-05' }))
  assert.deepEqual(await other.figures('2026-03-05'), { balance: 0, deposit: 0 })
  assert.equal((await world.call('/invoices', other.org)).body.data.length, 1)
})
