/** Lists whose headers are those of other systems: each column is read as what it is there, or the file is refused, but no row becomes another unit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesIn, readText, type WholeRentRoll } from './read-all.ts'

const units = ({ rows }: WholeRentRoll) =>
  rows.map(row => `${row.property.name} ${row.unit.label} ${row.status} ${namesIn(row).join(', ')}`.trim())

test('the label of a unit is found under the names of other systems, so that units of a property are not one home', async () => {
  for (const header of ['Unit(s)', 'Bldg-Unit', 'Bldg/Unit', 'Unit/Apt', 'Space #', 'Lot', 'Room No.', 'Apartment #']) {
    const roll = await readText(`Property,${header},Tenant,Rent\n12 Oak St,101,Ann Elm,900\n12 Oak St,102,Bo Fir,950\n`)
    assert.deepEqual(units(roll), ['12 Oak St 101 CURRENT Ann Elm', '12 Oak St 102 CURRENT Bo Fir'], header)
  }
  for (const header of ['Unit Code', 'Unit Label/Name', 'Property/Unit'])
    await assert.rejects(
      readText(`Property,${header},Tenant,Rent\n12 Oak St,101,Ann Elm,900\n`),
      /lacks Unit\./,
      header,
    )
  for (const header of ['Unit Type', 'Units', 'Unit Sq Ft', 'Number of Units', 'Unit Count']) {
    const homes = await readText(`Property,${header},Tenant,Rent\n12 Oak St,1,Ann Elm,900\n`)
    assert.deepEqual(units(homes), ['12 Oak St 12 Oak St CURRENT Ann Elm'], header)
  }
  const lots = await readText('Address,Lot,Tenant,Rent\n12 Oak St,0.25 ac,Ann Elm,900\n14 Oak St,,Bo Fir,950\n')
  assert.deepEqual(units(lots), ['12 Oak St 12 Oak St CURRENT Ann Elm', '14 Oak St 14 Oak St CURRENT Bo Fir'])
  await assert.rejects(readText('Property,Units,Status\n12 Oak St,12,Active\n'), /lacks Unit/)
})

test('a home without a unit follows the units of another building', async () => {
  const roll = await readText('Building,Unit,Tenant,Rent\n12 Oak,101,Ann Elm,900\n12 Oak,102,,\n9 Pine,,Bo Fir,950\n')
  assert.deepEqual(units(roll), [
    '12 Oak 101 CURRENT Ann Elm',
    '12 Oak 102 VACANT_UNRENTED',
    '9 Pine 9 Pine CURRENT Bo Fir',
  ])
  const below = await readText('Building,Unit,Tenant,Rent\n12 Oak,101,Ann Elm,900\n12 Oak,,Bo Fir,\n')
  assert.deepEqual(units(below), ['12 Oak 101 CURRENT Ann Elm, Bo Fir'])
})

test('tenants are found under the names of other systems, and a column Name only where it cannot be that of a property', async () => {
  for (const header of ['Tenant Names', 'Tenant(s)', 'Current Tenant', 'Primary Resident', 'Lessee Names', 'Name']) {
    const roll = await readText(`Property,Unit,${header},Status,Rent\nOak,1,Ann Elm,Occupied,900\nOak,2,,Vacant,\n`)
    assert.deepEqual(units(roll), ['Oak 1 CURRENT Ann Elm', 'Oak 2 VACANT_UNRENTED'], header)
  }
  assert.deepEqual(units(await readText('Apt #,Name,Rent\n1,Ann Elm,900\n')), ['1 CURRENT Ann Elm'])
  await assert.rejects(readText('Name,Unit,Rent\nOak Court,1,900\n'), /lacks Status or Tenant/)
  const both = await readText('Property,Name,Unit,Tenant,Rent\nOak,Oak Court,1,Ann Elm,900\n')
  assert.deepEqual([units(both), both.header.ignoredColumns], [['Oak 1 CURRENT Ann Elm'], ['Name']])
})

test('a company without a first and a last name is the tenant, and the manager of a vacant unit is not', async () => {
  const roll = await readText(
    'First Name,Last Name,Company,Property,Unit,Lease Dates,Rent\n' +
      'Ann,Elm,Elm Cafe,Oak,1,1/1/2026 - 12/31/2026,900\n,,Fir Bakery LLC,Oak,2,1/1/2024 - Present,800\n,,Best Managers LLC,Oak,3,,\n',
  )
  assert.deepEqual(units(roll), ['Oak 1 CURRENT Ann Elm', 'Oak 2 CURRENT Fir Bakery LLC', 'Oak 3 VACANT_UNRENTED'])
  assert.deepEqual(
    roll.problems.map(({ line, column, leftOut }) => [line, column, leftOut]),
    [[2, 'Company', 'value']],
  )
  assert.deepEqual(
    roll.rows.map(({ tenancy }) => [tenancy?.lease.from, tenancy?.lease.to]),
    [
      ['2026-01-01', '2026-12-31'],
      ['2024-01-01', undefined],
      [undefined, undefined],
    ],
  )
})

test('a lease that is in force without a tenant does not make a vacant unit', async () => {
  const roll = await readText(
    'Property,Unit,Tenant,Lease Status\nOak,1,,Active\nOak,2,,Vacant\nOak,3,,\nOak,4,Vacant,Active\nOak,5,,Past\n',
  )
  assert.deepEqual(
    units(roll),
    [2, 3, 4].map(unit => `Oak ${unit} VACANT_UNRENTED`),
  )
  const [problem] = roll.problems
  assert.deepEqual([problem?.line, problem?.column, problem?.leftOut], [2, 'Tenant', 'row'])
  assert.match(problem?.reason ?? '', /no tenant is named/)
})

test('what a deposit or a rent is meant to be is not what is held or paid', async () => {
  const roll = await readText(
    'Property,Unit,Tenant,Rent,Target Rent,Deposits Held,Target Deposit,Standard Deposit\nOak,1,Ann Elm,900,990,500,990,990\nOak,2,,,990,,990,990\n',
  )
  const [occupied, vacant] = roll.rows
  const { rentCents, depositCents, otherDeposits } = occupied?.tenancy?.lease ?? {}
  assert.deepEqual([rentCents, depositCents, otherDeposits], [90_000, 50_000, undefined])
  assert.deepEqual([occupied?.unit.marketRentCents, vacant?.unit.marketRentCents], [99_000, 99_000])
  assert.deepEqual([roll.problems, roll.header.ignoredColumns], [[], ['Target Deposit', 'Standard Deposit']])
})

test('a status of an occupied unit may say more about its lease', async () => {
  for (const word of [
    'Active (Month-to-month)',
    'Occupied - MTM',
    'Leased (Fixed)',
    'Current - Renewed',
    'Active At-will',
  ]) {
    const { rows } = await readText(`Property,Unit,Tenant,Status\nOak,1,Ann Elm,${word}\n`)
    assert.equal(rows[0]?.status, 'CURRENT', word)
  }
  for (const [word, status] of [
    ['Active - Notice Given', 'NOTICE_UNRENTED'],
    ['Occupied (Notice to Vacate)', 'NOTICE_UNRENTED'],
    ['Current - Eviction Filed', 'EVICT'],
  ]) {
    const { rows, end } = await readText(`Property,Unit,Tenant,Status\nOak,1,Ann Elm,${word}\n`)
    assert.deepEqual([rows[0]?.status, end.statusWords], [status, []], word)
  }
  for (const word of ['Active - Notice Canceled', 'Vacant - Eviction', 'Reserved (Notice)'])
    assert.equal((await readText(`Property,Unit,Tenant,Status\nOak,1,Ann Elm,${word}\n`)).rows.length, 0, word)
  const { rows } = await readText('Property,Unit,Tenant,Status\nOak,1,Ann Elm,Vacant (Month-to-month)\n')
  assert.deepEqual(rows, [])
})

test('a charge or a deposit is found in a header of words without spaces, and a fact about deposits rejects no row', async () => {
  const { rows, problems, header } = await readText(
    'Property,UnitNumber,TenantName,MonthlyRent,PetRent,parking_fee,SecurityDeposit,KeyDeposit,pet_deposit,Deposit Held By,DepositHolder,Special Deposit\n' +
      'Oak,1,Ann Elm,900,25,40,500,50,300,Owner,Bank,see file\n',
  )
  const { rentCents, otherCharges, depositCents, otherDeposits } = rows[0]!.tenancy!.lease
  assert.deepEqual([rentCents, depositCents], [90_000, 85_000])
  assert.deepEqual(
    otherCharges?.map(({ code, amount_cents }) => [code, amount_cents]),
    [
      ['PET', 2_500],
      ['PARKING', 4_000],
    ],
  )
  assert.deepEqual(otherDeposits, [
    { description: 'Key Deposit', amount_cents: 5_000 },
    { description: 'pet deposit', amount_cents: 30_000 },
  ])
  assert.deepEqual(
    problems.map(({ column, leftOut }) => [column, leftOut]),
    [['Special Deposit', 'value']],
  )
  assert.deepEqual(header.ignoredColumns, ['Deposit Held By', 'DepositHolder'])
})

test('the rent of a lot, a space or a shop is the rent, and what is paid for the home is a charge', async () => {
  const park = await readText('Property,Lot #,Resident,Lot Rent,Home Rent,Water,Total\nOak,1,Ann Elm,450,400,35,885\n')
  const { rentCents, otherCharges } = park.rows[0]!.tenancy!.lease
  assert.equal(rentCents, 45_000)
  assert.deepEqual(
    otherCharges?.map(({ code, description, amount_cents }) => [code, description, amount_cents]),
    [
      ['OTHER', 'Home Rent', 40_000],
      ['UTILITY', 'Water', 3_500],
    ],
  )
  assert.deepEqual(park.end.differences, [])
  for (const header of ['Space Rent', 'Site Rent', 'Base Rent/Mo', 'Base Rent / Month', 'Tenant Rate', 'Rent Rate']) {
    const { rows, problems } = await readText(`Facility,Unit,Tenant,${header},Street Rate\nOak,1,Ann Elm,450,500\n`)
    const [row] = rows
    assert.deepEqual(
      [row?.property.name, row?.tenancy?.lease.rentCents, row?.unit.marketRentCents, problems],
      ['Oak', 45_000, 50_000, []],
    )
  }
  const alone = await readText('Property,Unit,Resident,Home Rent\nOak,1,Ann Elm,400\n')
  assert.deepEqual(
    alone.problems.map(({ column, leftOut }) => [column, leftOut]),
    [['Home Rent', 'value']],
  )
})

test('a list whose own rent is called Lease Rent is no report of OneSite, unless it has a column that only that report has', async () => {
  const list =
    'Property,Unit,Beds,Status,Resident,Email,Lease Rent,Deposit\nOak,1,2,Occupied,Ann Elm,ann@example.com,900,900\n'
  const { header, rows } = await readText(list)
  assert.deepEqual([header.layout, rows[0]?.unit.bedrooms, rows[0]?.tenancy?.lease.rentCents], [undefined, 2, 90_000])
  assert.equal(rows[0]?.tenancy?.residents[0]?.email, 'ann@example.com')
  const unnamed = await readText('Unit,Status,Resident,Lease Rent,Market Rent\n1,Occupied,Ann Elm,900,950\n')
  assert.deepEqual([unnamed.header.layout, unnamed.rows.length], [undefined, 1])
  const report = await readText('Unit,Status,Resident,Lease Rent,Total Billing\n1,Occupied,Ann Elm,900,900\n')
  assert.equal(report.header.layout?.name, 'onesite')
})

test('a share of occupied units below the totals of Yardi Breeze is not a unit', async () => {
  const { rows, problems } = await readText(
    'Property: Linden (linden)\nUnit,Unit SqFt,Tenant Name,Actual Rent,Misc\n101,750,Ann Elm,900,35\nTotal,750,,900,35\nOccupied,750,100.00%,,\nVacant,0,0,,\n',
  )
  assert.deepEqual(
    rows.map(({ unit }) => unit.label),
    ['101'],
  )
  assert.deepEqual(
    problems.map(({ line, leftOut }) => [line, leftOut]),
    [
      [5, 'value'],
      [6, 'value'],
    ],
  )
})

test('a building, its tenants and their other charges are found below the words of Propertyware', async () => {
  const { rows, header } = await readText(
    'Bldg Name,Street,City,State,Zip,Unit #,Lease Name,Monthly Rent,Other Monthly Charges\n' +
      'Willow Row,1 Willow Rd,Reno,NV,89501,0001,"Kay Lim, Lou Lim",1400,20\nWillow Row,1 Willow Rd,Reno,NV,89501,0002,,,\n',
  )
  assert.deepEqual(header.ignoredColumns, [])
  assert.deepEqual(units({ rows } as WholeRentRoll), [
    'Willow Row 0001 CURRENT Kay Lim, Lou Lim',
    'Willow Row 0002 VACANT_UNRENTED',
  ])
  assert.deepEqual(
    rows[0]?.tenancy?.lease.otherCharges?.map(({ code, amount_cents }) => [code, amount_cents]),
    [['OTHER', 2_000]],
  )
})
