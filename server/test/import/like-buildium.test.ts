/** Lists that have the columns of Buildium's rent roll and facts that it never states, such as DoorLoop's, are read by their own columns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './read-all.ts'

const HEADER =
  'Unit,Tenants,Lease Start,Lease End,Beds,Baths,Size,Market Rent,Rent,Recurring Charges,Deposits Held,Prepayments,Balance Due'
const ROWS = [
  '1,Ann Elm,1/1/2026,12/31/2026,2,1,850,1300,1200,1200,500,0,75',
  '2,,,,1,1.5,700,1100,,,,,',
  '3,VACANT,,,0,1,450,900,--,0,0,0,0',
]

test('a list of DoorLoop keeps its market rents, bedrooms and sizes, and its units without a tenant', async () => {
  const withColumn = [`Property,${HEADER}`, ...ROWS.map(row => `Oak,${row}`)]
  for (const lines of [withColumn, [HEADER, 'Oak,,,,,,,,,,,,', ...ROWS], ['Property: Oak', HEADER, ...ROWS]]) {
    const { header, rows, problems, end } = await readText(lines.join('\n'), { asOf: '2026-05-15' })
    assert.deepEqual([header.layout, header.ignoredColumns, problems, end.differences], [undefined, [], [], []])
    assert.deepEqual(
      rows.map(({ property, unit, status, tenancy }) => [
        ...[property.name, unit.label, status, unit.bedrooms, unit.bathrooms, unit.sqft, unit.marketRentCents],
        ...[tenancy?.lease.rentCents, tenancy?.lease.depositCents, tenancy?.lease.pastDueCents],
      ]),
      [
        ['Oak', '1', 'CURRENT', 2, 1, 850, 130000, 120000, 50000, 7500],
        ['Oak', '2', 'VACANT_UNRENTED', 1, 1.5, 700, 110000, undefined, undefined, undefined],
        ['Oak', '3', 'VACANT_UNRENTED', 0, 1, 450, 90000, undefined, undefined, undefined],
      ],
    )
  }
})

test('a header that lacks a column is not compared with a layout that never has one of its columns', async () => {
  const columns = 'Unit,Lease Start,Lease End,Market Rent,Rent,Recurring Charges,Deposits Held,Prepayments,Balance Due'
  await assert.rejects(readText(`${columns}\n1,1/1/2026,12/31/2026,1300,1200,1200,500,0,75\n`), {
    message: /^The header row lacks Status or Tenant/,
  })
})
