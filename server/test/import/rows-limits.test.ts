/**
 * Payments and work orders of any content are read or refused, and a value that the database would not accept is reported as a problem, never as
 * an error.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '#server/base/refusal.ts'
import { paymentsReader } from '#server/import/payments/row.ts'
import { type FileReader, readFile } from '#server/import/rows/read-file.ts'
import type { FileRow } from '#server/import/rows/row-items.ts'
import { workOrdersReader } from '#server/import/work-orders/row.ts'
import { anyText } from '../any-text.ts'
import { heldMegabytes } from '../memory.ts'
import { repeats } from '../sizes.ts'
import { useWorld } from '../world.ts'
import { fileOf, importPayments, importWorkOrders } from './imported.ts'
import { mapleCourt } from './maple-court.ts'

const PAYMENTS = repeats(10_000, 50_000)
const MAX_MEGABYTES_EACH = 0.0012

const world = useWorld()
async function readsOrRefuses<Field extends string, Row extends FileRow>(
  content: string | Buffer,
  reader: FileReader<Field, Row>,
): Promise<void> {
  try {
    const { batches, problems, rows } = await readFile(fileOf(content), reader)
    const keys = [...batches(() => 7)].flat().map(reader.key)
    assert.equal(keys.length, rows)
    assert.deepEqual(keys, keys.toSorted())
    for (const { line, column, reason } of problems.first) assert.ok(line > 1 && column && reason.length < 300, reason)
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
  }
}

const CELL = fc.oneof(
  fc.constantFrom(
    '',
    '--',
    'Paid',
    'NSF',
    'New',
    '3/2/2026',
    '3/2/2026 1:00 PM',
    '$1,000.00',
    '(5)',
    'Total',
    '12',
    'Fir, Bo',
    '"',
  ),
  anyText({ maxLength: 30 }),
)
const ROWS = fc.array(fc.array(CELL, { maxLength: 12 }), { maxLength: 20 })

test('random cells under a good header are read or refused', async () => {
  const cases = [
    ['Date,Property,Unit,Payer,Amount,Type,Status,Returned On,Payment ID', paymentsReader],
    ['Work Order Number,Property,Job Description,Status,Priority,Created At,Scheduled End,Amount', workOrdersReader],
  ] as const
  for (const [header, reader] of cases) {
    await fc.assert(
      fc.asyncProperty(ROWS, fc.constantFrom('"', ''), async (cells, quote) => {
        const lines = cells.map(row => row.map(text => quote + text.replaceAll('"', quote && '""') + quote).join(','))
        const content = `${header}\n${lines.join('\n')}`
        if (reader === paymentsReader) await readsOrRefuses(content, paymentsReader)
        else await readsOrRefuses(content, workOrdersReader)
      }),
      { numRuns: 100 },
    )
  }
})

/** One example of every limit of the database, exceeded by one. */
const PAYMENT = { Date: '3/2/2026', Property: 'Maple Court', Unit: '101', Payer: 'Bo Fir', Amount: '100' }
const TOO_MUCH_OF_A_PAYMENT: [column: string, cell: string, leftOut: 'row' | 'value'][] = [
  ['Date', '1/1/1899', 'row'],
  ['Date', '1/1/3000', 'row'],
  ['Amount', '100000000000.01', 'row'],
  ['Amount', '0', 'row'],
  ['Unit', 'u'.repeat(101), 'row'],
  ['Payment ID', 'p'.repeat(201), 'row'],
  ['Returned On', '4/1/2026', 'row'],
  ['Reference', 'r'.repeat(201), 'value'],
  ['Memo', 'm'.repeat(1001), 'value'],
  ['Payer', 'p'.repeat(401), 'value'],
  ['Type', 'Barter', 'value'],
]
const WORK_ORDER = { 'Work Order Number': '1', Property: 'Maple Court', Unit: '101', 'Job Description': 'Roof leaks' }
const TOO_MUCH_OF_A_WORK_ORDER: [column: string, cell: string, leftOut: 'row' | 'value'][] = [
  ['Work Order Number', 'n'.repeat(151), 'row'],
  ['Job Description', 'd'.repeat(5001), 'row'],
  ['Status', 'Somewhere', 'row'],
  ['Title', 't'.repeat(201), 'value'],
  ['Vendor', 'v'.repeat(201), 'value'],
  ['Primary Resident', 'r'.repeat(401), 'value'],
  ['Priority', 'Soon', 'value'],
  ['Created At', '1/1/2999', 'value'],
  ['Scheduled Start', '2/30/2026', 'value'],
  ['Scheduled End', '3/1/2026', 'value'],
  ['Due Date', 'Friday', 'value'],
  ['Completed On', '3/1/2026 25:00', 'value'],
  ['Amount', '-0.01', 'value'],
  ['Amount', '100000000000.01', 'value'],
]

test('a value beyond the limits of the database is a problem of its row or its value', async () => {
  const { organization } = await mapleCourt(world)
  const fileWith = (good: Record<string, string>, column: string, cell: string) => {
    const row = { ...good, [column]: cell }
    return fileOf(`${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`)
  }
  const options = { dryRun: true, skipBadRows: true }
  for (const [column, cell, leftOut] of TOO_MUCH_OF_A_PAYMENT) {
    const { problems } = await importPayments(organization, fileWith(PAYMENT, column, cell), options)
    assert.ok(
      problems.first.some(problem => problem.leftOut === leftOut && problem.column === column),
      `${column} ${leftOut}`,
    )
  }
  for (const [column, cell, leftOut] of TOO_MUCH_OF_A_WORK_ORDER) {
    const { problems } = await importWorkOrders(organization, fileWith(WORK_ORDER, column, cell), options)
    assert.ok(
      problems.first.some(problem => problem.leftOut === leftOut && problem.column === column),
      `${column} ${leftOut}`,
    )
  }
})

test('values at the limits of the database are imported', async () => {
  const { organization } = await mapleCourt(world)
  const row = {
    ...PAYMENT,
    Amount: '100,000,000,000.00',
    Reference: 'r'.repeat(200),
    Memo: 'm'.repeat(1000),
    'Payment ID': 'p'.repeat(200),
  }
  const payment = fileOf(
    `${Object.keys(row).join(',')}\n${Object.values(row)
      .map(cell => `"${cell}"`)
      .join(',')}\n`,
  )
  assert.equal((await importPayments(organization, payment)).created, 1)
  const order = {
    ...WORK_ORDER,
    'Work Order Number': 'n'.repeat(150),
    'Job Description': '🚰'.repeat(2500),
    Vendor: 'v'.repeat(200),
  }
  const path = () => fileOf(`${Object.keys(order).join(',')}\n${Object.values(order).join(',')}\n`)
  assert.equal((await importWorkOrders(organization, path())).created, 1)
  assert.equal((await importWorkOrders(organization, path())).unchanged, 1)
})

test('tens of thousands of payments are read in order with little memory', async t => {
  const rows = Array.from(
    { length: PAYMENTS },
    (_, row) => `3/${14 - (row % 14)}/2026,Court ${row % 250},${row % 200},Ann Elm,100.00,ACH,ref ${row}\n`,
  )
  const path = fileOf(`Date,Property,Unit,Tenant,Amount,Method,Reference\n${rows.join('')}`)
  const before = heldMegabytes()
  const file = await readFile(path, paymentsReader)
  const growth = heldMegabytes() - before
  t.diagnostic(`${growth.toFixed(1)} MB`)
  assert.equal(file.rows, PAYMENTS)
  assert.ok(growth < PAYMENTS * MAX_MEGABYTES_EACH, `${growth} MB`)
})
