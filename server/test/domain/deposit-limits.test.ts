/** How much of a security deposit can be withheld or returned, as the lease shows it and as a refusal states it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { conflicts } from '../refusals.ts'
import { useWorld } from '../world.ts'
import { deposit, openTenancy, type Tenancy } from './tenancy.ts'

const { getLease, returnDeposit, reversePayment, withholdDeposit } = calls

const world = useWorld()
const giveBack = ({ leaseId: lease_id, within }: Tenancy, amount_cents: number) =>
  within(context => returnDeposit(context, { lease_id, amount_cents }))
const withhold = ({ leaseId: lease_id, within }: Tenancy, amount_cents: number, on?: string) =>
  within(context => withholdDeposit(context, { lease_id, amount_cents, ...(on && { on }) }))

test('a lease shows what can be withheld today without deductions: its owed invoices, and not the unpaid part of a deposit', async () => {
  const home = await openTenancy(world)
  await home.charge(0, { lines: [deposit(1_000)] })
  await home.pay(700)
  await home.charge(200)
  await home.charge(50, { issue_date: '2026-04-01' })
  const shown = async () => {
    const detail = await home.within(context => getLease(context, { lease_id: home.leaseId }))
    return [detail.open_charges_cents, detail.owed_charges_cents]
  }
  assert.deepEqual(await shown(), [250, 200])
  await assert.rejects(withhold(home, 201), conflicts(/owes only \$2\.00 on 2026-03-15\. Itemize/))
  assert.equal((await withhold(home, 200)).amount_cents, 200)
  assert.deepEqual(await shown(), [50, 0])
  await assert.rejects(withhold(home, 50), conflicts(/owes nothing on 2026-03-15\. Itemize/))
  await withhold(home, 50, '2026-04-01')
  assert.deepEqual(await shown(), [0, 0])
  const held = 'This is more than the deposit. Only $4.50 is held for the lease on 2026-03-15 and on every later day.'
  await assert.rejects(giveBack(home, 451), { code: 'conflict', message: held })
  await assert.rejects(withhold(home, 451), { code: 'conflict', message: held })
  await giveBack(home, 450)
  await assert.rejects(giveBack(home, 1), conflicts(/^No deposit is held/))
})

test('a deposit never becomes credit, because nothing can be withheld for what is owed only on a later day', async () => {
  const home = await openTenancy(world)
  await home.charge(0, { lines: [deposit(1_000)] })
  await home.pay(1_000)
  const { invoice_id } = await home.charge(300, { issue_date: '2026-03-10' })
  const { payment_id: id } = await home.pay(300, { payment_date: '2026-03-12' })
  await home.within(context => reversePayment(context, { id, on: '2026-03-20' }))
  for (const on of ['2026-03-09', '2026-03-11', '2026-03-12', '2026-03-19']) {
    await assert.rejects(withhold(home, 300, on), conflicts(new RegExp(`owes nothing on ${on}`)))
  }
  await withhold(home, 300, '2026-03-20')
  assert.equal(await home.owed(invoice_id, '2026-03-20'), 0)
  assert.deepEqual(await home.figures('2026-03-19'), { balance: 0, deposit: 1_000 })
  assert.deepEqual(await home.figures('2026-03-20'), { balance: 0, deposit: 700 })
})
