/** Amounts whose dot may separate thousands, and those whose comma separates cents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MONEY } from '#server/import/read/cells.ts'
import { readText } from './read-all.ts'

test('an amount whose dot may separate thousands is not read, and zeros after cents are', () => {
  for (const text of ['1.200', '$1.200', '(1.200)', '12.500', '1.200-', '-1.200'])
    assert.equal(MONEY.parse(text), undefined, text)
  for (const [text, cents] of [
    ['950.000', 95_000],
    ['1.2000', 120],
    ['0.000', 0],
    ['1,200.000', 120_000],
    ['1.20', 120],
  ] as const)
    assert.equal(MONEY.parse(text), cents, text)
})

test('a rent of 1.200 rejects its row instead of becoming $1.20', async () => {
  const { rows, problems } = await readText('Property,Unit,Tenant,Rent\nOak,1,Ann Elm,1.200\nOak,2,Bo Fir,950.0000\n')
  assert.deepEqual([rows.map(({ unit }) => unit.label), problems.map(({ line }) => line)], [['2'], [2]])
})

test('a comma before the cents is read and reported once, and refused in a file that also writes a point', async () => {
  const { rows, problems, end } = await readText(
    'Property;Unit;Tenant;Rent;Balance\nOak;1;Ann Elm;1.200,00;0,00\nOak;2;Bo Fir;950,50;-25,00\nTotal;;;2.150,50;-25,00\n',
  )
  assert.deepEqual(
    rows.map(({ tenancy }) => [tenancy?.lease.rentCents, tenancy?.lease.prepaidCents]),
    [
      [120_000, 0],
      [95_050, 2500],
    ],
  )
  assert.deepEqual(
    [problems.map(({ line, column, reason }) => `${line} ${column}: ${reason}`), end.differences],
    [
      [
        '2 Rent: The amounts of this file have a comma before the cents: “1.200,00” is imported as $1,200.00. Check that this is right.',
      ],
      [],
    ],
  )
  for (const other of ['1,250', '1250.00', '"1,250.00"'])
    await assert.rejects(
      readText(`Property,Unit,Tenant,Rent\nOak,1,Ann Elm,"1.200,00"\nOak,2,Bo Fir,"${other.replaceAll('"', '')}"\n`),
      /^Refusal: The amounts of this file are written in two ways: “1\.200,00” in “Rent” on line 2, and “.*” on line 3\./,
    )
  assert.equal(MONEY.parse('1,2,00'), undefined)
  assert.equal(MONEY.parse('1.20,00'), undefined)
})
