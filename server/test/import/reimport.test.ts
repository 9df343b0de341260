/** A later file changes some values and only reports others. Importing the same file again changes nothing. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { NOUNS } from '#server/import/plan/row-plan.ts'
import { type Organization, useWorld } from '../world.ts'
import { everyRow, fileOf, importFile } from './imported.ts'
import { fixture } from './read-all.ts'

const world = useWorld()
const TEMPLATE = join(import.meta.dirname, '../../../docs/import-template.csv')
const HEADER =
  'Property,Unit,BD/BA,Market Rent,Tenant,Status,Rent,Pet Rent,Deposit,Lease From,Lease To,Move-out,Past Due\n'
const OAK = '"Oak - 1 Oak St Akron, OH 44301"'

/** A rent roll of Oak, one line per unit, without the property. */
function oak(asOf: string, ...units: string[]): string {
  return fileOf(`As of: ${asOf}\n${HEADER}${units.map(unit => `${OAK},${unit}\n`).join('')}`)
}

const FIRST = [
  '1,2/1,1000,Ann Elm,Current,900,25,500,1/1/2026,12/31/2026,,50',
  '2,2/1,1000,Bo Fir; Cy Fir,Current,800,,400,6/1/2025,,,',
  '3,2/1,1000,,Vacant-Unrented,,,,,,,',
]

async function afterFirst(): Promise<Organization> {
  const organization = await world.organization()
  const { written } = await importFile(world, organization, oak('2/1/2026', ...FIRST))
  assert.ok(written)
  return organization
}

async function chargesOf(organization: Organization, code: string, label: string) {
  const rows = await world.sql(
    `select c.amount_cents::int as cents, c.effective_from::text, c.effective_to::text
       from lease_charges c join leases l on l.id = c.lease_id join units u on u.id = l.unit_id
      where c.organization_id = $1 and c.code = $2 and u.label = $3 order by 2`,
    [organization.id, code, label],
  )
  return rows.map(row => Object.values(row))
}

async function leasesOf(organization: Organization, label: string) {
  const rows = await world.sql(
    `select string_agg(r.last_name, '+' order by r.last_name, r.first_name) as who, l.stage, l.start_date::text, l.end_date::text,
            l.move_out_date::text, l.notice_given_on::text
       from leases l join units u on u.id = l.unit_id join lease_residents lr on lr.lease_id = l.id join residents r on r.id = lr.resident_id
      where l.organization_id = $1 and u.label = $2 group by l.organization_id, l.id, l.stage, l.start_date, l.end_date,
            l.move_out_date, l.notice_given_on order by l.start_date`,
    [organization.id, label],
  )
  return rows.map(row => Object.values(row))
}

for (const name of ['appfolio-flat.csv', 'appfolio-by-property.csv', 'appfolio-by-status.csv', 'template']) {
  test(`${name} imported twice changes nothing the second time`, async () => {
    const path = name === 'template' ? TEMPLATE : fixture(name)
    const organization = await world.organization()
    const first = await importFile(world, organization, path)
    const before = await everyRow(world, organization)
    const second = await importFile(world, organization, path, { closeMissing: true })
    assert.ok(second.written)
    assert.deepEqual(await everyRow(world, organization), before)
    for (const noun of NOUNS) assert.deepEqual([second.created[noun], second.updated[noun]], [0, 0], noun)
    assert.equal(second.unchanged, first.rows)
    assert.equal(second.movedOut, 0)
  })
}

test('a changed rent is effective on the day of the file, and the same day again replaces it', async () => {
  const organization = await afterFirst()
  const raised = FIRST.map(unit => unit.replace(',900,25,', ',950,,'))
  await importFile(world, organization, oak('3/1/2026', ...raised))
  assert.deepEqual(await chargesOf(organization, 'RENT', '1'), [
    [90_000, '2026-01-01', '2026-02-28'],
    [95_000, '2026-03-01', null],
  ])
  assert.deepEqual(await chargesOf(organization, 'PET', '1'), [[2500, '2026-01-01', '2026-02-28']])

  await importFile(world, organization, oak('3/1/2026', ...FIRST.map(unit => unit.replace(',900,25,', ',975,,'))))
  assert.deepEqual(await chargesOf(organization, 'RENT', '1'), [
    [90_000, '2026-01-01', '2026-02-28'],
    [97_500, '2026-03-01', null],
  ])
})

