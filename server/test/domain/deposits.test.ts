/** Security deposits: held once they are paid, then returned or withheld, and never more than is held. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postEntries } from '#server/domain/ledger/money-of-leases.ts'
import { calls } from '../calls.ts'
import { conflicts, names } from '../refusals.ts'
import { useWorld } from '../world.ts'
import { deposit, openTenancy, type Tenancy } from './tenancy.ts'

const {
  getDepositStatement,
  refundPayment,
  restorePayment,
  returnDeposit,
  reversePayment,
  voidPayment,
  withholdDeposit,
} = calls

const world = useWorld()
/** A lease whose deposit of 1,000 cents was paid on March 2. */
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

test('a deposit is held from the day it is paid, and never more than is paid', async () => {
  const home = await openTenancy(world)
  await home.charge(0, { lines: [deposit(700), deposit(300)] })
  assert.deepEqual(await home.figures(), { balance: 1_000, deposit: 0 })
  await home.pay(400)
  await home.pay(900, { payment_date: '2026-03-10' })
  assert.deepEqual(await home.figures('2026-03-01'), { balance: 1_000, deposit: 0 })
  assert.deepEqual(await home.figures('2026-03-02'), { balance: 600, deposit: 400 })
  assert.deepEqual(await home.figures('2026-03-10'), { balance: -300, deposit: 1_000 })
})

test('a restored payment pays a deposit from the day of its restoration on, and not on the days on which it was void', async () => {
  const home = await openTenancy(world)
  const { payment_id: id } = await home.pay(1_000)
  await home.within(context => voidPayment(context, { id, on: '2026-03-10' }))
  await home.within(context => restorePayment(context, { id, on: '2026-03-12' }))
  await home.charge(0, { lines: [deposit(400)], issue_date: '2026-03-05' })
  assert.deepEqual(await home.figures('2026-03-05'), { balance: -600, deposit: 0 })
  assert.deepEqual(await home.figures('2026-03-11'), { balance: 400, deposit: 0 })
  assert.deepEqual(await home.figures('2026-03-12'), { balance: -600, deposit: 400 })
})

test('returning a deposit does not change what is owed', async () => {
  const home = await openHeld()
  await home.charge(50)
  await giveBack(home, 400)
  assert.deepEqual(await home.figures('2026-03-14'), { balance: 50, deposit: 1_000 })
  assert.deepEqual(await home.figures(), { balance: 50, deposit: 600 })
  assert.deepEqual((await home.logged()).at(-1), { action: 'deposit.return', subject: home.leaseId, actor: 'test' })
})

test('a withheld deposit pays what is owed and never more: the resident is not left with a credit', async () => {
  const home = await openHeld()
  const { invoice_id: invoiceId } = await home.charge(600)
  await assert.rejects(withhold(home, 601), conflicts(/owes only \$6\.00 on 2026-03-15\. Itemize/))
  const payment = await withhold(home, 500)
  assert.deepEqual(
    [payment.method, payment.status, payment.amount_cents, payment.memo, payment.unapplied_cents],
    ['OTHER', 'PAID', 500, 'Deposit withheld', 0],
  )
  assert.deepEqual(payment.allocations, [{ invoice_id: invoiceId, amount_cents: 500 }])
  assert.deepEqual(await home.figures(), { balance: 100, deposit: 500 })
})

test('deductions are charged and paid from the deposit in one step, and the lease’s credit stays credit', async () => {
  const home = await openHeld()
  const { invoice_id: rentId } = await home.charge(100)
  await home.pay(130)
  const { invoice_id: waterId } = await home.charge(80, { due_date: '2026-03-20' })
  assert.deepEqual(await home.figures(), { balance: 50, deposit: 1_000 })
  const deductions = [
    { description: 'Carpet of the bedroom', amount_cents: 300 },
    { description: 'Cleaning', amount_cents: 120 },
  ]
  const payment = await home.within(context =>
    withholdDeposit(context, { lease_id: home.leaseId, deductions, amount_cents: 50, memo: 'Inspected' }),
  )
  assert.deepEqual([payment.amount_cents, payment.unapplied_cents, payment.memo], [470, 0, 'Inspected'])
  const damage = payment.allocations.find(({ invoice_id }) => invoice_id !== rentId && invoice_id !== waterId)
  assert.deepEqual(
    [payment.allocations.find(({ invoice_id }) => invoice_id === waterId)?.amount_cents, damage?.amount_cents],
    [50, 420],
  )
  assert.deepEqual(await home.figures(), { balance: 0, deposit: 530 })
  assert.deepEqual(
    (await home.logged()).slice(-2).map(({ action }) => action),
    ['invoice.create', 'deposit.withhold'],
  )
})

