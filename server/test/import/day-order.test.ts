/** A file whose dates are written day first is refused, because 3/4/2026 would be read in it as the fourth of March without a sign of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CellValue } from 'hucre/xlsx'
import type { Refusal } from '#server/base/refusal.ts'
import { useOrganization, useWorld } from '../world.ts'
import { everyRow, fileOf, importPayments } from './imported.ts'
import { readText } from './read-all.ts'
import { workbookOf } from './workbook.ts'

const world = useWorld()
const organization = useOrganization(world)

const HEADER = ['Property', 'Unit', 'Tenant', 'Lease From', 'Lease To', 'Rent']
type Lease = readonly [from: CellValue, to: CellValue]

const rows = (leases: readonly Lease[]) =>
  leases.map(([from, to], index): CellValue[] => ['Oak', String(index + 1), 'Ann Elm', from, to, '900'])
const csv = (leases: readonly Lease[]) => [HEADER, ...rows(leases)].map(cells => `${cells.join(',')}\n`).join('')

const DAY_FIRST = /^The dates of this file seem to be written day first, such as “13\/04\/2025” in “Lease From” on line/

async function refusalOf(reading: Promise<unknown>): Promise<string> {
  try {
    await reading
  } catch (error) {
    return (error as Refusal).message
  }
  return ''
}

test('dates that are written day first are refused, also those that would be dates month first', async () => {
  const message = await refusalOf(
    readText(
      csv([
        ['13/04/2025', '12/04/2026'],
        ['03/04/2025', '02/04/2026'],
      ]),
    ),
  )
  assert.match(message, DAY_FIRST)
  assert.match(message, /so “12\/04\/2026” on line 2 would be read as 2026-12-04\. Nothing was imported\./)
})

test('a report of another system whose dates are written day first is refused, although only values of it cannot be read', async () => {
  const roll = [
    'Rent Roll',
    'Oxbow Flats (ox)',
    'As Of = 05/01/2026',
    'Unit,Unit Type,Unit,Resident,Name,Market,Charge,Amount,Resident,Other,Move In,Lease,Move Out,Balance',
    ',,Sq Ft,,,Rent,Code,,Deposit,Deposit,,Expiration,,',
    '101,a1,640,t1,Jane Sample,900,rent,900,0,0,03/04/2025,28/02/2027,,0',
  ].join('\n')
  assert.match(
    await refusalOf(readText(roll)),
    /“28\/02\/2027” .* so “03\/04\/2025” on line 6 would be read as 2025-03-04/,
  )
})

test('days that a spreadsheet stored month first are noticed next to those that it left as text', async () => {
  const [turned, end] = [new Date(Date.UTC(2025, 2, 4)), new Date(Date.UTC(2026, 5, 30))]
  const leases: Lease[] = [
    [turned, end],
    ['13/04/2025', end],
  ]
  const workbook = await workbookOf([HEADER, ...rows(leases)])
  assert.match(
    await refusalOf(readText(workbook)),
    /“13\/04\/2025” .* so “2025-03-04” on line \d+ would be read as 2025-03-04/,
  )
})

test('a single date that is written day first is one problem of its row', async () => {
  const { rows: read, problems } = await readText(
    csv([
      ['13/04/2025', '3/31/2027'],
      ['3/4/2025', '3/31/2027'],
    ]),
  )
  assert.deepEqual([read.length, problems.map(({ line, column }) => `${line} ${column}`)], [1, ['2 Lease From']])
})

test('dates of which none could be another one are only problems of their rows', async () => {
  const { problems } = await readText(
    csv([
      ['13/04/2025', '31/12/2026'],
      ['5/5/2025', ''],
    ]),
  )
  assert.deepEqual(
    problems.map(({ line, column }) => `${line} ${column}`),
    ['2 Lease To', '2 Lease From'],
  )
})

test('payments whose dates are written day first are refused, even if bad rows are skipped', async () => {
  const path = fileOf('Date,Property,Unit,Amount\n03/04/2026,Oak,1,100\n25/04/2026,Oak,1,100\n')
  const before = await everyRow(world, organization)
  const message = await refusalOf(importPayments(organization, path, { skipBadRows: true }))
  assert.match(message, /“25\/04\/2026” in “Date” on line 3, so “03\/04\/2026” on line 2 would be read as 2026-03-04/)
  assert.deepEqual(await everyRow(world, organization), before)
})
