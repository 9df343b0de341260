/** An Excel workbook of a report is imported like its CSV file. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Cell, type CellValue, writeXlsx } from 'hucre/xlsx'
import { Refusal } from '#server/base/refusal.ts'
import { cellsOf, fileOf } from './imported.ts'
import { findingsIn, importLayout, layoutFixture, rollLines, useWorldInMay } from './layouts.ts'
import { fixture, readAll, readText } from './read-all.ts'
import { storedWorkbook, toTypedCell, workbookOf } from './workbook.ts'

const world = useWorldInMay()

const FIXTURES = [
  'yardi-lease-charges.csv',
  'yardi-lease-charges-hard.csv',
  'yardi-rent-roll.csv',
  'yardi-rent-roll-hard.csv',
  'yardi-breeze.csv',
  'onesite.csv',
  'onesite-hard.csv',
  'entrata-lease-charges.csv',
  'entrata.csv',
  'entrata-hard.csv',
  'entrata-lease-charges-hard.csv',
  'buildium.csv',
  'buildium-hard.csv',
]

function fixtureRows(name: string): string[][] {
  return cellsOf(readFileSync(layoutFixture(name), 'utf8').replace(/^\ufeff/, ''))
}

for (const name of FIXTURES) {
  test(`${name} gives the same records as a workbook`, async () => {
    const workbook = fileOf(await workbookOf(fixtureRows(name).map(row => row.map(toTypedCell))))
    const ofText = await readAll(layoutFixture(name))
    const ofWorkbook = await readAll(workbook)
    // A header cell with two lines adds one line to the text.
    const bare = (value: unknown) => JSON.parse(JSON.stringify(value, (key, inner) => (key === 'line' ? 0 : inner)))
    assert.deepEqual(bare(ofWorkbook.rows), bare(ofText.rows))
    assert.deepEqual(bare(ofWorkbook.problems), bare(ofText.problems))
    assert.deepEqual(bare(ofWorkbook.end), bare(ofText.end))
    assert.deepEqual(ofWorkbook.header.sheet, { name: 'Report', others: ['Cover'] })
    assert.deepEqual({ ...ofWorkbook.header, sheet: undefined }, ofText.header)
  })
}

test('a workbook is stored, and importing the same report as CSV changes nothing', async () => {
  const organization = await world.organization()
  const name = 'yardi-lease-charges-hard.csv'
  const workbook = fileOf(await workbookOf(fixtureRows(name).map(row => row.map(toTypedCell))))
  const outcome = await importLayout(world, organization, workbook, ['hyd'])
  assert.equal(outcome.written, true, findingsIn(outcome).join('\n'))
  const before = await rollLines(world, organization, '2026-05-01')
  const again = await importLayout(world, organization, layoutFixture(name), ['hyd'])
  assert.deepEqual([again.unchanged, await rollLines(world, organization, '2026-05-01')], [9, before])
})

test('AppFolio’s report can be imported as a workbook', async () => {
  const rows = cellsOf(readFileSync(fixture('appfolio-flat.csv'), 'utf8').replace(/^\ufeff/, ''))
  const ofWorkbook = await readText(await workbookOf(rows))
  const ofText = await readAll(fixture('appfolio-flat.csv'))
  assert.deepEqual(
    ofWorkbook.rows.map(row => ({ ...row, line: 0 })),
    ofText.rows.map(row => ({ ...row, line: 0 })),
  )
})

test('a label is the text that the sheet shows: digits formatted as 0000 keep their zeros, and amounts stay numbers', async () => {
  const rows: CellValue[][] = [
    ['Rent Roll'],
    ['Cedar House'],
    ['As of 05/01/2026'],
    ['Unit', 'Unit SqFt', 'Tenant Name', 'Actual Rent', 'Move In', 'Balance'],
    ...[312, 7, 45, 12_345, 300].map(label => [label, 700, 'Bo Elm', 1_200, 46_000, -12.5]),
  ]
  const cells = new Map<string, Partial<Cell>>()
  const format = (row: number, column: number, numFmt: string) =>
    cells.set(`${row},${column}`, { value: rows[row]?.[column] ?? null, type: 'number', style: { numFmt } })
  for (const [index, numFmt] of ['0000', '"A-"000', '00\\-00', '0000'].entries()) format(4 + index, 0, numFmt)
  format(8, 0, '0')
  for (const [column, numFmt] of [
    [1, '0 "sf"'],
    [3, '"$"#,##0.00'],
    [4, 'm/d/yyyy'],
    [5, '#,##0.00_);(#,##0.00)'],
  ] as const) {
    format(4, column, numFmt)
  }
  const sheets = [
    { name: 'Cover & notes', rows: [['Owner']] },
    { name: 'Roll & more', rows, cells },
  ]
  const read = await readText(Buffer.from(await writeXlsx({ sheets })))
  assert.deepEqual(
    read.rows.map(({ unit }) => unit.label),
    ['0312', 'A-007', '00-45', '12345', '300'],
  )
  assert.deepEqual(read.problems, [])
  const [row] = read.rows
  assert.deepEqual(
    [row?.unit.sqft, row?.tenancy?.lease.rentCents, row?.tenancy?.lease.prepaidCents],
    [700, 120_000, 1_250],
  )
  assert.equal(row?.tenancy?.lease.moveIn, '2025-12-09')
})

test('an amount that the sheet computed is the amount that it shows, to the cent, as in a CSV file of the same report', async () => {
  const amounts = [17_000 / 12, 1.005, -250 / 3, 1_234.56, 0.1 + 0.2]
  const rows: CellValue[][] = [
    ...TITLES,
    BREEZE,
    ...amounts.map((amount, index) => [String(index), 700, 'Bo Elm', 1_000, amount, null, null, amount]),
  ]
  const cells = new Map<string, Partial<Cell>>()
  for (const [index, amount] of amounts.entries()) {
    for (const [column, numFmt] of [
      [4, '#,##0.00'],
      [7, '"$"#,##0.00_);("$"#,##0.00)'],
    ] as const) {
      cells.set(`${4 + index},${column}`, { value: amount, type: 'number', style: { numFmt } })
    }
  }
  const read = await readText(Buffer.from(await writeXlsx({ sheets: [{ name: 'Roll', rows, cells }] })))
  assert.deepEqual(read.problems, [])
  const cents = [141_667, 101, -8_333, 123_456, 30]
  assert.deepEqual(
    read.rows.map(({ tenancy }) => tenancy?.lease.otherCharges?.[0]?.amount_cents),
    cents,
  )
  assert.deepEqual(
    read.rows.map(({ tenancy }) => (tenancy?.lease.pastDueCents ?? 0) - (tenancy?.lease.prepaidCents ?? 0)),
    cents,
  )
  // Without such a format, a sheet shows all the decimals, and so would its CSV file.
  const plain = await readText(Buffer.from(await writeXlsx({ sheets: [{ name: 'Roll', rows }] })))
  assert.equal(plain.problems.length, 6)
})

const TITLES = [['Rent Roll'], ['Cedar House'], ['As of 05/01/2026']]
const BREEZE = ['Unit', 'Unit SqFt', 'Tenant Name', 'Actual Rent', 'Misc', 'Move In', 'Lease Expiration', 'Balance']

test('a formula that was saved without its value is reported and not read as empty', async () => {
  const moves = [new Date('2025-03-01T13:45:00Z'), new Date('2027-02-28T23:59:00Z')]
  const rows: CellValue[][] = [
    ...TITLES,
    BREEZE,
    ['1', 700, 'Ann Elm', 1_000, null, ...moves, 0],
    ['2', 700, 'Bo Fir', 1_100, null, ...moves, 0],
  ]
  const cells = new Map<string, Partial<Cell>>([
    ['4,4', { value: null, type: 'formula', formula: '5*4' }],
    ['5,4', { value: 20, type: 'formula', formula: '5*4', formulaResult: 20 }],
  ])
  const read = await readText(Buffer.from(await writeXlsx({ sheets: [{ name: 'Roll', rows, cells }] })))
  assert.deepEqual(
    read.problems.map(({ line, column, reason }) => `${line} ${column} ${reason.slice(0, 27)}`),
    ['5 Misc “=5*4” is a formula that wa'],
  )
  const [first, second] = read.rows.map(({ tenancy }) => tenancy?.lease)
  assert.deepEqual([first?.otherCharges, second?.otherCharges?.[0]?.amount_cents], [[], 2_000])
  // A day with a time of day is the day.
  assert.deepEqual([first?.moveIn, first?.to], ['2025-03-01', '2027-02-28'])
})

test('the first 50 sheets are looked at, and a workbook that has more is reported', async () => {
  const roll = [...TITLES, BREEZE, ['1', 700, 'Ann Elm', 1_000, 0, '3/1/2025', '2/28/2027', 0]]
  const notes = Array.from({ length: 50 }, (_, index) => ({ name: `Notes ${index}`, rows: [['Owner']] }))
  const book = async (sheets: typeof notes) => Buffer.from(await writeXlsx({ sheets }))
  const { problems } = await readText(await book([{ name: 'Cedar', rows: roll as string[][] }, ...notes]))
  assert.match(problems[0]?.reason ?? '', /^The workbook has 51 visible sheets, of which the first 50 are looked at\./)
  await assert.rejects(readText(await book([...notes, { name: 'Cedar', rows: roll as string[][] }])), {
    message: /^This workbook has 51 visible sheets, and none of the first 50 has a known header row\./,
  })
})

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook as other programs than Excel write it: prefixed names, single quotes, absolute targets, no compression, rows without numbers. */
function foreignWorkbook(rows: string): Buffer {
  return storedWorkbook({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/sheets/one.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<x:workbook xmlns:x='${MAIN}' xmlns:d='${LINKS}'><x:sheets><x:sheet name='Roll &amp; more' sheetId='1' d:id='rId1'/></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns='${PACKAGE}/relationships'><Relationship Id='rId1' Type='${LINKS}/worksheet' Target='/xl/sheets/one.xml'/><Relationship Id='rId2' Type='${LINKS}/styles' Target='/xl/styles.xml'/></Relationships>`,
    'xl/styles.xml': `<x:styleSheet xmlns:x='${MAIN}'><x:numFmts count='1'><x:numFmt numFmtId='164' formatCode='0000;-0000'/></x:numFmts><x:cellXfs count='3'><x:xf numFmtId='0'/><x:xf numFmtId='164'/><x:xf numFmtId='14'/></x:cellXfs></x:styleSheet>`,
    'xl/sheets/one.xml': `<x:worksheet xmlns:x='${MAIN}'><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
  })
}

