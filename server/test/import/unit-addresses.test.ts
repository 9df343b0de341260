/** Next to a name of the property, a column Address has the address of the property or of each unit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Organization, useWorld } from '../world.ts'
import { fileOf, importFile } from './imported.ts'

const world = useWorld()
const HEADER = 'As of: 2/1/2026\nProperty,Address,City,State,Zip,Unit,Tenant,Rent,Lease From\n'

async function addressesOf(organization: Organization): Promise<string[]> {
  const found = await world.sql<{ text: string }>(
    `select concat_ws(', ', name, address_line, city, state, postal_code) as text from properties where organization_id = $1 order by 1`,
    [organization.id],
  )
  return found.map(({ text }) => text)
}

test('a new property has the address of its units, without the unit, and a later file does not move it', async () => {
  const organization = await world.organization()
  const first = await importFile(
    world,
    organization,
    fileOf(
      `${HEADER}Oak Flats,12 Elm St #1,Akron,OH,44301,1,Ann Elm,900,1/1/2026\nOak Flats,12 Elm St Apt 2,Akron,OH,44301,2,Bo Fir,910,1/1/2026\nFir Duplex,40 Oak Ave,Akron,OH,44301,A,Cy Gum,700,1/1/2026\nFir Duplex,42 Oak Ave,Akron,OH,44301,B,Di Ash,700,1/1/2026\n`,
    ),
  )
  assert.deepEqual([first.written, first.created.properties], [true, 2])
  assert.deepEqual(
    first.reported.first.map(({ unit, message }) => `${unit}: ${message}`),
    [
      'Fir Duplex: The address of the property is that of its first unit, 40 Oak Ave, and other units have different addresses. Correct it in Gatehouse if the property has a different one.',
    ],
  )
  const stored = ['Fir Duplex, 40 Oak Ave, Akron, OH, 44301', 'Oak Flats, 12 Elm St, Akron, OH, 44301']
  assert.deepEqual(await addressesOf(organization), stored)
  const later = await importFile(
    world,
    organization,
    fileOf(
      `${HEADER.replace('2/1', '3/1')}Fir Duplex,42 Oak Ave,Akron,OH,44301,B,Di Ash,700,1/1/2026\nFir Duplex,40 Oak Ave,Akron,OH,44301,A,Cy Gum,700,1/1/2026\n`,
    ),
  )
  assert.deepEqual([later.written, later.updated.properties, later.reported.first], [true, 0, []])
  assert.deepEqual(await addressesOf(organization), stored)
})

test('a whole address in the column is that of a new property, and the address of the property itself is read instead of it', async () => {
  const organization = await world.organization()
  const outcome = await importFile(
    world,
    organization,
    fileOf(
      'As of: 2/1/2026\nProperty,Unit Address,Unit,Tenant,Rent\nOak Flats,"12 Elm St, Akron, OH 44301",1,Ann Elm,900\n',
    ),
  )
  assert.deepEqual([outcome.written, outcome.ignoredColumns], [true, []])
  const other = await importFile(
    world,
    organization,
    fileOf(
      `As of: 2/1/2026\nProperty,Property Address,Address,Unit,Tenant,Rent\nFir,"5 Fir St, Akron, OH 44301",7 Fir St,1,Bo Fir,900\n`,
    ),
  )
  assert.deepEqual([other.written, other.ignoredColumns], [true, ['Address']])
  assert.deepEqual(await addressesOf(organization), [
    'Fir, 5 Fir St, Akron, OH, 44301',
    'Oak Flats, 12 Elm St, Akron, OH, 44301',
  ])
})

test('the units of a building may have addresses of their own, and a letter needs the address', async () => {
  const organization = await world.organization()
  const roll = (rows: string) => fileOf(`Building,Address,City,State,Zip,Unit,Tenant,Rent\n${rows}`)
  const duplex = `Oak Duplex,40 Oak Ave,Columbus,OH,43215,A,Ann Elm,900
Oak Duplex,42 Oak Ave,Columbus,OH,43215,B,Bo Fir,900
A,7 Elm St,Columbus,OH,43215,1,Cy Oak,900
A,9 Elm St,Columbus,OH,43215,1,Di Ash,900
`
  const outcome = await importFile(world, organization, roll(duplex))
  assert.deepEqual([outcome.written, outcome.created.properties], [true, 3])
  assert.deepEqual(
    outcome.problems.first.map(({ line, column, leftOut }) => [line, column, leftOut]),
    [],
  )
  const stored = await world.sql<{ name: string; address_line: string; units: string }>(
    `select name, address_line, (select string_agg(label, ' ' order by label) from units u where u.organization_id = p.organization_id and u.property_id = p.id) as units
       from properties p where organization_id = '${organization.id}' order by 1, 2`,
  )
  assert.deepEqual(
    stored.map(({ name, address_line: street, units }) => `${name}, ${street}: ${units}`),
    ['A, 7 Elm St: 1', 'A, 9 Elm St: 1', 'Oak Duplex, 40 Oak Ave: A B'],
  )
  assert.deepEqual((await importFile(world, organization, roll(duplex))).unchanged, 4)
})
