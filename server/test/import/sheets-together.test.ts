/** A workbook with a sheet for each property is imported as one rent roll. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { reportOf } from '#server/console/import-report.ts'
import { NO_MAPPING } from '#server/import/read/mapping.ts'
import { jsonOf, linesOf } from '#server/import/report.ts'
import { everyRow, fileOf, importFile } from './imported.ts'
import { findingsIn, importLayout, rollLines, useWorldInMay } from './layouts.ts'
import { readText } from './read-all.ts'

const world = useWorldInMay()

type Sheets = Readonly<Record<string, CellValue[][]>>

const bookOf = async (sheets: Sheets) =>
  Buffer.from(await writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) }))

const HEADER = ['Unit', 'Tenant', 'Rent', 'Lease From', 'Lease To', 'Deposit', 'Balance']
const row = (unit: string, tenant: string, rent: CellValue) =>
  tenant === 'VACANT'
    ? [unit, tenant]
    : [unit, tenant, rent, new Date('2025-06-01'), new Date('2026-05-31'), 500, unit === '2' ? 75 : null]
const roll = (...units: (readonly [string, string, CellValue])[]): CellValue[][] => [
  HEADER,
  ...units.map(unit => row(...unit)),
  ['Total', null, units.reduce((sum, [, , rent]) => sum + Number(rent), 0)],
]
const titled = (title: string, rows: CellValue[][]): CellValue[][] => [[title], ['As of 05/01/2026'], [], ...rows]

const OAK = roll(['1', 'Ann Elm', 900], ['2', 'Bo Fir', 950])
const ELM = roll(['1', 'Cy Ash', 1_000], ['2', 'Di Yew', 1_050], ['3', 'VACANT', 0])

/** What a workbook is read as: each unit with its property and rent, and what is said about sheets. */
async function readBook(sheets: Sheets) {
  const { rows, problems, header, end } = await readText(await bookOf(sheets), { today: '2026-05-15' })
  return {
    units: rows.map(({ property, unit, tenancy }) =>
      [property.name, unit.label, tenancy?.lease.rentCents ?? 'vacant'].join(' '),
    ),
    sheets: problems.filter(({ column }) => column === 'Sheet').map(({ reason }) => reason),
    header,
    rows,
    end,
  }
}

test('each sheet is a property of its own, which it names, and the file is imported as one', async () => {
  const organization = await world.organization()
  const book = await bookOf({ Summary: [['Portfolio'], ['Oak House', 2]], 'Oak House': OAK, 'Elm Court': ELM })
  const outcome = await importLayout(world, organization, fileOf(book), ['Oak House', 'Elm Court'])
  assert.deepEqual(findingsIn(outcome), [])
  assert.deepEqual([outcome.written, outcome.rows, outcome.created.properties], [true, 5, 2])
  assert.deepEqual(await rollLines(world, organization, '2026-05-15'), [
    'Elm Court 1 CURRENT 0: Cy Ash: RENT 1000: holds 500, owes 0: 2025-06-01 to 2026-05-31',
    'Elm Court 2 CURRENT 0: Di Yew: RENT 1050: holds 500, owes 75: 2025-06-01 to 2026-05-31',
    'Elm Court 3 VACANT_UNRENTED 0',
    'Oak House 1 CURRENT 0: Ann Elm: RENT 900: holds 500, owes 0: 2025-06-01 to 2026-05-31',
    'Oak House 2 CURRENT 0: Bo Fir: RENT 950: holds 500, owes 75: 2025-06-01 to 2026-05-31',
  ])
  assert.ok(linesOf(outcome).includes('Sheets: Oak House, Elm Court. Not read: Summary.'), linesOf(outcome).join('\n'))
  const { sheet, sheets, other_sheets } = jsonOf(outcome)
  assert.deepEqual([sheet, sheets, other_sheets], ['Oak House', ['Oak House', 'Elm Court'], ['Summary']])
  const report = reportOf({ ...outcome, kind: 'rent_roll', mapping: NO_MAPPING })
  assert.deepEqual([report.sheet, report.other_sheets], ['Oak House, Elm Court', ['Summary']])
  const differing = outcome.blocks.filter(({ stated, read }) => stated !== read)
  assert.deepEqual([differing, outcome.blocks.length > 1], [[], true])

  const before = await everyRow(world, organization)
  const again = await importFile(world, organization, fileOf(book))
  assert.deepEqual([again.unchanged, again.rowsLeftOut], [5, 0])
  assert.deepEqual(await everyRow(world, organization), before)
})

