/** A file that was imported before its columns were mapped is imported again with the mapping: values are added, and nothing is stored twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mappingOf, NO_ANSWERS } from '#server/import/read/mapping.ts'
import { type Organization, useWorld } from '../world.ts'
import { everyRow, fileOf, importFile, importPayments, importWorkOrders } from './imported.ts'
import { importLedger } from './ledger-lines.ts'
import { rentRollOn } from './rent-roll-on.ts'

const world = useWorld()

const saying = (columns: Record<string, string | null>) => ({
  mapping: mappingOf({ ...NO_ANSWERS, columns: Object.entries(columns).map(([word, column]) => ({ word, column })) }),
})

const ROLL = `As of: 3/1/2026
Property,Unit,Tenant,Lease From,Monthly $,Paws,Held
"Oak Court - 1 Oak St Akron, OH 44301",1,Ann Elm,1/1/2025,1000,25,500
"Oak Court - 1 Oak St Akron, OH 44301",2,Bo Fir,1/1/2025,900,,
`
const MEANINGS = { 'Monthly $': 'Rent', Paws: 'Pet Rent', Held: 'Deposit' }

async function withRoll(): Promise<Organization> {
  const organization = await world.organization()
  const outcome = await importFile(world, organization, fileOf(ROLL))
  assert.equal(outcome.written, true)
  return organization
}

test('a rent roll without its rent gets it when its column is mapped to the rent', async () => {
  const organization = await withRoll()
  const outcome = await importFile(world, organization, fileOf(ROLL), saying(MEANINGS))
  assert.deepEqual([outcome.written, outcome.rowsLeftOut, outcome.created.leases], [true, 0, 0])
  const { rows } = await rentRollOn(world, organization, '2026-03-02')
  assert.deepEqual(
    rows.map(({ unit_label, charges }) => [
      unit_label,
      charges.map(each => `${each.code} ${each.amount_cents}`).toSorted(),
    ]),
    [
      ['1', ['PET 2500', 'RENT 100000']],
      ['2', ['RENT 90000']],
    ],
  )
  const before = await everyRow(world, organization)
  const again = await importFile(world, organization, fileOf(ROLL), saying(MEANINGS))
  assert.deepEqual([again.unchanged, await everyRow(world, organization)], [2, before])
})

const PAYMENTS = `Date,Unit,Tenant,Amount,Slip,How,Place,Remark
3/2/2026,1,Ann Elm,"1,000.00",55,Check,Oak Court,March
3/2/2026,1,Ann Elm,"1,000.00",56,Cash,Oak Court,April
3/3/2026,2,Bo Fir,900.00,57,Check,Oak Court,
`

test('payments are stored once, whether or not their columns had a meaning the first time', async () => {
  const meanings = { Slip: 'Reference', How: 'Method', Place: 'Property', Remark: 'Memo' }
  for (const [first, then] of [
    [{ Place: 'Property' }, meanings],
    [meanings, { Place: 'Property' }],
    [
      { Place: 'Property', Slip: 'Reference' },
      { Place: 'Property', How: 'Method' },
    ],
  ]) {
    const organization = await withRoll()
    const stored = await importPayments(organization, fileOf(PAYMENTS), saying(first as Record<string, string>))
    assert.deepEqual([stored.written, stored.created], [true, 3], JSON.stringify(stored.problems.first))
    const again = await importPayments(organization, fileOf(PAYMENTS), saying(then as Record<string, string>))
    assert.deepEqual([again.written, again.created, again.unchanged], [true, 0, 3])
  }
})

test('payments of a property that the organization answered for are known when a column is mapped to its name', async () => {
  const organization = await withRoll()
  const unnamed = await importPayments(organization, fileOf(PAYMENTS))
  const word = unnamed.unknownProperties[0]?.askedAs ?? ''
  const answered = { mapping: mappingOf({ ...NO_ANSWERS, properties: [{ word, name: 'Oak Court' }] }) }
  assert.equal((await importPayments(organization, fileOf(PAYMENTS), answered)).created, 3)
  const again = await importPayments(organization, fileOf(PAYMENTS), saying({ Place: 'Property' }))
  assert.deepEqual([again.created, again.unchanged], [0, 3])
})

test('the lines of a ledger are stored once', async () => {
  const organization = await withRoll()
  const path = fileOf(`Date,Property,Unit,Charges,Payments,What For,Slip
2/1/2026,Oak Court,2,900.00,,Rent,
2/3/2026,Oak Court,2,,900.00,,61
`)
  const first = await importLedger(organization, path)
  assert.deepEqual([first.written, first.created], [true, 2], JSON.stringify(first.problems.first))
  const again = await importLedger(organization, path, saying({ 'What For': 'Description', Slip: 'Reference' }))
  assert.deepEqual([again.created, again.unchanged], [0, 2])
})

test('a work order gets what its columns state', async () => {
  const organization = await withRoll()
  const path = fileOf('Work Order,Property,Unit,Description,Who\n17,Oak Court,1,Sink leaks,Reliable\n')
  assert.equal((await importWorkOrders(organization, path)).created, 1)
  const outcome = await importWorkOrders(organization, path, saying({ Who: 'Vendor' }))
  assert.deepEqual([outcome.created, outcome.updated], [0, 1])
})
