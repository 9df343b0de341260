/** What stands in place of a tenant where nobody lives: a word, often with a note, and in some files in the column of the last name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { vacancyInPlaceOf, wordNotForRent } from '#server/import/read/vacancy.ts'
import { readText } from './read-all.ts'

test('a vacant unit may have a note, and a company or a person may have a name that begins with such a word', () => {
  for (const text of [
    'vacant - needs paint',
    'VACANT as of 11/1',
    '** Vacant ** ready 12/1',
    '(Vacant: on market)',
    'Available 12/1/2026',
    'Empty - flooded',
    'Vacated - Bo Fir',
    'Vacancy',
    'Vacant - to be leased',
  ])
    assert.equal(vacancyInPlaceOf(text), 'VACANT', text)
  for (const text of ['Vacant - Leased to Bo Fir', 'Vacant/Preleased 12-1', 'VACANT RENTED'])
    assert.equal(vacancyInPlaceOf(text), 'VACANT_RENTED', text)
  for (const text of [
    'Vacanti',
    'Vacant Land Partners LLC',
    'Ann Vacant',
    "Vacant's Bakery",
    'Available Movers',
    'Empty Nest Co',
    '',
  ])
    assert.equal(vacancyInPlaceOf(text), undefined, text)
  for (const text of ['Owner occupied', 'Maintenance', 'Laundry Room', "Owner's Unit"])
    assert.ok(wordNotForRent(text), text)
  for (const text of ['Maintenance Pros LLC', 'Owner', 'Ann Laundry'])
    assert.equal(wordNotForRent(text), undefined, text)
  assert.deepEqual([vacancyInPlaceOf('Vacant - Model'), wordNotForRent('Vacant - Model')], [undefined, 'Model'])
})

test('such a unit is vacant and not leased to a resident of that name, and the note is reported', async () => {
  const { rows, problems } = await readText(
    'Property,Unit,Tenant\nOak,1,vacant - needs paint\nOak,2,Ann Elm\nOak,3,Vacant - Leased to Bo Fir\nOak,4,Vacant - Model\n',
  )
  assert.deepEqual(
    rows.map(({ status, tenancy }) => [status, tenancy?.residents[0]?.last_name]),
    [
      ['VACANT_UNRENTED', undefined],
      ['CURRENT', 'Elm'],
      ['VACANT_RENTED', undefined],
      ['OFFLINE', undefined],
    ],
  )
  assert.deepEqual(
    problems.map(({ line, column, leftOut }) => [line, column, leftOut]),
    [
      [2, 'Tenant', 'value'],
      [3, 'Rent', 'value'],
      [4, 'Tenant', 'value'],
      [5, 'Tenant', 'value'],
    ],
  )
})

test('the word may stand in the columns of the first or the last name', async () => {
  const { rows } = await readText(
    'Property,Unit,First Name,Last Name\nOak,1,,VACANT\nOak,2,Vacant,\nOak,3,Vacant,Unit\nOak,4,Ann,Vacant\nOak,5,,Down\n',
  )
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['VACANT_UNRENTED', 'VACANT_UNRENTED', 'VACANT_UNRENTED', 'CURRENT', 'OFFLINE'],
  )
})

test('a resident who is not known yet is no resident, and a row that says what they pay needs a name', async () => {
  const { rows, problems } = await readText(
    'Property,Unit,Tenant,Rent\nOak,1,PENDING,\nOak,2,Application Pending,900\nOak,3,Ann Pending,900\n',
  )
  assert.deepEqual(
    rows.map(({ unit, status }) => `${unit.label} ${status}`),
    ['1 VACANT_UNRENTED', '3 CURRENT'],
  )
  assert.deepEqual(
    problems.map(({ line, leftOut, reason }) => `${line} ${leftOut} ${reason}`),
    [
      '2 value “PENDING” names no resident, so the unit is imported without one. If somebody lives in it, write the name.',
      '3 value “Application Pending” names no resident, so the unit is imported without one. If somebody lives in it, write the name.',
      '3 row The unit is vacant unrented and names no tenant, but has “900” here. Name the tenant, or clear the cell.',
    ],
  )
})

test('a row whose tenant cannot be read has that problem only', async () => {
  const { problems } = await readText('Property,Unit,Tenant,Rent,Deposit\nOak,1,???,900,900\n')
  assert.deepEqual(
    problems.map(({ column, reason }) => `${column}: ${reason}`),
    ['Tenant: “???” is not a list of residents. Name at most 50, separated by semicolons.'],
  )
})