test('an older file fills in the days it describes and leaves the later ones', async () => {
  const organization = await afterFirst()
  await importFile(world, organization, oak('3/10/2026', ...FIRST.map(unit => unit.replace(',900,', ',990,'))))
  await importFile(world, organization, oak('2/20/2026', ...FIRST.map(unit => unit.replace(',900,', ',950,'))))
  assert.deepEqual(await chargesOf(organization, 'RENT', '1'), [
    [90_000, '2026-01-01', '2026-02-19'],
    [95_000, '2026-02-20', '2026-03-09'],
    [99_000, '2026-03-10', null],
  ])
})

test('a market rent that changes is a new rate from the day of the file', async () => {
  const organization = await afterFirst()
  await importFile(world, organization, oak('3/1/2026', ...FIRST.map(unit => unit.replace('1000', '1100'))))
  const rates = await world.sql(
    `select r.effective_from::text, r.market_rent_cents::int from unit_rates r join units u on u.id = r.unit_id
      where r.organization_id = $1 and u.label = '1' order by 1`,
    [organization.id],
  )
  assert.deepEqual(
    rates.map(rate => Object.values(rate)),
    [
      ['2026-01-01', 100_000],
      ['2026-03-01', 110_000],
    ],
  )
})

test('a notice is recorded and canceled, and a renewal adds a term to the same lease', async () => {
  const organization = await afterFirst()
  const notice = '1,2/1,1000,Ann Elm,Notice-Unrented,900,25,500,1/1/2026,12/31/2026,4/30/2026,50'
  await importFile(world, organization, oak('3/1/2026', notice, ...FIRST.slice(1)))
  assert.deepEqual(await leasesOf(organization, '1'), [
    ['Elm', 'SIGNED', '2026-01-01', '2026-12-31', '2026-04-30', '2026-03-01'],
  ])
  const renewed = '1,2/1,1000,ann elm,Current,900,25,500,1/1/2027,12/31/2027,,50'
  await importFile(world, organization, oak('3/10/2026', renewed, ...FIRST.slice(1)))
  assert.deepEqual(await leasesOf(organization, '1'), [['Elm', 'SIGNED', '2026-01-01', '2027-12-31', null, null]])
})

test('a balance that differs is reported, and no ledger entry is added or changed', async () => {
  const organization = await afterFirst()
  const ledger = (rows: string[]) => rows.filter(row => row.startsWith('ledger_entries'))
  const before = ledger(await everyRow(world, organization))
  const changed = FIRST.map(unit => unit.replace(',500,', ',600,').replace(/,50$/, ',125.50'))
  const outcome = await importFile(world, organization, oak('3/1/2026', ...changed))
  assert.ok(outcome.written)
  assert.deepEqual(ledger(await everyRow(world, organization)), before)
  assert.deepEqual(
    outcome.reported.first.map(({ unit, message }) => [unit, message]),
    [
      [
        'Oak 1',
        'The deposit held is $500.00 in Gatehouse and $600.00 in the file. An import does not change ledger entries.',
      ],
      [
        'Oak 1',
        'The balance is $50.00 in Gatehouse and $125.50 in the file. An import does not change ledger entries.',
      ],
    ],
  )
})

/** What is open of the lease in unit 1 when it is ended: an import ends a lease and not its money. */
const TO_SETTLE = ' The lease still holds a deposit of $500.00 and owes $50.00. Settle this in Gatehouse.'

