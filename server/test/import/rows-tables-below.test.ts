/** A sheet of payments, of a ledger or of work orders may have more tables: one of the same kind is read by its own header, and any other is not read. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { ledgerReader } from '#server/import/ledger/row.ts'
import { paymentsReader } from '#server/import/payments/row.ts'
import { type FileReader, readFile } from '#server/import/rows/read-file.ts'
import type { FileRow } from '#server/import/rows/row-items.ts'
import { workOrdersReader } from '#server/import/work-orders/row.ts'
import { fileOf } from './imported.ts'

async function read<Field extends string, Row extends FileRow>(reader: FileReader<Field, Row>, text: string) {
  const { batches, problems } = await readFile(fileOf(text), reader)
  const told = problems.first.map(({ line, leftOut, reason }) => `${line} ${leftOut}: ${reason}`)
  return { rows: [...batches(() => 1_000)].flat(), told }
}

const OWN = 'value: Another table begins on this line. It is read by its own header.'
const notRead = (what: string, kind: string, rows: string, record: string) =>
  `value: Another table begins on this line, “${what}”. It does not have the columns of ${kind}, so its ${rows} not imported. Check that none of them is ${record}.`

test('other payments below the first are read by their own header, even where both tables have the same number of columns', async () => {
  const { rows, told } = await read(
    paymentsReader,
    'Property,Unit,Date,Amount,Balance\nOak,1,3/1/2026,900,0\nTotal,,,900,\n\nDate,Property,Unit,Balance,Amount\n3/2/2026,Elm,2,50,800\nDate,Property,Unit,Balance,Amount\n3/3/2026,Elm,2,50,700\n',
  )
  assert.deepEqual(
    rows.map(({ date, cents, place }) => [date, cents, place.property.name, place.unit]),
    [
      ['2026-03-01', 90_000, 'Oak', '1'],
      ['2026-03-02', 80_000, 'Elm', '2'],
      ['2026-03-03', 70_000, 'Elm', '2'],
    ],
  )
  assert.deepEqual(told, [`5 ${OWN} Its ignored columns are Balance.`])
})

test('a title or a heading such as Property: Oak names the property of the rows below it', async () => {
  const payment = (day: number) => `3/${day}/2026,1,Ann Elm,900\n`
  const { rows, told } = await read(
    paymentsReader,
    `Receipts\nProperty: Oak\nDate,Unit,Tenant,Amount\n${payment(1)}Property: Elm,,,\n${payment(2)}`,
  )
  assert.deepEqual([rows.map(({ place }) => place.property.name), told], [['Oak', 'Elm'], []])
  const own = await read(paymentsReader, `Property: Oak\nProperty,Date,Unit,Tenant,Amount\nElm,${payment(1)}`)
  assert.deepEqual([own.rows.map(({ place }) => place.property.name), own.told], [['Elm'], []])
  // A title is no account of a general ledger, whose other accounts are left out.
  const ledger = await read(
    ledgerReader,
    'Property: Oak\nDate,Unit,Payee / Payer,Debit,Credit,Description\n3/1/2026,1,Ann Elm,900,,March rent\n',
  )
  assert.deepEqual([ledger.rows.map(({ place }) => place.property.name), ledger.told], [['Oak'], []])
})

test('the rows of a summary or of another kind of table are counted, and payments below a summary are read again', async () => {
  const { rows, told } = await read(
    paymentsReader,
    'Date,Property,Unit,Tenant,Amount\n3/1/2026,Oak,1,Ann Elm,900\n\nType,Count,Amount\nCheck,1,900\nACH,0,0\n3/2/2026,Oak,2,Bo Fir,800\nDate,Unit,Tenant,Charges,Payments\n3/1/2026,1,Ann Elm,,900\n',
  )
  assert.deepEqual(
    rows.map(({ cents }) => cents),
    [90_000, 80_000],
  )
  assert.deepEqual(told, [
    `4 ${notRead('Type, Count, Amount', 'payments', '2 rows are', 'a payment')}`,
    `8 ${notRead('Date, Unit, Tenant, Charges, Payments', 'payments', '1 row is', 'a payment')}`,
  ])
})

test('tables below the lines of a ledger and below work orders are found too', async () => {
  const ledger = await read(
    ledgerReader,
    'Date,Property,Unit,Charges,Payments\n3/1/2026,Oak,1,900,\nCharge Code,Amount\nRent,900\nDate,Unit,Property,Payments,Charges\n3/2/2026,1,Oak,900,\n',
  )
  assert.deepEqual(
    ledger.rows.map(({ cents }) => cents),
    [90_000, -90_000],
  )
  assert.deepEqual(ledger.told, [
    `3 ${notRead('Charge Code, Amount', 'a ledger', '1 row is', 'a line of a ledger')}`,
    `5 ${OWN}`,
  ])
  const orders = await read(
    workOrdersReader,
    'Work Order Number,Property,Job Description,Status\n1-1,Oak,Leak,New\nStatus,Count\nNew,1\nJob Description,Status,Property,Work Order Number\nNoise,New,Oak,1-2\n',
  )
  assert.deepEqual(
    orders.rows.map(({ number, description }) => [number, description]),
    [
      ['1-1', 'Leak'],
      ['1-2', 'Noise'],
    ],
  )
  assert.deepEqual(orders.told, [
    `3 ${notRead('Status, Count', 'work orders', '1 row is', 'a work order')}`,
    `5 ${OWN}`,
  ])
})
