/** What a report repeats at the top and the foot of each page is neither a unit nor the heading of a property. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './read-all.ts'

const unitsIn = async (text: string) =>
  (await readText(text)).rows.map(
    ({ property, unit }) => `${property.name || `unnamed ${property.unnamed}`} ${unit.label}`,
  )

test('titles that a page repeats name no property, with and without the number of the page', async () => {
  const top = (page: number) =>
    `Maple Court Rent Roll,,Page ${page} of 2\nAs of 05/01/2026\nSorted by unit\nUnit,Tenant,Rent,Notes\n`
  const text = `${top(1)}101,Ann Elm,900\nPage 1 of 2\n${top(2)}102,Bo Fir,900\nPage 2 of 2\n`
  assert.deepEqual(await unitsIn(text), ['unnamed 1 101', 'unnamed 1 102'])
})

test('a title of one property at the top of a page does not end the property whose units follow the header', async () => {
  const top = 'Acme Homes\nRent Roll\nUnit,Tenant,Rent\n'
  const text = `${top}Maple Court\n101,Ann Elm,900\n${top}102,Bo Fir,900\nOak Court\n101,Cy Oak,900\n${top}Fir Court\n7,Di Ash,900\n`
  assert.deepEqual(await unitsIn(text), ['Maple Court 101', 'Maple Court 102', 'Oak Court 101', 'Fir Court 7'])
})

test('a line with the text of a title is a heading if no header follows', async () => {
  const text = 'Maple Court\nUnit,Tenant,Rent\nOak Court\n101,Ann Elm,900\nMaple Court\n102,Bo Fir,900\n'
  assert.deepEqual(await unitsIn(text), ['Oak Court 101', 'Maple Court 102'])
})

test('a page may begin within the charges of a unit', async () => {
  const top = (page: number) => `Rent Roll with Lease Charges,,,,,,,,,,,,,Page ${page}
Oxbow Flats (ox)
As Of = 05/01/2026
Month Year = 05/2026
Unit,Unit Type,Unit,Resident,Name,Market,Charge,Amount,Resident,Other,Move In,Lease,Move Out,Balance
,,Sq Ft,,,Rent,Code,,Deposit,Deposit,,Expiration,,
`
  const text = `${top(1)}101,a1,640,t1,Jane Sample,1210,rent,1180,0,0,3/1/2025,2/28/2027,,0
${top(2)},,,,,,trash,12.00
,,,,,,Total,1192
`
  const { rows, problems } = await readText(text)
  assert.deepEqual(problems, [])
  assert.deepEqual(
    rows.map(({ tenancy }) => [
      tenancy?.lease.rentCents,
      tenancy?.lease.otherCharges?.map(charge => charge.amount_cents),
    ]),
    [[118000, [1200]]],
  )
})

test('one title of several cells above a header that is repeated is the top of a page', async () => {
  const ours = 'Maple Court Rent Roll,,05/01/2026\nUnit,Tenant,Rent\n'
  assert.deepEqual(await unitsIn(`${ours}101,Ann Elm,900\n${ours}102,Bo Fir,900\n`), ['unnamed 1 101', 'unnamed 1 102'])
  const yardi = `Rent Roll,,,As Of = 05/01/2026
Unit,Unit Type,Unit,Resident,Name,Market,Actual,Resident,Other,Move In,Lease,Move Out,Balance
,,Sq Ft,,,Rent,Rent,Deposit,Deposit,,Expiration,,
`
  const unit = (label: number) => `${label},a1,640,t${label},Jane Sample,1210,1180,0,0,3/1/2025,2/28/2027,,0\n`
  const { rows, problems } = await readText(`${yardi}Oxbow Flats (ox)\n${unit(101)}${yardi}${unit(102)}`)
  assert.deepEqual(problems, [])
  assert.deepEqual(
    rows.map(row => row.unit.label),
    ['101', '102'],
  )
})

test('a property whose name begins like a title of a report is a heading', async () => {
  const roll = (names: readonly string[]) =>
    `Unit,Tenants,Lease Start,Lease End,Rent,Recurring Charges,Deposits Held,Balance Due\n${names.map(name => `${name}\n1,Ann Elm,1/1/2026,12/31/2026,900,900,0,0\n`).join('')}`
  const names = ['Oak Court', 'Date Palm Village', 'Time Square', 'Period Lofts', 'User Street Homes', 'May Gardens']
  assert.deepEqual(
    await unitsIn(roll(names)),
    names.map(name => `${name} 1`),
  )
})