test('deductions beyond the deposit stay owed, and without a deposit nothing is charged', async () => {
  const home = await openHeld()
  const deductions = [{ description: 'Kitchen', amount_cents: 1_300 }]
  const act = () => home.within(context => withholdDeposit(context, { lease_id: home.leaseId, deductions }))
  assert.equal((await act()).amount_cents, 1_000)
  assert.deepEqual(await home.figures(), { balance: 300, deposit: 0 })
  const before = await home.entries()
  await assert.rejects(act(), conflicts(/No deposit is held/))
  assert.deepEqual(await home.entries(), before)
  const none = home.within(context => withholdDeposit(context, { lease_id: home.leaseId }))
  await assert.rejects(none, names('amount_cents'))
})

test('what deductions come to beyond the deposit is paid from the credit of the lease, as any new invoice is', async () => {
  const home = await openHeld()
  const { payment_id } = await home.pay(250)
  const deductions = [{ description: 'Kitchen', amount_cents: 1_200 }]
  const { allocations } = await home.within(context => withholdDeposit(context, { lease_id: home.leaseId, deductions }))
  const { status, paid_cents } = (await world.call(`/invoices/${allocations[0]?.invoice_id}`, home.org)).body
  assert.deepEqual([status, paid_cents], ['PAID', 1_200])
  const credit = (await world.call(`/payments/${payment_id}`, home.org)).body
  assert.deepEqual([credit.unapplied_cents, (await home.events()).at(-1)?.type], [50, 'invoice.paid'])
  assert.deepEqual(await home.figures(), { balance: -50, deposit: 0 })
  const stated = await home.within(context => getDepositStatement(context, { lease_id: home.leaseId }))
  assert.deepEqual([stated.owed_cents, stated.credit_cents], [0, 50])
})

test('the deposit statement itemizes what was held, applied, returned and is still owed', async () => {
  const home = await openHeld()
  await home.charge(200)
  const deductions = [
    { description: 'Carpet', amount_cents: 300 },
    { description: 'Cleaning', amount_cents: 100 },
  ]
  const part = { lease_id: home.leaseId, deductions, amount_cents: 150 }
  await home.within(context => withholdDeposit(context, part))
  await giveBack(home, 250)
  const { lines, ...statement } = await home.within(context => getDepositStatement(context, { lease_id: home.leaseId }))
  assert.deepEqual(
    [
      statement.received_cents,
      statement.applied_cents,
      statement.returned_cents,
      statement.held_cents,
      statement.owed_cents,
    ],
    [1_000, 550, 250, 200, 50],
  )
  assert.deepEqual(
    lines.map(({ kind, on, amount_cents }) => [kind, on, amount_cents]),
    [
      ['RECEIVED', '2026-03-02', 1_000],
      ['APPLIED', '2026-03-15', -550],
      ['RETURNED', '2026-03-15', -250],
    ],
  )
  assert.deepEqual(
    statement.deductions.map(({ lines, total_cents, applied_cents, balance_cents }) => [
      lines.map(({ description, amount_cents }) => [description, amount_cents]),
      [total_cents, applied_cents, balance_cents],
    ]),
    [
      [[['Rent', 200]], [200, 150, 50]],
      [
        [
          ['Carpet', 300],
          ['Cleaning', 100],
        ],
        [400, 400, 0],
      ],
    ],
  )
  assert.equal(statement.residents[0], 'Dana Whitfield')
})

test('the deposit statement of deductions that are dated ahead shows what they leave owed', async () => {
  const home = await openHeld()
  const deductions = [{ description: 'Kitchen', amount_cents: 1_300 }]
  const part = { lease_id: home.leaseId, deductions, on: '2026-03-20' }
  await home.within(context => withholdDeposit(context, part))
  const statement = await home.within(context => getDepositStatement(context, { lease_id: home.leaseId }))
  assert.deepEqual([statement.as_of, statement.applied_cents, statement.held_cents], ['2026-03-15', 1_000, 0])
  assert.deepEqual([statement.deductions[0]?.balance_cents, statement.owed_cents], [300, 300])
})