test('a workbook of another program is read like one of Excel: labels under a number format, days, yes and no', async () => {
  const text = (cell: string, value: string) => `<x:c r='${cell}' t='inlineStr'><x:is><x:t>${value}</x:t></x:is></x:c>`
  const header = 'Unit,Unit SqFt,Tenant Name,Actual Rent,Move In,Lease Expiration,Balance,Tenant Deposit'.split(',')
  const rows = [
    text('A1', 'Cedar House'),
    text('A2', 'As of 05/01/2026'),
    header.map((name, index) => text(`${'ABCDEFGH'[index]}3`, name)).join(''),
    `<x:c r='A4' s='1'><x:v>312.0</x:v></x:c><x:c r='B4'><x:v>700</x:v></x:c>${text('C4', 'Ann Elm')}<x:c r='D4'><x:v>1000.1000000000001</x:v></x:c><x:c r='E4' s='2'><x:v>45717.5</x:v></x:c><x:c r='F4' s='2'><x:v>46446</x:v></x:c><x:c r='G4'><x:f t='shared' si='0'/><x:v>-20</x:v></x:c>`,
    `${text('A5', '3E2')}<x:c r='B5' t='b'><x:v>1</x:v></x:c>${text('C5', 'VACANT')}<x:c r='D5'><x:f>1*0</x:f></x:c>`,
  ]
  const read = await readText(foreignWorkbook(rows.map(row => `<x:row>${row}</x:row>`).join('')))
  assert.deepEqual(read.header.sheet, { name: 'Roll & more', others: [] })
  const [first, second] = read.rows
  assert.deepEqual([first?.unit.label, second?.unit.label, second?.status], ['0312', '3E2', 'VACANT_UNRENTED'])
  const { rentCents, prepaidCents, moveIn, to } = first?.tenancy?.lease ?? {}
  assert.deepEqual([rentCents, prepaidCents, moveIn, to], [100_010, 2_000, '2025-03-01', '2027-02-28'])
  assert.deepEqual(
    read.problems.map(({ line, column, reason }) => `${line} ${column} ${reason.slice(0, 26)}`),
    ['5 Unit SqFt “Yes” is not a number of s', '5 Actual Rent “=1*0” is a formula that w'],
  )
})

