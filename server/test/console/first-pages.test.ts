/**
 * Lists whose first pages are found without sorting all rows: each page, also where the way to it changes, has the rows that the list has there when all of
 * them are read in another order and sorted here.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNIT_GROUPS } from '#contract/console/units.ts'
import { KNOWN_STATUSES } from '#contract/v1/residents.ts'
import { UNIT_STATUSES } from '#contract/v1/units.ts'
import { FAR } from '#server/db/list-walk.ts'
import { STATUSES_OF_GROUP } from '#server/domain/units/groups.ts'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

type Row = Record<string, string | null>

const world = useWorld()
const office = prepare(async () => {
  const opened = await openOffice(world)
  await storePortfolio(opened.org)
  return opened
})

/** Residents of every status, on one lease or several, on none, and more roommates than the offset at which all rows are sorted instead. */
async function storePortfolio(org: Parameters<typeof store>[0]): Promise<void> {
  const [birch, alder] = [property({ name: 'Birch' }), property({ name: 'Alder' })]
  const unitsOf = (of: typeof birch, labels: string[]) =>
    labels.map(label => unit(of, { label, is_listed: label > 'B' }))
  const [b1, b2, b3] = unitsOf(birch, ['B1', 'B2', 'B3']) as [Home, Home, Home]
  const [a1, a10, a2, a3] = unitsOf(alder, ['A1', 'A10', 'A2', 'A3']) as [Home, Home, Home, Home]
  const retired = unit(alder, { label: 'A0', in_service_to: '2025-12-31' })
  const past = lease(a1, { start_date: '2025-01-01', end_date: '2025-12-31', move_out_date: '2025-12-31' })
  const noticed = lease(a2, { notice_given_on: '2026-03-01', move_out_date: '2026-04-30' })
  const heldOver = lease(a10, { start_date: '2024-01-01', end_date: '2024-12-31' })
  const waiting = lease(a10, { start_date: '2026-01-01', end_date: '2026-12-31' })
  const evicted = lease(a3, { eviction_filed_on: '2026-03-10' })
  const current = lease(b1, { start_date: '2026-01-01' })
  const crowded = lease(b3)
  const future = lease(b2, { start_date: '2026-06-01', end_date: '2027-05-31' })
  const draft = lease(b2, { stage: 'DRAFT', signed_at: null, start_date: '2027-06-01', end_date: null })
  const leases = [past, noticed, heldOver, waiting, evicted, current, crowded, future, draft]
  const homes = [[past], [past, current], [noticed, future], [noticed, current], [heldOver], [waiting], [evicted, past]]
  const roommates = Array.from({ length: FAR }, () => [crowded])
  const people = [...homes, [future], [waiting, past], [draft], [draft, past], [], [], ...roommates].map(of => ({
    of,
    person: resident({ last_name: 'Doe', email: null }),
  }))
  await store(org, {
    properties: [birch, alder],
    units: [b1, b2, b3, a1, a10, a2, a3, retired],
    leases,
    residents: people.map(({ person }) => person),
    leaseResidents: people.flatMap(({ of, person }) => of.map(each => on(each, person, 'OCCUPANT'))),
  })
}

type Home = ReturnType<typeof unit>

async function all(path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data, pagination } = await office.read(`${path}limit=100&offset=${rows.length}`)
    rows.push(...(data as Row[]))
    if (!pagination.hasMore) return rows
  }
}

/** Null comes last, in either direction. */
const compare = (one: Row, other: Row, fields: string[], direction: number): number => {
  for (const field of fields) {
    const [mine, theirs] = [one[field] ?? null, other[field] ?? null]
    if (mine === theirs) continue
    if (mine === null || theirs === null) return mine === null ? 1 : -1
    return mine < theirs ? -direction : direction
  }
  return 0
}

for (const [sort, direction] of [
  ['property_name', 1],
  ['-property_name', -1],
] as const) {
  test(`residents in the order ${sort} have the right rows on each page, near and far`, async () => {
    const rows = await all('/all-residents?')
    const order = ['property_name', 'unit_label', 'resident_id']
    const expected = rows
      .toSorted((one, other) => compare(one, other, order, direction))
      .map(({ resident_id }) => resident_id)
    assert.ok(expected.length > FAR + 10)
    assert.deepEqual(
      (await all(`/all-residents?sort=${sort}&`)).map(({ resident_id }) => resident_id),
      expected,
    )
    const total = expected.length
    for (const offset of [0, 1, 5, 11, FAR - 3, FAR - 2, FAR - 1, FAR, FAR + 1, total - 3, total - 1, total]) {
      const { data, pagination } = await office.read(`/all-residents?sort=${sort}&limit=3&offset=${offset}`)
      assert.deepEqual(
        (data as Row[]).map(({ resident_id }) => resident_id),
        expected.slice(offset, offset + 3),
        `from ${offset}`,
      )
      assert.equal(pagination.total, total)
    }
  })
}

test('residents who are on no lease come last, also on a first page', async () => {
  const { org, read } = await openOffice(world)
  const people = ['b', 'a'].map(last_name => resident({ last_name }))
  await store(org, { residents: people })
  const [first] = people.map(({ id }) => id).toSorted()
  const { data } = await read('/all-residents?sort=property_name&limit=1')
  assert.deepEqual(
    (data as Row[]).map(({ resident_id }) => resident_id),
    [first],
  )
})

test('residents of each status and of each property are those whom the whole list shows so', async () => {
  const rows = await all('/all-residents?')
  for (const status of [...KNOWN_STATUSES, 'NONE']) {
    const expected = rows.filter(row => (row.status ?? 'NONE') === status)
    assert.ok(expected.length > 0, status)
    assert.deepEqual(await all(`/all-residents?status=${status}&`), expected, status)
  }
  for (const { property_id } of await all('/properties?')) {
    assert.deepEqual(
      await all(`/all-residents?property_id=${property_id}&`),
      rows.filter(row => row.property_id === property_id),
    )
  }
})

test('units of each status and group, and those listed, are in the order of the whole list, with the same total on each page', async () => {
  const rows = await all('/units?sort=bedrooms&')
  const expectedOf = (isShown: (row: Row) => boolean) =>
    rows.filter(isShown).toSorted((one, other) => compare(one, other, ['property_name', 'label', 'unit_id'], 1))
  const cases: [query: string, expected: Row[]][] = [
    ['', expectedOf(() => true)],
    ...UNIT_STATUSES.map(status => [`status=${status}&`, expectedOf(row => row.status === status)] as [string, Row[]]),
    ...UNIT_GROUPS.filter(group => group !== 'TO_MAKE_READY').map(
      group =>
        [
          `group=${group}&`,
          expectedOf(row => row.status !== null && STATUSES_OF_GROUP[group].some(of => of === row.status)),
        ] as [string, Row[]],
    ),
    ['is_listed=true&', expectedOf(row => Boolean(row.is_listed))],
    ['is_listed=false&status=CURRENT&', expectedOf(row => !row.is_listed && row.status === 'CURRENT')],
  ]
  for (const [query, expected] of cases) {
    assert.deepEqual(await all(`/units?${query}`), expected, query)
    const { data, pagination } = await office.read(`/units?${query}limit=2&offset=1`)
    assert.deepEqual([data, pagination.total], [expected.slice(1, 3), expected.length], query)
  }
})
