/** Cells as offices and accountants write them: facts under the word for a charge, averages below the rows, credits, and leases without an end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MONEY } from '#server/import/read/cells.ts'
import { LEASE_END } from '#server/import/read/lease-days.ts'
import { namesIn, readText } from './read-all.ts'

test('what a column of a charge says without an amount is reported, and its row is imported', async () => {
  const roll = await readText(
    'Property,Unit,Tenant,Rent,Water,Insurance,Pet\nOak,1,Ann Elm,900,Included,12/31/2026,25\nOak,2,Bo Fir,900,Tenant,,\nOak,3,Cy Yew,900,,#REF!,\nOak,4,Di Ash,900,4-B,,\n',
  )
  assert.deepEqual(
    roll.rows.map(row => [row.unit.label, row.tenancy?.lease.otherCharges?.map(({ code }) => code)]),
    [
      ['1', ['PET']],
      ['2', []],
    ],
  )
  assert.deepEqual(
    roll.problems.map(({ line, column, leftOut }) => `${line} ${column} ${leftOut}`),
    ['2 Water value', '2 Insurance value', '3 Water value', '4 Insurance row', '5 Water row'],
  )
})

test('costs of the owner next to the rent are not charges of the resident', async () => {
  const sheet = (costs: string) =>
    readText(`Property,Unit,Tenant,Rent,Taxes,Insurance,Water,Pet Rent,${costs}\nOak,1,Ann Elm,900,310,95,40,25,500\n`)
  for (const [costs, codes] of [
    ['Mortgage', ['PET']],
    ['Cash Flow', ['PET']],
    ['Net Income', ['PET']],
    ['Monthly Net Income', ['OTHER', 'OTHER', 'UTILITY', 'PET']],
    ['Market Rent', ['OTHER', 'OTHER', 'UTILITY', 'PET']],
  ] as const) {
    const { rows, header } = await sheet(costs)
    assert.deepEqual(
      rows[0]?.tenancy?.lease.otherCharges?.map(({ code }) => code),
      codes,
      costs,
    )
    assert.equal(header.ignoredColumns.includes('Taxes'), codes.length === 1)
  }
})

test('a month and a number may mean two things, so the error asks for the whole date', async () => {
  const { problems } = await readText('Property,Unit,Tenant,Rent,Lease From,Lease To\nOak,1,Ann Elm,900,Mar-26,1-Feb\n')
  assert.deepEqual(
    problems.map(({ reason }) => reason.replace(/\. .*/, '')),
    ['Mar-26', '1-Feb'].map(text => `“${text}” may be a month and a day, or a month and a year`).toSorted(),
  )
})

test('an average below the rows is not a unit', async () => {
  for (const word of ['Average', 'Avg.', 'Median:']) {
    const { rows, problems } = await readText(`Property,Unit,Tenant,Rent\nOak,1,Ann Elm,900\n,,${word},900\n`)
    assert.deepEqual([rows.length, problems.map(({ line, leftOut }) => [line, leftOut])], [1, [[3, 'value']]], word)
  }
})

test('Last is a last name next to First, and nothing else', async () => {
  const names = async (text: string) => (await readText(text)).rows.map(row => namesIn(row).join())
  assert.deepEqual(await names('Unit,Last,First,Rent\n1,Elm,Ann,900\n'), ['Ann Elm'])
  assert.deepEqual(await names('Unit,Tenant,Last,First,Rent\n1,Ann Elm,10/1/2026,9/1/2020,900\n'), ['Ann Elm'])
  await assert.rejects(readText('Unit,Last,Rent\n1,10/1/2026,900\n'), /lacks Status or Tenant/)
})

test('a list of policies or vehicles is not one of leases', async () => {
  await assert.rejects(
    readText('Property,Unit,Tenant,Carrier,Policy #,Start Date,End Date\nOak,1,Ann Elm,Acme,P-1,3/1/2026,2/28/2027\n'),
    /^Refusal: By its columns Carrier, Policy #, this file looks like a list of insurance policies/,
  )
  await assert.rejects(readText('Unit,Tenant,Make,Plate,State\n1,Ann Elm,Ford,ABC,OH\n'), /list of vehicles/)
  const leases =
    'Property,Unit,Tenant,Carrier,Policy #,Lease Start,Lease End\nOak,1,Ann Elm,Acme,P-1,3/1/2026,2/28/2027\n'
  assert.equal((await readText(leases)).rows.length, 1)
})

test('credits and open ends are read in more ways', () => {
  for (const text of ['<25.00>', '25.00 Cr.', '$ <25.00>', '25.00CR']) assert.equal(MONEY.parse(text), -2500, text)
  for (const text of ['<25', '25>', '<>', 'Cr.']) assert.equal(MONEY.parse(text), undefined, text)
  for (const text of ['(At will)', '(MTM)', 'Present', 'Perpetual', 'Indefinite', 'Rolling'])
    assert.equal(LEASE_END.parse(text), 'MONTH_TO_MONTH', text)
  assert.equal(LEASE_END.parse('(Expired)'), undefined)
})