test('a problem on another sheet names the sheet and the line there, and so does a sum that differs', async () => {
  const organization = await world.organization()
  const elm = [...ELM.slice(0, 2), row('2', 'Di Yew', 'about 1,050'), ...ELM.slice(3)]
  const received = [
    ['Date', 'Unit', 'Tenant', 'Amount'],
    [new Date('2026-05-01'), '1', 'Ann Elm', 900],
  ]
  const book = await bookOf({ 'Oak House': OAK, 'Elm Court': elm, Received: received })
  const outcome = await importLayout(world, organization, fileOf(book), ['Oak House', 'Elm Court'])
  assert.equal(outcome.written, false)
  const [sheet, ...problems] = jsonOf(outcome).problems as { line: number; reason: string }[]
  assert.match(sheet?.reason ?? '', /^The sheet “Received” .* because it looks like another kind of list\./)
  assert.deepEqual(
    problems.map(({ line, reason }) => `${line} ${reason.slice(0, 35)}`),
    ['3 Sheet “Elm Court”: “about 1,050” is'],
  )
  const report = reportOf({ ...outcome, kind: 'rent_roll', mapping: NO_MAPPING })
  assert.deepEqual([report.problems[1]?.line, report.problems[1]?.reason], [3, problems[0]?.reason])
  assert.ok(linesOf(outcome).some(line => line.startsWith('  line 3, Rent: Sheet “Elm Court”: “about 1,050” is')))
  const differing = outcome.blocks.filter(({ stated, read }) => stated !== read)
  assert.deepEqual(
    differing.map(({ block, line }) => `${block} ${line}`),
    ['Elm Court: Total 5'],
  )
})

test('a problem that refers to another line states it as its sheet shows it, and another sheet by its position', async () => {
  const organization = await world.organization()
  const header = ['Unit ID', ...HEADER]
  const oak = [header, ['u1', ...row('1', 'Ann Elm', 900)]]
  const elm = [
    header,
    ['u2', ...row('3', 'Cy Ash', 1_000)],
    ['u2', ...row('4', 'Di Yew', 1_050)],
    ['u1', ...row('5', 'Ed Oak', 1_100)],
  ]
  const book = fileOf(await bookOf({ 'Oak House': oak, 'Elm Court': elm }))
  const outcome = await importLayout(world, organization, book, ['Oak House', 'Elm Court'])
  const problems = jsonOf(outcome).problems as { line: number; reason: string }[]
  assert.deepEqual(
    problems.map(({ line, reason }) => `${line} ${reason}`),
    [
      '3 Sheet “Elm Court”: The same unit is on line 2. Remove one, or correct it.',
      '4 Sheet “Elm Court”: The same unit is on line 2 of sheet 1. Remove one, or correct it.',
    ],
  )
})

test('a heading, a title or a column names the property before the name of the sheet does, and a title completes it', async () => {
  const { units, rows, sheets } = await readBook({
    'The Residences at Maple Court A': titled('The Residences at Maple Court Apartments', OAK),
    'Elm Rent Roll': [['Property: Elm Court'], ...ELM],
    'Fir - rent roll': titled('5 Fir St, Akron, OH 44301', roll(['7', 'Ed Oak', 700])),
    Mixed: [
      [...HEADER, 'Property'],
      [...row('9', 'Flo Bay', 800), 'Bay House'],
    ],
    Headed: [HEADER, ['Cedar Lofts'], row('4', 'Gus Hay', 820)],
  })
  assert.deepEqual(sheets, [])
  assert.deepEqual(units, [
    'The Residences at Maple Court Apartments 1 90000',
    'The Residences at Maple Court Apartments 2 95000',
    'Elm Court 1 100000',
    'Elm Court 2 105000',
    'Elm Court 3 vacant',
    'Fir 7 70000',
    'Bay House 9 80000',
    'Cedar Lofts 4 82000',
  ])
  assert.equal(rows[5]?.property.address_line, '5 Fir St')
})

