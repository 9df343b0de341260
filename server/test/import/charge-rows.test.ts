/** A rent roll with a row for each charge, such as Rent Manager's, is read as one row for each unit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText, type WholeRentRoll } from './read-all.ts'

const HEADER =
  'Property,Unit,Sq Ft,Tenant,Status,Move In,Lease Start,Lease End,Charge Type,Amount,Market Rent,Deposit,Balance\n'
const CEDAR = '"Cedar Park - 9 Cedar St Mesa, AZ 85201"'
const MOSS = (charge: string) => `${CEDAR},101,850,Ann Moss,Current,5/1/2024,5/1/2026,4/30/2027,${charge},1250,1200,0\n`
const REYES = (charge: string) =>
  `${CEDAR},102,850,Bo Reyes,Current,2/1/2025,2/1/2026,1/31/2027,${charge},1250,1000,45\n`

function chargesOf({ rows }: WholeRentRoll): string[] {
  return rows.map(({ unit, tenancy }) => {
    const { rentCents, otherCharges = [], depositCents, pastDueCents } = tenancy?.lease ?? {}
    const others = otherCharges.map(({ code, description, amount_cents }) => `${code} ${description} ${amount_cents}`)
    return [unit.label, rentCents, ...others, depositCents, pastDueCents].join(' | ')
  })
}

test('the charges of a unit are its rent and its other charges, and what the rows repeat counts once', async () => {
  const read = await readText(
    `${HEADER}${MOSS('RC - Rent,"1,200.00"')}${MOSS('PET - Pet Rent,25')}${MOSS('Zorb,10')}${REYES('RC - Rent,1190')}${REYES('Concession,(90.00)')}${CEDAR},103,650,,Vacant,,,,,,1050,,\nTotal,,,,,,,,,2335,3550,2200,45\n`,
  )
  assert.deepEqual(chargesOf(read), [
    '101 | 120000 | PET PET - Pet Rent 2500 | OTHER Zorb 1000 | 120000 | 0',
    '102 | 119000 | CONCESSION Concession -9000 | 100000 | 4500',
    '103 |  |  | ',
  ])
  assert.deepEqual(read.problems, [])
  assert.deepEqual(read.header.ignoredColumns, [])
  assert.deepEqual(read.end.differences, [])
  const words = read.end.charges.map(({ word, code, isKnown }) => `${word} ${code} ${isKnown}`)
  assert.deepEqual(words, [
    'RC - Rent RENT true',
    'PET - Pet Rent PET true',
    'Zorb OTHER false',
    'Concession CONCESSION true',
  ])
})

test('further rows may leave out the unit, a page may break between them, and the total of a unit is compared', async () => {
  const bare = (charge: string) => `,,,,,,,,${charge},,,\n`
  const read = await readText(
    `${HEADER}${MOSS('Rent,1200')}${HEADER}${MOSS('Pet Rent,25')}${bare('Garage,75')}${bare('Garage,75')}${bare('Total,"1,375.00"')}${REYES('Rent,1190')}${bare('Total,1200')}`,
  )
  assert.deepEqual(chargesOf(read), [
    '101 | 120000 | PET Pet Rent 2500 | PARKING Garage 15000 | 120000 | 0',
    '102 | 119000 | 100000 | 4500',
  ])
  assert.deepEqual(
    read.problems.map(({ line, reason }) => `${line} ${reason}`),
    [
      '9 The charges of the unit add up to “1190.00”, and its total is “1200”. The charges are imported; compare them with the other system.',
    ],
  )
})

test('an amount that cannot be read rejects the unit, and a charge that is entered twice counts once', async () => {
  const read = await readText(
    `${HEADER}${MOSS('Rent,1200')}${MOSS('Pet Rent,12o5.00')}${REYES('Rent,1190')}${REYES('Rent,1190')}`,
  )
  assert.deepEqual(chargesOf(read), ['102 | 119000 | 100000 | 4500'])
  const [amount, twice] = read.problems
  assert.match(amount?.reason ?? '', /^“12o5\.00” is not an amount/)
  assert.match(twice?.reason ?? '', /is counted once/)
})

test('a file none of whose charges is known to be rent says so, and charges of days are not read as those of every month', async () => {
  const read = await readText(`${HEADER}${MOSS('Zorb,1200')}`)
  assert.match(read.problems[0]?.reason ?? '', /^No charge of the file is known to be rent/)
  const posted = HEADER.replace('Sq Ft', 'Posted On')
  await assert.rejects(readText(`${posted}${MOSS('Rent,1200')}`), /looks like a list with a row for each charge/)
})
