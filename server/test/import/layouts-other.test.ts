/**
 * Reports that a customer set up differently: other titles, columns, totals, dates and signs. The expected contents were worked out by hand from the
 * text of each.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { TenancyRecord } from '#server/import/read/records.ts'
import { layoutFixture } from './layouts.ts'
import { readText } from './read-all.ts'

/** A lease as text: `Jane Sample 2026-01-01..open: 1165 UTILITY 30, holds 600, owes -204`, and the move-out date if there is one. */
function tenancy({ residents, lease }: TenancyRecord): string {
  const names = residents.map(({ first_name, last_name }) => `${first_name} ${last_name}`).join(' & ')
  const others = (lease.otherCharges ?? []).map(({ code, amount_cents }) => ` ${code} ${amount_cents / 100}`).join('')
  const owed = ((lease.pastDueCents ?? 0) - (lease.prepaidCents ?? 0)) / 100
  const out = lease.moveOut ? `, out ${lease.moveOut}` : ''
  const money = `${(lease.rentCents ?? 0) / 100}${others}, holds ${(lease.depositCents ?? 0) / 100}, owes ${owed}`
  return `${names} ${lease.from ?? lease.moveIn ?? ''}..${lease.to ?? 'open'}: ${money}${out}`
}

const WANTED: Record<string, string[]> = {
  'yardi-lease-charges-pages.csv': [
    'Oxbow Flats 101 CURRENT 640 1210: Jane Sample 2025-03-01..2027-02-28: 1180 UTILITY 12, holds 400, owes -25',
    'Oxbow Flats 102 VACANT_RENTED 640 1225; next Sam Sample 2026-05-02..2027-04-30: 0, holds 250, owes 0',
    "Oxbow Flats 0312 NOTICE_UNRENTED 800 1400: Ann O'Sample 2024-03-01..open: 1350 CONCESSION -50, holds 500, owes -125.5, out 2026-05-20",
    'Oxbow Flats 3E2 OFFLINE 800 1400',
    'Oxbow Flats 105 OFFLINE 800 1400',
  ],
  'yardi-lease-charges-property-column.csv': [
    'oxb 101 CURRENT 640 1210: Jane Sample 2025-03-01..2027-02-28: 1180 UTILITY 12, holds 400, owes 0',
    'oxb 102 VACANT_UNRENTED 640 1225',
    'elm 101 CURRENT 900 1500: Zoe Oak 2026-01-01..2026-12-31: 1450, holds 100, owes 10',
  ],
  'yardi-rent-roll-total-in-front.csv': [
    'Elm Row 1 CURRENT 500 900: Ann Elm 2025-01-01..2026-12-31: 880, holds 500, owes 0',
    'Elm Row 2 VACANT_RENTED 500 900; next Bo Fir 2026-05-15..2027-05-14: 0, holds 100, owes 0',
    'Oak Row 1 CURRENT 500 950: Cy Oak & Di Oak 2025-06-01..open: 900, holds 500, owes -20',
    'Oak Row 2 OFFLINE 500 950',
  ],
  'onesite-averages.csv': [
    'Sample Management - Willow Bend 1-101 CURRENT 1000 1400: Jane Sample 2025-02-01..2027-01-31: 1350 PET 35, holds 500, owes -20',
    'Sample Management - Willow Bend 1-102 NOTICE_UNRENTED 700 1410: Ann Sample 2025-07-04..2026-05-15: 1380, holds 500, owes 0',
    'Sample Management - Willow Bend 1-103 VACANT_RENTED 700 1400; next Pat Sample 2026-05-20..2027-05-19: 1400, holds 100, owes 0',
    'Sample Management - Willow Bend 1-104 VACANT_UNRENTED 700 1400',
    'Sample Management - Willow Bend 1-105 OFFLINE 700 1400',
    'Sample Management - Willow Bend 1-106 OFFLINE 700 1400',
  ],
  'onesite-journals.csv': [
    'Willow Bend 1-101 CURRENT 700 1400: Jane Sample 2025-02-01..2027-01-31: 1750 UTILITY 15 CONCESSION -50, holds 500, owes -20',
    'Willow Bend 1-102 VACANT_UNRENTED 700 1400',
    'Willow Bend 1-103 NOTICE_RENTED 700 1410: Bo Elm 2025-07-04..2026-05-15: 1380 UTILITY 15, holds 500, owes 0, out 2026-05-15; next Cy Fir 2026-05-20..2027-05-19: 1405 UTILITY 15, holds 0, owes 0',
    'Willow Bend 1-104 VACANT_UNRENTED 700 1400; before Di Oak 2025-01-01..2025-12-31: 0, holds 0, owes 250, out 2026-03-31',
  ],
  'entrata-lease-charges-dollars.csv': [
    'Birch Court A-101 CURRENT 465 1195: Jane Sample 2026-01-01..2026-12-31: 1165 UTILITY 30, holds 600, owes -204',
    'Birch Court A-102 VACANT_UNRENTED 465 1200',
    'Birch Court A-103 EVICT 465 1200: Bo Elm 2026-02-01..2027-01-31: 1150 PET 25 CONCESSION -100, holds 500, owes 75, out 2026-05-31',
    'Birch Court A-104 VACANT_RENTED 465 1200; next Ana Fir-Núñez 2026-05-20..2027-05-19: 1180, holds 300, owes 0',
    'Birch Court A-105 OFFLINE 465 1200',
  ],
  'entrata-property-column.csv': [
    'Birch Court 101 CURRENT 465 1195: Jane Sample 2026-01-01..2026-12-31: 1165, holds 600, owes -204',
    'Birch Court 102 VACANT_UNRENTED 465 1200',
    'Elm Place 101 NOTICE_RENTED 465 1195: Bo Elm 2026-01-01..2026-12-31: 1165, holds 600, owes 0, out 2026-05-30',
    'Elm Place 102 OFFLINE 465 1200',
  ],
  'buildium-bare-totals.csv': [
    '12 Sample Street 1 CURRENT 0 0: Jane Sample & Bo Elm 2026-01-01..2026-12-31: 1010 OTHER 25, holds 1010, owes 0',
    '12 Sample Street 2 VACANT_UNRENTED 0 0',
    '12 Sample Street 3 CURRENT 0 0: Cy Fir 2024-06-01..open: 900 CONCESSION -25, holds 900, owes -50',
    '9 Other Road House CURRENT 0 0: Di Oak 2026-03-01..2027-02-28: 2000, holds 2000, owes 125.5',
  ],
  'buildium-property-column.csv': [
    '12 Sample Street 1 CURRENT 0 0: Jane Sample 2026-01-01..2026-12-31: 1010 OTHER 25, holds 1010, owes 0',
    '12 Sample Street 2 VACANT_UNRENTED 0 0',
    '9 Other Road 1 CURRENT 0 0: Di Oak 2026-03-01..2027-02-28: 2000, holds 2000, owes 125.5',
  ],
  'onesite-moves.csv': [
    'Willow Bend 1-101 CURRENT 700 1400: Jane Sample 2025-02-01..open: 1350 OTHER 75, holds 500, owes -20',
    'Willow Bend 1-102 NOTICE_UNRENTED 700 1410: Ann Sample 2025-07-04..2026-05-15: 1380 CONCESSION -30, holds 500, owes 0, out 2026-05-15',
    'Willow Bend 1-103 NOTICE_RENTED 700 1410: Bo Sample 2025-07-04..2026-05-15: 1380, holds 500, owes 0, out 2026-05-20; next Cy Sample 2026-05-25..2027-05-24: 1380, holds 0, owes 0',
    'Willow Bend 1-104 VACANT_UNRENTED 700 1400; before Di Sample 2025-01-01..2025-12-31: 0, holds 0, owes 100, out 2026-03-31',
    'Willow Bend 1-105 NOTICE_UNRENTED 700 1400: Ed Sample 2025-06-01..2026-05-31: 1300, holds 500, owes 0, out 2026-05-31',
    'Willow Bend 1-106 NOTICE_UNRENTED 700 1400: Flo Sample 2025-06-01..2026-05-31: 1300, holds 500, owes 0, out 2026-05-30',
    'Willow Bend 1-107 VACANT_UNRENTED 700 1400; before Gil Sample 2024-04-01..2026-03-31: 0, holds 350, owes 0, out 2026-03-15',
    'Willow Bend 1-108 EVICT 700 1400: Hal Sample Jr. 2026-01-01..2026-12-31: 1300, holds 0, owes 2600',
  ],
  'entrata-period.csv': [
    'Ash Walk A - 0101 CURRENT 465 1195: Jane Sample & John Sample 2026-01-01..2026-12-31: 1195, holds 600, owes -204',
    'Ash Walk A - 0102 VACANT_RENTED 465 1200; next Nan Next 2026-05-22..2027-05-21: 1190, holds 250, owes 0',
    'Ash Walk A - 0103 EVICT 465 1200: De la Cruz 2026-01-01..2026-12-31: 1195, holds 0, owes 0',
  ],
  'buildium-summaries.csv': [
    '48 Elm Street 1A CURRENT 0 0: Jane Sample & John Sample 2026-01-01..2026-12-31: 1010 OTHER 25, holds 1010, owes 12.5',
    '48 Elm Street 1B VACANT_UNRENTED 0 0',
    '48 Elm Street 1C CURRENT 0 0: Robert Downey Jr. & Ann Lee 2025-06-01..open: 900 CONCESSION -50, holds 900, owes -25',
    'The Grove 101 CURRENT 0 0:  Acme Widgets, LLC 2024-03-01..2026-02-28: 2000, holds 2000, owes 4000',
    'The Grove 102 CURRENT 0 0:  Kim 2024-03-01..2027-02-28: 1000, holds 0, owes 0',
  ],
  'yardi-breeze-occupied.csv': [
    'Oxbow Flats 101 CURRENT 640 0: Jane Sample 2025-03-01..2027-02-28: 1180 OTHER 12, holds 400, owes -25',
    'Oxbow Flats 102 VACANT_UNRENTED 640 0',
    'Oxbow Flats 103 NOTICE_UNRENTED 700 0: Bo Elm 2024-01-01..2024-12-31: 1000, holds 550, owes 75, out 2026-05-20',
    'Elm Row 1 CURRENT 500 0: Cy Fir 2025-06-01..open: 900, holds 0, owes 0',
  ],
}

