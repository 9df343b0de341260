/** The term that a renewal proposes is as long as the present one, in months. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextTerm } from '../../../console/src/leases/next-term.ts'

const CASES: readonly [start: string, end: string, from: string, to: string][] = [
  ['2025-09-01', '2026-08-31', '2026-09-01', '2027-08-31'],
  ['2025-09-15', '2026-09-14', '2026-09-15', '2027-09-14'],
  ['2025-09-15', '2026-09-30', '2026-10-01', '2027-09-30'],
  ['2025-09-15', '2026-08-31', '2026-09-01', '2027-08-31'],
  ['2025-09-15', '2026-02-28', '2026-03-01', '2026-08-31'],
  ['2025-09-15', '2026-03-31', '2026-04-01', '2026-09-30'],
  ['2025-09-15', '2026-10-31', '2026-11-01', '2027-11-30'],
  ['2025-09-01', '2026-07-31', '2026-08-01', '2027-06-30'],
  ['2025-08-31', '2026-02-28', '2026-03-01', '2026-08-31'],
  ['2025-08-31', '2026-02-27', '2026-02-28', '2026-08-27'],
  ['2027-08-31', '2028-02-28', '2028-02-29', '2028-08-28'],
  ['2028-02-29', '2029-02-28', '2029-03-01', '2030-02-28'],
  ['2027-03-01', '2028-02-29', '2028-03-01', '2029-02-28'],
  ['2026-01-31', '2026-02-27', '2026-02-28', '2026-03-27'],
  ['2026-03-15', '2026-03-15', '2026-03-16', '2026-04-15'],
]

test('a renewal proposes as many months as the present term has, from the day after it', () => {
  for (const [start_date, end_date, from, to] of CASES) {
    assert.deepEqual(
      nextTerm({ starts_on: start_date, end_date }, start_date),
      { from, to },
      `${start_date} to ${end_date}`,
    )
  }
  assert.deepEqual(nextTerm({ starts_on: '2026-01-15', end_date: '2027-01-31' }, '2027-02-01'), {
    from: '2027-02-01',
    to: '2028-01-31',
  })
  assert.deepEqual(nextTerm({ starts_on: '2024-01-01', end_date: null }, '2026-03-15'), { from: '', to: '' })
})

test('a renewal of residents who stayed beyond their term proposes the first of a month, and no day that has passed', () => {
  const term = { starts_on: '2025-02-01', end_date: '2026-01-31' }
  assert.deepEqual(nextTerm(term, '2026-02-02'), { from: '2026-03-01', to: '2027-02-28' })
  assert.deepEqual(nextTerm(term, '2026-03-01'), { from: '2026-03-01', to: '2027-02-28' })
  assert.deepEqual(nextTerm(term, '2026-12-31'), { from: '2027-01-01', to: '2027-12-31' })
})
