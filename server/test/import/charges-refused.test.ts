/** A list of charges has the columns of payments, but is not imported as payments. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { everyRow, fileOf, importFile, importPayments } from './imported.ts'

const world = useWorld()
const OAK = '"Oak - 1 Oak St Akron, OH 44301"'

async function organizationWithLease() {
  const organization = await world.organization()
  await importFile(
    world,
    organization,
    fileOf(`As of: 2/1/2026\nProperty,Unit,Tenant,Lease From\n${OAK},1,Ann Elm,1/1/2026\n`),
  )
  return organization
}

test('charges, invoices and bills are refused with what shows them, and nothing is imported', async () => {
  const organization = await organizationWithLease()
  const before = await everyRow(world, organization)
  for (const [text, sign] of [
    ['Date,Property,Unit,Tenant,Charge Code,Amount,Due Date', 'The columns Charge Code and Due Date show'],
    ['Invoice #,Date,Property,Unit,Tenant,Amount,Amount Paid,Balance', 'The column Invoice # shows'],
    ['Charge Detail\nDate,Property,Unit,Tenant,Amount', 'The title “Charge Detail” shows'],
  ] as const) {
    const imported = importPayments(organization, fileOf(`${text}\n2/2/2026,${OAK},1,Ann Elm,100,100,100\n`))
    await assert.rejects(imported, (error: Error) => error.message.startsWith(sign), text)
  }
  assert.deepEqual(await everyRow(world, organization), before)
})

test('payments may state a due date, an invoice or a charge code', async () => {
  const organization = await organizationWithLease()
  for (const [at, text] of [
    'Payment Date,Property,Unit,Tenant,Due Date,Amount',
    'Date,Property,Unit,Tenant,Invoice Number,Amount Paid',
    'Date,Property,Unit,Payer,Charge Code,Amount',
    'Receipts and charges\nDate,Property,Unit,Tenant,Charge Code,Amount',
  ].entries()) {
    const file = fileOf(`${text}\n2/${2 + at}/2026,${OAK},1,Ann Elm,,100\n`)
    assert.deepEqual([(await importPayments(organization, file)).written, at], [true, at])
  }
})

test('a row whose type is a charge is rejected, and one by charge card is not', async () => {
  const organization = await organizationWithLease()
  const rows = ['Rent Charge', 'Charge', 'Recurring Charges', 'Invoice', 'Charge Card', 'Payment'].map(
    (type, index) => `2/${2 + index}/2026,${OAK},1,Ann Elm,${type},100\n`,
  )
  const outcome = await importPayments(organization, fileOf(`Date,Property,Unit,Tenant,Type,Amount\n${rows.join('')}`))
  assert.deepEqual([outcome.written, outcome.rowsLeftOut, outcome.rows], [false, 4, 2])
})
