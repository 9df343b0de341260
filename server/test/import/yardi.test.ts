/** Once its addresses are known, a rent roll of Yardi Voyager becomes the rent roll of its day. The expected values were worked out by hand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyRow, fileOf, importFile } from './imported.ts'
import { differencesIn, findingsIn, importLayout, layoutFixture, rollLines, useWorldInMay } from './layouts.ts'
import { readText } from './read-all.ts'

const world = useWorldInMay()

test('a plain Rent Roll with Lease Charges is imported completely, and importing it again changes nothing', async () => {
  const organization = await world.organization()
  const path = layoutFixture('yardi-lease-charges.csv')
  const outcome = await importLayout(world, organization, path, ['oxb'])
  assert.deepEqual(findingsIn(outcome), [])
  assert.deepEqual(differencesIn(outcome), [])
  assert.equal(outcome.blocks.length, 37)
  assert.equal(outcome.layout?.name, 'yardi-lease-charges')
  assert.deepEqual(await rollLines(world, organization, '2026-05-01'), [
    'Oxbow Flats 101 CURRENT 1210: Jane Sample: RENT 1180 UTILITY 12: holds 400, owes 0: 2025-03-01 to 2027-02-28',
    'Oxbow Flats 102 VACANT_RENTED 1225',
    'Oxbow Flats 102 next: Sam Sample: 0: holds 250, owes 0: 2026-05-02 to 2027-04-30',
    'Oxbow Flats 103 NOTICE_UNRENTED 1400: Ann Sample: RENT 1350: holds 600, owes -45.5: 2024-07-04 to 2026-07-03, out 2026-05-31',
  ])
  const before = await everyRow(world, organization)
  const again = await importLayout(world, organization, path, ['oxb'])
  assert.deepEqual([again.written, again.unchanged, findingsIn(again)], [true, 3, []])
  assert.deepEqual(await everyRow(world, organization), before)
})

test('a new property without an address is asked about', async () => {
  const outcome = await importLayout(world, await world.organization(), layoutFixture('yardi-lease-charges.csv'), [])
  assert.equal(outcome.written, false)
  assert.deepEqual(
    outcome.unaddressed.map(({ name, externalId }) => [name, externalId]),
    [['Oxbow Flats', 'oxb']],
  )
})

test('every difficulty of a Rent Roll with Lease Charges is read or reported', async () => {
  const organization = await world.organization()
  const path = layoutFixture('yardi-lease-charges-hard.csv')
  const outcome = await importLayout(world, organization, path, ['hyd'])
  assert.deepEqual(await rollLines(world, organization, '2026-05-01'), [
    'Heron Yard 0312 CURRENT 1300: Ana García-Núñez: PET 35 RENT 1250: holds 400, owes 0: 2025-03-01 to 2027-02-28',
    'Heron Yard 201 OFFLINE 1500',
    'Heron Yard 202 OFFLINE 1500',
    'Heron Yard 203 CURRENT 1500: Cy Owes: nothing: holds 0, owes 8123.45: 2020-01-15 to 2021-01-14',
    'Heron Yard 204 CURRENT 1500: Di Staff: CONCESSION -1500 RENT 1400: holds 0, owes 0: 2025-01-01 to 2025-12-31',
    'Heron Yard 205 CURRENT 1500: Ed Early: OTHER 10 RENT 1450: holds 300, owes -20: 2026-02-01 to open',
    'Heron Yard 206 VACANT_RENTED 1500',
    'Heron Yard 206 next: Hal Next: 1480: holds 200, owes -200: 2026-06-01 to 2027-05-31',
    'Heron Yard 3E2 NOTICE_RENTED 1300: Bo Voucher: RENT 1250: holds 0, owes 12.5: 2024-06-01 to 2026-05-31, out 2026-05-01',
    'Heron Yard 3E2 next: Jo After: 1290: holds 300, owes 0: 2026-05-09 to 2027-05-08',
    'Heron Yard P-1 CURRENT 50: Fay Parker: PARKING 50: holds 0, owes 0: 2026-04-01 to open',
  ])
  assert.deepEqual(findingsIn(outcome), [
    '26 Lease To value: The lease ends on 2026-01-31, before it begins on 2026-02-01. Correct it.',
    '34 Move In value: “Gus Past” was expected to move in on 2023-09-01, which is not after 2026-05-01, the day of the file. The tenancy is not imported. Correct the date, or cancel the move-in in the other system.',
    '38 Unit value: “Ida Nowhere” will move into the unit “999”, but no property of the file has it. The tenancy is not imported. Correct the unit.',
  ])
  // The deposits of the two tenancies that are not imported: 250 and 100.
  assert.deepEqual(differencesIn(outcome), [
    '46 Future Residents/Applicants deposit_cents: 85000 stated, 50000 read',
    '46 Future Residents/Applicants units: 4 stated, 2 read',
  ])
  assert.deepEqual(
    outcome.charges.flatMap(({ word, code, isKnown }) => (isKnown ? [] : [[word, code]])),
    [['zorb', 'OTHER']],
  )
  assert.deepEqual(outcome.statusWords, [
    { word: 'MODEL', isKnown: true },
    { word: 'DOWN', isKnown: true },
  ])
  const before = await everyRow(world, organization)
  const again = await importLayout(world, organization, path, ['hyd'])
  assert.deepEqual([again.written, again.unchanged], [true, 9])
  assert.deepEqual(await everyRow(world, organization), before)
})

test('deposits of our template keep their kind, whether the deposit column is the security deposit or the sum', async () => {
  const place = 'Cedar Row,1 Cedar Rd,Columbus,OH,43215'
  const head =
    'Property Name,Property Street Address 1,Property City,Property State,Property Zip,Unit,Status,Tenant,Lease From,Rent'
  const text = (columns: string, deposits: string) =>
    `${head},${columns}\n${place},1,Current,Ann Elm,1/1/2026,1000,${deposits}\n`
  for (const [columns, deposits, expected] of [
    ['Deposit,Pet Deposit,Deposit - Key', '500,250,25', ['Deposit 500', 'Pet deposit 250', 'Deposit - Key 25']],
    ['Deposit,Pet Deposit,Total Deposits', '750,250,750', ['Deposit 500', 'Pet deposit 250']],
    ['Deposits Held,Security Deposit,Pet Deposit', '750,500,250', ['Deposit 500', 'Pet deposit 250']],
    ['Pet Deposit,Deposit Date', '250,1/1/2026', ['Pet deposit 250']],
  ] as const) {
    const organization = await world.organization()
    const file = fileOf(text(columns, deposits))
    const outcome = await importFile(world, organization, file, { asOf: '2026-05-01' })
    assert.deepEqual([outcome.written, findingsIn(outcome)], [true, []], columns)
    const entries = await world.sql<{ description: string; cents: number }>(
      `select description, amount_cents::int as cents from ledger_entries
        where organization_id = $1 and account = 'DEPOSIT' order by amount_cents desc`,
      [organization.id],
    )
    const held = entries.map(
      ({ description, cents }) => `${description.replace(' held when imported', '')} ${cents / 100}`,
    )
    assert.deepEqual(held, expected, columns)
    assert.deepEqual((await importFile(world, organization, file, { asOf: '2026-05-01' })).unchanged, 1)
  }
})

test('a kind of deposit below zero rejects its row, and a total that differs is reported', async () => {
  const organization = await world.organization()
  const head =
    'Property Name,Property Street Address 1,Property City,Property State,Property Zip,Unit,Tenant,Rent,Deposit,Pet Deposit,Total Deposits'
  const file = fileOf(
    `${head}\nElm,1 Elm Rd,Columbus,OH,43215,1,Ann Elm,900,500,-25,475\nElm,1 Elm Rd,Columbus,OH,43215,2,Bo Fir,900,500,25,600\n`,
  )
  const outcome = await importFile(world, organization, file, { asOf: '2026-05-01', skipBadRows: true })
  assert.deepEqual(findingsIn(outcome), [
    '2 Pet Deposit row: The deposit is below zero. Correct it, or leave it empty for none.',
    '3 Total Deposits value: “600” is not the sum of the deposits in this row, which are imported. Correct the one that is wrong.',
  ])
})

test('deposits keep their kind: a deposit other than the security deposit is an entry of its own', async () => {
  const organization = await world.organization()
  const path = layoutFixture('yardi-breeze-occupied.csv')
  const outcome = await importLayout(world, organization, path, ['Oxbow Flats', 'Elm Row'])
  assert.deepEqual(findingsIn(outcome), [])
  const entries = await world.sql(
    `select u.label, e.description, e.amount_cents::int as cents
       from ledger_entries e join leases l on l.id = e.lease_id join units u on u.id = l.unit_id
      where e.organization_id = $1 and e.account = 'DEPOSIT' order by 1, 3 desc`,
    [organization.id],
  )
  assert.deepEqual(
    entries.map(entry => Object.values(entry)),
    [
      ['101', 'Deposit held when imported', 40_000],
      ['103', 'Deposit held when imported', 50_000],
      ['103', 'Other deposit held when imported', 5_000],
    ],
  )
  const lines = await rollLines(world, organization, '2026-05-01')
  assert.ok(
    lines.includes(
      'Oxbow Flats 103 NOTICE_UNRENTED 0: Bo Elm: RENT 1000: holds 550, owes 75: 2024-01-01 to 2024-12-31, out 2026-05-20',
    ),
    lines.join('\n'),
  )
})

test('one file may postpone a move-out and the move-in after it, or move both up', async () => {
  const organization = await world.organization()
  const rollOf = (asOf: string, out: string, into: string) => `Rent Roll with Lease Charges
Oxbow Flats (oxb)
As Of = ${asOf}
Month Year = 04/2026
Unit,Unit Type,Unit,Resident,Name,Market,Charge,Amount,Resident,Other,Move In,Lease,Move Out,Balance
,,Sq Ft,,,Rent,Code,,Deposit,Deposit,,Expiration,,
Current/Notice/Vacant Residents,,,,,,,,,,,,,
101,ox1,640,t1,Jane Sample,1210,rent,1180,0,0,3/1/2025,3/31/2026,${out},0
Future Residents/Applicants,,,,,,,,,,,,,
101,ox1,640,t2,Sam Sample,1225,rent,1200,0,0,${into},11/30/2027,,0
`
  for (const [asOf, out, into] of [
    ['04/01/2026', '4/30/2026', '5/5/2026'],
    ['04/02/2026', '5/15/2026', '5/20/2026'],
    ['04/03/2026', '5/3/2026', '5/4/2026'],
  ] as const) {
    const outcome = await importLayout(world, organization, fileOf(rollOf(asOf, out, into)), ['oxb'])
    assert.deepEqual([outcome.written, findingsIn(outcome)], [true, []])
    const leases = await world.sql(
      `select to_char(move_out_date, 'FMMM/FMDD/YYYY') as out, to_char(start_date, 'FMMM/FMDD/YYYY') as "from" from leases
        where organization_id = $1 order by start_date`,
      [organization.id],
    )
    assert.deepEqual(
      leases.map(({ out, from }) => [out, from]),
      [
        [out, '3/1/2025'],
        [null, into],
      ],
    )
  }
})

test('what a commercial tenant pays for common areas is a charge in a rent roll of Breeze that was asked for it', async () => {
  const { rows, end, header } = await readText(
    'Rent Roll\nProperty: Oak Plaza (oakplz)\nAs of Date: 03/01/2026\n' +
      'Unit,Unit SqFt,Tenant Name,Actual Rent,Actual Rent per Sqft,CAM,Tenant Deposit,Other Deposit,Misc,Misc per Sqft,Move In,Lease Expiration,Move Out,Balance\n' +
      '100,2400,Ann Elm,"4,800.00",2.00,600.00,0.00,0.00,25.00,0.01,06/01/2022,05/31/2027,,0.00\n' +
      'Total,2400,,"4,800.00",,600.00,0.00,0.00,25.00,,,,,0.00\n',
  )
  assert.deepEqual(header.ignoredColumns, [])
  const charges = rows[0]?.tenancy?.lease.otherCharges?.map(({ description, amount_cents }) => [
    description,
    amount_cents,
  ])
  assert.deepEqual(charges, [
    ['Misc', 2_500],
    ['CAM', 60_000],
  ])
  assert.deepEqual(
    end.blocks.filter(({ figure }) => figure === 'charges_cents').map(({ stated, read }) => [stated, read]),
    [
      [480_000, 480_000],
      [2_500, 2_500],
      [60_000, 60_000],
    ],
  )
})
