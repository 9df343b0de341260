/** Header names and the fields they mean; the template and its documentation agree with them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { chargeCodeOf, hasProperty, headerOf, mapColumns } from '#server/import/read/columns.ts'

test('headers match without case and punctuation', () => {
  const columns = mapColumns(['PROPERTY', 'unit #', 'Owner(s)', 'MOVE_IN', 'bd/ba', ' Past  Due '])
  assert.deepEqual([...columns.indexOf.keys()], ['property', 'unit', 'owner', 'moveIn', 'bedBath', 'pastDue'])
  assert.equal(headerOf(columns, 'pastDue'), 'Past Due')
  assert.equal(headerOf(columns, 'rent'), 'Rent')
  assert.deepEqual(columns.ignored, [])
})

test('of several headers for one field the better one is read and the other ignored', () => {
  const columns = mapColumns(['Advertised Rent', 'Market Rent', 'Computed Market Rent', 'Unit', 'Unit', 'Tags', ''])
  assert.equal(columns.indexOf.get('marketRent'), 1)
  assert.equal(columns.indexOf.get('unit'), 3)
  assert.deepEqual(columns.ignored, ['Advertised Rent', 'Computed Market Rent', 'Unit', 'Tags'])
  assert.equal(hasProperty(columns), false)
})

test('charge columns are known by their words', () => {
  const cases: [string, string | undefined][] = [
    ['Pet Rent', 'PET'],
    ['4110 - Parking Fee', 'PARKING'],
    ['Utility', 'UTILITY'],
    ['Water and Sewer', 'UTILITY'],
    ['Storage Rent', 'STORAGE'],
    ['Late Fees', 'LATE_FEE'],
    ['Rent Concession', 'CONCESSION'],
    ['Pest Control', 'OTHER'],
    ['Pet Deposit', undefined],
    ['Late Count', undefined],
    ['Parking and Pet', undefined],
    ['Next Rent Increase', undefined],
    ['Rent', undefined],
    ['constructor', undefined],
    ['', undefined],
  ]
  for (const [header, code] of cases) assert.equal(chargeCodeOf(header), code, header)
})

test('every column of the template is read, and the documentation lists exactly those', () => {
  const docs = new URL('../../../docs/', import.meta.url)
  const template = mapColumns(
    (readFileSync(new URL('import-template.csv', docs), 'utf8').split('\n')[0] ?? '').split(','),
  )
  assert.deepEqual(template.ignored, [])
  const documented = readFileSync(new URL('import.md', docs), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| '))
    .map(line => (line.split('|')[1] ?? '').trim())
    .filter(name => /^[A-Z]/.test(name) && name !== 'Total')
  assert.deepEqual(documented, template.headers)
})
