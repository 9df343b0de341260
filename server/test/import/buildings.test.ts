/** Buildings: of a property they only group its units, and without one they stand for it unless any property may have a building of that name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mappingOf, NO_ANSWERS } from '#server/import/read/mapping.ts'
import { useOrganization, useWorld } from '../world.ts'
import { fileOf, importFile } from './imported.ts'
import { readText } from './read-all.ts'

const world = useWorld()
const organization = useOrganization(world)

const placesIn = async (text: string) => {
  const { rows, problems } = await readText(text)
  return {
    places: rows.map(
      ({ property, unit }) => `${property.name || `${property.building ?? 'no building'}?`} ${unit.label}`,
    ),
    problems: problems.map(({ line, leftOut, reason }) => `${line} ${leftOut} ${reason}`),
  }
}

test('the heading of a building within a property is not a property, so that buildings of two properties are not merged', async () => {
  const { places, problems } = await placesIn(`Unit,Tenant,Rent
Property: Maple Court,,
Building: A,,
101,Ann Elm,900
Building: B,,
102,Bo Fir,900
101,Cy Oak,900
Property: Oak Court,,
Building: A,,
103,Di Ash,900
`)
  assert.deepEqual(places, ['Maple Court 101', 'Maple Court 102', 'Oak Court 103'])
  assert.match(
    problems[0] ?? '',
    /^7 row .* in different buildings, write the building into the unit of each row, such as “B-101”/,
  )
  assert.match(problems[1] ?? '', /^4 value The rows from here on are of the building “A” by a heading\./)
})

test('a building named by a letter or a number is asked about, and any other name is that of a property', async () => {
  const headings =
    'Unit,Tenant,Rent\nBuilding: A,,\n101,Ann Elm,900\nBldg 2,,\n101,Bo Fir,900\nBuilding: Maple Tower,,\n101,Cy Oak,900\n'
  assert.deepEqual(await placesIn(headings), { places: ['A? 101', '2? 101', 'Maple Tower 101'], problems: [] })
  const column =
    'Building,Unit,Tenant,Rent\nA,101,Ann Elm,900\nB-2,101,Bo Fir,900\nMaple Tower,101,Cy Oak,900\n,101,Di Ash,900\n'
  assert.deepEqual(await placesIn(column), {
    places: ['A? 101', 'B-2? 101', 'Maple Tower 101', 'no building? 101'],
    problems: [],
  })
})

test('each building is asked about by its name, and two of them may be one property only if they have different units', async () => {
  const roll = (units: readonly string[]) =>
    fileOf(`Unit,Tenant,Rent\nBuilding: A\n${units[0]},Ann Elm,900\nBuilding: B\n${units[1]},Bo Fir,900\n`)
  const asked = (await importFile(world, organization, roll(['101', '101']), { dryRun: true })).unaddressed
  assert.deepEqual(
    asked.map(({ askedAs }) => askedAs?.replace(/\(.*/, '')),
    ['unnamed property, building A, unit 101 ', 'unnamed property, building B, unit 101 '],
  )
  const maple = { name: 'Maple Court', address_line: '1 Oak St', city: 'Akron', state: 'OH', postal_code: '44301' }
  const answers = async (path: string) => {
    const { unaddressed } = await importFile(world, organization, path, { dryRun: true })
    const properties = unaddressed.map(({ askedAs = '' }) => ({ word: askedAs, ...maple }))
    return mappingOf({ ...NO_ANSWERS, properties })
  }
  const same = roll(['101', '101'])
  const refused = await importFile(world, organization, same, { mapping: await answers(same) })
  assert.deepEqual([refused.written, refused.rowsLeftOut], [false, 1])
  const different = roll(['101', '201'])
  const stored = await importFile(world, organization, different, { mapping: await answers(different) })
  assert.deepEqual([stored.written, stored.created.properties, stored.created.units], [true, 1, 2])
})

test('a building with a name or an address above the header is the property', async () => {
  const table = 'Unit,Tenant,Rent\n1,Ann Elm,900\n'
  for (const [title, place] of [
    ['Building: 12 Elm St', '12 Elm St 1'],
    ['Property: 12 Elm St', '12 Elm St 1'],
    ['Building: A', 'no building? 1'],
    ['Property: 12 properties', 'no building? 1'],
  ] as const)
    assert.deepEqual((await placesIn(`Rent Roll\n${title}\n${table}`)).places, [place], title)
})

const UNKNOWN_STATUS = {
  'our template': 'Unit,Status,Tenant,Rent\n1,Current,Ann Elm,900\n2,Zorb,Bo Fir,900\n3,Vacant,,\n',
  Entrata:
    'Bldg-Unit,Unit Type,SQFT,Unit Status,Resident,Move-In,Lease Start,Lease End,Expected Move-Out,Market Rent,Ledger,Charge Code,Scheduled Charges,Balance,Deposit Held\n' +
    'A-101,S1,465,Occupied No Notice,"Elm, Ann",1/1/2026,1/1/2026,12/31/2026,,900,Resident,Base Rent,900,0,600\n' +
    'A-102,S1,465,Zorb,"Fir, Bo",1/1/2026,1/1/2026,12/31/2026,,900,Resident,Base Rent,900,0,600\n',
}

for (const [name, text] of Object.entries(UNKNOWN_STATUS)) {
  test(`a property that is not named is asked about by all of its units, also by those of an unknown status: ${name}`, async () => {
    const another = await world.organization()
    const path = fileOf(text)
    const { unaddressed } = await importFile(world, another, path, { dryRun: true })
    const oak = { name: 'Oak', address_line: '1 Oak St', city: 'Akron', state: 'OH', postal_code: '44301' }
    const properties = unaddressed.map(({ askedAs = '' }) => ({ word: askedAs, ...oak }))
    const mapping = mappingOf({ ...NO_ANSWERS, properties, statuses: [{ word: 'Zorb', status: 'CURRENT' }] })
    const { written, created, problems } = await importFile(world, another, path, { mapping })
    assert.deepEqual([written, created.properties, problems.first], [true, 1, []])
  })
}
