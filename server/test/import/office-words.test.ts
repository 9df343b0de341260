/** More words and cells of the lists of offices: storage, commercial leases, leases that go on, and registers of payments. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SQUARE_FEET } from '#server/import/read/cells.ts'
import { useWorld } from '../world.ts'
import { fileOf, importFile, importPayments } from './imported.ts'
import { namesIn, readText } from './read-all.ts'

const world = useWorld()
const read = (text: string) => readText(text, { today: '2026-03-15' })

test('the residents may stand below Household', async () => {
  const { rows, header } = await read('Property,Unit,Household,Rent\nOak Court,1,Ann & Bo Elm,1000\n')
  assert.deepEqual([namesIn(rows[0]), header.ignoredColumns], [['Ann Elm', 'Bo Elm'], []])
})

test('a width and a depth are an area, and bedrooms and bathrooms are not', () => {
  const areas = ['10x10', '10 x 20', "5' x 7.5'", '10×15', '5 ft x 10 ft', '2x1', '4x4', '10x', '10x10x8'].map(
    SQUARE_FEET.parse,
  )
  assert.deepEqual(areas, [100, 200, 38, 150, 50, undefined, undefined, undefined, undefined])
})

test('the columns of a storage facility and of commercial leases are known', async () => {
  const storage = await read('Facility,Unit,Dimensions,Customer,Rent\nU-Stor Oak,A1,10x10,Ann Elm,95\n')
  assert.deepEqual([storage.rows[0]?.unit.sqft, storage.header.ignoredColumns], [100, []])
  const leases = await read(
    'Bldg ID,Suite ID,Occupant Name,Lease ID,GLA Sqft,Rent Start,Lease Expire,Monthly Base Rent,Monthly Cost Recovery\nB100,101,Oak Bakery LLC,L1,800,1/1/2025,12/31/2026,1000,120\n',
  )
  const { unit, tenancy, property } = leases.rows[0]!
  assert.deepEqual(
    [property.building, unit.label, unit.sqft, tenancy?.lease.from, tenancy?.lease.to, tenancy?.lease.rentCents],
    ['B100', '101', 800, '2025-01-01', '2026-12-31', 100_000],
  )
  assert.deepEqual(
    tenancy?.lease.otherCharges?.map(({ code, amount_cents }) => [code, amount_cents]),
    [['OTHER', 12_000]],
  )
  assert.deepEqual(leases.header.ignoredColumns, [])
})

test('the end of a lease that is said in words rejects nothing, and a mistyped day does', async () => {
  const { rows, problems } = await read(
    'Property,Unit,Tenant,Lease End,Rent\nOak Court,1,Ann Elm,expired,1000\nOak Court,2,Bo Fir,13/45/2026,900\n',
  )
  assert.deepEqual(
    rows.map(({ unit, tenancy }) => [unit.label, tenancy?.lease.to]),
    [['1', undefined]],
  )
  assert.deepEqual(
    problems.map(({ line, leftOut }) => [line, leftOut]),
    [
      [2, 'value'],
      [3, 'row'],
    ],
  )
})

const MONTHLY = `As of: 3/1/2026
Property,Unit,Tenant,Lease Type,Lease From,Lease To,Rent
"Oak Court - 1 Oak St Akron, OH 44301",1,Ann Elm,Month-to-month,1/1/2024,12/31/2024,1000
"Oak Court - 1 Oak St Akron, OH 44301",2,Bo Fir,Fixed,1/1/2025,12/31/2025,900
"Oak Court - 1 Oak St Akron, OH 44301",3,Cy Oak,Month-to-month,1/1/2026,12/31/2026,900
`

test('a month-to-month lease whose term is over has no end, and one of a fixed term keeps it', async () => {
  const organization = await world.organization()
  const outcome = await importFile(world, organization, fileOf(MONTHLY))
  assert.equal(outcome.written, true)
  assert.deepEqual(
    outcome.problems.first.map(({ line, column, reason }) => [line, column, reason]),
    [[3, 'Lease To', 'The lease is month to month, so its end in the past is not imported.']],
  )
  const leases = await world.sql<{ term: string }>(
    `select concat_ws(' ', u.label, l.term_type, l.end_date) as term
       from leases l join units u on u.organization_id = l.organization_id and u.id = l.unit_id
      where l.organization_id = $1 order by u.label`,
    [organization.id],
  )
  assert.deepEqual(
    leases.map(({ term }) => term),
    ['1 MONTH_TO_MONTH', '2 FIXED 2025-12-31', '3 FIXED 2026-12-31'],
  )
})

test('a status of month to month says the same', async () => {
  const roll = (status: string) =>
    `Property,Unit,Status,Tenant,Lease To,Rent\nOak Court,1,${status},Ann Elm,12/31/2024,1000\n`
  for (const status of ['Month-to-month', 'MTM', 'Current (MTM)'])
    assert.equal((await read(roll(status))).rows[0]?.tenancy?.lease.to, undefined, status)
  assert.equal((await read(roll('Current'))).rows[0]?.tenancy?.lease.to, '2024-12-31')
})

test('Person and Check no. of payments are read, and payments that were imported without them are not stored twice', async () => {
  const organization = await world.organization()
  await importFile(world, organization, fileOf(MONTHLY))
  // As an earlier version imported the file, which ignored both columns.
  const before = 'Whoever,Property,Unit,Slip,Date,Amount\n'
  const rows = 'Ann Elm,Oak Court,1,1187,3/2/2026,1000\nBo Fir,Oak Court,2,1188,3/2/2026,900\n'
  assert.equal((await importPayments(organization, fileOf(before + rows))).created, 2)
  const now = 'Person,Property,Unit,Check no.,Date,Amount\n'
  const again = await importPayments(organization, fileOf(now + rows))
  assert.deepEqual([again.created, again.unchanged, again.ignoredColumns], [0, 2, []])
  const next = rows.replaceAll('3/2', '3/3')
  assert.equal((await importPayments(organization, fileOf(now + next))).created, 2)
  const stored = await world.sql<{ reference: string }>(
    "select reference from payments where organization_id = $1 and payment_date = '2026-03-03' order by 1",
    [organization.id],
  )
  assert.deepEqual(
    stored.map(({ reference }) => reference),
    ['1187', '1188'],
  )
})
