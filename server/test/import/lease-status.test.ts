/** A list of leases says of each whether it is in force, future or over; one that is not in force never becomes the present lease of a unit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './read-all.ts'

const HEADER = 'Property,Unit,Tenant,Lease Status,Move-in,Rent,Balance,Prepayments\n'

async function read(rows: string) {
  const { rows: units, problems } = await readText(`${HEADER}${rows}`, { asOf: '2026-05-15' })
  return {
    units: units.map(({ unit, status, tenancy, futureTenancies }) => {
      const [lease] = tenancy ? [tenancy] : futureTenancies
      return [unit.label, status, lease?.residents[0]?.last_name, tenancy ? 'now' : lease && 'next']
    }),
    problems: problems.map(({ line, column, leftOut }) => `${line} ${column} ${leftOut}`),
  }
}

test('a future lease is recognized even by its move-in alone, and a former one is not a lease of its unit', async () => {
  const rows = [
    'Oak,1,Old Elm,Past,1/1/2020,900,,',
    'Oak,1,Ann Elm,Active,1/1/2024,900,,',
    'Oak,2,Bo Fir,Future,6/1/2026,900,,',
    'Oak,3,Cy Oak,Fixed,6/1/2026,900,,',
    'Oak,4,Di Ash,Renewed,1/1/2026,900,,',
    'Oak,5,Ed Yew,Eviction,1/1/2026,900,,',
    'Oak,6,,Vacant,,,,',
    'Oak,7,,,,,,',
  ]
  const { units, problems } = await read(rows.join('\n'))
  assert.deepEqual(problems, ['2 Lease Status value'])
  assert.deepEqual(units, [
    ['1', 'CURRENT', 'Elm', 'now'],
    ['2', 'VACANT_RENTED', 'Fir', 'next'],
    ['3', 'VACANT_RENTED', 'Oak', 'next'],
    ['4', 'CURRENT', 'Ash', 'now'],
    ['5', 'EVICT', 'Yew', 'now'],
    ['6', 'VACANT_UNRENTED', undefined, undefined],
    ['7', 'VACANT_UNRENTED', undefined, undefined],
  ])
})

test('a status that mentions a notice or an eviction in force means just that, whatever else it says', async () => {
  const words: [string, string][] = [
    ['Active - Notice Given', 'NOTICE_UNRENTED'],
    ['Current (Eviction Filed)', 'EVICT'],
    ['Active – In Legal', 'EVICT'],
    ['Pending - Move Out', 'NOTICE_UNRENTED'],
    ['Pending Move-Out', 'NOTICE_UNRENTED'],
    ['Occupied, vacating', 'NOTICE_UNRENTED'],
    ['Active - No Notice', 'CURRENT'],
    ['Notice Canceled', 'CURRENT'],
    ['Not vacating', 'CURRENT'],
    ['Eviction dismissed', 'CURRENT'],
    ['Notice, not renewing', 'NOTICE_UNRENTED'],
    ['Past-Due', 'CURRENT'],
    ['Active / Renewed', 'CURRENT'],
  ]
  for (const [word, status] of words) {
    for (const [header, cell] of [
      ['', ''],
      ['Status,', 'Occupied,'],
    ]) {
      const text = `Property,Unit,${header}Tenant,Lease Status\nOak,1,${cell}Ann Elm,"${word}"\n`
      const { rows } = await readText(text)
      assert.deepEqual([rows[0]?.status, rows[0]?.tenancy !== undefined], [status, true], text)
    }
  }
  const { units, problems } = await read('Oak,1,Old Elm,Past - Evicted,,900,,\nOak,2,Bo Fir,Future (Approved),,900,,\n')
  assert.deepEqual(
    [units.map(([, status]) => status), problems],
    [['VACANT_RENTED'], ['3 Tenant value', '2 Lease Status value']],
  )
})

test('a future lease of a unit whose own status is occupied is a contradiction', async () => {
  const { rows, problems } = await readText(
    'Property,Unit,Status,Tenant,Lease Status\nOak,1,Occupied,Ann Elm,Future\nOak,2,Vacant-Rented,Bo Fir,Current\n',
  )
  assert.deepEqual([rows.length, problems[0]?.line, problems[0]?.leftOut], [1, 2, 'row'])
  assert.match(
    problems[0]?.reason ?? '',
    /^The unit is current, but the lease of this row has not started\. Name the current resident/,
  )
})

test('a row that its status or its heading marks as a former resident is reported, and the unit keeps its other row', async () => {
  const { rows, problems, end } = await readText(
    [
      'Property,Unit,Status,Tenant,Rent',
      'Oak,1,Former,Old Elm,900',
      'Oak,1,Current,Ann Elm,900',
      'Oak,2,Past Resident,Bo Fir,800',
      'Oak,2,Vacant,,',
      'Oak,3,Inactive,,',
      'Former Residents (1),,,,',
      'Oak,1,,Old Ash,900',
      'Current Residents,,,,',
      'Oak,4,,Cy Oak,900',
    ].join('\n'),
  )
  assert.deepEqual(
    rows.map(({ unit, status }) => `${unit.label} ${status}`),
    ['1 CURRENT', '2 VACANT_UNRENTED', '4 CURRENT'],
  )
  assert.deepEqual(
    problems.map(({ line, column, leftOut, reason }) => `${line} ${column} ${leftOut}: ${reason.slice(0, 43)}`),
    [
      '6 Status row: “Inactive” is not a unit status. Use Curren',
      '2 Status value: 3 rows, of which this is the first, are not',
    ],
  )
  // A word that no answer fits is not asked about.
  assert.deepEqual(end.statusWords, [{ word: 'Inactive', isKnown: false }])
})

test('a heading of former residents names no property', async () => {
  const { rows, problems } = await readText(
    'Unit,Tenant,Rent\nOak,,\n1,Ann Elm,900\nFormer Residents,,\n1,Old Elm,900\nElm,,\nCurrent,,\n1,Bo Fir,800\n',
  )
  assert.deepEqual(
    rows.map(({ property, unit }) => `${property.name} ${unit.label}`),
    ['Oak 1', 'Elm 1'],
  )
  assert.deepEqual(
    problems.map(({ line, leftOut }) => `${line} ${leftOut}`),
    ['5 value'],
  )
})
