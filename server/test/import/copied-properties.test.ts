/** A rent roll with the wrong property: a new property whose residents have the same leases in a property that the file omits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { fileOf, importFile } from './imported.ts'

const world = useWorld()

const TENANTS = ['Ann Elm', 'Bo Fir & Cy Fir', 'Di Oak', 'Ed Ash']
const PARK = 'Willow Park - 25 Willow Rd Ames, IA 50010'
const COURT = 'Willow Court - 99 Court St Ames, IA 50010'
const HEADER = 'Property,Unit,Tenant,Rent,Lease From,Lease To'

const rowsOf = (property: string, tenants: readonly string[], first = 1) =>
  tenants.map((tenant, index) => {
    const lease = tenant && `900,${index + 1}/1/2026,12/31/2026`
    return `"${property}",${index + first},${tenant},${lease || ',,'}`
  })
const rollOf = (...rows: readonly string[]) => fileOf([HEADER, ...rows].join('\n'))

async function willowPark() {
  const organization = await world.organization()
  await importFile(world, organization, rollOf(...rowsOf(PARK, [...TENANTS, ''])))
  return { organization, importRoll: (path: string) => importFile(world, organization, path) }
}

test('a new property with the leases of one that the file omits is rejected, because it would duplicate residents and balances', async () => {
  const { importRoll } = await willowPark()
  const outcome = await importRoll(rollOf(...rowsOf(COURT, [...TENANTS, ''])))
  assert.equal(outcome.written, false)
  assert.deepEqual(
    outcome.problems.first.map(({ line }) => line),
    [2, 3, 4, 5, 6],
  )
  assert.equal(
    outcome.problems.first[0]?.reason,
    'The property “Willow Court” is new, but some of its residents, such as Ann Elm, have the same leases in “Willow Park” in Gatehouse, which is not in the file. If it is the same property, write “Willow Park” in the file, or rename “Willow Park” in Gatehouse first. If it is a different property, add it in Gatehouse first.',
  )
})

test('properties that are merged into a new one under other labels are rejected as well', async () => {
  const { importRoll } = await willowPark()
  const birch = 'Birch House - 7 Birch St Ames, IA 50010'
  await importRoll(rollOf(...rowsOf(birch, ['Flo Gum', 'Gil Hop'])))
  const both = rollOf(...rowsOf(COURT, TENANTS, 101), ...rowsOf(COURT, ['Flo Gum', 'Gil Hop'], 201))
  const { problems, written } = await importRoll(both)
  assert.deepEqual([written, problems.count], [false, 6])
})

test('a few residents who also rent in a new property are imported, and so is a new property if the file also has the old one', async () => {
  const { importRoll } = await willowPark()
  const few = await importRoll(rollOf(...rowsOf(COURT, ['Ann Elm', 'Hal Ivy', 'Ida Jay', 'Jo Kay'])))
  assert.deepEqual([few.written, few.problems.count], [true, 0])
  const one = await importRoll(rollOf(...rowsOf('Elm Cottage - 1 Elm St Ames, IA 50010', ['Ann Elm'])))
  assert.deepEqual([one.written, one.problems.count], [true, 0])
  const other = 'Willow Lane - 3 Lane St Ames, IA 50010'
  const together = await importRoll(rollOf(...rowsOf(PARK, [...TENANTS, '']), ...rowsOf(other, TENANTS)))
  assert.deepEqual([together.written, together.problems.count], [true, 0])
})

test('residents with the same names but leases of different dates are different residents', async () => {
  const { importRoll } = await willowPark()
  const later = rowsOf(COURT, TENANTS).map(row => row.replace(/(\d)\/1\/2026/, '$1/15/2026').replace('12/31', '12/15'))
  assert.deepEqual([(await importRoll(rollOf(...later))).problems.count], [0])
})

test('a property that was first renamed in Gatehouse is the same property, with its leases', async () => {
  const { organization, importRoll } = await willowPark()
  await world.sql(`update properties set name = 'Willow Court' where organization_id = $1`, [organization.id])
  const outcome = await importRoll(rollOf(...rowsOf(COURT, [...TENANTS, ''])))
  assert.deepEqual(
    [outcome.written, outcome.created.properties, outcome.created.leases, outcome.created.residents],
    [true, 0, 0, 0],
  )
})
