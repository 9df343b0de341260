/** Rents that no resident pays: that of a vacant unit is nobody's, and a market rent is not the rent of a lease. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './read-all.ts'

async function read(text: string) {
  const { rows, problems, end } = await readText(text, { asOf: '2026-05-15' })
  return {
    units: rows.map(({ unit, status }) => [unit.label, status, unit.marketRentCents]),
    problems: problems.map(({ line, column, leftOut }) => `${line} ${column} ${leftOut}`),
    reasons: problems.map(({ reason }) => reason),
    end,
  }
}

test('the scheduled rent of a vacant unit is its market rent, if the row has no other', async () => {
  const rows = [
    'Property,Unit,Status,Tenant,Market Rent,Scheduled Rent',
    'Oak,1,Current,Ann Elm,1200,1100',
    'Oak,2,Vacant,,1300,1250',
    'Oak,3,Vacant,,,1250',
    'Oak,4,Model,,,1200',
    'Oak,5,Vacant-Rented,,,1150',
    'Oak,6,Vacant,,1300,0',
    'Total,,,,3800,5950',
  ]
  const { units, problems, reasons, end } = await read(rows.join('\n'))
  assert.deepEqual(units, [
    ['1', 'CURRENT', 120000],
    ['2', 'VACANT_UNRENTED', 130000],
    ['3', 'VACANT_UNRENTED', 125000],
    ['4', 'OFFLINE', 120000],
    ['5', 'VACANT_RENTED', 115000],
    ['6', 'VACANT_UNRENTED', 130000],
  ])
  assert.deepEqual(
    problems,
    [3, 4, 5, 6].map(line => `${line} Scheduled Rent value`),
  )
  assert.match(
    reasons[0] ?? '',
    /^The unit is vacant unrented and names no tenant, so “1250” is not imported as a rent/,
  )
  assert.match(
    reasons[1] ?? '',
    /^The unit is vacant unrented and names no tenant, so “1250” is imported as its market/,
  )
  // The total of the file counts what it plans to charge.
  assert.deepEqual(end.differences, [])
})

test('the plain rent of a unit that the file calls vacant is not imported', async () => {
  const { units, problems } = await read(
    'Property,Unit,Tenant,Rent\nOak,1,VACANT,950\nOak,2,Ann Elm,900\nOak,3,-- Vacant --,0\n',
  )
  assert.deepEqual(units, [
    ['1', 'VACANT_UNRENTED', undefined],
    ['2', 'CURRENT', undefined],
    ['3', 'VACANT_UNRENTED', undefined],
  ])
  assert.deepEqual(problems, ['2 Rent value'])
})

test('a rent without a tenant is a problem, unless the file calls the unit vacant', async () => {
  const { units, problems } = await read('Property,Unit,Tenant,Rent\nOak,1,,950\nOak,2,Ann Elm,900\n')
  assert.deepEqual(units, [['2', 'CURRENT', undefined]])
  assert.deepEqual(problems, ['2 Rent row'])
})

test('leases without rent are reported if the only rent of the file is a market rent', async () => {
  const { units, problems, reasons } = await read(
    'Property,Unit,Tenant,Market Rent\nOak,1,VACANT,950\nOak,2,Ann Elm,900\nOak,3,Bo Fir,900\n',
  )
  assert.deepEqual(units, [
    ['1', 'VACANT_UNRENTED', 95000],
    ['2', 'CURRENT', 90000],
    ['3', 'CURRENT', 90000],
  ])
  assert.deepEqual(problems, ['3 Market Rent value'])
  assert.match(reasons[0] ?? '', /so leases are imported without rent/)
  const vacant = await read('Property,Unit,Tenant,Market Rent\nOak,1,VACANT,950\n')
  assert.deepEqual(vacant.problems, [])
  const paid = await read('Property,Unit,Tenant,Market Rent,HAP,Tenant Rent\nOak,1,Ann Elm,950,,900\n')
  assert.deepEqual(paid.problems, [])
})

test('a file without any rent says so, and a list with a row for each charge is refused', async () => {
  const { reasons } = await read('Property,Unit,Tenant,Inspection Date\nOak,1,Ann Elm,5/1/2026\n')
  assert.deepEqual(reasons, [
    'The file has no column of the rent that residents pay, so leases are imported without rent. Say which column it is, or add a column Rent, unless Gatehouse has the leases.',
  ])
  await assert.rejects(
    readText(
      'Property,Unit,Tenant,Charge Code,Amount,Frequency\nOak,1,Ann Elm,Rent,900,Monthly\nOak,1,Ann Elm,Pet,25,Monthly\n',
    ),
    /^Refusal: This file looks like a list with a row for each charge \(Charge Code, Amount\), which is not imported\./,
  )
})
