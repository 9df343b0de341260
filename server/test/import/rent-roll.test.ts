/** The reader on whole files: AppFolio exports in their shapes, our template, and files with bad rows. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { rentRollKind } from '#server/import/read/columns.ts'
import { fixture, namesIn, readAll } from './read-all.ts'

test('a flat AppFolio export is read to the last row and agrees with its own totals', async () => {
  const { header, rows, problems, end } = await readAll(fixture('appfolio-flat.csv'))
  const { samples, ...stated } = header
  assert.deepEqual(stated, {
    title: 'Rent Roll',
    layout: undefined,
    recognizedAs: 'template',
    sheet: undefined,
    exportedOn: '2026-03-02',
    asOf: '2026-03-01',
    ignoredColumns: ['Tags', 'NSF Count', 'Late Count'],
    mapped: { columns: [], remarks: [], accepted: rentRollKind.columnNames },
  })
  assert.deepEqual(samples?.of('NSF Count'), ['0'])
  assert.deepEqual(problems, [])
  assert.equal(rows.length, 136)
  assert.deepEqual(end.stated, end.sums)
  assert.deepEqual(end.differences, [])
  assert.deepEqual(rows[1], {
    line: 11,
    property: {
      name: 'Maple Court',
      type: undefined,
      address_line: '120 Maple Ave',
      city: 'Columbus',
      state: 'OH',
      postal_code: '43215',
      yearBuilt: undefined,
      ownerName: undefined,
      portfolioName: undefined,
      currentValueCents: undefined,
      externalId: undefined,
    },
    unit: {
      label: '102',
      unitType: undefined,
      bedrooms: 2,
      bathrooms: 1,
      sqft: 874,
      marketRentCents: 117_500,
      availableFrom: undefined,
      listing: undefined,
      externalId: undefined,
    },
    renewal: undefined,
    status: 'CURRENT',
    tenancy: {
      residents: [
        {
          first_name: 'Yara',
          last_name: 'Viburnum',
          email: undefined,
          phone: undefined,
          isPrimary: true,
          externalId: undefined,
        },
        {
          first_name: 'Gus',
          last_name: 'Viburnum',
          email: undefined,
          phone: undefined,
          isPrimary: false,
          externalId: undefined,
        },
      ],
      lease: {
        externalId: undefined,
        from: '2025-02-02',
        to: '2026-02-02',
        moveIn: '2024-02-02',
        moveOut: undefined,
        noticeOn: undefined,
        rentCents: 117_500,
        otherCharges: [{ code: 'OTHER', description: 'Other Charges', amount_cents: 5000 }],
        depositCents: 50_000,
        pastDueCents: 0,
        prepaidCents: 0,
      },
    },
    futureTenancies: [],
    formerTenancies: [],
  })
})

test('a single-family home without a unit label uses its street address', async () => {
  const { rows } = await readAll(fixture('appfolio-flat.csv'))
  const homes = rows.slice(-5).map(row => [row.property.name, row.unit.label, row.property.city])
  assert.deepEqual(homes, [
    ['1234 Elm St', '1234 Elm St', 'Austin'],
    ['9 Cedar Ln Apt B', '9 Cedar Ln Apt B', 'New Albany'],
    ['501 NE 3rd Ave', '501 NE 3rd Ave', 'Fort Lauderdale'],
    ['88 Willow Way', '88 Willow Way', 'Columbus'],
    ['4 Park Place Dr', '4 Park Place Dr', 'Austin'],
  ])
})

test('a vacant and rented unit has no tenancy, and its named tenant is the future one', async () => {
  const { rows } = await readAll(fixture('appfolio-flat.csv'))
  const rented = rows.filter(row => row.status === 'VACANT_RENTED')
  assert.ok(rented.every(row => row.tenancy === undefined))
  const coming = rented.find(row => row.futureTenancies[0])
  assert.equal(coming?.futureTenancies[0]?.lease.from, '2026-03-15')
  assert.equal(coming?.futureTenancies[0]?.residents[0]?.isPrimary, true)
})

test('status headings apply to the rows below them', async () => {
  const { header, rows, problems, end } = await readAll(fixture('appfolio-by-status.csv'))
  assert.deepEqual(problems, [])
  assert.equal(header.asOf, '2026-03-01')
  const counts = Map.groupBy(rows, row => row.status)
  assert.deepEqual(
    [...counts].map(([status, group]) => [status, group.length]),
    [
      ['CURRENT', 35],
      ['NOTICE_RENTED', 5],
      ['NOTICE_UNRENTED', 5],
      ['EVICT', 5],
      ['VACANT_RENTED', 5],
      ['VACANT_UNRENTED', 5],
    ],
  )
  const [first] = rows
  assert.equal(first?.property.postal_code?.length, 5)
  assert.match(first?.tenancy?.residents[0]?.email ?? '', /@example\.com$/)
  assert.equal(first?.tenancy?.lease.otherCharges, undefined)
  assert.equal(end.stated.units, 60)
  assert.deepEqual(
    end.sections.map(({ section, stated }) => [section, stated.units]),
    [
      ['Current', 35],
      ['Notice-Rented', 5],
      ['Notice-Unrented', 5],
      ['Evict', 5],
      ['Vacant-Rented', 5],
      ['Vacant-Unrented', 5],
    ],
  )
  assert.deepEqual(end.differences, [])
})

test('property headings replace a property column, and charge columns get their codes', async () => {
  const { rows, problems, end } = await readAll(fixture('appfolio-by-property.csv'))
  assert.deepEqual(problems, [])
  assert.deepEqual(
    [...new Set(rows.map(row => row.property.name))],
    ['Maple Court', 'Oak - North Building', 'Birch Flats', '14105 Chadron'],
  )
  assert.deepEqual(rows[0]?.tenancy?.lease.otherCharges, [
    { code: 'PARKING', description: '4110 - Parking Fee', amount_cents: 5000 },
    { code: 'UTILITY', description: 'Utility', amount_cents: 4000 },
    { code: 'CONCESSION', description: 'Concession', amount_cents: -2500 },
  ])
  assert.equal(end.sections.length, 4)
  assert.equal(end.stated.totalCents, end.sums.totalCents)
  assert.deepEqual(end.differences, [])
})

test('the template is read completely', async () => {
  const path = new URL('../../../docs/import-template.csv', import.meta.url).pathname
  const { header, rows, problems, end } = await readAll(path, { asOf: '2026-03-01' })
  const { samples, ...stated } = header
  assert.deepEqual(stated, {
    title: undefined,
    layout: undefined,
    recognizedAs: 'template',
    sheet: undefined,
    exportedOn: undefined,
    asOf: '2026-03-01',
    ignoredColumns: [],
    mapped: { columns: [], remarks: [], accepted: rentRollKind.columnNames },
  })
  assert.deepEqual(samples?.of('Rent'), [])
  assert.deepEqual(problems, [])
  assert.equal(end.sums.pastDueCents, 12_500 - 7500)
  const [current, listed, coming, notice, home] = rows
  assert.deepEqual(current?.property, {
    name: 'Maple Court',
    type: 'MULTI_FAMILY',
    address_line: '120 Maple Ave',
    city: 'Columbus',
    state: 'OH',
    postal_code: '43215',
    yearBuilt: 1987,
    ownerName: 'Maple Court Holdings LLC',
    portfolioName: 'Ohio',
    currentValueCents: 420_000_000,
    externalId: 'P-100',
  })
  assert.deepEqual(namesIn(current), ['Ada Alder', 'Ben Alder', 'Cora Birch'])
  assert.deepEqual(
    current?.tenancy?.residents.map(resident => [resident.email, resident.externalId]),
    [
      ['ada@example.com', 'R-1'],
      ['ben@example.com', undefined],
      [undefined, undefined],
    ],
  )
  assert.deepEqual(
    current?.tenancy?.lease.otherCharges?.map(charge => [charge.code, charge.amount_cents]),
    [
      ['PARKING', 5000],
      ['PET', 2500],
      ['UTILITY', 4000],
      ['CONCESSION', -2000],
    ],
  )
  assert.deepEqual(listed?.unit.listing, {
    isListed: true,
    title: 'Sunny two-bedroom',
    description: 'Second floor; quiet side.',
    photos: ['https://example.com/102-a.jpg', 'https://example.com/102-b.jpg'],
    amenities: ['Dishwasher', 'Balcony'],
  })
  assert.equal(listed?.unit.availableFrom, '2026-03-15')
  assert.deepEqual([coming?.unit.bedrooms, coming?.futureTenancies[0]?.lease.from], [0, '2026-04-01'])
  assert.deepEqual(
    [notice?.status, notice?.tenancy?.lease.noticeOn, notice?.tenancy?.lease.prepaidCents],
    ['NOTICE_UNRENTED', '2026-02-14', 7500],
  )
  assert.deepEqual([home?.unit.label, home?.tenancy?.lease.to], ['1234 Elm St', undefined])
})

test('every bad row is a problem that names its line, its column and what to do', async () => {
  const { rows, problems, end } = await readAll(fixture('bad-rows.csv'))
  const expected: [line: number, column: string, leftOut: 'row' | 'value', reason: RegExp][] = [
    [6, 'Status', 'row', /vacant unrented, but names the tenant “Cora Birch”\. Correct the status/],
    [7, 'Tenant', 'row', /current, but no tenant is named\. Name the tenant/],
    [8, 'Unit', 'row', /has this unit on line 4\. Remove one/],
    [9, 'Lease To', 'row', /The end date, 2026-05-31, is before the start date, 2026-06-01\. Correct one/],
    [10, 'Lease From', 'row', /“13\/01\/2025” is not a date\. Write it month first/],
    [11, 'Rent', 'row', /“12,50\.00” is not an amount\. Write dollars/],
    [12, 'Status', 'row', /“Evicted soon” is not a unit status\. Use Current/],
    [13, 'Deposit Held', 'row', /“-500\.00” is below zero\. Correct it/],
    [14, 'Move-out', 'row', /The end date, 2026-02-01, is before the start date, 2026-03-01/],
    [15, 'Past Due', 'row', /vacant unrented and names no tenant, but has “75\.00”/],
    [16, 'Status', 'row', /status is missing\. Use Current/],
    [17, 'Pet Rent', 'row', /more cells than the header.*Quote the cell/],
    [18, 'Property', 'row', /property is missing\. Name it/],
    [19, 'BD/BA', 'value', /“1-Feb” is not a number of bedrooms and bathrooms\. .*spreadsheet/],
    [19, 'Sqft', 'value', /“nine hundred” is not a number of square feet/],
    [19, 'Tenant Email', 'value', /“nora at example” is not an email address/],
    [20, 'Tenant', 'value', /future one, but the lease began on 2026-01-01, not after 2026-03-01/],
    [21, 'Rent', 'row', /^“a{79}…” is not an amount/],
    [23, 'Pet Rent', 'row', /vacant unrented and names no tenant, but has a charge here/],
  ]
  for (const [line, column, leftOut, reason] of expected) {
    const found = problems.filter(problem => problem.line === line && problem.column === column)
    assert.equal(found.length, 1, `line ${line}, ${column}`)
    assert.match(found[0]?.reason ?? '', reason)
    assert.equal(found[0]?.leftOut, leftOut)
  }
  assert.deepEqual([...new Set(problems.map(problem => problem.line))], [...new Set(expected.map(([line]) => line))])
  assert.deepEqual(
    rows.map(row => [row.line, row.unit.label]),
    [
      [4, '1'],
      [19, '14'],
      [20, '15'],
      [22, '17'],
    ],
  )
  assert.equal(rows.at(-1)?.tenancy?.lease.prepaidCents, 2500)
  assert.deepEqual(end.differences, [
    { about: 'file', section: undefined, line: 24, figure: 'units', stated: 18, read: 4 },
    { about: 'file', section: undefined, line: 24, figure: 'rentCents', stated: 1_800_000, read: 400_000 },
  ])
  assert.deepEqual([end.rowsRead, end.rowsLeftOut], [4, 15])
})
