/** The history of a ledger replaces opening balances: every month end then shows the balances of the file. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { compareNext } from '#server/domain/history.ts'
import { leaseBalances } from '#server/domain/ledger/balance-history.ts'
import { importFile as importAny } from '#server/import/import-file.ts'
import { openOffice } from '../console/office.ts'
import { type Organization, useWorld } from '../world.ts'
import { cellsOf, everyRow, fileOf, importFile, importPayments } from './imported.ts'
import {
  balanceInFile,
  balancesIn,
  HEADER,
  importLedger,
  LINES,
  ledger,
  MONTH_ENDS,
  ROLL,
  withRoll,
} from './ledger-lines.ts'
import { rentRollOn } from './rent-roll-on.ts'
import { toTypedCell, workbookOf } from './workbook.ts'

const DOCS = join(import.meta.dirname, '../../../docs')
const ANY = { asOf: undefined, today: '2026-03-15', dryRun: false, skipBadRows: false, closeMissing: false }

const world = useWorld()

const balancesOn = (organization: Organization, day: string) => balancesIn(world, organization, day)

test('after importing the history, the rent roll of every month end has the balances of the file', async () => {
  const organization = await withRoll(world)
  const outcome = await importLedger(organization, ledger(...LINES))
  assert.deepEqual([outcome.problems.first, outcome.reported.first], [[], []])
  assert.deepEqual([outcome.written, outcome.created, outcome.unchanged], [true, LINES.length, 0])
  for (const day of MONTH_ENDS) {
    const units = ['1', '2', '3'].map(unit => [unit, balanceInFile(LINES, unit, day, 0)])
    assert.deepEqual(await balancesOn(organization, day), Object.fromEntries(units), day)
  }
  assert.deepEqual(await balancesOn(organization, '2026-03-01'), { 1: 35_000, 2: -7_500, 3: 0 })
})

test('running balances are compared with the lines, by resident, by unit or overall, in either order, and differences are reported', async () => {
  const organization = await withRoll(world)
  const head = 'Date,Property,Unit,Tenant,Charges,Payments,Balance'
  // The balances are written by hand: 100, 1100, 100 of unit 1; 0, 900 of unit 2, between them.
  const lines = [
    ['1/1/2026,Oak,1,Ann Elm,1000,,', '1,100.00'],
    ['1/1/2026,Oak,2,Cy Fir,900,,', '900.00'],
    ['1/5/2026,Oak,1,Ann Elm,,1000,', '100.00'],
    ['1/31/2026,Oak,2,Cy Fir,,900,', '0.00'],
    ['2/1/2026,Oak,1,Ann Elm,1000,,', '$1,100.00 '],
    ['2/3/2026,Oak,2,Cy Fir,900,,', '900.00'],
    ['2/5/2026,Oak,1,Ann Elm,,1100,', '-'],
    ['2/6/2026,Oak,1,Ann Elm,,50,', '(50.00)'],
  ] as const
  const fileOfLines = (all: readonly (readonly string[])[]) =>
    fileOf(`${head}\n${all.map(([line, balance]) => `${line}"${balance}"\n`).join('')}`)
  const told = async (all: readonly (readonly string[])[]) => {
    const { reported } = await importLedger(organization, fileOfLines(all), { dryRun: true })
    return reported.first
      .filter(({ message }) => /^The (?:running balance|balance column)/.test(message))
      .map(({ line, message }) => `${line} ${message}`)
  }
  assert.deepEqual(await told(lines), [])
  assert.deepEqual(await told(lines.toReversed()), [])
  const inAll = [1100, 2000, 1000, 100, 1100, 2000, 900, 850].map((balance, index) => [
    lines[index]?.[0] ?? '',
    String(balance),
  ])
  assert.deepEqual(await told(inAll), [])
  const wrong = lines.map(([line, balance], index) => [line, index === 3 ? '10.00' : balance])
  const says = 'The line is imported. Check that no line is missing.'
  assert.deepEqual(await told(wrong), [
    `5 The running balance is $10.00, but the balance of line 3 and this line come to $0.00. ${says}`,
    `7 The running balance is $900.00, but the balance of line 5 and this line come to $910.00. ${says}`,
  ])
  // A line that is missing is seen.
  assert.deepEqual(await told(lines.filter((_, index) => index !== 2)), [
    `5 The running balance is $1,100.00, but the balance of line 2 and this line come to $2,100.00. ${says}`,
  ])
  assert.deepEqual(await told(lines.map(([line], index) => [line, String(index * 7)])), [
    '4 The balance column is not a running balance of the lines, whether by resident, by unit or overall, so it is not compared. The lines are imported.',
  ])
})

/** Aged receivables of unit 1, worked out by hand: [due in time, 1 to 30 days, 31 to 60 days late]. */
const AGED: Record<string, number[]> = {
  // February's rent and the fee of the 10th, after the check of the 3rd was returned.
  '2026-02-10': [5_000, 100_000, 0],
  // March's rent, less what remains of the payment of the 12th and the credit of the 20th.
  '2026-03-01': [35_000, 0, 0],
  '2026-03-31': [0, 35_000, 0],
}

