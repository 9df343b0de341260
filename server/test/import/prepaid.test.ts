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

test('next to what is past due and what is prepaid, the whole balance is read, as is its total', async () => {
  const { rows, problems, end } = await readText(
    'Property,Unit,Tenant,Rent,Past Due,Balance,Prepaid\nOak,1,Ann Elm,900,150,200,0\nOak,2,Bo Fir,900,0,-75,75\nOak,3,Cy Oak,900,100,50,50\nOak,4,Di Ash,900,20,-5,30\nTotal,,,,270,170,155\n',
  )
  assert.deepEqual(
    rows.map(({ tenancy }) => [tenancy?.lease.pastDueCents, tenancy?.lease.prepaidCents]),
    [
      [20_000, 0],
      [0, 7500],
      [5000, 0],
      [0, 500],
    ],
  )
  assert.deepEqual([problems, end.differences, end.sums.pastDueCents], [[], [], 17_000])
})

test('a balance that may include the prepaid amount or not is reported', async () => {
  const { rows, problems } = await readText(
    'Property,Unit,Tenant,Rent,Past Due,Balance,Prepaid\nOak,1,Ann Elm,900,150,200,50\n',
  )
  assert.deepEqual([rows[0]?.tenancy?.lease.pastDueCents, rows[0]?.tenancy?.lease.prepaidCents], [20_000, 5000])
  assert.equal(
    problems[0]?.reason,
    'The row has a balance of $200.00, of which $150.00 is past due, and a prepaid amount of $50.00. The prepaid amount is subtracted, so the balance is imported as $150.00. If it was subtracted already, clear this cell.',
  )
})
