/** Payments, ledgers and work orders name their property by a column Building, as rent rolls do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ledgerImport } from '#server/import/ledger/import-ledger.ts'
import { mappingOf, NO_ANSWERS } from '#server/import/read/mapping.ts'
import { importRows } from '#server/import/rows/import-rows.ts'
import { useWorld } from '../world.ts'
import { fileOf, importPayments, importWorkOrders } from './imported.ts'
import { mapleCourt, paymentsOf } from './maple-court.ts'

const world = useWorld()

const WORK_ORDERS = 'Work Order #,Building,Unit,Description\nW1,Maple Court,101,Leak\n'
const PAYMENTS = 'Date,Building,Unit,Payer,Amount\n3/2/2026,Maple Court,101,Bo Fir,100\n'
const LEDGER = 'Date,Bldg,Unit,Payer,Charges,Payments\n3/2/2026,Maple Court,101,Bo Fir,70,\n'

test('a building that names a property is the property of work orders, payments and ledger lines', async () => {
  const { organization } = await mapleCourt(world)
  const options = { dryRun: false, skipBadRows: false }
  const outcomes = [
    await importWorkOrders(organization, fileOf(WORK_ORDERS)),
    await importRows(fileOf(LEDGER), ledgerImport, options, organization.within, () => {}),
    await importPayments(organization, fileOf(PAYMENTS)),
  ]
  assert.deepEqual(
    outcomes.map(({ written, created, problems }) => [written, created, problems.first]),
    outcomes.map(() => [true, 1, []]),
  )
})

test('a file that was imported when its building was not read adds nothing', async () => {
  const { organization } = await mapleCourt(world)
  const file = fileOf(PAYMENTS)
  const asked = 'Date,Unit,Payer,Amount\n3/2/2026,101,Bo Fir,100\n'
  const { unknownProperties } = await importPayments(organization, fileOf(asked), { dryRun: true })
  const [word = ''] = unknownProperties.flatMap(({ askedAs }) => askedAs ?? [])
  const [{ id } = { id: '' }] = await world.sql<{ id: string }>(
    `select id from properties where organization_id = '${organization.id}'`,
  )
  const mapping = mappingOf({ ...NO_ANSWERS, properties: [{ word, property_id: id }] })
  assert.deepEqual((await importPayments(organization, fileOf(asked), { mapping })).created, 1)
  assert.deepEqual(
    [(await importPayments(organization, file)).created, (await paymentsOf(world, organization)).length],
    [0, 1],
  )
})

test('a building of a letter names no property, and one next to a property is ignored', async () => {
  const { organization } = await mapleCourt(world)
  const lettered = await importPayments(organization, fileOf(PAYMENTS.replace('Maple Court', 'B')), { dryRun: true })
  assert.match(lettered.problems.first[0]?.reason ?? '', /^The file does not name the property of this unit/)
  const both = 'Date,Property,Building,Unit,Payer,Amount\n3/2/2026,Maple Court,B,101,Bo Fir,100\n'
  const outcome = await importPayments(organization, fileOf(both))
  assert.deepEqual([outcome.created, outcome.ignoredColumns], [1, ['Building']])
})
