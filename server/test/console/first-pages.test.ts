/**
 * Lists whose first pages are found without sorting all rows: each page, even where the way to it changes, has the rows that the list has there when all of
 * them are read in another order and sorted here.
 */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { UNIT_GROUPS } from '#contract/console/units.ts'
import { LEASE_STATUSES } from '#contract/v1/leases.ts'
import { KNOWN_STATUSES, SMS_OPT_INS } from '#contract/v1/residents.ts'
import { UNIT_STATUSES } from '#contract/v1/units.ts'
import { FAR } from '#server/db/list-walk.ts'
import { indexDueRecords } from '#server/domain/search-words/due-words.ts'
import { STATUSES_OF_GROUP } from '#server/domain/units/groups.ts'
import { charge, entry, lease, on, property, rate, resident, store, unit } from '../records.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

type Row = Record<string, string | null>
type Home = ReturnType<typeof unit>
type Key = string | number | null | undefined

const world = useWorld({ own: true })
// A member may make 600 calls per minute.
beforeEach(() => world.clock.advance(61_000))
const office = prepare(async () => {
  const opened = await openOffice(world)
  await storePortfolio(opened.org)
  await storeHomes(opened.org)
  await world.sql('analyze')
  return opened
})

/** Residents of every status, on one lease or several, on none, and more roommates than the offset at which all rows are sorted instead. */
async function storePortfolio(org: Parameters<typeof store>[0]): Promise<void> {
  const [birch, alder] = [property({ name: 'Birch' }), property({ name: 'Alder' })]
  const unitsOf = (of: typeof birch, labels: string[]) =>
    labels.map(label => unit(of, { label, is_listed: label > 'B' }))
  const [b1, b2, b3, b4] = unitsOf(birch, ['B1', 'B2', 'B3', 'B4']) as [Home, Home, Home, Home]
  const [a1, a10, a2, a3] = unitsOf(alder, ['A1', 'A10', 'A2', 'A3']) as [Home, Home, Home, Home]
  const retired = unit(alder, { label: 'A0', in_service_to: '2025-12-31' })
  const past = lease(a1, { start_date: '2025-01-01', end_date: '2025-12-31', move_out_date: '2025-12-31' })
  const noticed = lease(a2, { notice_given_on: '2026-03-01', move_out_date: '2026-04-30' })
  const heldOver = lease(a10, { start_date: '2024-01-01', end_date: '2024-12-31' })
  const waiting = lease(a10, { start_date: '2026-01-01', end_date: '2026-12-31' })
  const evicted = lease(a3, { eviction_filed_on: '2026-03-10' })
  const current = lease(b1, { start_date: '2026-01-01' })
  const crowded = lease(b3)
  const leaving = lease(b4, { start_date: '2026-03-01', notice_given_on: '2026-03-10', move_out_date: '2026-04-30' })
  const future = lease(b2, { start_date: '2026-06-01', end_date: '2027-05-31' })
  const draft = lease(b2, { stage: 'DRAFT', signed_at: null, start_date: '2027-06-01', end_date: null })
  const leases = [past, noticed, heldOver, waiting, evicted, current, crowded, leaving, future, draft]
  const homes = [[past], [past, current], [noticed, future], [noticed, current], [heldOver], [waiting], [evicted, past]]
  const roommates = Array.from({ length: FAR }, () => [crowded])
  const people = [
    ...homes,
    [crowded, leaving],
    [leaving, evicted],
    [future],
    [waiting, past],
    [draft],
    [draft, past],
    [],
    [],
    ...roommates,
  ].map(of => ({
    of,
    person: resident({ last_name: 'Doe', email: null }),
  }))
  await store(org, {
    properties: [birch, alder],
    units: [b1, b2, b3, b4, a1, a10, a2, a3, retired],
    leases,
    residents: people.map(({ person }) => person),
    leaseResidents: people.flatMap(({ of, person }) => of.map(each => on(each, person, 'OCCUPANT'))),
  })
}

/**
 * More units than the offset at which all rows are sorted instead, most with a lease. Several primary residents share each name; some leases have none, some
 * units are vacant, and one resident has two units.
 */
async function storeHomes(org: Parameters<typeof store>[0]): Promise<void> {
  const home = property({ name: 'Cedar' })
  const units = Array.from({ length: FAR + 60 }, (_, index) => unit(home, { label: `C${index}` }))
  const occupied = units.slice(0, -10)
  const leases = occupied.map((of, index) =>
    index % 100 === 0 ? lease(of, { start_date: '2026-07-01', end_date: '2027-06-30' }) : lease(of),
  )
  const former = occupied
    .slice(1, 9)
    .map(of => lease(of, { start_date: '2024-01-01', end_date: '2024-12-31', move_out_date: '2024-12-31' }))
  const people = [...leases, ...former].map((_, index) => {
    const sms_opt_in = SMS_OPT_INS[index % 4] ?? 'NOT_SET'
    return resident({
      first_name: index % 3 === 0 ? 'Ann' : 'Bob',
      last_name: `Doe ${index % 40}`,
      email: null,
      sms_opt_in,
    })
  })
  const named = [...leases, ...former].filter((_, index) => index % 50 !== 7)
  await store(org, {
    properties: [home],
    units,
    rates: units.flatMap((of, index) => ratesOf(of, index)),
    leases: [...leases, ...former],
    charges: [...leases, ...former].flatMap((of, index) => rentsOf(of, index)),
    residents: people,
    leaseResidents: named.map((each, index) => on(each, people[index === 1 ? 0 : index] as (typeof people)[0])),
    ledger: leases.flatMap((of, index) => entriesOf(of, index)),
  })
}

