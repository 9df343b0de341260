/** A file may state what was owed next to what was paid of it. Only what was paid is a payment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { fileOf, importPayments } from './imported.ts'
import { mapleCourt, paymentsOf } from './maple-court.ts'

const world = useWorld()

for (const columns of ['Amount,Amount Paid,Balance', 'Amount,Paid,Balance', 'Amount,Paid Amount,Left'])
  test(`of ${columns}, the amount that was paid is imported`, async () => {
    const { organization } = await mapleCourt(world)
    const row = '3/2/2026,Maple Court,101,Cy Fir,Check,"1,425.00",300.00,"1,125.00"'
    const file = fileOf(`Payment Date,Property,Unit,Tenant,Method,${columns}\n${row}\n`)
    const outcome = await importPayments(organization, file)
    assert.deepEqual([outcome.written, outcome.ignoredColumns?.includes('Amount')], [true, true])
    assert.deepEqual(
      (await paymentsOf(world, organization)).map(({ cents }) => cents),
      [30_000],
    )
  })

test('Paid is not an amount without a balance, and a list of charges with what was paid of each is refused', async () => {
  const { organization } = await mapleCourt(world)
  const paid = fileOf('Payment Date,Property,Unit,Tenant,Amount,Paid\n3/2/2026,Maple Court,101,Cy Fir,"1,425.00",Yes\n')
  assert.equal((await importPayments(organization, paid)).written, true)
  const charges = fileOf(
    'Date,Property,Unit,Tenant,Charge,Amount,Amount Paid,Balance\n3/2/2026,Maple Court,101,Cy Fir,Rent,1425,300,1125\n',
  )
  await assert.rejects(importPayments(organization, charges), /lists what was charged/)
})
