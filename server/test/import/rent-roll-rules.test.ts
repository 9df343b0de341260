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
