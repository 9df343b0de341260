/** Voiding the return of a security deposit that was recorded by mistake. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { conflicts } from '../refusals.ts'
import { useWorld } from '../world.ts'
import { deposit, openTenancy } from './tenancy.ts'

const { getDepositStatement, getLease, getLeaseLedger, returnDeposit, voidDepositReturn } = calls

const world = useWorld()

test('a return that was recorded by mistake is voided, in full or in part: the deposit is held again, and no money was paid out', async () => {
  const home = await openTenancy(world)
  await home.charge(0, { lines: [deposit(1_000)] })
  await home.pay(1_000)
  const { leaseId: lease_id, within } = home
  const undo = (amount_cents: number, on?: string) =>
    within(context => voidDepositReturn(context, { lease_id, amount_cents, ...(on && { on }) }))
  const giveBack = (amount_cents: number, on?: string) =>
    within(context => returnDeposit(context, { lease_id, amount_cents, ...(on && { on }) }))
  await assert.rejects(undo(1), conflicts(/^No deposit was returned by 2026-03-15/))
  await giveBack(600, '2026-03-12')
  const returned = await within(context => getLease(context, { lease_id }))
  assert.equal(returned.deposit_returned_cents, 600)
  assert.ok(returned.allowed_steps.includes('VOID_DEPOSIT_RETURN'))
  await assert.rejects(undo(600, '2026-03-11'), conflicts(/^No deposit was returned by 2026-03-11/))
  await assert.rejects(undo(601), conflicts(/^Only \$6\.00 of the deposit was returned by 2026-03-15/))
  await undo(100, '2026-03-13')
  await undo(500)
  const figures = []
  for (const day of ['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-15'])
    figures.push((await home.figures(day))?.deposit)
  assert.deepEqual(figures, [1_000, 400, 500, 1_000])
  const lease = await within(context => getLease(context, { lease_id }))
  assert.deepEqual([lease.deposit_held_cents, lease.deposit_returned_cents], [1_000, 0])
  assert.ok(!lease.allowed_steps.includes('VOID_DEPOSIT_RETURN'))
  const statement = await within(context => getDepositStatement(context, { lease_id }))
  assert.deepEqual([statement.received_cents, statement.returned_cents, statement.held_cents], [1_000, 0, 1_000])
  const { data } = await within(context => getLeaseLedger(context, { lease_id, limit: 100, offset: 0 }))
  assert.equal(
    data.reduce((sum, { cash_cents }) => sum + cash_cents, 0),
    1_000,
  )
  await giveBack(1_000)
  assert.deepEqual(await home.figures(), { balance: 0, deposit: 0 })
})
