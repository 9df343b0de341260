/** A property whose name begins with “Total” is a property, in every layout and wherever the file names it. */
import assert from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { paymentsReader } from '#server/import/payments/row.ts'
import { readFile } from '#server/import/rows/read-file.ts'
import { fileOf } from './imported.ts'
import { layoutFixture } from './layouts.ts'
import { readText } from './read-all.ts'

function textIn(name: string): string {
  const bytes = readFileSync(layoutFixture(name))
  return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
}

type Reading = Awaited<ReturnType<typeof readText>>

/** Each unit with its property, and what the file's own sums state and what was read for them. */
function shown({ rows, problems, end }: Reading, nameOf: (name: string) => string) {
  return {
    units: rows.map(({ property, unit, status }) => [nameOf(property.name), unit.label, status]),
    problems: problems.map(({ line, leftOut }) => [line, leftOut]),
    sums: end.blocks.map(({ line, figure, stated, read }) => [line, figure, stated, read]),
    differences: end.differences.map(({ line, figure, stated, read }) => [line, figure, stated, read]),
  }
}

for (const name of readdirSync(layoutFixture('')).filter(file => file.endsWith('.csv'))) {
  test(`the properties of ${name} may be called “Total …”`, async () => {
    const text = textIn(name)
    const plain = await readText(text)
    const names = new Set(plain.rows.map(({ property }) => property.name))
    // AppFolio writes the address after the name, and a name that is also the street cannot be told from it.
    const isRenamed = (each: string) => each !== '' && !(name.startsWith('appfolio') && /^\d/.test(each))
    const pattern = [...names]
      .filter(isRenamed)
      .map(each => each.replaceAll(/[^\w\s]/g, '\\$&'))
      .join('|')
    const renamed = pattern ? text.replaceAll(new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, 'g'), 'Total $&') : text
    assert.deepEqual(
      shown(await readText(renamed), each => each),
      shown(plain, each => (isRenamed(each) ? `Total ${each}` : each)),
    )
  })
}

const TABLE =
  'Unit,Tenant,Rent\nWine Lofts\n1,Ann Elm,900\nTotal for Wine Lofts\nTotal Wine Lofts\nTotal Oak\n1,Bo Fir,800\n'

test('a line that begins with “Total” is a heading unless it names a heading above it', async () => {
  const { rows } = await readText(`${TABLE}Total Oak,,800\nTotal Units\nTotal,,1700\n`)
  assert.deepEqual(
    rows.map(({ property, unit }) => [property.name, unit.label]),
    [
      ['Wine Lofts', '1'],
      ['Total Oak', '1'],
    ],
  )
})

test('a row of a table without statuses is a unit although its property begins with “Total”, and a total has no unit', async () => {
  const { rows, end } = await readText(
    'Property,Unit,Tenant,Rent\nTotal Oak,1,Ann Elm,900\nTotal Oak,2,,\nElm,1,Bo Fir,800\nTotal Elm,1,,\nTotal,3,,1700\n',
  )
  assert.deepEqual(
    rows.map(({ property, unit, status }) => [property.name, unit.label, status]),
    [
      ['Total Oak', '1', 'CURRENT'],
      ['Total Oak', '2', 'VACANT_UNRENTED'],
      ['Elm', '1', 'CURRENT'],
    ],
  )
  assert.deepEqual(end.differences, [])
})

test('payments below a heading that begins with “Total” are those of its property', async () => {
  const payment = '5/1/2026,1,Ann Elm,10'
  const text = `Date,Unit,Payer,Amount\nElm\n${payment}\nTotal Elm\nTotal Elm,,,10\nTotal Oak\n${payment}\nTotal Oak,,,10\nTotal,,,20\n`
  const { batches, totals, rows } = await readFile(fileOf(text), paymentsReader)
  const names = [...batches(() => 100)].flat().map(({ place }) => place.property.name)
  assert.deepEqual([names.sort(), totals.first, rows], [['Elm', 'Total Oak'], [], 2])
})

test('a total that repeats the code of its property does not rename it', async () => {
  const text =
    'Rent Roll\nAs Of = 05/01/2026\nUnit,Unit SqFt,Tenant Name,Actual Rent,Tenant Deposit,Misc,Move In,Lease Expiration,Balance\n' +
    'Oak House (oak)\n01,700,Ann Elm,900,0,0,1/1/2026,12/31/2026,0\nTotal Oak House (oak),700,,900,0,0,,,0\n' +
    'Total Elm Row (elm)\n01,700,Bo Fir,800,0,0,1/1/2026,12/31/2026,0\nTotal for Total Elm Row (elm),700,,800,0,0,,,0\n' +
    'Grand Total,1400,,1700,0,0,,,0\n'
  const { rows, problems, end } = await readText(text)
  assert.deepEqual(
    rows.map(({ property }) => [property.name, property.externalId]),
    [
      ['Oak House', 'oak'],
      ['Total Elm Row', 'elm'],
    ],
  )
  assert.deepEqual([problems, end.differences], [[], []])
})
