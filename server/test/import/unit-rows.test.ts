/** Lists that have a row for each resident or each lease of a unit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TenancyRecord } from '#server/import/read/records.ts'
import { useOrganization, useWorld } from '../world.ts'
import { fileOf, importFile } from './imported.ts'
import { readText } from './read-all.ts'

const world = useWorld()
const organization = useOrganization(world)

const HEADER = 'Property,Unit,Tenant,Lease Status,Lease Start,Lease End,Move-out,Rent,Deposit,Balance\n'

async function read(...rows: string[]) {
  const { rows: units, problems, end } = await readText(`${HEADER}${rows.join('\n')}\n`, { asOf: '2026-05-15' })
  const named = (tenancies: readonly TenancyRecord[]) =>
    tenancies.map(({ residents, lease }) => {
      const names = residents.map(({ first_name, isPrimary }) => (isPrimary ? first_name.toUpperCase() : first_name))
      const { rentCents = 0, depositCents = 0, pastDueCents = 0, moveOut } = lease
      const amounts = [rentCents, depositCents, pastDueCents].map(cents => cents / 100).join('/')
      return `${names.join(' + ')} from ${lease.from} ${amounts}${moveOut ? ` out ${moveOut}` : ''}`
    })
  return {
    units: units.map(({ unit, status, tenancy, futureTenancies, formerTenancies, renewal }) => ({
      unit: `${unit.label} ${status}`,
      ...(tenancy && { now: named([tenancy])[0] }),
      ...(futureTenancies.length > 0 && { next: named(futureTenancies) }),
      ...(formerTenancies.length > 0 && { former: named(formerTenancies) }),
      ...(renewal && { renewal: `from ${renewal.from} ${(renewal.rentCents ?? 0) / 100}` }),
    })),
    problems: problems.map(({ line, column, leftOut, reason }) => `${line} ${column} (${leftOut}): ${reason}`),
    sums: end.sums,
  }
}

test('residents of the same lease are put together wherever their rows stand, and an amount that they repeat counts once', async () => {
  const { units, problems, sums } = await read(
    'Oak,1,Ann Elm,Active,1/1/2026,12/31/2026,,1000,500,0',
    'Oak,2,Cy Fir,Active,2/1/2026,,,900,,10',
    'Oak,1,Bo Elm,Active,1/1/2026,12/31/2026,,1000,,25',
    'Oak,2,Di Fir,,,,,,,',
  )
  assert.deepEqual(units, [
    { unit: '1 CURRENT', now: 'ANN + Bo from 2026-01-01 1000/500/25' },
    { unit: '2 CURRENT', now: 'CY + Di from 2026-02-01 900/0/10' },
  ])
  const added =
    'The unit is on an earlier line too, and this row is imported with it: residents of the same lease are added to it, and a future lease follows it.'
  const once =
    'An amount that several rows of a lease repeat is counted once. If each resident pays it, write the sum in the first row.'
  assert.deepEqual(problems, [`4 Unit (value): ${added} ${once}`, `5 Unit (value): ${added}`])
  assert.deepEqual([sums.units, sums.rentCents, sums.depositCents, sums.pastDueCents], [2, 190_000, 50_000, 3500])
})

test('a future lease follows the present one in either order, and one of the same residents renews it', async () => {
  const { units, problems } = await read(
    'Oak,1,Ann Elm,Active,1/1/2026,6/30/2026,6/30/2026,1000,,',
    'Oak,1,Bo Fir,Future,7/1/2026,6/30/2027,,1050,,',
    'Oak,1,Cy Fir,Future,7/1/2026,6/30/2027,,,,',
    'Oak,2,Di Ash,Future,7/1/2026,6/30/2027,,900,,',
    'Oak,2,Ed Yew,Active,7/1/2025,6/30/2026,6/30/2026,850,,',
    'Oak,3,Flo Yew,Active,7/1/2025,6/30/2026,,850,850,',
    'Oak,3,Flo Yew,Future,7/1/2026,6/30/2027,,875,,',
  )
  assert.deepEqual(units, [
    {
      unit: '1 NOTICE_RENTED',
      now: 'ANN from 2026-01-01 1000/0/0 out 2026-06-30',
      next: ['BO + Cy from 2026-07-01 1050/0/0'],
    },
    {
      unit: '2 NOTICE_RENTED',
      now: 'ED from 2025-07-01 850/0/0 out 2026-06-30',
      next: ['DI from 2026-07-01 900/0/0'],
    },
    { unit: '3 CURRENT', now: 'FLO from 2025-07-01 850/850/0', renewal: 'from 2026-07-01 875' },
  ])
  assert.equal(problems.length, 4)
})

test('if only some residents leave, the unit is occupied without a notice, which is reported', async () => {
  const { units, problems } = await read(
    'Oak,1,Ann Elm,Active,1/1/2026,12/31/2026,6/30/2026,1000,,',
    'Oak,1,Bo Elm,Active,1/1/2026,12/31/2026,,,,',
  )
  assert.deepEqual(units, [{ unit: '1 CURRENT', now: 'BO + Ann from 2026-01-01 1000/0/0' }])
  assert.equal(
    problems[0],
    '3 Move-out (value): The residents on line 2 and in this row do not all leave, so the unit is imported as occupied and without a notice. Those who leave are on the lease until their move-out date.',
  )
})

test('rows of a unit that are not of one lease are rejected with the reason', async () => {
  const { problems } = await read(
    'Oak,1,Ann Elm,Active,1/1/2026,,,600,,',
    'Oak,1,Bo Elm,Active,1/1/2026,,,400,,',
    'Oak,2,Cy Fir,Active,1/1/2026,,,600,,',
    'Oak,2,Di Fir,Active,2/1/2026,,,600,,',
    'Oak,3,Ed Yew,Active,,,,600,,',
    'Oak,3,Flo Yew,Active,,,,600,,',
    'Oak,4,,Vacant,,,,,,',
    'Oak,4,Gus Yew,Active,1/1/2026,,,600,,',
  )
  assert.deepEqual(problems, [
    '3 Unit (row): The same property has this unit on line 2. Their rents differ: $600.00 and $400.00. If each resident has a part, write the sum in one row, and leave the cell of the other empty. Correct one of the rows, or the unit.',
    '5 Unit (row): The same property has this unit on line 4. Their leases begin on 2026-01-01 and on 2026-02-01. Correct one of the rows, or the unit.',
    '7 Unit (row): The same property has this unit on line 6. Remove one, or correct the unit. If this row names another resident of the same lease, write the same Lease From in both rows.',
    '9 Unit (row): The same property has this unit on line 8. Remove one, or correct the unit. If this row names another resident of the same lease, write the same Lease From in both rows.',
  ])
})

test('the beds of a unit are not residents of one lease, which would have the rent of one bed', async () => {
  const { problems } = await readText(
    'Property,Unit,Bed,Tenant,Lease Start,Rent\nHall,101,A,Ann Elm,8/15/2026,700\nHall,101,B,Bo Fir,8/15/2026,700\nHall,101,C,,,\nHall,102,S,Cy Ash,8/15/2026,900\n',
  )
  const rejected = problems.filter(({ leftOut }) => leftOut === 'row')
  assert.deepEqual(
    rejected.map(({ line, column, reason }) => `${line} ${column}: ${reason}`),
    [
      '3 Unit: The same property has this unit on line 2. Each row seems to be for a bed, this one for “B”. Write the bed into the unit, such as “101-B”. Correct one of the rows, or the unit.',
      '4 Unit: The same property has this unit on line 2. Each row seems to be for a bed, this one for “C”. Write the bed into the unit, such as “101-C”. Correct one of the rows, or the unit.',
    ],
  )
})

for (const header of ['Bed', 'Beds', 'Bed #', 'Bedrooms,Bed Space']) {
  test(`the beds of a unit may be numbered, in a column ${header}`, async () => {
    const beds = (bed: number | '') => (header.includes(',') ? `2,${bed}` : `${bed}`)
    const { rows, problems } = await readText(
      `Property,Unit,${header},Tenant,Lease Start,Rent\nHall,101,${beds(1)},Ann Elm,8/15/2026,700\nHall,101,${beds(2)},Bo Fir,8/15/2026,700\nHall,102,${beds(1)},,,\nHall,102,${beds(2)},,,\nHall,103,${beds(1)},Cy Ash,8/15/2026,700\nHall,103,${beds('')},Di Ash,8/15/2026,\n`,
    )
    const reason = (line: number, unit: number) =>
      `The same property has this unit on line ${line}. Each row seems to be for a bed, this one for “2”. Write the bed into the unit, such as “${unit}-2”. Correct one of the rows, or the unit.`
    assert.deepEqual(
      problems.filter(({ leftOut }) => leftOut === 'row').map(each => `${each.line} ${each.column}: ${each.reason}`),
      [`3 Unit: ${reason(2, 101)}`, `5 Unit: ${reason(4, 102)}`],
    )
    assert.deepEqual(
      rows.map(({ unit, tenancy }) => [unit.label, tenancy?.residents.length ?? 0]),
      [
        ['101', 1],
        ['102', 0],
        ['103', 2],
      ],
    )
  })
}

test('in a file that names no property, only rows that follow each other are of one unit', async () => {
  const { rows, problems } = await readText(
    'Unit,Tenant,Lease Start,Rent\n1,Ann Elm,1/1/2026,900\n1,Bo Elm,1/1/2026,\n2,Cy Fir,1/1/2026,900\n1,Di Ash,1/1/2026,900\n',
  )
  assert.deepEqual(
    [rows[0]?.tenancy?.residents.length, problems.map(({ line, leftOut }) => `${line} ${leftOut}`)],
    [2, ['3 value', '5 row']],
  )
})

test('a former resident who left money becomes a lease that has ended, and any other is reported', async () => {
  const { units, problems, sums } = await read(
    'Oak,1,Old Elm,Past,1/1/2025,12/31/2025,12/31/2025,600,,55',
    'Oak,1,Ann Elm,Active,1/1/2026,,,650,,',
    'Oak,1,Old Fir,Past,1/1/2024,12/31/2024,12/31/2024,600,,0',
    'Oak,2,Old Ash,Former,1/1/2024,12/31/2024,,600,,70',
    'Oak,2,,Vacant,,,,,,',
    'Oak,3,Old Yew,Past,1/1/2024,12/31/2024,12/31/2024,600,100,',
  )
  assert.deepEqual(units, [
    {
      unit: '1 CURRENT',
      now: 'ANN from 2026-01-01 650/0/0',
      former: ['OLD from 2025-01-01 600/0/55 out 2025-12-31'],
    },
    { unit: '2 VACANT_UNRENTED', former: ['OLD from 2024-01-01 600/0/70 out 2024-12-31'] },
  ])
  assert.deepEqual(problems, [
    '5 Lease Status (value): “Old Ash” moved out, but the file does not state when, so the end of the lease, 2024-12-31, is imported. Correct it in Gatehouse if it is wrong.',
    '7 Lease Status (value): “Old Yew” has a deposit or a balance, but no row of the file has the unit “3” as it is now. Neither is imported. Record them in Gatehouse.',
    '4 Lease Status (value): This row is not imported, because it is for a lease that ended without a deposit or a balance.',
  ])
  assert.equal(sums.units, 2)
})

test('a list of residents is stored as leases with all of them, and the same list again changes nothing', async () => {
  const list = fileOf(
    `Property Name,Property Street,Property City,Property State,Property Zip,Unit,Tenant,Lease Status,Lease Start,Lease End,Move-out,Rent,Balance
Oak,1 Oak St,Akron,OH,44301,1,Ann Elm,Active,1/1/2026,,,1000,25
Oak,1 Oak St,Akron,OH,44301,1,Bo Elm,Active,1/1/2026,,,1000,25
Oak,1 Oak St,Akron,OH,44301,1,Old Fir,Past,1/1/2025,12/31/2025,,900,40
`,
  )
  const first = await importFile(world, organization, list, { asOf: '2026-02-01' })
  assert.deepEqual(
    [first.written, first.rowsLeftOut, first.created.leases, first.created.residents, first.created.openingBalances],
    [true, 0, 2, 3, 2],
  )
  assert.deepEqual([first.stored.rentCents, first.stored.balanceCents], [first.inFile.rentCents, 6500])
  const again = await importFile(world, organization, list, { asOf: '2026-02-01' })
  assert.deepEqual([again.written, again.unchanged, again.updated.leases, again.created.residents], [true, 1, 0, 0])
})

test('a row with only a resident is of the unit above, and a row with more needs a unit', async () => {
  const names = ({ rows }: Awaited<ReturnType<typeof readText>>) =>
    rows.map(({ unit, tenancy }) => `${unit.label}: ${tenancy?.residents.map(each => each.first_name).join(' + ')}`)
  const merged = await readText(
    'Property,Unit,Status,Tenant,Email,Rent,Balance\nOak,1,Notice,Ann Elm,,900,0\n,,,Bo Elm,bo@example.com,,\nOak,2,Current,Cy Fir,,900,0\nOak,,,Di Fir,,0.00,\n',
  )
  assert.deepEqual(names(merged), ['1: Ann + Bo', '2: Cy + Di'])
  assert.deepEqual(
    merged.rows.map(({ status }) => status),
    ['NOTICE_UNRENTED', 'CURRENT'],
  )
  const below = await readText(
    'Unit,Tenant,Rent\nProperty: Oak,,\n1,Ann Elm,900\n,Bo Elm,\n,Cy Elm,300\n2,???,900\n,Di Fir,\n',
  )
  assert.deepEqual(names(below), ['1: Ann + Bo'])
  assert.deepEqual(
    below.problems.map(({ line, column, leftOut }) => `${line} ${column} ${leftOut}`),
    ['4 Unit value', '5 Unit row', '6 Tenant row', '7 Unit row'],
  )
  const homes = await readText(
    'Unit,Tenant,Rent\n-> 14 Fir St Akron OH 44301,,\n,Ann Elm,900\n-> 16 Fir St Akron OH 44301,,\n,Bo Fir,\n',
  )
  assert.deepEqual(names(homes), ['14 Fir St: Ann', '16 Fir St: Bo'])
})