/** Sums that a file states differently on purpose: the applicant of OneSite has charges, and a total billing of 0. */
const DIFFERING: Record<string, string[]> = { 'onesite-averages.csv': ['11 charges_cents 0 140000'] }

for (const [name, wanted] of Object.entries(WANTED)) {
  test(`${name} is read as what it contains, and its own sums match`, async () => {
    const { rows, problems, end } = await readText(readFileSync(layoutFixture(name), 'utf8'))
    const lines = rows.map(row => {
      const { property, unit, status } = row
      const parts = [
        ...(row.tenancy ? [`: ${tenancy(row.tenancy)}`] : []),
        ...row.futureTenancies.map(each => `; next ${tenancy(each)}`),
        ...row.formerTenancies.map(each => `; before ${tenancy(each)}`),
      ].join('')
      return `${property.name} ${unit.label} ${status} ${unit.sqft ?? 0} ${(unit.marketRentCents ?? 0) / 100}${parts}`
    })
    assert.deepEqual(lines, wanted)
    assert.deepEqual(
      problems.filter(({ leftOut }) => leftOut === 'row'),
      [],
    )
    const differing = end.blocks.filter(({ stated, read }) => stated !== read)
    assert.deepEqual(
      differing.map(({ line, figure, stated, read }) => `${line} ${figure} ${stated} ${read}`),
      DIFFERING[name] ?? [],
    )
  })
}

