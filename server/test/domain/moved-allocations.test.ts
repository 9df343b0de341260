/** A payment that is applied to another invoice than before has changed, although as much of it is applied as before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { useWorld } from '../world.ts'
import { deposit, openTenancy } from './tenancy.ts'

const { waiveDeposit } = calls
const world = useWorld()

test('a payment of a deposit whose unpaid part is waived is seen by updated_since', async () => {
  const home = await openTenancy(world)
  await home.charge(0, { lines: [deposit(1_000)] })
  const { payment_id } = await home.pay(700)
  const read = async (path: string) => (await world.call(path, home.org)).body
  const before = await read(`/payments/${payment_id}`)
  const since = new Date(Date.parse(before.updated_at as string) + 1).toISOString()
  const list = async () => (await read(`/payments?updated_since=${since}`)).data
  assert.deepEqual(await list(), [])
  await home.within(context => waiveDeposit(context, { lease_id: home.leaseId }))
  const after = await read(`/payments/${payment_id}`)
  assert.notDeepEqual(after.allocations, before.allocations)
  assert.equal(after.unapplied_cents, before.unapplied_cents)
  assert.deepEqual(await list(), [after])
})