test('the deposit statement shows what was refunded of a withheld deposit as returned, and adds up', async () => {
  const home = await openHeld()
  await home.charge(600)
  const { payment_id: id } = await withhold(home, 500, '2026-03-10')
  await home.within(context => refundPayment(context, { id, amount_cents: 200, on: '2026-03-12' }))
  const read = () => home.within(context => getDepositStatement(context, { lease_id: home.leaseId }))
  const sums = ({
    received_cents,
    applied_cents,
    returned_cents,
    held_cents,
    owed_cents,
  }: Awaited<ReturnType<typeof read>>) => [...[received_cents, applied_cents, returned_cents, held_cents, owed_cents]]
  const refunded = await read()
  assert.deepEqual(sums(refunded), [1_000, 300, 200, 500, 300])
  assert.deepEqual(
    refunded.deductions.map(({ applied_cents }) => applied_cents),
    [300],
  )
  assert.deepEqual(
    refunded.lines.map(({ kind, on, amount_cents }) => [kind, on, amount_cents]),
    [
      ['RECEIVED', '2026-03-02', 1_000],
      ['APPLIED', '2026-03-10', -500],
      ['APPLIED', '2026-03-12', 200],
      ['RETURNED', '2026-03-12', -200],
    ],
  )
  await home.within(context => reversePayment(context, { id, on: '2026-03-14' }))
  assert.deepEqual(sums(await read()), [1_000, 0, 200, 800, 600])
})

test('reversing a withholding makes the deposit held again', async () => {
  const home = await openHeld()
  await home.charge(600)
  const { payment_id: paymentId } = await withhold(home, 500)
  await home.within(context => reversePayment(context, { id: paymentId }))
  assert.deepEqual(await home.figures(), { balance: 600, deposit: 1_000 })
})

test('reversing a withholding of which a part was refunded makes only the rest of the deposit held again', async () => {
  const home = await openHeld()
  await home.charge(600)
  const { payment_id: paymentId } = await withhold(home, 500)
  await home.within(context => refundPayment(context, { id: paymentId, amount_cents: 200 }))
  assert.deepEqual(await home.figures(), { balance: 300, deposit: 500 })
  await home.within(context => reversePayment(context, { id: paymentId }))
  assert.deepEqual(await home.figures(), { balance: 600, deposit: 800 })
})

test('a withheld deposit does not pay a deposit invoice', async () => {
  const home = await openHeld()
  await home.charge(0, { lines: [deposit(500)] })
  await assert.rejects(withhold(home, 200), conflicts(/The lease owes nothing/))
  assert.deepEqual(await home.figures(), { balance: 500, deposit: 1_000 })
})

test('a deposit that an import states and then corrects was not returned', async () => {
  const home = await openHeld()
  const imported = (amount_cents: number, description: string) => {
    const entry = { lease_id: home.leaseId, account: 'DEPOSIT', code: 'DEPOSIT', effective_on: '2026-03-01' } as const
    return { ...entry, amount_cents, description }
  }
  await home.within(context => postEntries(context, [imported(1_000, 'Deposit held when imported')]))
  await home.within(context => postEntries(context, [imported(-1_000, 'Deposit held before the import')]))
  const read = () => home.within(context => getDepositStatement(context, { lease_id: home.leaseId }))
  const { lines } = await read()
  assert.deepEqual(lines, [{ kind: 'RECEIVED', on: '2026-03-02', amount_cents: 1_000 }])
  await giveBack(home, 400)
  const { received_cents, returned_cents, held_cents } = await read()
  assert.deepEqual([received_cents, returned_cents, held_cents], [1_000, 400, 600])
})

test('no more is returned or withheld than is held, on that day or any later one', async () => {
  const home = await openHeld()
  await home.charge(5_000)
  await giveBack(home, 700, '2026-03-12')
  for (const act of [giveBack, withhold]) {
    for (const day of ['2026-03-01', '2026-03-05', '2026-03-12', '2026-03-15']) {
      await assert.rejects(act(home, 301, day), conflicts(new RegExp(`held for the lease on ${day}`)))
    }
  }
  await assert.rejects(giveBack(home, 300, '2026-03-01'), { code: 'conflict' })
  await giveBack(home, 300, '2026-03-05')
  assert.deepEqual(await home.figures('2026-03-05'), { balance: 5_000, deposit: 700 })
  assert.deepEqual(await home.figures(), { balance: 5_000, deposit: 0 })
})

test('reversing or refunding the payment of a deposit ends the deposit, unless it was returned before', async () => {
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
    await assert.rejects(again, conflicts(/^Only \$1\.00 of the deposit is still held/))
  }
  assert.deepEqual(await given.entries(), before)
  await given.within(context => refundPayment(context, { id: given.paymentId, amount_cents: 100 }))
  assert.deepEqual(await given.figures(), { balance: 100, deposit: 0 })
})

test('twenty concurrent returns return no more than is held', async () => {
  const home = await openHeld()
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => giveBack(home, 90)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 11)
  assert.deepEqual(await home.figures(), { balance: 0, deposit: 10 })
})
