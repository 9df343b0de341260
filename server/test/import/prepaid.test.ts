/** A balance and a prepaid amount may state the same credit, which counts once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './read-all.ts'

const HEADER = 'Property,Unit,Tenant,Lease Status,Move-in,Rent,Balance,Prepayments\n'

test('a credit that both the balance and the prepaid amount state counts once', async () => {
  const { rows, end } = await readText(
    `${HEADER}Oak,1,Ann Elm,Active,,900,-75,75\nOak,2,Bo Fir,Active,,900,100,30\nOak,3,Cy Oak,Active,,900,-20,5\n`,
  )
  assert.deepEqual(
    rows.map(({ tenancy }) => [tenancy?.lease.pastDueCents, tenancy?.lease.prepaidCents]),
    [
      [0, 7500],
      [10000, 3000],
      [0, 2500],
    ],
  )
  assert.equal(end.sums.pastDueCents, -7500 + 7000 - 2500)
})

test('a balance that is what is past due less what is prepaid already includes the prepaid amount', async () => {
  const { rows } = await readText(
    'Property,Unit,Tenant,Rent,Delinquent,Prepaid,Balance\nOak,1,Ann Elm,900,100,30,70\nOak,2,Bo Fir,900,100,30,100\n',
  )
  assert.deepEqual(
    rows.map(({ tenancy }) => [tenancy?.lease.pastDueCents, tenancy?.lease.prepaidCents]),
    [
      [7000, 0],
      [10000, 3000],
    ],
  )
})
