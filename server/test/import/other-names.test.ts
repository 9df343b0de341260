/** A later file may have another name for a unit or a property. Nothing is doubled: neither residents nor what they owe. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { everyRow, fileOf, importFile } from './imported.ts'

const world = useWorld()
const HEADER =
  'Property Name,Property Street Address 1,Property City,Property State,Property Zip,Unit,Tenant,Status,Rent,Deposit,Past Due,Lease From\n'
const OAK = 'Oak Court,120 N Oak Ave,Akron,OH,44301'
const ANN = 'Ann Elm,Current,900,500,50,1/1/2026'
const BO = 'Bo Fir,Current,800,400,0,6/1/2025'

const roll = (...rows: string[]) => fileOf(`As of: 3/1/2026\n${HEADER}${rows.join('\n')}\n`)

async function afterFirst() {
  const organization = await world.organization()
  await importFile(world, organization, roll(`${OAK},1,${ANN}`, `${OAK},2,${BO}`, `${OAK},3,,Vacant,,,,`))
  return organization
}

test('a unit with another label and the same lease is a problem, because it would double the resident and the balance', async () => {
  const organization = await afterFirst()
  const before = await everyRow(world, organization)
  const renamed = roll(`${OAK},101,${ANN}`, `${OAK},2,${BO}`, `${OAK},3,,Vacant,,,,`)
  for (const closeMissing of [false, true]) {
    const refused = await importFile(world, organization, renamed, { closeMissing })
    assert.deepEqual(
      refused.problems.first.map(({ line, column, reason }) => `${line} ${column}: ${reason}`),
      [
        '3 Unit: In Gatehouse, the lease of Ann Elm from 2026-01-01 belongs to the unit “1”, which the file does not have. If that unit has a new name, rename it in Gatehouse first. If the resident has moved to this unit, end that lease in Gatehouse first.',
      ],
    )
    assert.deepEqual(await everyRow(world, organization), before)
  }
  await world.sql(`update units set label = '101' where organization_id = $1 and label = '1'`, [organization.id])
  assert.equal((await importFile(world, organization, renamed)).unchanged, 3)
})

test('a unit that the file has in another property with the same lease is a problem, because it would double the balance', async () => {
  const organization = await afterFirst()
  const before = await everyRow(world, organization)
  const annex = 'Annex,9 Elm St,Akron,OH,44301'
  const split = roll(`${annex},1,${ANN}`, `${OAK},2,${BO}`, `${OAK},3,,Vacant,,,,`)
  const refused = await importFile(world, organization, split)
  assert.deepEqual(
    refused.problems.first.map(({ column, reason }) => `${column}: ${reason}`),
    [
      'Property: In Gatehouse, the lease of Ann Elm from 2026-01-01 belongs to the unit “1” of Oak Court, which the file does not have. If it is the same lease, end it there first, and settle its deposit and balance. If it is not, correct Lease From.',
    ],
  )
  assert.deepEqual(await everyRow(world, organization), before)
  const both = roll(`${OAK},1,${ANN}`, `${annex},1,${ANN}`, `${OAK},2,${BO}`, `${OAK},3,,Vacant,,,,`)
  assert.equal((await importFile(world, organization, both, { dryRun: true })).problems.count, 0)
})

test('a resident who has moved to a new unit, and one who rents several units, are not taken for renamed units', async () => {
  const organization = await afterFirst()
  const moved = roll(`${OAK},101,${ANN.replace('1/1/2026', '2/20/2026')}`, `${OAK},2,${BO}`, `${OAK},3,,Vacant,,,,`)
  assert.equal((await importFile(world, organization, moved, { dryRun: true })).problems.count, 0)
  const more = roll(`${OAK},1,${ANN}`, `${OAK},2,${BO}`, `${OAK},3,,Vacant,,,,`, `${OAK},4,${ANN}`)
  const outcome = await importFile(world, organization, more)
  assert.deepEqual([outcome.written, outcome.created.units], [true, 1])
})

test('a lease that the file has in another stored unit is a problem, whether that is vacant or has exchanged its label', async () => {
  const organization = await afterFirst()
  const before = await everyRow(world, organization)
  const moved = [`${OAK},1,,Vacant,,,,`, `${OAK},2,${BO}`, `${OAK},3,${ANN}`]
  const exchanged = [`${OAK},1,${BO}`, `${OAK},2,${ANN}`, `${OAK},3,,Vacant,,,,`]
  const where = (lease: string, unit: string) =>
    `In Gatehouse, the lease of ${lease} belongs to the unit “${unit}”, but in the file it does not. If the labels of the two units were exchanged, exchange them in Gatehouse first. If the resident has moved to this unit, write the day of the move as Lease From.`
  const ann = where('Ann Elm from 2026-01-01', '1')
  for (const [rows, problems] of [
    [moved, [`5 Unit: ${ann}`]],
    [exchanged, [`3 Unit: ${where('Bo Fir from 2025-06-01', '2')}`, `4 Unit: ${ann}`]],
  ] as const) {
    for (const closeMissing of [false, true]) {
      const refused = await importFile(world, organization, roll(...rows), { closeMissing })
      assert.deepEqual(
        refused.problems.first.map(({ line, column, reason }) => `${line} ${column}: ${reason}`),
        problems,
      )
      assert.deepEqual(await everyRow(world, organization), before)
    }
  }
  // A move has a day of its own, and what the old lease holds is reported.
  const transfer = roll(`${OAK},1,,Vacant,,,,`, `${OAK},2,${BO}`, `${OAK},3,${ANN.replace('1/1/2026', '3/1/2026')}`)
  const outcome = await importFile(world, organization, transfer, { closeMissing: true })
  assert.deepEqual([outcome.problems.count, outcome.movedOut, outcome.created.leases], [0, 1, 1])
  assert.match(outcome.reported.first[0]?.message ?? '', /holds a deposit of \$500\.00 and owes \$50\.00/)
})

test('a property at the address of one that the file does not have is a problem, however its street is written', async () => {
  const organization = await afterFirst()
  const before = await everyRow(world, organization)
  const other = roll(`Oak Ct.,120 North Oak Avenue,Akron,OH,44301,1,${ANN}`)
  const refused = await importFile(world, organization, other)
  assert.equal(
    refused.problems.first[0]?.reason,
    'The property “Oak Ct.” is new, but “Oak Court” is at the same address in Gatehouse, 120 N Oak Ave, with the same units, and it is not in the file. If it is the same property, write “Oak Court” in the file. If it is a different property, add it in Gatehouse first.',
  )
  assert.deepEqual(await everyRow(world, organization), before)
  const another = roll(`Oak Annex,120 N Oak Ave,Akron,OH,44301,A,${ANN}`)
  assert.equal((await importFile(world, organization, another, { dryRun: true })).problems.count, 0)
  const both = roll(
    `OAK COURT,120 North Oak Avenue,Akron,OH,44301,1,${ANN}`,
    `Oak Annex,120 N Oak Ave,Akron,OH,44301,1,Cy Yew,Current,700,0,0,2/1/2026`,
  )
  const outcome = await importFile(world, organization, both)
  assert.deepEqual([outcome.created.properties, outcome.updated.properties, outcome.unchanged], [1, 0, 1])
})

test('a list of homes whose addresses are those of units of a stored building is refused, because it would double them', async () => {
  const organization = await afterFirst()
  const before = await everyRow(world, organization)
  const homes = (street: string) =>
    fileOf(
      `As of: 3/10/2026\nAddress,City,State,Zip,Tenant,Rent,Lease From\n"${street}",Akron,OH,44301,Ann Elm,900,1/1/2026\n`,
    )
  for (const street of ['120 North Oak Avenue Apt 1', '120 N. Oak Ave, Unit #1', '120 N Oak Ave #1']) {
    const { problems, written } = await importFile(world, organization, homes(street))
    assert.equal(
      problems.first[0]?.reason,
      `The property “${street}” is new, but “Oak Court” in Gatehouse is at that street address and has the unit “1”. If the row is for that unit, write “Oak Court” as its property and “1” as its unit. If it is a different home, add it in Gatehouse first.`,
    )
    assert.equal(written, false)
  }
  assert.deepEqual(await everyRow(world, organization), before)
  for (const street of ['120 N Oak Ave Apt 9', '122 N Oak Ave Apt 1'])
    assert.equal((await importFile(world, organization, homes(street), { dryRun: true })).problems.count, 0)
})

test('a building whose units are stored as homes of their own is refused, because it would double them', async () => {
  const organization = await world.organization()
  const homes = fileOf(
    'As of: 3/10/2026\nAddress,City,State,Zip,Tenant,Rent,Lease From\n12 Elm St Apt 1,Akron,OH,44301,Ann Elm,900,1/1/2026\n"12 Elm Street, #2",Akron,OH,44301,Bo Fir,910,1/1/2026\n',
  )
  assert.equal((await importFile(world, organization, homes)).written, true)
  const before = await everyRow(world, organization)
  const building = (street: string, zip: string, ...units: string[]) => {
    const rows = units.map(unit => `Elm Court,${street},Akron,OH,${zip},${unit},Ann Elm,Current,900,0,0,1/1/2026\n`)
    return roll(...rows.map(row => row.trim()))
  }
  for (const [street, unit, home] of [
    ['12 Elm Street', '1', '12 Elm St Apt 1'],
    ['12 Elm St.', 'Apt 1', '12 Elm St Apt 1'],
    ['12 ELM ST', '#2', '12 Elm Street, #2'],
  ] as const) {
    const { problems, written } = await importFile(world, organization, building(street, '44301', unit))
    const bare = unit.replace(/\D/g, '')
    assert.equal(
      problems.first[0]?.reason,
      `The property “Elm Court” is new, but its unit “${bare}” seems to be “${home}”, which is a property of its own in Gatehouse. If it is, write “${home}” as the property of that row, without a unit. If it is a different home, add the property “Elm Court” in Gatehouse first.`,
    )
    assert.equal(written, false)
  }
  assert.deepEqual(await everyRow(world, organization), before)
  for (const other of [
    building('12 Elm St', '44301', '3'),
    building('14 Elm St', '44301', '1'),
    building('12 Elm St', '44399', '1'),
  ])
    assert.equal((await importFile(world, organization, other, { dryRun: true })).problems.count, 0)
})

test('a file whose accents are written in another form of Unicode names the same properties, owners and residents', async () => {
  const header =
    'Property Name,Property Street Address 1,Property City,Property State,Property Zip,Owner,Unit,Status,First Name,Last Name,Rent,Lease From,Lease To'
  const row =
    'R\u00e9sidence,1 Oak St,Akron,OH,44301,Mu\u0308ller LLC,1,Current,Zo\u00eb,Nu\u0301n\u0303ez,900.00,1/1/2026,12/31/2026'
  const file = (form: string) => fileOf(`As of: 2/1/2026\n${header}\n${row.normalize(form)}\n`)
  for (const [first, second] of [
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ] as const) {
    const organization = await world.organization()
    assert.ok((await importFile(world, organization, file(first))).written)
    const again = await importFile(world, organization, file(second))
    assert.deepEqual(again.problems.first, [])
    assert.deepEqual([again.unchanged, ...Object.values(again.created)].filter(Boolean), [1])
  }
})
