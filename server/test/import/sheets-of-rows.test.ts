/** A workbook with several sheets of payments, of a ledger or of work orders, such as one for each month, is imported as one file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { reportOf } from '#server/console/import-report.ts'
import { linesOf } from '#server/import/rows/report.ts'
import { useWorld } from '../world.ts'
import { fileOf, importFile, importPayments, importWorkOrders } from './imported.ts'
import { importLedger } from './ledger-lines.ts'

const world = useWorld()

type Sheets = Readonly<Record<string, readonly CellValue[][]>>

const bookOf = async (sheets: Sheets) =>
  fileOf(
    Buffer.from(await writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows: [...rows] })) })),
  )

async function oak() {
  const organization = await world.organization()
  const roll = ['Property,Unit,Tenant,Status,Lease From', '"Oak - 1 Oak St Akron, OH 44301",1,Ann Elm,Current,1/1/2026']
  await importFile(world, organization, fileOf(`${roll.join('\n')}\nOak,2,Bo Fir,Current,1/1/2026`), {
    asOf: '2026-01-01',
  })
  return organization
}

const PAYMENT = ['Date', 'Property', 'Unit', 'Resident', 'Amount']
const ann = (day: string, cents: CellValue = 100) => [day, 'Oak', '1', 'Ann Elm', cents]
const bo = (day: string) => [day, 'Oak', '2', 'Bo Fir', 200]
const MONTHS: Sheets = {
  'Jan 2026': [PAYMENT, ann('1/5/2026'), bo('1/6/2026'), ['Total', null, null, null, 300]],
  Notes: [['Owner']],
  'Feb 2026': [PAYMENT, ann('2/5/2026'), bo('2/6/2026'), ['Total', null, null, null, 300]],
}
const sheetProblems = (problems: readonly { column: string; reason: string }[]) =>
  problems.filter(({ column }) => column === 'Sheet').map(({ reason }) => reason)

test('payments with a sheet for each month are imported together, and once', async () => {
  const organization = await oak()
  const outcome = await importPayments(organization, await bookOf(MONTHS))
  assert.deepEqual([outcome.written, outcome.created, outcome.stored.cents], [true, 4, 60_000])
  assert.deepEqual([outcome.problems.first, outcome.reported.first], [[], []])
  const { sheet, other_sheets } = reportOf(outcome)
  assert.deepEqual([sheet, other_sheets], ['Jan 2026, Feb 2026', ['Notes']])
  assert.equal(linesOf(outcome)[1], 'Sheets: Jan 2026, Feb 2026. Not read: Notes.')
  const longer = await bookOf({ ...MONTHS, 'Mar 2026': [PAYMENT, ann('3/5/2026')] })
  const again = await importPayments(organization, longer)
  assert.deepEqual([again.created, again.unchanged], [1, 4])
})

test('a finding names its sheet, with the line there', async () => {
  const book = await bookOf({ ...MONTHS, 'Mar 2026': [PAYMENT, ann('3/5/2026'), ann('3/6/2026', 'about 90')] })
  const outcome = await importPayments(await oak(), book)
  assert.equal(outcome.written, false)
  assert.ok(
    linesOf(outcome).some(line => line.startsWith('  line 3, Amount: Sheet “Mar 2026”: “about 90” is not an amount.')),
  )
})

test('a sheet that repeats rows, is a copy, has other columns or is of another property is not read, and the report says why', async () => {
  const january = MONTHS['Jan 2026'] ?? []
  const all = [PAYMENT, ...january.slice(1, 3), ...(MONTHS['Feb 2026'] ?? []).slice(1, 3)]
  const [withMemo, unnamed] = [[...PAYMENT, 'Memo'], PAYMENT.filter(header => header !== 'Property')]
  const outcome = await importPayments(
    await oak(),
    await bookOf({
      ...MONTHS,
      All: all,
      'Copy of Jan': [PAYMENT, ann('1/9/2026')],
      'With memo': [withMemo, [...ann('3/5/2026'), 'March']],
      'Elm Court': [unnamed, ['3/7/2026', '1', 'Cy Ash', 300]],
    }),
  )
  assert.deepEqual([outcome.written, outcome.created], [true, 4])
  assert.deepEqual(
    sheetProblems(outcome.problems.first).map(reason =>
      reason.replace(/^The sheet (.*) also has .*, because (.*?)\. .*$/, '$1 $2'),
    ),
    [
      '“All” it repeats rows of another sheet',
      '“Copy of Jan” its name is that of a copy, or of former residents',
      '“With memo” its columns are not those of the sheet “Jan 2026”',
      '“Elm Court” its columns are not those of the sheet “Jan 2026”',
    ],
  )
})

test('rows of a longer sheet that are also on another one are rejected, and two equal rows of one sheet are two payments', async () => {
  const months = ['1/5/2026', '2/5/2026', '2/5/2026', '2/6/2026', '2/7/2026', '3/5/2026', '3/6/2026']
  const book = await bookOf({
    January: [PAYMENT, ann('1/5/2026')],
    'Year to date': [PAYMENT, ...months.map(day => ann(day))],
  })
  const { problems, rows, rowsLeftOut } = await importPayments(await oak(), book, { dryRun: true })
  assert.deepEqual([rows, rowsLeftOut], [7, 1])
  assert.deepEqual(
    problems.first.map(({ reason }) => reason),
    ['The same payment is on line 2 of sheet 1. Remove one, or correct its ID.'],
  )
})

test('sheets that are named after properties are not joined if their rows do not name the property', async () => {
  const header = PAYMENT.filter(cell => cell !== 'Property')
  const payment = (day: string) => [day, '1', 'Ann Elm', 100]
  const named = await importPayments(
    await oak(),
    await bookOf({ Oak: [header, payment('1/5/2026')], Elm: [header, payment('1/6/2026')] }),
    { dryRun: true },
  )
  assert.deepEqual([named.rowsLeftOut, sheetProblems(named.problems.first).length], [1, 1])
  const months = await importPayments(
    await oak(),
    await bookOf({ January: [header, payment('1/5/2026')], February: [header, payment('2/6/2026')] }),
    { dryRun: true },
  )
  assert.deepEqual([months.rowsLeftOut, sheetProblems(months.problems.first)], [2, []])
})

test('a ledger with a sheet for each unit, named by a title, is imported as one', async () => {
  const sheet = (unit: string, tenant: string) => [
    [`Property: Oak`],
    [`Unit: ${unit}`],
    [`Tenant: ${tenant}`],
    ['Date', 'Description', 'Charges', 'Payments', 'Balance'],
    ['2/1/2026', 'Rent', 900, null, 900],
    ['2/3/2026', 'Check', null, 900, 0],
  ]
  const outcome = await importLedger(
    await oak(),
    await bookOf({ '1 Elm': sheet('1', 'Ann Elm'), '2 Fir': sheet('2', 'Bo Fir') }),
  )
  assert.deepEqual([outcome.written, outcome.created, outcome.problems.first], [true, 4, []])
  assert.deepEqual(
    outcome.changes.first.map(change => change.slice(0, 5)),
    ['Oak 1', 'Oak 1', 'Oak 2', 'Oak 2'],
  )
})

test('a work order that is on two sheets is rejected with the sheet of the first', async () => {
  const header = ['WO #', 'Property', 'Unit', 'Subject']
  const rows = (...numbers: string[]) => [header, ...numbers.map(number => [number, 'Oak', '1', `Leak ${number}`])]
  const outcome = await importWorkOrders(
    await oak(),
    await bookOf({ Open: rows('1', '2'), Closed: rows('3', '4', '2') }),
  )
  const problem = reportOf(outcome).problems.find(({ left_out }) => left_out === 'ROW')
  assert.deepEqual(problem && [problem.line, problem.reason], [
    4,
    'Sheet “Closed”: The same work order is on line 3 of sheet 1. Remove one, or correct its number.',
  ])
})
