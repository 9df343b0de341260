/** Amounts whose dot may separate thousands. */
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
