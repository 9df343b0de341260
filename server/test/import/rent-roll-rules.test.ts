/** The reader on small files: what a missing column, a heading or an odd encoding means. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import test from 'node:test'
import { readRentRoll } from '#server/import/read/rent-roll.ts'
import { fixture, namesIn, readAll, readText } from './read-all.ts'

const HEADER = 'Property,Unit,Tenant,Status,Rent,Lease From,Move-in\n'

test('an amount without a column is unknown, and an empty one is zero', async () => {
  const { rows } = await readText(`${HEADER}Maple Court,1,Ann Elm,Current,--,,\n`)
  assert.equal(rows[0]?.tenancy?.lease.rentCents, 0)
  assert.equal(rows[0]?.tenancy?.lease.depositCents, undefined)
  assert.equal(rows[0]?.tenancy?.lease.otherCharges, undefined)
})

test('without a status, a tenant makes the unit current, and on notice if they move out', async () => {
  const { rows } = await readText(
    'Property,Unit,Tenant,Move-out\nMaple Court,1,Ann Elm,\nMaple Court,2,Bo Fir,3/31/2026\nMaple Court,3,VACANT,\n',
  )
  assert.deepEqual(
    rows.map(row => row.status),
    ['CURRENT', 'NOTICE_UNRENTED', 'VACANT_UNRENTED'],
  )
})

test('a word in place of a resident says that the unit is vacant or not for rent, and what is written about one is reported', async () => {
  const header = 'Property,Unit,Tenant,Rent\n'
  const tenants = ['Model', 'Mgr. Unit', '** Office **', 'Available', 'N/A', 'TBD', 'Cy Vacanti', 'Di Ash (Sec. 8)']
  const { rows, problems } = await readText(
    header + tenants.map((tenant, index) => `Maple Court,${index},${tenant},${index < 6 ? '' : 900}\n`).join(''),
  )
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['OFFLINE', 'OFFLINE', 'OFFLINE', 'VACANT_UNRENTED', 'VACANT_UNRENTED', 'VACANT_UNRENTED', 'CURRENT', 'CURRENT'],
  )
  assert.deepEqual(rows.flatMap(namesIn), ['Cy Vacanti', 'Di Ash'])
  assert.deepEqual(
    problems.map(({ line, column, reason, leftOut }) => [line, column, reason, leftOut]),
    [
      [
        9,
        'Tenant',
        '“(Sec. 8)” is a note and not part of a name, so it is not imported. Enter it in Gatehouse if you need it.',
        'value',
      ],
    ],
  )
  const down = await readText(`${header}Maple Court,1,*** DOWN - fire damage ***,\nMaple Court,2,"Down, Jane",900\n`)
  assert.deepEqual(
    [down.rows.map(({ status }) => status), down.rows.flatMap(namesIn)],
    [['OFFLINE', 'CURRENT'], ['Jane Down']],
  )
  assert.deepEqual(
    down.problems.map(({ reason }) => reason),
    [
      '“*** DOWN - fire damage ***” means that the unit is offline. What else it says is not imported; enter it in Gatehouse if you need it.',
    ],
  )
  const paying = await readText(`${header}Maple Court,1,TBD,900\n`)
  assert.deepEqual([paying.rows, paying.problems.map(({ column }) => column)], [[], ['Rent']])
})

test('a unit whose row names no property belongs to the one above if only one row names it, as in merged cells', async () => {
  const header = 'Property,Unit,Tenant,Rent\n'
  const merged = await readText(
    `${header}Maple Court,1,Ann Elm\n,2,Bo Fir\n\n,3,Cy Oak\nOak Manor,1,Di Ash\n,2,Ed Yew\nTotal,2,\n,4,Flo Gum\n,,Gus Ivy\n`,
  )
  assert.deepEqual(
    merged.rows.map(({ property, unit }) => `${property.name} ${unit.label}`),
    ['Maple Court 1', 'Maple Court 2', 'Maple Court 3', 'Oak Manor 1', 'Oak Manor 2'],
  )
  const missing = 'The property is missing. Name it in this row, or in a heading row above.'
  assert.deepEqual(
    merged.problems.map(({ line, reason }) => [line, reason]),
    [
      [9, missing],
      [10, missing],
      [
        3,
        '3 rows, of which this is the first, do not name a property, and are imported as rows of the property above them: “Maple Court” for this row. Check that this is right.',
      ],
    ],
  )
  // A table that repeats the name of the property has an empty cell by mistake.
  const repeated = await readText(`${header}Maple Court,1,Ann Elm\nMaple Court,2,Bo Fir\n,3,Cy Oak\n`)
  assert.deepEqual(
    repeated.problems.map(({ line, reason }) => [line, reason]),
    [[4, missing]],
  )
})

test('the number of a page and the time of printing are not headings', async () => {
  const { rows, problems } = await readText(
    'Unit,Tenant,Rent\nMaple Court,,\n1,Ann Elm,900\nPage 1 of 2,,\nUnit,Tenant,Rent\n2,Bo Fir,900\n"Thursday, Mar 5, 2026 09:00 AM",,\nPrinted 3/5/2026 by Dana,,\n3,Cy Oak,900\n',
  )
  assert.deepEqual(
    rows.map(({ property, unit }) => `${property.name} ${unit.label}`),
    ['Maple Court 1', 'Maple Court 2', 'Maple Court 3'],
  )
  assert.deepEqual(problems, [])
})

test('a report with a column of statuses is not one of Yardi Breeze, whatever its other columns are called', async () => {
  const { header, rows, problems } = await readText(
    'Unit,Sq Ft,Tenant,Status,Market Rent,Actual Rent,Sec. Dep.,Start Date,Lease Expires\n' +
      'A-1,850,"Elm, Ann",Current,1200,1150,500,3/1/2025,2/28/2026\nA-2,850,,Vacant,1200,,,,\n',
  )
  assert.deepEqual([header.layout, header.ignoredColumns, problems], [undefined, [], []])
  assert.deepEqual(
    rows.map(({ status, unit: { marketRentCents } }) => [status, marketRentCents]),
    [
      ['CURRENT', 120_000],
      ['VACANT_UNRENTED', 120_000],
    ],
  )
  const { rentCents, depositCents, from, to } = rows[0]?.tenancy?.lease ?? {}
  assert.deepEqual([rentCents, depositCents, from, to], [115_000, 50_000, '2025-03-01', '2026-02-28'])
})

test('a row of the table that was moved above the header is not the first line of a header', async () => {
  const header = 'Unit,Unit Type,Unit,Resident,Name,Market,Charge,Amount,Resident,Other,Move In,Lease,Move Out,Balance'
  const moved = '101,ox1,640,t0010001,Jane Sample,"1,210.00",rent,"1,180.00",400.00,0.00,3/1/2025,2/28/2027,,0.00'
  await assert.rejects(
    readText(`${moved}\n${header}\n102,ox1,640,VACANT,VACANT,"1,225.00",,0.00,0.00,0.00,,,,0.00\n`),
    {
      name: 'Refusal',
      message: /header row is on line 2, below line 1, which looks like a row of the table/,
    },
  )
})

test('a header of an office may have two lines, which may be repeated on each page', async () => {
  const head = 'Unit,,Tenant,Lease,Lease,Monthly,Security,Balance\nNo.,Type,Name,Begin,End,Rent,Deposit,Due\n'
  const { header, rows, problems } = await readText(
    `Cedar House\nRent Roll as of March 1st 2026\n${head}1-101,A1,Ann Elm,3/1/2025,2/28/2026,"1,000.00",500,0\n${head}1-102,A1,Bo Fir,3/1/2025,,900,500,25.00-\n`,
  )
  assert.deepEqual([header.asOf, header.ignoredColumns, problems], ['2026-03-01', [], []])
  assert.equal(rows[0]?.unit.unitType, 'A1')
  assert.deepEqual(
    rows.map(({ unit, tenancy }) => [unit.label, tenancy?.lease.rentCents, tenancy?.lease.prepaidCents]),
    [
      ['1-101', 100_000, 0],
      ['1-102', 90_000, 2_500],
    ],
  )
  const below = await readText(
    ',,,Lease,Lease,Market,,Security\nProperty,Unit,Tenant,From,To,Rent,Rent,Deposit\nMaple Court,1,Ann Elm,3/1/2025,,950,900,500\n',
  )
  const [row] = below.rows
  assert.deepEqual(
    [row?.unit.marketRentCents, row?.tenancy?.lease.rentCents, row?.tenancy?.lease.from],
    [95_000, 90_000, '2025-03-01'],
  )
  // A unit without digits is not a part of the header.
  const plain = await readText('Property,Unit,Tenant\nMaple Court,A,VACANT\n')
  assert.equal(plain.rows[0]?.unit.label, 'A')
})

test('a merged cell in the upper line of a header is above each of its columns', async () => {
  const { header, rows, problems, end } = await readText(
    `Rent Roll
Property,Unit,Resident,Lease Dates,,Move,,Charges,,,,Deposits,,,Balance
,,,Start,End,In,Out,Rent,Pet,Parking,Total,Security,Pet,Total,
Oak,1,Ann Elm,1/1/2026,12/31/2026,1/2/2026,,900,25,50,975,500,100,600,5
Total,,,,,,,900,25,50,975,500,100,600,5
`,
  )
  assert.deepEqual([header.ignoredColumns, problems, end.differences], [[], [], []])
  const { from, to, moveIn, rentCents, otherCharges, depositCents, otherDeposits, pastDueCents } =
    rows[0]?.tenancy?.lease ?? {}
  assert.deepEqual([from, to, moveIn], ['2026-01-01', '2026-12-31', '2026-01-02'])
  assert.deepEqual([rentCents, depositCents, pastDueCents], [90_000, 60_000, 500])
  assert.deepEqual(otherCharges, [
    { code: 'PET', description: 'Pet Charges', amount_cents: 2_500 },
    { code: 'PARKING', description: 'Parking Charges', amount_cents: 5_000 },
  ])
  assert.deepEqual(otherDeposits, [{ description: 'Pet Deposits', amount_cents: 10_000 }])
  const short = await readText(
    ',,Lease,,Monthly,\nUnit,Tenant,From,To,Rent,Balance\nA,Ann Elm,1/1/2026,12/31/2026,900,0\n',
  )
  assert.deepEqual(
    [short.header.ignoredColumns, short.rows[0]?.tenancy?.lease.to, short.rows[0]?.tenancy?.lease.rentCents],
    [[], '2026-12-31', 90_000],
  )
})

test('words for none, and the zero of spreadsheets, mean none where an amount or a day is expected', async () => {
  const { rows, problems } = await readText(
    'Property,Unit,Tenant,Unit Type,Rent,Deposit,Balance,Lease From,Lease To,Move-in\n' +
      'Maple Court,1,Ann Elm,None,None,NA,NaN,1/1/2026,None,1/0/1900\n' +
      'Maple Court,2,Bo Na,A1,1000,NULL,0,1/1/2026,0,12/30/1899\n' +
      'Maple Court,3,Cy Oak,A1,1000,0,0,1/1/2026,0000-00-00,#N/A\n' +
      "Maple Court,'004,Di Yew,A1,1000,0,0,1900-01-01 00:00:00,,1/1/1900\n",
  )
  assert.deepEqual(
    problems.map(({ line, column }) => [line, column]),
    [[4, 'Move-in']],
    'an error of a formula is not a word for none',
  )
  const [ann, bo] = rows.map(({ tenancy }) => tenancy?.lease)
  assert.deepEqual(
    [ann?.rentCents, ann?.depositCents, ann?.pastDueCents, ann?.to, ann?.moveIn],
    [0, 0, 0, undefined, undefined],
  )
  assert.deepEqual([bo?.depositCents, bo?.to, bo?.moveIn], [0, undefined, undefined])
  const di = rows.find(({ unit }) => unit.label === '004')?.tenancy?.lease
  assert.deepEqual([di?.from, di?.moveIn], [undefined, undefined], 'the zero of SQL Server')
  assert.deepEqual([rows[0]?.unit.unitType, namesIn(rows[1])], ['None', ['Bo Na']])
})

test('Other Charges next to charge columns is their sum or an additional amount, as the Total shows', async () => {
  const { rows, end } = await readText(
    'Property,Unit,Tenant,Status,Rent,Pet Rent,Other Charges,Total\n' +
      'Maple Court,1,Ann Elm,Current,1000,25,40,1040\n' +
      'Maple Court,2,Bo Fir,Current,1000,25,40,1065\n' +
      'Maple Court,3,Cy Oak,Current,1000,25,25,\n' +
      'Maple Court,4,Di Yew,Current,1000,25,40,1100\n',
  )
  const charges = rows.map(row => row.tenancy?.lease.otherCharges?.map(charge => [charge.code, charge.amount_cents]))
  assert.deepEqual(charges, [
    [
      ['PET', 2500],
      ['OTHER', 1500],
    ],
    [
      ['PET', 2500],
      ['OTHER', 4000],
    ],
    [['PET', 2500]],
    [
      ['PET', 2500],
      ['OTHER', 4000],
    ],
  ])
  assert.deepEqual(end.differences, [
    { about: 'rows', section: undefined, line: 5, figure: 'totalCents', stated: 320_500, read: 317_000 },
  ])
})

test('a property heading ends the status heading that came before it', async () => {
  const { rows, problems } = await readText(
    'Unit,Tenant,Rent\n-> Maple Court,,\nVacant-Unrented,,\n1,,\n-> Oak Flats,,\n2,Ann Elm,900\n',
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(
    rows.map(row => [row.property.name, row.status]),
    [
      ['Maple Court', 'VACANT_UNRENTED'],
      ['Oak Flats', 'CURRENT'],
    ],
  )
})

test('a header that lacks a required column is refused with the columns it has', async () => {
  const noUnit = readText('Rent Roll\nProperty,Status,Rent\nMaple Court,Current,5\n')
  await assert.rejects(noUnit, { name: 'Refusal', message: /lacks Unit\. It has: Property, Status, Rent\./ })
  const vendors = readText(
    'Vendor Name,Contact,Phone,Email,Status\nAce Plumbing,Ann,614-555-0100,a@example.com,Active\n',
  )
  await assert.rejects(vendors, { name: 'Refusal', message: /looks like a list of vendors, which is not imported/ })
  const owners = readText('Owner,Properties Owned,Phone,Email\nElm Holdings LLC,Oak,614-555-0111,e@example.com\n')
  await assert.rejects(owners, { name: 'Refusal', message: /looks like a list of owners, which is not imported/ })
  const twice = await readText('Property,Unit,Tenant,Rent\nOak,1,Ann Elm,900\nOak,1,Bo Elm,900\n')
  assert.match(twice.problems[0]?.reason ?? '', /on line 2\. Remove one.* write the same Lease From in both rows\.$/)
  await assert.rejects(readText('Hello\nWorld\n'), { name: 'Refusal', message: /No header row was found/ })
})

test('tabs, UTF-16 and semicolons are read like any other file', async () => {
  const row = ['Maple Court', '1', 'Alder, Ada', 'Current', '$1,000.00', '1/1/2026', '']
  for (const delimiter of ['\t', ';']) {
    const text = [HEADER.trim().split(','), row].map(cells => cells.join(delimiter)).join('\r\n')
    const { rows } = await readText(Buffer.from(`\ufeff${text}`, 'utf16le'))
    assert.deepEqual(namesIn(rows[0]), ['Ada Alder'])
    assert.equal(rows[0]?.tenancy?.lease.rentCents, 100_000)
  }
})

test('a path that cannot be read is refused', async () => {
  await assert.rejects(readAll('/nowhere/rent-roll.csv'), { name: 'Refusal', message: /cannot be read \(ENOENT\)/ })
  await assert.rejects(readAll(import.meta.dirname), { name: 'Refusal', message: /EISDIR/ })
})

test('a reader that stops early closes the file', async () => {
  const file = createReadStream(fixture('appfolio-flat.csv'), { highWaterMark: 1024 })
  for await (const item of readRentRoll(file)) if (item.kind === 'row') break
  if (!file.closed) await once(file, 'close')
  assert.ok(file.destroyed)
})

test('a sheet that is formatted to its last row is read, and a longer file is refused', async () => {
  const head = 'Property,Unit,Tenant,Rent\n"Oak - 1 Oak St Akron, OH 44301",1,Ann Elm,900\n'
  const { rows, problems } = await readText(head + ',,,\n'.repeat(1_048_576 - 2))
  assert.deepEqual([rows.length, problems], [1, []])
  await assert.rejects(readText(head + ',,,\n'.repeat(1_048_576)), {
    message: /^The file has more than 1,048,576 rows\./,
  })
})
