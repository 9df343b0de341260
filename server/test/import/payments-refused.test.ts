/** Payments that cannot be imported are reported, and unusual files of payments are read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { fileOf, importFile, importPayments } from './imported.ts'
import { mapleCourt, paymentRows, paymentsOf } from './maple-court.ts'

const world = useWorld()
test('every bad row is reported with its column and what to do, and nothing is imported', async () => {
  const { organization } = await mapleCourt(world)
  const outcome = await importPayments(
    organization,
    paymentRows(
      '3/2/2026,Maple Court,101,Bo Fir,100,Cash,,,',
      '13/2/2026,Maple Court,101,Bo Fir,100,Cash,,,',
      ',Maple Court,101,Bo Fir,100,Cash,,,',
      '3/2/2026,Maple Court,101,Bo Fir,(100.00),Cash,,,',
      '3/2/2026,Maple Court,101,Bo Fir,,Cash,,,',
      '3/2/2026,Maple Court,101,Bo Fir,12O,Cash,,,',
      '3/2/2026,Elm Court,101,Bo Fir,100,Cash,,,',
      '3/2/2026,Maple Court,999,Bo Fir,100,Cash,,,',
      '3/2/2026,Maple Court,,Bo Fir,100,Cash,,,',
      '3/2/2026,Maple Court,102,Bo Fir,100,Cash,,,',
      '3/16/2026,Maple Court,101,Bo Fir,100,Cash,,,',
      '3/2/2026,Maple Court,101,Bo Fir,100,Charge,,,',
      '3/2/2026,Maple Court,101,Bo Fir,100,Cash,,,Lost',
      '3/2/2026,Maple Court,101,Fir, Bo,100,Cash,,,Paid',
      '3/2/2026,,101,Bo Fir,100,Cash,,,',
    ),
  )
  assert.deepEqual([outcome.written, outcome.rows, outcome.rowsLeftOut], [false, 1, 14])
  const expected: [number, string, RegExp][] = [
    [3, 'Date', /“13\/2\/2026” is not a date/],
    [4, 'Date', /The date is missing/],
    [
      5,
      'Amount',
      /“\(100\.00\)” is not above zero.*skip this row and reverse that payment in Gatehouse.*write Returned as the status in the row of that payment/,
    ],
    [6, 'Amount', /The amount is missing/],
    [7, 'Amount', /“12O” is not an amount/],
    [
      8,
      'Property',
      /no property “Elm Court” in Gatehouse\. Correct the name, say which property .*, or import the rent roll first/,
    ],
    [9, 'Unit', /Maple Court has no unit “999” in Gatehouse/],
    [10, 'Unit', /does not have exactly one\. Add the unit/],
    [11, 'Unit', /Maple Court 102 has no lease for this payment/],
    [12, 'Date', /2026-03-16 is in the future: today is 2026-03-15/],
    [13, 'Type', /“Charge” is not a payment/],
    [14, 'Status', /“Lost” is not a payment status/],
    [15, 'Status', /more cells than the header/],
    [16, 'Property', /The property is missing/],
  ]
  for (const [line, column, reason] of expected) {
    const found = outcome.problems.first.find(problem => problem.line === line && problem.leftOut === 'row')
    assert.deepEqual([line, found?.column], [line, column])
    assert.match(found?.reason ?? '', reason)
  }
  assert.deepEqual(await paymentsOf(world, organization), [])
  const skipped = await importPayments(
    organization,
    paymentRows('3/2/2026,Maple Court,101,,100,Cash,,,', '3/2/2026,Elm,1,,1,Cash,,,'),
    {
      skipBadRows: true,
    },
  )
  assert.deepEqual([skipped.written, skipped.created, skipped.rowsLeftOut], [true, 1, 1])
})

test('a payment ID that occurs twice in a file is a problem', async () => {
  const { organization } = await mapleCourt(world)
  const row = '3/2/2026,Maple Court,101,100,R-1\n'
  const outcome = await importPayments(organization, fileOf(`Date,Property,Unit,Amount,Payment ID\n${row}${row}`))
  assert.deepEqual(
    outcome.problems.first.map(({ line, column, reason }) => [line, column, reason]),
    [[3, 'Payment ID', 'The same payment is on line 2. Remove one, or correct its ID.']],
  )
})

test('a payment from before the opening balance is rejected, because it would count twice', async () => {
  const organization = await world.organization()
  const roll = (deposit: string, pastDue: string) =>
    fileOf(
      `As of: 3/1/2026\nProperty,Unit,Status,Tenant,Lease From,Deposit,Past Due\n"Oak - 1 Oak St Akron, OH 44301",1,Current,Ann Elm,1/1/2026,${deposit},${pastDue}\n`,
    )
  for (const file of [roll('', '50'), roll('500', '')]) {
    const fresh = await world.organization()
    await importFile(world, fresh, file)
    const outcome = await importPayments(
      fresh,
      paymentRows('2/28/2026,Oak,1,Ann Elm,100,Cash,,,', '3/1/2026,Oak,1,Ann Elm,100,Cash,,,'),
    )
    assert.deepEqual([outcome.written, outcome.rows], [false, 1])
    assert.match(
      outcome.problems.first[0]?.reason ?? '',
      /opening balance of this lease on 2026-03-01 includes earlier payments/,
    )
  }
  await world.sql(`update organizations set books_closed_through = '2026-03-01' where id = $1`, [organization.id])
  await importFile(world, organization, roll('', ''))
  const closed = await importPayments(organization, paymentRows('3/1/2026,Oak,1,Ann Elm,100,Cash,,,'))
  assert.match(closed.problems.first[0]?.reason ?? '', /The books are closed through 2026-03-01/)
})

test('a dry run reports what it would do and writes nothing', async () => {
  const { organization } = await mapleCourt(world)
  const outcome = await importPayments(organization, paymentRows('3/2/2026,Maple Court,101,,100,Cash,,,'), {
    dryRun: true,
  })
  assert.deepEqual(
    [outcome.written, outcome.created, outcome.changes.first],
    [false, 1, ['Maple Court 101: payment of $100.00 on 2026-03-02']],
  )
  assert.deepEqual(await paymentsOf(world, organization), [])
})

test('groups, totals, formulas and other encodings are read as in a rent roll, and a wrong total is reported', async () => {
  const { organization } = await mapleCourt(world)
  const text =
    'Receipts\nExported On: 03/10/2026\nDate;Unit;Payer;Amount;Check #\n-> Maple Court - 120 Maple Ave Columbus, OH 43215;;;;\n' +
    '3/2/2026;="101";Bö Föhr;100,00\n'.replace('100,00', '100.00') +
    "3/3/2026;101;;50.00;'-77\nTotal Maple Court;;;150.00;\nTotal;;;149.00;\n"
  const outcome = await importPayments(organization, fileOf(Buffer.from(`\ufeff${text}`, 'utf16le')))
  assert.deepEqual([outcome.written, outcome.created], [true, 2])
  assert.deepEqual(
    outcome.reported.first.map(({ line, message }) => [line, message]),
    [
      [
        8,
        'The file states a total of $149.00, but no group of rows above it has that sum. Check that no row is missing.',
      ],
      [
        5,
        'Bö Föhr is not on any lease of the unit, so the payment is imported without the resident. Correct the name, or ignore this if someone else pays.',
      ],
    ],
  )
  assert.deepEqual(
    (await paymentsOf(world, organization)).map(({ cents, reference }) => [cents, reference]),
    [
      [10_000, null],
      [5_000, '-77'],
    ],
  )
})

test('a total is read in every way in which a payment is', async () => {
  const { organization } = await mapleCourt(world)
  for (const total of ['USD 149.00', '149.0000000001', '149.00 DR', '149.00 CR']) {
    const text = `Date,Property,Unit,Payer,Amount\n3/2/2026,Maple Court,101,,150\nTotal,,,,${total}\n`
    const { reported } = await importPayments(organization, fileOf(text), { dryRun: true })
    assert.match(reported.first[0]?.message ?? '', /^The file states a total of -?\$149\.00, but/, total)
  }
})