test('a unit that has become vacant is reported, and its resident is moved out only with --close-missing', async () => {
  const organization = await afterFirst()
  const later = oak('3/1/2026', '1,2/1,1000,,Vacant-Unrented,,,,,,,', ...FIRST.slice(1))
  const told = await importFile(world, organization, later)
  assert.ok(told.written)
  assert.match(
    told.reported.first[0]?.message ?? '',
    /^No longer in the file: Ann Elm\. .*\(--close-missing\) to move them out on 2026-02-28/,
  )
  assert.deepEqual(await leasesOf(organization, '1'), [['Elm', 'SIGNED', '2026-01-01', '2026-12-31', null, null]])

  const closed = await importFile(world, organization, later, { closeMissing: true })
  assert.equal(closed.movedOut, 1)
  assert.equal(closed.reported.first[0]?.message, `Ann Elm moved out on 2026-02-28.${TO_SETTLE}`)
  assert.deepEqual(await leasesOf(organization, '1'), [
    ['Elm', 'SIGNED', '2026-01-01', '2026-12-31', '2026-02-28', null],
  ])
  const { body } = await world.call('/listings', { key: organization.key })
  assert.deepEqual(
    body.data.map(({ label }) => label),
    ['1', '3'],
  )
})

test('a new tenant in an occupied unit is a problem, and with --close-missing the old one moves out the day before', async () => {
  const organization = await afterFirst()
  const before = await everyRow(world, organization)
  const later = oak('3/10/2026', '1,2/1,1000,Zoe Ash,Current,950,,,3/5/2026,2/28/2027,,', ...FIRST.slice(1))
  const refused = await importFile(world, organization, later)
  assert.ok(!refused.written)
  assert.deepEqual(
    refused.problems.first.map(({ line, column, leftOut }) => [line, column, leftOut]),
    [[3, 'Tenant', 'row']],
  )
  assert.match(
    refused.problems.first[0]?.reason ?? '',
    /occupied by Ann Elm in Gatehouse, and by Zoe Ash in the file\. Choose “Move out residents who are no longer on the rent roll” \(--close-missing\) to move them out on 2026-03-04/,
  )
  assert.deepEqual(await everyRow(world, organization), before)

  const closed = await importFile(world, organization, later, { closeMissing: true })
  assert.ok(closed.written)
  assert.deepEqual(await leasesOf(organization, '1'), [
    ['Elm', 'SIGNED', '2026-01-01', '2026-12-31', '2026-03-04', null],
    ['Ash', 'SIGNED', '2026-03-05', '2027-02-28', null, null],
  ])
})

test('a unit missing from the file is reported, unless a bad row may contain it', async () => {
  const organization = await afterFirst()
  const told = await importFile(world, organization, oak('3/1/2026', ...FIRST.slice(1)))
  assert.match(told.reported.first[0]?.message ?? '', /^The unit is not in the file\. Its residents are Ann Elm/)
  const bad = oak('3/1/2026', FIRST[0]?.replace(',900,', ',nine hundred,') as string, ...FIRST.slice(1))
  const skipped = await importFile(world, organization, bad, { skipBadRows: true, closeMissing: true })
  assert.deepEqual([skipped.written, skipped.movedOut, skipped.rowsLeftOut], [true, 0, 1])
  const closed = await importFile(world, organization, oak('3/1/2026', ...FIRST.slice(1)), { closeMissing: true })
  assert.equal(closed.movedOut, 1)
  const moved = closed.reported.first.at(-1)?.message
  assert.equal(moved, `The unit is not in the file: Ann Elm moved out on 2026-02-28.${TO_SETTLE}`)
  assert.deepEqual(await leasesOf(organization, '1'), [
    ['Elm', 'SIGNED', '2026-01-01', '2026-12-31', '2026-02-28', null],
  ])
})

test('a future tenant becomes the current one on the same lease', async () => {
  const organization = await afterFirst()
  const coming = '3,2/1,1000,Gus Oak,Vacant-Rented,990,,300,3/12/2026,3/11/2027,,'
  await importFile(world, organization, oak('3/1/2026', ...FIRST.slice(0, 2), coming))
  const come = coming.replace('Vacant-Rented', 'Current')
  const outcome = await importFile(world, organization, oak('3/14/2026', ...FIRST.slice(0, 2), come))
  assert.deepEqual([outcome.created.leases, outcome.updated.leases, outcome.unchanged], [0, 0, 3])
  assert.deepEqual(await leasesOf(organization, '3'), [['Oak', 'SIGNED', '2026-03-12', '2027-03-11', null, null]])
})