/** Rent that rises, is the sum of two charges, is over, or was never agreed, also for leases that have not started. */
function rentsOf(of: ReturnType<typeof lease>, index: number): ReturnType<typeof charge>[] {
  const amount_cents = 100_000 + (index % 60) * 1_000
  const rise = { amount_cents: amount_cents + 40_000, effective_from: '2026-09-01' }
  const first = (fields = {}) => charge(of, { amount_cents, effective_to: '2026-08-31', ...fields })
  if (index % 11 === 0) return []
  if (index % 11 === 1) return [first({ effective_to: of.start_date })]
  if (index % 11 === 2) return [first(), charge(of, { ...rise, description: 'Rent from September' })]
  if (index % 11 === 3) return [first(), charge(of, { amount_cents: 60_000, description: 'Rent paid by the city' })]
  return [first(), charge(of, { code: 'PARKING', description: 'Parking', amount_cents: 5_000 })]
}

/** Balances that many leases share, of which some change after today once or several times, and some are settled; some leases have no entry. */
function entriesOf(of: ReturnType<typeof lease>, index: number): ReturnType<typeof entry>[] {
  const amount_cents = (1 + (index % 50)) * 100
  const later = (cents: number, effective_on: string) => entry(of, { amount_cents: cents, effective_on })
  if (index % 9 === 0) return []
  if (index % 9 === 1) return [later(amount_cents, '2026-03-01'), later(-amount_cents, '2026-03-10')]
  if (index % 9 === 2) return [later(amount_cents, '2026-03-01'), later(90_000, '2026-04-01')]
  if (index % 9 === 3) return [later(500, '2026-04-01'), later(-700, '2026-05-01')]
  if (index % 9 === 4) return [later(-amount_cents, '2026-03-01')]
  return [later(amount_cents, '2026-03-01')]
}

/** Rates that changed, will change, lack a type or a rent, or were never known. */
function ratesOf(of: Home, index: number): ReturnType<typeof rate>[] {
  const fields = {
    unit_type: index % 7 === 0 ? null : `${index % 5} BR`,
    market_rent_cents: 90_000 + (index % 30) * 1_000,
  }
  if (index % 13 === 0) return []
  return [
    rate(of, { ...fields, effective_from: '2024-01-01' }),
    ...(index % 3 === 0
      ? [rate(of, { unit_type: 'Loft', market_rent_cents: null, effective_from: '2026-01-01' })]
      : []),
    ...(index % 4 === 0 ? [rate(of, { ...fields, market_rent_cents: 1, effective_from: '2026-12-01' })] : []),
  ]
}

async function all(path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data, pagination } = await office.read(`${path}limit=100&offset=${rows.length}`)
    rows.push(...(data as Row[]))
    if (!pagination.hasMore) return rows
  }
}

const lists = new Map<string, Promise<Row[]>>()
/** All rows of a list in its own order. They are read once, because no test changes them. */
const wholeList = (path: string) => lists.get(path) ?? lists.set(path, all(`${path}?`)).get(path)!

/** Compares two rows by their keys as lists sort them: null comes last, in either direction. */
function compare(one: Key[], other: Key[], direction: number): number {
  for (const [index, key] of one.entries()) {
    const [mine, theirs] = [key ?? null, other[index] ?? null]
    if (mine === theirs) continue
    if (mine === null || theirs === null) return mine === null ? 1 : -1
    return mine < theirs ? -direction : direction
  }
  return 0
}

type List = { path: string; id: string; sort: string; keys: (row: Row) => Key[] }

const byHome = ({ property_name, unit_label }: Row): Key[] => [property_name, unit_label]
const rank = (words: readonly string[], word: string | null | undefined) => (word == null ? null : words.indexOf(word))