test('the console imports a ledger; aged receivables and deposits of past days follow from it, and recompute finds no difference', async () => {
  const office = await openOffice(world)
  await importFile(world, office.org, fileOf(ROLL))
  const content = Buffer.from(`${HEADER}\n${LINES.join('\n')}\n`).toString('base64')
  const send = (more = {}) => office.write('POST', '/imports', { file_name: 'ledger.csv', content, ...more })
  const before = await everyRow(world, office.org)
  const preview = await send({ dry_run: true })
  assert.deepEqual([preview.kind, preview.rows, preview.written], ['LEDGER', LINES.length, false])
  assert.deepEqual(await everyRow(world, office.org), before)
  assert.equal((await send()).written, true)
  const [past] = await office.rows('/imports?kind=LEDGER')
  assert.deepEqual([past?.file_name, past?.rows], ['ledger.csv', LINES.length])
  for (const [day, wanted] of Object.entries(AGED)) {
    const reply = await office.call('GET', `/reports/receivables?format=json&to=${day}`)
    const { columns, rows } = JSON.parse(reply.text) as { columns: { id: string }[]; rows: { cells: unknown[] }[] }
    const cells = rows.find(({ cells: [resident] }) => resident === 'Ann Elm')?.cells ?? []
    const at = (id: string) => cells[columns.findIndex(column => column.id === id)]
    assert.deepEqual([at('not_due'), at('days_30'), at('days_60')], wanted, day)
  }
  // The deposit that was paid in December is held from then on, and not a second time from the day of the rent roll.
  for (const [day, held] of [
    ['2025-11-30', 0],
    ['2025-12-01', 90_000],
    ['2026-03-01', 90_000],
  ] as const) {
    const { rows } = await rentRollOn(world, office.org, day)
    assert.equal(rows.find(({ unit_label }) => unit_label === '2')?.deposit_cents ?? 0, held, day)
  }
  const { differences } = await office.org.within(context => compareNext(leaseBalances, context, '', 100))
  assert.deepEqual(differences, [])
})

test('importing a ledger again changes nothing, a longer one adds its new lines, and a workbook counts as the same ledger', async () => {
  const organization = await withRoll(world)
  const [shorter, later] = [LINES.slice(1), LINES.slice(0, 1)]
  await importLedger(organization, ledger(...shorter))
  // The rent roll of March 1 includes the rent of that day, so the balance before it was lower.
  assert.equal((await balancesOn(organization, '2026-03-01'))['1'], 35_000)
  const before = await everyRow(world, organization)
  const again = await importLedger(organization, ledger(...shorter))
  assert.deepEqual([again.created, again.unchanged, again.written], [0, shorter.length, true])
  assert.deepEqual(await everyRow(world, organization), before)
  const longer = await importLedger(organization, ledger(...later, ...shorter))
  assert.deepEqual([longer.created, longer.unchanged], [1, shorter.length])
  for (const day of MONTH_ENDS) {
    const wanted = ['1', '2', '3'].map(unit => [unit, balanceInFile(LINES, unit, day, 0)])
    assert.deepEqual(await balancesOn(organization, day), Object.fromEntries(wanted), day)
  }
  const rows = [HEADER, ...LINES].map(line => (cellsOf(line)[0] as string[]).map(toTypedCell))
  const workbook = await importLedger(organization, fileOf(await workbookOf(rows)))
  assert.deepEqual([workbook.created, workbook.unchanged, workbook.problems.first], [0, LINES.length, []])
})

