/** A column called Lease is read by what it contains: both days of a lease, or a name or number, which is not read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './read-all.ts'

async function read(header: string, ...leases: string[]) {
  const rows = leases.map((lease, index) => `Oak,${index},${lease ? 'Ann Elm,900' : ','},"${lease}"`)
  const text = `Property,Unit,Tenant,Rent,${header}\n${rows.join('\n')}\n`
  const { rows: units, problems, header: found } = await readText(text, { asOf: '2026-05-15' })
  const terms = units.map(({ tenancy }) => tenancy && `${tenancy.lease.from} ${tenancy.lease.to}`)
  return { terms, problems: problems.map(({ reason }) => reason), ignored: found.ignoredColumns }
}

test('two days in one cell are the first and the last day of the lease', async () => {
  const days = [
    '',
    'Month to month',
    '01/01/2026 - 12/31/2026',
    '1/1/26-12/31/26',
    'Jan 1, 2026 to Dec 31, 2026',
    '1/1/2026 - MTM',
  ]
  for (const header of ['Lease', 'Current Lease']) {
    const { terms, problems, ignored } = await read(header, ...days)
    assert.deepEqual([problems, ignored], [[], []])
    assert.deepEqual(terms, [
      undefined,
      'undefined undefined',
      '2026-01-01 2026-12-31',
      '2026-01-01 2026-12-31',
      '2026-01-01 2026-12-31',
      '2026-01-01 undefined',
    ])
  }
})

test('a name, a number or a lone day is not read, and every row is', async () => {
  for (const lease of ['Oak 1 - Ann Elm', '90001', '01/01/2026']) {
    const { terms, ignored } = await read('Lease', lease, lease)
    assert.deepEqual([terms, ignored], [['undefined undefined', 'undefined undefined'], ['Lease']])
  }
  const { terms, ignored } = await read('Lease,Lease From', ...['1/1/2026 - 12/31/2026'])
  assert.deepEqual([terms.length, ignored], [1, ['Lease']])
})