const LISTS: List[] = [
  { path: '/all-residents', id: 'resident_id', sort: 'property_name', keys: byHome },
  { path: '/all-residents', id: 'resident_id', sort: 'status', keys: row => [rank(KNOWN_STATUSES, row.status)] },
  { path: '/all-residents', id: 'resident_id', sort: 'sms_opt_in', keys: row => [rank(SMS_OPT_INS, row.sms_opt_in)] },
  { path: '/units', id: 'unit_id', sort: 'resident_name', keys: row => [row.resident_name] },
  { path: '/units', id: 'unit_id', sort: 'status', keys: row => [rank(UNIT_STATUSES, row.status)] },
  { path: '/units', id: 'unit_id', sort: 'unit_type', keys: row => [row.unit_type] },
  { path: '/units', id: 'unit_id', sort: 'market_rent_cents', keys: row => [row.market_rent_cents] },
  { path: '/leases', id: 'lease_id', sort: 'status', keys: row => [rank(LEASE_STATUSES, row.status)] },
  { path: '/leases', id: 'lease_id', sort: 'property_name', keys: byHome },
  { path: '/leases', id: 'lease_id', sort: 'resident_name', keys: row => [row.resident_name] },
  { path: '/leases', id: 'lease_id', sort: 'rent_cents', keys: row => [row.rent_cents] },
  { path: '/leases', id: 'lease_id', sort: 'balance_cents', keys: row => [row.balance_cents] },
]

for (const { path, id, sort, keys } of LISTS) {
  for (const direction of [1, -1] as const) {
    const order = direction === 1 ? sort : `-${sort}`
    test(`${path} in the order ${order} has the right rows on each page, near and far`, async () => {
      const rows = await wholeList(path)
      const expected = rows
        .toSorted((one, other) => compare([...keys(one), one[id]], [...keys(other), other[id]], direction))
        .map(row => row[id])
      const total = expected.length
      assert.ok(total > FAR + 10)
      assert.deepEqual(
        (await all(`${path}?sort=${order}&`)).map(row => row[id]),
        expected,
      )
      for (const offset of [0, 1, 11, FAR - 3, FAR - 1, FAR, total - 1, total]) {
        const limit = offset < 2 ? 1 : 3
        const { data, pagination } = await office.read(`${path}?sort=${order}&limit=${limit}&offset=${offset}`)
        const found = (data as Row[]).map(row => row[id])
        assert.deepEqual(found, expected.slice(offset, offset + limit), `${limit} from ${offset}`)
        assert.equal(pagination.total, total)
      }
    })
  }
}

test('residents who are on no lease come last, also on a first page', async () => {
  const { org, read } = await openOffice(world)
  const people = ['b', 'a'].map(last_name => resident({ last_name }))
  await store(org, { residents: people })
  const { data } = await read('/all-residents?sort=property_name&limit=1')
  assert.equal((data as Row[])[0]?.resident_id, people.map(({ id }) => id).toSorted()[0])
})

test('the residents of each status and of each property are the same as in the whole list', async () => {
  const rows = await wholeList('/all-residents')
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
    rows.filter(isShown).toSorted((one, other) => compare(placeOf(one), placeOf(other), 1))
  const placeOf = ({ property_name, label, unit_id }: Row) => [property_name, label, unit_id]
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
  // So many that they are found by walking; the other statuses are found and sorted.
  assert.ok(expectedOf(({ status }) => status === 'CURRENT').length > FAR)
  for (const [query, expected] of cases) {
    assert.deepEqual(await all(`/units?${query}`), expected, query)
    const { data, pagination } = await office.read(`/units?${query}limit=2&offset=1`)
    assert.deepEqual([data, pagination.total], [expected.slice(1, 3), expected.length], query)
  }
})

test('the leases of each status are the same as in the whole list, and in its order', async () => {
  const rows = await wholeList('/leases')
  for (const status of LEASE_STATUSES) {
    const expected = rows.filter(row => row.status === status)
    if (status !== 'PENDING_SIGNATURE' && status !== 'CANCELLED') assert.ok(expected.length > 0, status)
    assert.deepEqual(await all(`/leases?status=${status}&`), expected, status)
    const { data, pagination } = await office.read(`/leases?status=${status}&limit=2&offset=1`)
    assert.deepEqual([data, pagination.total], [expected.slice(1, 3), expected.length], status)
  }
})

test('a search of leases finds those of few residents, of many, and of units, in the order of the whole list', async () => {
  const named = await world.sql<{ id: string; words: string }>(
    `select l.id, lower(concat_ws(' ', '', p.name, u.label, translate(u.label, 'ABC', ''), string_agg(r.full_name, ' '))) as words
       from leases l join units u on u.id = l.unit_id join properties p on p.id = u.property_id
       left join (lease_residents lr join residents r on r.id = lr.resident_id) on lr.lease_id = l.id
      where l.organization_id = $1 group by l.id, p.name, u.label`,
    [office.org.id],
  )
  await indexDueRecords(world.pools)
  for (const search of ['DOE', 'ann doe 1', 'cedar c10', 'nobody']) {
    const terms = search.toLowerCase().split(' ')
    const found = named.filter(({ words }) => terms.every(term => words.includes(` ${term}`))).map(({ id }) => id)
    const expected = (await wholeList('/leases')).filter(({ lease_id }) => found.includes(lease_id as string))
    assert.equal(expected.length > FAR, search === 'DOE', search)
    assert.deepEqual(await all(`/leases?search=${encodeURIComponent(search)}&`), expected, search)
  }
})