test('what the lines do not explain stays an opening balance before the first line, and is reported', async () => {
  const organization = await withRoll(world)
  const some = LINES.filter(line => !line.startsWith('1/1/2026,Oak,1'))
  const outcome = await importLedger(organization, ledger(...some))
  assert.deepEqual(
    outcome.reported.first.map(({ unit, message }) => [unit, message]),
    [
      [
        'Oak 1',
        'The lines do not add up to the balance that the rent roll of 2026-03-01 states. The difference of $1,000.00 is the opening balance on 2026-01-04. Check that no line is missing.',
      ],
    ],
  )
  for (const day of ['2026-01-04', ...MONTH_ENDS.slice(1)]) {
    assert.equal((await balancesOn(organization, day))['1'], balanceInFile(some, '1', day, 100_000), day)
  }
  // The line that was missing replaces the opening balance.
  const complete = await importLedger(organization, ledger(...LINES))
  assert.equal(complete.created, 1)
  assert.equal((await balancesOn(organization, '2025-12-31'))['1'], 0)
  assert.equal((await balancesOn(organization, '2026-03-01'))['1'], 35_000)
})

test('an opening balance that has been paid since is replaced too, and the payment stays', async () => {
  const organization = await withRoll(world)
  const payment = 'Date,Property,Unit,Payer,Amount,Payment ID\n3/9/2026,Oak,1,Ann Elm,350.00,P-1\n'
  await importAny(fileOf(payment), ANY, organization.within, () => {})
  const outcome = await importLedger(organization, ledger(...LINES))
  assert.deepEqual([outcome.written, outcome.reported.first], [true, []])
  // Payments for days that the ledger covers are refused, although the lease now begins earlier.
  const early = await importAny(
    fileOf(payment.replace('3/9', '2/3').replace('P-1', 'P-2')),
    ANY,
    organization.within,
    () => {},
  )
  assert.equal(early.refused, true)
  assert.equal((await balancesOn(organization, '2026-02-28'))['1'], balanceInFile(LINES, '1', '2026-02-28', 0))
  assert.equal((await balancesOn(organization, '2026-03-10'))['1'], 0)
  const open = await world.sql(
    `select status, lines -> 0 ->> 'charge_code' as code from invoices where organization_id = $1 and status <> 'PAID' and unit_id = (
       select id from units where organization_id = $1 and label = '1')`,
    [organization.id],
  )
  assert.deepEqual(open, [{ status: 'VOID', code: 'OPENING_BALANCE' }])
  // From the payment on, the books of this lease are kept here.
  const late = await importLedger(organization, ledger(...LINES, '3/9/2026,Oak,1,Ann Elm,Payment,Rent,,350.00,'))
  assert.deepEqual(
    late.problems.first.map(({ line, column, reason }) => [line, column, /from 2026-03-09 on/.test(reason)]),
    [[LINES.length + 4, 'Date', true]],
  )
})

test('a line that has no lease, is in closed books or cannot be read is reported with its line and column', async () => {
  const organization = await withRoll(world)
  await world.sql(`update organizations set books_closed_through = '2025-12-31' where id = $1`, [organization.id])
  const bad = ledger(
    '1/1/2026,Oak,9,Ann Elm,Charge,Rent,10.00,,',
    '1/1/2026,Elm,1,Ann Elm,Charge,Rent,10.00,,',
    '2/1/2026,Oak,1,Zoe Gone,Charge,Rent,10.00,,',
    '12/31/2025,Oak,1,Ann Elm,Charge,Rent,10.00,,',
    '1/1/2026,Oak,1,Ann Elm,Charge,Rent,10.00,,',
    '2/30/2026,Oak,1,Ann Elm,Charge,Rent,10.00,,',
    '2/1/2026,Oak,1,Ann Elm,Charge,Rent,10.00,5.00,',
    '2/1/2026,Oak,1,Ann Elm,Charge,Rent,,,',
    '2/1/2027,Oak,1,Ann Elm,Charge,Rent,10.00,,',
    ',Oak,1,Ann Elm,Charge,Rent,10.00,,',
  )
  const before = await everyRow(world, organization)
  const outcome = await importLedger(organization, bad)
  assert.deepEqual(outcome.problems.first.map(({ line, column }) => [line, column]).sort(), [
    [10, 'Payments'],
    [11, 'Charges'],
    [12, 'Date'],
    [13, 'Date'],
    [4, 'Unit'],
    [5, 'Property'],
    [6, 'Tenant'],
    [7, 'Date'],
    [8, 'Date'],
    [9, 'Date'],
  ])
  assert.deepEqual([outcome.written, outcome.rowsLeftOut], [false, 10])
  assert.deepEqual(await everyRow(world, organization), before)
  const rest = await importLedger(organization, ledger('1/2/2026,Oak,1,Ann Elm,Charge,Rent,10.00,,', ',Oak,1,,,,1,,'), {
    skipBadRows: true,
  })
  assert.deepEqual([rest.written, rest.created, rest.rowsLeftOut], [true, 1, 1])
})