test('every figure of the Buildium summaries except shares is compared, and a difference is reported', async () => {
  const text = readFileSync(layoutFixture('buildium-summaries.csv'), 'utf8')
  const { end } = await readText(text.replace('The Grove,2,2,0,100%,"3,000.00"', 'The Grove,3,2,1,66.67%,"3,000.01"'))
  const ofSummaries = end.blocks.filter(({ block }) => block.startsWith('Summary: '))
  assert.equal(ofSummaries.length, 20)
  assert.deepEqual(
    ofSummaries.flatMap(({ block, figure, stated, read }) => (stated === read ? [] : [[block, figure, stated, read]])),
    [
      ['Summary: The Grove', 'units', 3, 2],
      ['Summary: The Grove', 'units', 1, 0],
      ['Summary: The Grove', 'charges_cents', 300_001, 300_000],
    ],
  )
})

test('the balance and the deposit that the total of a unit repeats are compared with the rows above it', async () => {
  const text = readFileSync(layoutFixture('entrata-lease-charges.csv'), 'utf8')
  const { problems } = await readText(
    text.replace('Charge Total:,"1,195.00","(204.00)",600.00', 'Charge Total:,"1,195.00","(204.00)",650.00'),
  )
  assert.deepEqual(
    problems.map(({ line, column, reason }) => `${line} ${column}: ${reason}`),
    [
      '10 Deposit Held: “650.00” is not the sum of the rows above it, which are imported. Compare them with the other system.',
    ],
  )
})

