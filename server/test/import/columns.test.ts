/** Header names and the fields they stand for; the template and its documentation agree with them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { LEDGER, ledgerKind } from '#server/import/ledger/columns.ts'
import { PAYMENTS, paymentsKind } from '#server/import/payments/columns.ts'
import { comparable } from '#server/import/read/cells.ts'
import { chargeCodeOf } from '#server/import/read/charge-columns.ts'
import { mapColumns, rentRollKind } from '#server/import/read/columns.ts'
import { RENT_ROLL } from '#server/import/read/rent-roll-headers.ts'
import { hasProperty, headerOf } from '#server/import/read/table-columns.ts'
import { WORK_ORDERS, workOrdersKind } from '#server/import/work-orders/columns.ts'

test('headers match regardless of case and punctuation', () => {
  const columns = mapColumns(['PROPERTY', 'unit #', 'Owner(s)', 'MOVE_IN', 'bd/ba', ' Past  Due '])
  assert.deepEqual([...columns.indexOf.keys()], ['property', 'unit', 'owner', 'moveIn', 'bedBath', 'pastDue'])
  assert.equal(headerOf(columns, 'pastDue'), 'Past Due')
  assert.equal(headerOf(columns, 'rent'), 'Rent')
  assert.deepEqual(columns.ignored, [])
})

test('the address and the amounts of a lease may have the headings of an office’s own table', () => {
  const columns = mapColumns([
    'Property',
    'City',
    'State',
    'Zip Code',
    'Unit #',
    'Tenant',
    'Rent Amount',
    'Balance Owed',
  ])
  assert.deepEqual(
    ['propertyCity', 'propertyState', 'propertyZip', 'rent', 'pastDue'].map(field =>
      columns.indexOf.get(field as 'rent'),
    ),
    [1, 2, 3, 6, 7],
  )
  assert.deepEqual(columns.ignored, [])
})

test('an office’s own words for residents and rents are known, and the usual words take precedence', () => {
  const columns = mapColumns([
    'Property',
    'Unit',
    'Lessee',
    'Mo. Rent',
    'Asking Rent',
    'Moved In',
    'Security Deposit Held',
  ])
  assert.deepEqual(columns.ignored, [])
  assert.deepEqual(
    ['tenant', 'rent', 'marketRent', 'moveIn', 'deposit'].map(field => columns.indexOf.get(field as 'rent')),
    [2, 3, 4, 5, 6],
  )
  assert.equal(mapColumns(['Unit', 'Occupant', 'Tenant']).indexOf.get('tenant'), 2)
})

test('if several headers match one field, the better one is read and the other ignored', () => {
  const columns = mapColumns(['Advertised Rent', 'Market Rent', 'Computed Market Rent', 'Unit', 'Unit', 'Tags', ''])
  assert.equal(columns.indexOf.get('marketRent'), 1)
  assert.equal(columns.indexOf.get('unit'), 3)
  assert.deepEqual(columns.ignored, ['Advertised Rent', 'Computed Market Rent', 'Unit', 'Tags'])
  assert.equal(hasProperty(columns), false)
})

test('the deposit that is held is read rather than the one that was agreed, and neither is counted twice', () => {
  const depositOf = (...headers: string[]) => {
    const columns = mapColumns(['Property', 'Unit', 'Tenant', ...headers])
    const { deposits, ignored } = columns
    return [
      columns.indexOf.has('deposit') ? headerOf(columns, 'deposit') : '',
      deposits.map(each => each.header),
      ignored,
    ]
  }
  assert.deepEqual(depositOf('Security Deposit', 'Security Deposit Held'), [
    'Security Deposit Held',
    [],
    ['Security Deposit'],
  ])
  assert.deepEqual(depositOf('Deposit', 'Resident Deposit Amount'), ['Deposit', [], ['Resident Deposit Amount']])
  assert.deepEqual(depositOf('Tenant Security Deposit'), ['', ['Tenant Security Deposit'], []])
  assert.deepEqual(depositOf('Sec. Dep. Held', 'Pet Deposit'), ['Sec. Dep. Held', ['Pet Deposit'], []])
})

test('the whole balance is read rather than the part of it that is past due, and a question is not an amount', () => {
  const balanceOf = (...headers: string[]) => {
    const columns = mapColumns(['Property', 'Unit', 'Tenant', ...headers])
    return [columns.indexOf.has('pastDue') ? headerOf(columns, 'pastDue') : '', columns.ignored]
  }
  assert.deepEqual(balanceOf('Past Due', 'Balance'), ['Balance', ['Past Due']])
  assert.deepEqual(balanceOf('Delinquent', 'Outstanding'), ['Outstanding', ['Delinquent']])
  assert.deepEqual(balanceOf('Past Due', 'Balance', 'Prepaid'), ['Balance', ['Past Due']])
  assert.deepEqual(balanceOf('Past Due?', 'Balance'), ['Balance', ['Past Due?']])
  assert.deepEqual(balanceOf('Past Due?', 'Pet?', 'Pet Deposit?'), ['', ['Past Due?', 'Pet?', 'Pet Deposit?']])
  assert.ok(mapColumns(['Unit', 'Tenant', 'Listed?']).indexOf.has('isListed'))
  assert.deepEqual(mapColumns(['Unit', 'Pet?', 'Key Deposit?']).charges, [])
})

test('charge columns are recognized by their words', () => {
  const cases: [string, string | undefined][] = [
    ['Pet Rent', 'PET'],
    ['4110 - Parking Fee', 'PARKING'],
    ['Utility', 'UTILITY'],
    ['Water and Sewer', 'UTILITY'],
    ['UTIL', 'UTILITY'],
    ['PARK', 'PARKING'],
    ['STOR', 'STORAGE'],
    ['CONC', 'CONCESSION'],
    ['MTM FEE', 'OTHER'],
    ['Park View', undefined],
    ['Storage Rent', 'STORAGE'],
    ['Late Fees', 'LATE_FEE'],
    ['Rent Concession', 'CONCESSION'],
    ['Employee Discount', 'CONCESSION'],
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

const DOCS = new URL('../../../docs/', import.meta.url)
const documentation = readFileSync(new URL('import.md', DOCS), 'utf8')

for (const [name, section, kind] of [
  ['import-template.csv', 'The columns of a rent roll', rentRollKind],
  ['import-payments-template.csv', 'Payments', paymentsKind],
  ['import-ledger-template.csv', 'Ledgers', ledgerKind],
  ['import-work-orders-template.csv', 'Work orders', workOrdersKind],
] as const) {
  test(`every column of ${name} is read, and the documentation lists exactly those`, () => {
    const [header = ''] = readFileSync(new URL(name, DOCS), 'utf8').split('\n')
    const template = kind.map(header.split(','))
    assert.deepEqual([template.ignored, kind.missing(template as never)], [[], []])
    const [, text = ''] = documentation.split(`\n## ${section}\n`)
    const [table = ''] = (text.split('\n## ')[0] ?? '').split("\n| the file's status")
    const documented = table
      .split('\n')
      .map(line => /^\| ([A-Z][^|]*?) +\|/.exec(line)?.[1])
      .filter(column => column !== undefined && !column.startsWith('Total'))
    assert.deepEqual(documented, template.headers)
  })
}

test('every other header named in the documentation is recognized', () => {
  for (const [section, known] of [
    ['The columns of a rent roll', RENT_ROLL.known],
    ['Payments', PAYMENTS.known],
    ['Ledgers', LEDGER.known],
    ['Work orders', WORK_ORDERS.known],
  ] as const) {
    const [, text = ''] = documentation.split(`\n## ${section}\n`)
    for (const line of (text.split('\n## ')[0] ?? '').split('\n')) {
      const others = /^\| [A-Z][^|]*\|([^|]*)\|[^|]*\|[^|]*\|/.exec(line)?.[1] ?? ''
      const names = others.replace(/\(.*?\)|else |;.*|and the other.*|any header.*|which is.*/g, '').split(',')
      for (const name of names.map(each => each.trim()).filter(each => /^[A-Z]/.test(each))) {
        assert.ok(known.has(comparable(name)), `${section}: ${name}`)
      }
    }
  }
})
