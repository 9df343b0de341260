/** Words for a lease that is yet to come, or about to be renewed or to end, in the column of the status of units. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesIn, readText } from './read-all.ts'

const HEADER = 'Property,Unit,Status,Tenant,Rent,Lease From,Lease To'
const read = (...rows: string[]) => readText([HEADER, ...rows].join('\n'), { asOf: '2026-05-01' })

test('a future lease of a pending, approved or applying tenant is that of a unit rented ahead', async () => {
  const words = [
    'Pending',
    'Approved Applicant',
    'Applicant',
    'Pending Move-In',
    'Lease Signed',
    'Application Approved',
  ]
  const { rows, problems, end } = await read(
    ...words.map((word, index) => `Oak,${index},${word},Ann Elm,900,6/1/2026,5/31/2027`),
  )
  assert.deepEqual([problems, end.statusWords], [[], []])
  assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(['VACANT_RENTED']))
  assert.deepEqual(
    rows.map(({ futureTenancies: [next] }) => [next?.lease.from, next?.lease.rentCents]),
    words.map(() => ['2026-06-01', 90_000]),
  )
})

test('it follows the lease of the resident who lives in the unit, and one of the same resident is a renewal', async () => {
  const { rows, problems } = await read(
    'Oak,1,Current,Ann Elm,900,6/1/2025,5/31/2026',
    'Oak,1,Pending Renewal,Ann Elm,950,6/1/2026,5/31/2027',
    'Oak,2,Notice,Bo Fir,900,6/1/2025,5/31/2026',
    'Oak,2,Approved,Cy Ash,975,6/15/2026,5/31/2027',
    'Oak,3,Renewal Pending,Di Yew,900,6/1/2025,5/31/2026',
  )
  assert.deepEqual(
    problems.filter(({ leftOut }) => leftOut === 'row'),
    [],
  )
  assert.deepEqual(
    rows.map(row => [row.status, namesIn(row).join(), row.renewal?.from, row.futureTenancies[0]?.lease.from]),
    [
      ['CURRENT', 'Ann Elm', '2026-06-01', undefined],
      ['NOTICE_RENTED', 'Bo Fir', undefined, '2026-06-15'],
      ['CURRENT', 'Di Yew', undefined, undefined],
    ],
  )
})

test('a pending lease that has begun, or that nobody has, is asked about, and so is an unknown word', async () => {
  const { rows, end } = await read(
    'Oak,1,Pending,Ann Elm,900,6/1/2025,5/31/2026',
    'Oak,2,Applicant,,,,',
    'Oak,3,Employee,Bo Fir,900,6/1/2025,5/31/2026',
  )
  assert.deepEqual(rows, [])
  assert.deepEqual(
    end.statusWords.map(({ word }) => word),
    ['Pending', 'Applicant', 'Employee'],
  )
})

test('a resident who is moving out or being evicted has given notice or is in eviction', async () => {
  const words = ['Pending Move-Out', 'Moving Out', 'Vacating', 'Evicting', 'Pending Eviction', 'Eviction in process']
  const { rows } = await read(...words.map((word, index) => `Oak,${index},${word},Ann Elm,900,6/1/2025,5/31/2026`))
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['NOTICE_UNRENTED', 'NOTICE_UNRENTED', 'NOTICE_UNRENTED', 'EVICT', 'EVICT', 'EVICT'],
  )
})
