/** Days in workbooks that count from 1904, as those of programs for old Macintosh computers do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { fileOf, importFile, importPayments } from './imported.ts'
import { useWorldInMay } from './layouts.ts'
import { readText } from './read-all.ts'

const world = useWorldInMay()
const BREEZE = ['Unit', 'Unit SqFt', 'Tenant Name', 'Actual Rent', 'Misc', 'Move In', 'Lease Expiration', 'Balance']

test('a number is read as a day that counts from 1904 if the workbook says so, in every kind of file', async () => {
  const since1904 = (rows: CellValue[][]) =>
    writeXlsx({ dateSystem: '1904', sheets: [{ name: 'Report', rows }] }).then(Buffer.from)
  const lease = ['Oak - 1 Oak St Akron, OH 44301', '1', 'Ann Elm', 'Current', 44_561, 44_561, 44_561.5]
  const roll = await since1904([['Property', 'Unit', 'Tenant', 'Status', 'Rent', 'Lease From', 'Move-in'], lease])
  const [row] = (await readText(roll)).rows
  assert.deepEqual(
    [row?.tenancy?.lease.rentCents, row?.tenancy?.lease.from, row?.tenancy?.lease.moveIn],
    [4_456_100, '2026-01-01', '2026-01-01'],
  )
  const breeze = [
    ['Rent Roll'],
    ['Cedar House'],
    ['As of 05/01/2026'],
    BREEZE,
    ['1', 700, 'Ann Elm', 1_000, 0, 44_561, 44_925, 0],
  ]
  const [other] = (await readText(await since1904(breeze))).rows
  assert.deepEqual([other?.tenancy?.lease.moveIn, other?.tenancy?.lease.to], ['2026-01-01', '2026-12-31'])
  const organization = await world.organization()
  await importFile(world, organization, fileOf(roll), { asOf: '2026-01-01' })
  const payments = [
    ['Date', 'Property', 'Unit', 'Resident', 'Amount'],
    [44_563, 'Oak', '1', 'Ann Elm', 100],
  ]
  assert.ok((await importPayments(organization, fileOf(await since1904(payments)))).written)
  const days = await world.sql('select payment_date::text as day from payments where organization_id = $1', [
    organization.id,
  ])
  assert.deepEqual(days, [{ day: '2026-01-03' }])
})
