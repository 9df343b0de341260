/** The headings of a rent roll's groups, wherever the table begins. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { layoutFixture } from './layouts.ts'
import { readText } from './read-all.ts'

test('headings of groups are not units if the first column of the report is empty', async () => {
  const text = readFileSync(layoutFixture('appfolio-by-status-columns.csv'), 'latin1')
  const shifted = text.replaceAll(/^/gm, ';').replace(/;$/, '')
  const [plain, moved] = [await readText(text), await readText(shifted)]
  const units = ({ rows }: typeof plain) => rows.map(({ unit, status }) => [unit.label, status])
  assert.deepEqual(units(plain), [
    ['1', 'CURRENT'],
    ['2', 'NOTICE_UNRENTED'],
    ['3', 'VACANT_UNRENTED'],
  ])
  assert.deepEqual([units(moved), moved.problems], [units(plain), []])
})

test('a row that is neither a unit nor a total is reported with all of its cells', async () => {
  const header = 'Property,Unit,Tenant,Phone,Email,Status,Rent,Lease To,Notes'
  const unit = '"Oak - 1 Oak St Akron, OH 44301",1,Al Fir,,al@example.com,Current,1250,12/31/2026,'
  const strays = [
    ',,,330-555-0102,,,,,',
    ',,,,bo@example.com,,,,',
    ',,,,,,,6/30/2027,',
    ',,,,,,,,owes a key',
    ',,,,,,n/b,,',
  ]
  const footers = [',,,80.0% Occupied,,,,,', 'Page 1 of 1,,,,,,,,', ',,,,,,1250,,', '1 Units,,,,,,,,']
  const { rows, problems, end } = await readText([header, unit, ...strays, ...footers].join('\n'))
  assert.equal(rows.length, 1)
  assert.deepEqual(end.differences, [])
  const reason = (text: string) =>
    `The row names no unit and is not a total, so it is not imported: ${text}. Move its cells to the row of their unit, or delete the row.`
  assert.deepEqual(
    problems.map(({ line, column, reason, leftOut }) => [line, column, reason, leftOut]),
    [
      [3, 'Phone', reason('“330-555-0102”'), 'value'],
      [4, 'Email', reason('“bo@example.com”'), 'value'],
      [5, 'Lease To', reason('“6/30/2027”'), 'value'],
      [6, 'Notes', reason('“owes a key”'), 'value'],
      [7, 'Rent', reason('“n/b”'), 'value'],
    ],
  )
})

test('a vacant unit is read although the tenant is in front of the unit, and a count of vacant units is not a unit', async () => {
  const { rows, problems } = await readText(
    'Tenant,Unit,Market Rent,Rent\nOak Court,,,\nAnn Elm,1,1000,900\nVACANT,2,1000,\nVacant,1,50%,\nOccupied,1,50%,\n',
  )
  assert.deepEqual(
    rows.map(({ unit, status }) => [unit.label, status]),
    [
      ['1', 'CURRENT'],
      ['2', 'VACANT_UNRENTED'],
    ],
  )
  assert.deepEqual(
    problems.map(({ line, leftOut }) => [line, leftOut]),
    [
      [5, 'value'],
      [6, 'value'],
    ],
  )
})

test('a heading or a title that says what it names is the property, in one cell or in two', async () => {
  const table = 'Unit,Tenant,Rent,Status\n1,Ann Elm,900,\n2,,,Office\n'
  const properties = async (text: string) => {
    const { rows, problems } = await readText(text)
    return [
      ...rows.map(({ property, status }) => `${property.name} ${status}`),
      ...problems.map(({ reason }) => reason),
    ]
  }
  const withStatus = (text: string) => text.replaceAll('Ann Elm,900,', 'Ann Elm,900,Occupied')
  const named = (name: string) => [`${name} CURRENT`, `${name} OFFLINE`]
  for (const title of ['Property: OAK - Oak Court', 'Property:,OAK - Oak Court', 'PROPERTY NAME = OAK - Oak Court'])
    assert.deepEqual(await properties(withStatus(`Rent Roll\n${title}\n${table}`)), named('OAK - Oak Court'), title)
  // The titles of a report on several properties name none, and a heading below the header is nearer than a title.
  for (const title of ['Property: All', 'Properties: Oak Court; Elm Court', 'Oak Management Inc'])
    assert.deepEqual(await properties(withStatus(`${title}\n${table}`)), named(''), title)
  const headings = `Property: Elm Court\n${table.replace('\n1', '\nProperty: Oak Court,,,\n1').replace('\n2', '\nProperty:,Fir Court,,\n2')}`
  assert.deepEqual(await properties(withStatus(headings)), ['Oak Court CURRENT', 'Fir Court OFFLINE'])
})
