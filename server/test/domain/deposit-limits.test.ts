/** How much of a security deposit can be withheld or returned, as the lease shows it and as a refusal states it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { useWorld } from '../world.ts'
import { deposit, openTenancy, type Tenancy } from './tenancy.ts'

const { getLease, returnDeposit, withholdDeposit } = calls

const world = useWorld()
const giveBack = ({ leaseId: lease_id, within }: Tenancy, amount_cents: number) =>
  within(context => returnDeposit(context, { lease_id, amount_cents }))
const withhold = ({ leaseId: lease_id, within }: Tenancy, amount_cents: number) =>
  within(context => withholdDeposit(context, { lease_id, amount_cents }))

test('a lease shows what can be withheld without deductions: its open invoices, and not the unpaid part of a deposit', async () => {
  const home = await openTenancy(world)
  await home.charge(0, { lines: [deposit(1_000)] })
  await home.pay(700)
  await home.charge(200)
  await home.charge(50, { issue_date: '2026-04-01' })
  const openCharges = async () =>
    (await home.within(context => getLease(context, { lease_id: home.leaseId }))).open_charges_cents
  assert.equal(await openCharges(), 250)
  await assert.rejects(withhold(home, 251), { code: 'conflict', message: /The lease owes only \$2\.50\. Itemize/ })
  assert.equal((await withhold(home, 250)).amount_cents, 250)
  assert.equal(await openCharges(), 0)
  const held = 'This is more than the deposit. Only $4.50 is held for the lease on 2026-03-15 and on every later day.'
  await assert.rejects(giveBack(home, 451), { code: 'conflict', message: held })
  await assert.rejects(withhold(home, 451), { code: 'conflict', message: held })
  await giveBack(home, 450)
  await assert.rejects(giveBack(home, 1), { code: 'conflict', message: /^No deposit is held/ })
})