test('damaged, old and encrypted workbooks are refused with what to do', async () => {
  const whole = await workbookOf([['Unit', 'Tenant', 'Property']])
  const encrypted = Buffer.from(
    await writeXlsx({
      sheets: [{ name: 'Report', rows: [['Unit']] }],
      encryption: { password: 'secret', spinCount: 1_000 },
    }),
  )
  for (const [bytes, reason] of [
    [
      whole.subarray(0, whole.length / 2),
      /but it cannot be read.*Open it in Excel and save it again, or export it as CSV/,
    ],
    [Buffer.from('PK\u0003\u0004rest of something else'), /but it cannot be read/],
    [
      Buffer.concat([Buffer.from('\u00d0\u00cf\u0011\u00e0', 'latin1'), Buffer.alloc(2_000)]),
      /old Excel workbook.*\.xlsx/,
    ],
    [encrypted, /protected by a password.*remove the password/],
    [
      storedWorkbook({ mimetype: 'application/vnd.oasis', 'content.xml': '' }),
      /is an OpenDocument spreadsheet \(\.ods\).*\.xlsx/,
    ],
    [storedWorkbook({ '[Content_Types].xml': '', 'xl/workbook.bin': '' }), /is a binary Excel workbook \(\.xlsb\)/],
    [storedWorkbook({ 'Index/Document.iwa': '' }), /is a Numbers spreadsheet/],
    [storedWorkbook({ '[Content_Types].xml': '', 'word/document.xml': '' }), /is a Word document/],
    [storedWorkbook({ 'rent-roll.csv': 'Unit' }), /is a ZIP archive\. Extract the reports, and import each of them/],
    [Buffer.from('%PDF-1.7 and more'), /is a PDF.*Export it as CSV/],
  ] as const) {
    await assert.rejects(readText(bytes), (error: unknown) => error instanceof Refusal && reason.test(error.message))
  }
})

test('a workbook that expands to far more than a report is refused before it is expanded, and so is one that hides the size of a part', async () => {
  const isRefused = (error: unknown) =>
    error instanceof Refusal && /expands to more data than a report has \(xl\/sharedStrings\.xml\)/.test(error.message)
  const bomb = await workbookOf([['Unit', 'Tenant', 'Property'], ['x'.repeat(40 * 1024 * 1024)]])
  assert.ok(bomb.length < 1024 * 1024)
  await assert.rejects(readText(bomb), isRefused)
  const hidden = await workbookOf([['Unit', 'Tenant', 'Property']])
  const name = hidden.lastIndexOf('xl/sharedStrings.xml')
  hidden.writeUInt32LE(0, name - 46 + 24)
  await assert.rejects(readText(hidden), isRefused)
})