test('a unit above the header is refused although a later page repeats the header', async () => {
  const lines = readFileSync(layoutFixture('yardi-rent-roll-hard.csv'), 'utf8').split('\n')
  const [unit] = lines.splice(22, 1) as [string]
  assert.match(unit, /^0312,/)
  // The first row of the header is lost, and the unit has come between its second row and the table.
  lines.splice(4, 2, lines[5] as string, unit)
  await assert.rejects(readText(lines.join('\n')), {
    message: /^The header row is on line 17, below line 6, which looks like a row/,
  })
})

test('a unit is not taken for the top of a page because its row has come above the header as well', async () => {
  const lines = readFileSync(layoutFixture('onesite-codes.csv'), 'utf8').split('\n')
  const vacant = lines.findIndex(line => line.startsWith('02-105') && line.includes('Vacant'))
  lines.splice(0, 1, lines[vacant] as string)
  const { rows } = await readText(lines.join('\n'))
  assert.equal(rows.find(({ unit }) => unit.label === '02-105')?.line, vacant + 1)
})

test('a damaged header is refused with the layout that it is nearest to, and not read as that of our template', async () => {
  const text = readFileSync(layoutFixture('yardi-lease-charges.csv'), 'utf8')
  const damaged = text
    .replace(',Name,Market,Charge,Amount,', ',Name,Mkt,Chg,Amount,')
    .replace(',,Rent,Code,,', ',,Rent,Word,,')
  await assert.rejects(readText(damaged), {
    message:
      'The file looks most like Yardi Voyager, Rent Roll with Lease Charges, but its header row lacks Charge Code. Export that report again with all its columns, say what its columns mean, or fill in our template.',
  })
  await assert.rejects(readText(text, { layout: 'onesite' }), {
    message:
      'The header row is not that of RealPage OneSite, Rent Roll Detail: it lacks Unit/Lease Status and Lease Rent. Choose another layout, or leave the layout out and let Gatehouse recognize the file.',
  })
  await assert.rejects(readText(text, { layout: 'buildium' }), { message: /: it lacks Tenants, Rent, and Recurring/ })
})

test('a former resident without a balance is reported if no other row names the unit', async () => {
  const text = readFileSync(layoutFixture('onesite-journals.csv'), 'utf8')
  const lines = text.split('\n').filter(line => !line.startsWith('1-104,,'))
  const { rows, problems } = await readText(lines.join('\n').replace(',0,0,250,', ',0,0,,'))
  assert.ok(rows.every(({ unit }) => unit.label !== '1-104'))
  assert.deepEqual(
    problems.filter(({ column }) => column === 'Unit').map(({ line }) => line),
    [10],
  )
})