test('a sheet of another month or day, a copy, and one that may be of any property are named and not read', async () => {
  const months = await readBook({ March: OAK, April: OAK })
  assert.equal(months.units.length, 2)
  assert.match(
    months.sheets.join(),
    /^The sheet “April” also has the header of a rent roll and is not imported, because/,
  )

  const days = await readBook({ Oak: titled('Oak', OAK), Elm: [['As of 04/01/2026'], ...ELM] })
  assert.equal(days.units.length, 2)
  assert.match(days.sheets.join(), /because it is as of a different day, 2026-04-01\./)
  const later = await readBook({ Oak: OAK, Elm: titled('Elm', ELM) })
  assert.deepEqual([later.header.asOf, later.units.length], ['2026-05-01', 5])

  const copy = await readBook({ 'Oak House': OAK, 'Elm Court': ELM, 'Oak House (2)': OAK, Former: ELM })
  assert.deepEqual(copy.units.length, 5)
  assert.match(copy.sheets[1] ?? '', /“Former” also has the header of a rent roll and is not imported, because/)
  assert.match(
    copy.sheets[0] ?? '',
    /“Oak House \(2\)” .* because it repeats units of another sheet, such as Oak House 1\./,
  )
  assert.deepEqual(copy.header.sheet?.others, ['Oak House (2)', 'Former'])

  const all = [
    ['Property', ...HEADER],
    ...OAK.slice(1, -1).map(each => ['Oak House', ...each]),
    ...ELM.slice(1, -1).map(each => ['Elm Court', ...each]),
  ]
  const short = await readBook({ All: all, Oak: OAK, Elm: ELM, Fir: roll(['1', 'Ed Oak', 700]) })
  assert.equal(short.units.length, 6)
  assert.match(short.sheets.join(), /“Oak” .* such as Oak 1\..*“Elm” .* such as Elm 1\./)

  const unnamed = await readBook({ Sheet1: OAK, Sheet2: ELM })
  assert.deepEqual(unnamed.units, [' 1 90000', ' 2 95000'])
  assert.match(
    unnamed.sheets.join(),
    /“Sheet2” .* because it does not name its property\. Name the sheet after the property\./,
  )

  const other = await readBook({
    Oak: OAK,
    Deposits: [
      ['Unit', 'Tenant', 'Deposit'],
      ['1', 'Ann Elm', 500],
    ],
  })
  assert.equal(other.units.length, 2)
  assert.match(other.sheets.join(), /“Deposits” .* because it lacks columns of the sheet “Oak”/)
})

test('sheets of another system are read together as well', async () => {
  const breeze = ['Unit', 'Unit SqFt', 'Tenant Name', 'Actual Rent', 'Misc', 'Move In', 'Lease Expiration', 'Balance']
  const unit = (label: string, name: string) => [label, 700, name, 1_000, 0, '3/1/2025', '2/28/2027', 0]
  const sheet = (...rows: CellValue[][]): CellValue[][] => [['Rent Roll'], ['As of 05/01/2026'], breeze, ...rows]
  const { units, end, header } = await readBook({
    'Cedar House': sheet(unit('1', 'Ann Elm')),
    'Elm Court': [...sheet(unit('1', 'Bo Fir')), [], ['Total', 700, null, 1_000]],
  })
  assert.deepEqual(units, ['Cedar House 1 100000', 'Elm Court 1 100000'])
  assert.equal(header.layout?.name, 'yardi-breeze')
  assert.deepEqual([end.rowsRead, end.sums.rentCents, end.sums.units], [2, 200_000, 2])
})