test('a new resident is added, one who is no longer named is reported but not removed, and the primary resident may change', async () => {
  const organization = await afterFirst()
  const later = FIRST[1]?.replace('Bo Fir; Cy Fir', 'Cy Fir; Dee Fir') as string
  const outcome = await importFile(world, organization, oak('3/1/2026', FIRST[0] as string, later, FIRST[2] as string))
  assert.ok(outcome.written)
  const people = await world.sql(
    `select r.first_name, lr.role from lease_residents lr join residents r on r.id = lr.resident_id
      where lr.organization_id = $1 and r.last_name = 'Fir' order by 1`,
    [organization.id],
  )
  assert.deepEqual(
    people.map(person => Object.values(person)),
    [
      ['Bo', 'CO_TENANT'],
      ['Cy', 'PRIMARY'],
      ['Dee', 'CO_TENANT'],
    ],
  )
  assert.match(outcome.reported.first[0]?.message ?? '', /^Bo Fir is on the lease in Gatehouse, but not in the file/)
})

test('external IDs take precedence over names and labels, and one that belongs to another record is a problem', async () => {
  const organization = await world.organization()
  const header =
    'Property Name,Property Street Address 1,Property City,Property State,Property Zip,Property ID,Unit,Unit ID,Tenant,Resident ID,Status\n'
  const place = '1 Elm St,Akron,OH,44301'
  await importFile(
    world,
    organization,
    fileOf(`${header}Elm,${place},P1,A,U1,Ann Elm,R1,Current\nElm,${place},P1,B,U2,,,Vacant\n`),
  )
  const renamed = fileOf(
    `${header}Elm House,${place},P1,A-1,U1,Anna Oak,R1,Current\nElm House,${place},P1,B,U2,,,Vacant\n`,
  )
  const outcome = await importFile(world, organization, renamed)
  assert.ok(outcome.written)
  assert.deepEqual([outcome.created.units, outcome.updated.units, outcome.updated.properties], [0, 1, 1])
  const [unit] = await world.sql(
    `select p.name, u.label, r.first_name from units u join properties p on p.id = u.property_id join leases l on l.unit_id = u.id
       join lease_residents lr on lr.lease_id = l.id join residents r on r.id = lr.resident_id where u.organization_id = $1`,
    [organization.id],
  )
  assert.deepEqual(Object.values(unit as object), ['Elm House', 'A-1', 'Anna'])

  const clash = fileOf(
    `${header}Elm House,${place},P1,B,U9,,,Vacant\nFir House,2 Fir St,Akron,OH,44301,P2,C,U1,,,Vacant\n`,
  )
  const refused = await importFile(world, organization, clash)
  assert.deepEqual(
    refused.problems.first.map(({ line, column }) => [line, column]),
    [
      [2, 'Unit ID'],
      [3, 'Unit ID'],
    ],
  )
})

test('properties with the same name are distinguished by their address', async () => {
  const organization = await world.organization()
  const two = fileOf(
    'Property,Unit,Status\n"Oak - 1 Oak St Akron, OH 44301",1,Vacant\n"Oak - 9 Elm St Akron, OH 44301",1,Vacant\n',
  )
  assert.equal((await importFile(world, organization, two)).created.properties, 2)
  assert.equal((await importFile(world, organization, two)).unchanged, 2)
  const unclear = await importFile(world, organization, fileOf('Property,Unit,Status\nOak,1,Vacant\n'))
  assert.match(unclear.problems.first[0]?.reason ?? '', /Several properties are named “Oak”/)
  const byAddress = await importFile(
    world,
    organization,
    fileOf('Property,Unit,Status\n"9 Elm St Akron, OH 44301",1,Vacant\n'),
  )
  assert.deepEqual([byAddress.written, byAddress.unchanged], [true, 1])
})