test('the words for an eviction are known in a report of ResMan, so that the charges below such a unit are read', async () => {
  const head =
    'Fir Terrace\nRent Roll\nAs of 05/01/2026\nUnit,Type,Sq. Feet,Residents,Status,Market Rent,Description,Amount,Move In,Lease Start,Lease End,Move Out,Surety Bonds,Deposits,Balance\n'
  for (const word of ['Evict', 'Eviction Filed', 'In Legal']) {
    const rows = `A-3,2B,1005,Ed Oak,${word},1800,Rent,1700,10/01/2020,10/01/2020,,,,0,5100\n,,,,,,Concession,-50,,,,,,,\n`
    const roll = await readText(head + rows)
    assert.deepEqual(
      roll.rows.map(row => [row.unit.label, row.status, row.tenancy && tenancy(row.tenancy)]),
      [['A-3', 'EVICT', 'Ed Oak 2020-10-01..open: 1700 CONCESSION -50, holds 0, owes 5100']],
    )
    assert.deepEqual(roll.problems, [])
  }
})

test('a charge whose row repeats the cells of its unit is one more charge of the unit, and the same charge twice is not', async () => {
  const shown = ({ rows, problems }: Awaited<ReturnType<typeof readText>>) => [
    rows.map(row => `${row.unit.label} ${row.tenancy ? tenancy(row.tenancy) : row.status}`),
    problems.map(({ line, leftOut }) => [line, leftOut]),
  ]
  const ann = (charge: string) => `01,A,640,t1,Ann Elm,1000,${charge},500,0,1/1/2025,12/31/2026,,-20`
  const yardi = [
    'Rent Roll with Lease Charges\nOak Row (oak)\nAs Of = 05/01/2026',
    'Unit,Unit Type,Unit Sq Ft,Resident,Name,Market Rent,Charge Code,Amount,Resident Deposit,Other Deposit,Move In,Lease Expiration,Move Out,Balance',
    ...['rent,900', 'parking,50', 'trash,15'].map(ann),
    '02,A,640,VACANT,VACANT,1000,,0,0,0,,,,0\n03,A,640,t3,Bo Fir,1000,rent,950,0,0,1/1/2025,,,0',
  ]
  const units = [
    '01 Ann Elm 2025-01-01..2026-12-31: 900 PARKING 50 UTILITY 15, holds 500, owes -20',
    '02 VACANT_UNRENTED',
    '03 Bo Fir 2025-01-01..open: 950, holds 0, owes 0',
  ]
  assert.deepEqual(shown(await readText(yardi.join('\n'))), [units, []])
  assert.deepEqual(shown(await readText([...yardi.slice(0, 5), ann('trash,15'), ...yardi.slice(5)].join('\n'))), [
    units,
    [[8, 'row']],
  ])
  assert.deepEqual(
    shown(await readText(yardi.join('\n').replace(ann('trash,15'), ann('trash,15').replace('500', '400'))))[1],
    [[7, 'row']],
  )
  const resman =
    'Rent Roll\nOak Row\nAs of 05/01/2026\nUnit,Type,Sq. Feet,Residents,Status,Market Rent,Description,Amount,Move In,Lease Start,Lease End,Move Out,Deposits,Balance\n' +
    '01,A,650,Ann Elm,C,1000,Rent,900,1/1/2025,1/1/2025,12/31/2026,,500,-20\n01,A,650,Ann Elm,C,1000,Pet Rent,25,1/1/2025,1/1/2025,12/31/2026,,500,-20\n'
  const entrata =
    'Rent Roll w/ Lease Charges\nOak Row\nAs of 05/01/2026\nUnit Details\nBldg-Unit,Unit Type,SQFT,Unit Status,Resident,Move-In,Lease Start,Lease End,Expected Move-Out,Market Rent,Ledger,Charge Code,Scheduled Charges,Balance,Deposit Held\n' +
    '01,A,650,Occupied No Notice,"Elm, Ann",1/1/2025,1/1/2025,12/31/2026,,1000,Resident,Base Rent,900,-20,500\n01,A,650,Occupied No Notice,"Elm, Ann",1/1/2025,1/1/2025,12/31/2026,,1000,Resident,Pet Rent,25,-20,500\n'
  for (const text of [resman, entrata])
    assert.deepEqual(shown(await readText(text)), [
      ['01 Ann Elm 2025-01-01..2026-12-31: 900 PET 25, holds 500, owes -20'],
      [],
    ])
})