test("AppFolio's general ledger is read: the lines of receivables, by debit and credit", async () => {
  const organization = await withRoll(world)
  const general = fileOf(`General Ledger
Period Range: 01/01/2026 to 03/31/2026

Property Name,Date,Payee / Payer,Type,Reference,Debit,Credit,Balance,Description,GL Account,Unit,Month
-> 1150 - Operating Cash,,,,,,,,,,,
,,Starting Balance,,,,,0.00,,,,
Oak,01/05/2026,Ann Elm,eCheck receipt,76,"1,000.00",,"1,000.00",Rent,1150 - Operating Cash,1,
-> 1300 - Accounts Receivable,,,,,,,,,,,
,,Starting Balance,,,,,0.00,,,,
Oak,01/01/2026,Ann Elm,Charge,,"1,000.00",,"1,000.00",Rent Income - January 2026,1300 - Accounts Receivable,1,
Oak,01/05/2026,Ann Elm,eCheck receipt,76,,"1,000.00",0.00,Rent Income - January 2026,1300 - Accounts Receivable,1,
Oak,02/01/2026,Ann Elm,Charge,,350.00,,350.00,Late Fee,1300 - Accounts Receivable,1,
,,Net Change,,,"1,350.00","1,000.00",350.00,,,,
,,Ending Balance,,,,,350.00,,,,
Total,,,,,"2,350.00","1,000.00",,,,,
`)
  const outcome = await importLedger(organization, general)
  assert.deepEqual([outcome.problems.first, outcome.written, outcome.created], [[], true, 3])
  assert.deepEqual(
    outcome.reported.first.map(({ message }) => message.slice(0, 60)),
    [
      'Rows that state a balance are not imported: 4, of which this',
      'Rows that belong to accounts other than receivables are not ',
    ],
  )
  const codes = await world.sql(
    `select issue_date::text as day, lines -> 0 ->> 'charge_code' as code, status from invoices where organization_id = $1 and external_id is not null order by 1`,
    [organization.id],
  )
  assert.deepEqual(codes, [
    { day: '2026-01-01', code: 'RENT', status: 'PAID' },
    { day: '2026-02-01', code: 'LATE_FEE', status: 'OPEN' },
  ])
  assert.equal((await balancesOn(organization, '2026-03-01'))['1'], 35_000)
})

test('the templates form one example: the ledger explains the opening balance of its lease', async () => {
  const organization = await world.organization()
  const bring = (name: string, options = {}) =>
    importAny(join(DOCS, name), { ...ANY, ...options }, organization.within, () => {})
  await bring('import-template.csv', { asOf: '2026-03-01' })
  const { outcome, lines } = await bring('import-ledger-template.csv')
  assert.ok('kind' in outcome && outcome.kind === 'ledger' && outcome.written)
  assert.match(lines[0] ?? '', /: 8 lines\.$/)
  assert.deepEqual(outcome.reported.first, [])
  assert.equal((await balancesOn(organization, '2026-02-10'))['101'], 174_000)
})

test('a ledger says what to do about a line that may repeat records of Gatehouse, and about one that Gatehouse does not have', async () => {
  const organization = await withRoll(world)
  await importPayments(organization, fileOf('Date,Property,Unit,Tenant,Amount\n3/5/2026,Oak,1,Ann Elm,100\n'))
  const { problems } = await importLedger(organization, ledger('3/10/2026,Oak,1,Ann Elm,Charge,Rent,10.00,,'))
  assert.match(
    problems.first[0]?.reason ?? '',
    /may repeat\. .* does not have what it states, record that in the console\.$/,
  )
})
