/** Totals rows: what each is the total of, and where it differs from the rows. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { Tally } from '#server/import/read/totals.ts'
import { readText } from './read-all.ts'

test('a totals row followed by units belongs to its section, and the last ones to the file', () => {
  const tally = new Tally()
  tally.open([{ label: 'Current', status: 'CURRENT' }])
  tally.count(5, { rentCents: 1000 })
  tally.state(6, { units: 1, rentCents: 1000 })
  tally.open([{ label: 'Evict', status: 'EVICT' }])
  tally.count(8, { rentCents: 500 })
  tally.state(9, { units: 1, rentCents: 500 })
  tally.state(10, { units: 2 })
  tally.state(11, { rentCents: 1500 })
  const end = tally.end()
  assert.deepEqual(end.stated, { units: 2, rentCents: 1500 })
  assert.deepEqual(end.sections, [
    { section: 'Current', line: 6, stated: { units: 1, rentCents: 1000 } },
    { section: 'Evict', line: 9, stated: { units: 1, rentCents: 500 } },
  ])
  assert.deepEqual(end.differences, [])
})

test('subtotals without headings belong to the rows since the previous one', () => {
  const tally = new Tally()
  for (const [line, rentCents] of [
    [2, 1000],
    [4, 700],
    [6, 300],
  ] as const) {
    tally.count(line, { rentCents })
    tally.state(line + 1, { units: 1, rentCents })
  }
  tally.state(8, { units: 3, rentCents: 2000 })
  const end = tally.end()
  assert.deepEqual(end.stated, { units: 3, rentCents: 2000 })
  assert.deepEqual(
    end.sections.map(({ line }) => line),
    [3, 5, 7],
  )
  assert.deepEqual(end.differences, [])
})

test('subtotals of some properties only are those of the rows of one property', async () => {
  const { end } = await readText(`Property,Unit,Tenant,Rent,Deposit
A House,1,Ann Elm,1000,500
A House,2,Bo Fir,1100,500
B House,1,Cy Oak,1200,500
B House,2,Di Ash,1300,500
Total B House,,,2500,1000
C House,1,Ed Yew,900,500
D House,1,Fay Ivy,950,500
D House,2,Gus Bay,950,501
Total,,,1901,1001
Grand Total,,,7400,3501
`)
  assert.deepEqual(
    end.blocks.map(({ block, line, figure, stated, read }) => `${line} ${block} ${figure}: ${stated} ${read}`),
    [
      '6 Total of B House rent_cents: 250000 250000',
      '6 Total of B House deposit_cents: 100000 100000',
      '10 Total of D House rent_cents: 190100 190000',
      '10 Total of D House deposit_cents: 100100 100100',
      '11 Total of the file rent_cents: 740000 740000',
      '11 Total of the file deposit_cents: 350100 350100',
    ],
  )
})

test('differences name the figure, in cents, of the nearest scope', () => {
  const tally = new Tally()
  tally.open([{ label: 'Maple Court', status: undefined }])
  tally.count(2, { rentCents: 100_000, pastDueCents: -500 })
  tally.open([{ label: 'Oak Flats', status: undefined }])
  tally.count(4, { rentCents: 50_000, otherChargesCents: 1, totalCents: 50_002 })
  tally.state(5, { rentCents: 50_001 })
  tally.state(6, { rentCents: 149_999, pastDueCents: -500 })
  const end = tally.end()
  assert.deepEqual(end.differences, [
    { about: 'section', section: 'Oak Flats', line: 5, figure: 'rentCents', stated: 50_001, read: 50_000 },
    { about: 'file', section: undefined, line: 6, figure: 'rentCents', stated: 149_999, read: 150_000 },
    { about: 'rows', section: undefined, line: 4, figure: 'totalCents', stated: 50_002, read: 50_001 },
  ])
  assert.equal(end.sums.totalCents, 150_001)
  // The report and the console's preview list each sum, equal or not.
  assert.deepEqual(
    end.blocks.map(({ block, line, figure, stated, read }) => `${line} ${block} ${figure}: ${stated} ${read}`),
    [
      '4 Totals of units total_cents: 50002 50001',
      '5 Total of Oak Flats rent_cents: 50001 50000',
      '6 Total of the file rent_cents: 149999 150000',
      '6 Total of the file past_due_cents: -500 -500',
    ],
  )
  assert.deepEqual(
    end.blocks.map(({ why }) => why === null),
    [false, false, false, true],
  )
})

test('sums beyond exact integers are refused', () => {
  const tally = new Tally()
  assert.throws(
    () => {
      for (let line = 1; line < 2000; line++) tally.count(line, { rentCents: 10_000_000_000_000 })
    },
    { name: 'Refusal' },
  )
})

test('a row of sums is not a unit, whichever cell has its label', async () => {
  const { rows, problems, end } = await readText(`Unit,Property,Tenant,Rent,Deposit
101,Maple Court,Ann Elm,1200,1200
102,Maple Court,Bo Oak,1250,1250
,Maple Court,Total,2450,2450
,Maple Court,2 units,2450,2450
103,Oak Court,Total Wine LLC,1300,1300
TOTALS,Oak Court,,1300,1300
2 Units,Maple Court,,2450,2450
Avg,,,1250,1250
Grand Totals (3),,,3750,3750
`)
  assert.deepEqual(
    rows.map(({ property, unit, tenancy }) => `${property.name} ${unit.label} ${tenancy?.residents[0]?.last_name}`),
    ['Maple Court 101 Elm', 'Maple Court 102 Oak', 'Oak Court 103 Total Wine LLC'],
  )
  assert.deepEqual(
    problems.map(({ line, leftOut, reason }) => `${line} ${leftOut} ${reason.slice(0, 45)}`),
    ['9 value The row names no unit and is not a total, so '],
  )
  assert.deepEqual(end.stated, { rentCents: 375000, depositCents: 375000 })
})

test('the subtotals that a spreadsheet adds below the rows of a group are not units', async () => {
  const { rows, problems, end } = await readText(`Property,Unit,Tenant,Status,Rent
"Oak Court - 1 Oak Ave Akron, OH 44301",101,Ann Elm,Current,1200
"Oak Court - 1 Oak Ave Akron, OH 44301",102,,Vacant,
"Oak Court - 1 Oak Ave Akron, OH 44301 Count",2,,,
"Oak Court - 1 Oak Ave Akron, OH 44301 Total",,,,1200
Account House,101,Bo Fir,Current,900
Account House Average,,,,900
Grand Count,3,,,
Grand Total,,,,2100
`)
  assert.deepEqual(
    rows.map(({ property, unit }) => `${property.name} ${unit.label}`),
    ['Oak Court 101', 'Oak Court 102', 'Account House 101'],
  )
  assert.deepEqual(
    problems.map(({ line, leftOut }) => `${line} ${leftOut}`),
    ['4 value', '7 value', '8 value'],
  )
  assert.deepEqual([end.stated, end.differences], [{ rentCents: 210000 }, []])
})
