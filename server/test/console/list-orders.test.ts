/** Lists of people in orders that an index gives: each page has the rows of the whole list, sorted here, null last in either direction. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { calls } from '../calls.ts'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice, walk } from './office.ts'

type Row = Record<string, string | null>

const world = useWorld({ own: true })
const office = prepare(() => openOffice(world))
before(async () => {
  const houses = ['Birch', 'Alder'].map(name => property({ name }))
  const units = houses.flatMap(house => ['2', '10', '1'].map(label => unit(house, { label })))
  const people = Array.from({ length: 14 }, (_, index) =>
    resident({
      first_name: ['Bo', 'Al'][index % 2]!,
      last_name: `Doe${index % 5}`,
      email: index % 3 === 0 ? null : `${['B', 'a', 'c'][index % 4] ?? 'a'}${index % 7}@example.com`,
      phone: index % 4 === 0 ? null : `614 555 01${index % 6}0`,
    }),
  )
  const leases = units.map((of, index) =>
    index < 4
      ? lease(of, { stage: 'DRAFT', signed_at: null, start_date: `2026-0${1 + (index % 3)}-01`, end_date: null })
      : lease(of),
  )
  const leaseResidents = leases.map((of, index) => on(of, people[index]!))
  await store(office.org, { properties: houses, units, leases, residents: people, leaseResidents })
  await office.org.within(async context => {
    for (let index = 0; index < 14; index++) {
      const property_id = index % 4 === 3 ? null : houses[index % 2]!.id
      const unit_id = property_id && index % 3 > 0 ? units[(index % 2) * 3 + (index % 3)]!.id : null
      await calls.createLead(context, { first_name: `Lead ${index}`, source: 'Phone', property_id, unit_id })
    }
  })
  // So many that residents are walked.
  await world.sql(
    `insert into messages (organization_id, id, resident_id, channel, recipient, subject, body, status, is_captured)
     select $1, 'msg_' || n, ($2::text[])[1 + n % 13], 'EMAIL', 'x@example.com', 'Rent', 'Rent is due', 'CAPTURED', true
       from generate_series(1, 1010) n`,
    [office.org.id, people.map(({ id }) => id)],
  )
})

const ORDERS: { path: string; id: string; sort: string; keys: readonly string[] }[] = [
  { path: '/all-residents', id: 'resident_id', sort: 'last_name', keys: ['last_name', 'first_name'] },
  { path: '/all-residents', id: 'resident_id', sort: 'email', keys: ['email'] },
  { path: '/all-residents', id: 'resident_id', sort: 'phone', keys: ['phone'] },
  { path: '/leads', id: 'lead_id', sort: 'property_name', keys: ['property_name', 'unit_label'] },
]

/** Compares by code points; null comes last in either direction. */
function compare(one: (string | null)[], other: (string | null)[], direction: number): number {
  for (const [index, mine] of one.entries()) {
    const theirs = other[index] ?? null
    if (mine === theirs) continue
    if (mine === null || theirs === null) return mine === null ? 1 : -1
    return mine < theirs ? -direction : direction
  }
  return 0
}

function sorted(rows: Row[], keys: readonly string[], direction: number): Row[] {
  const keysOf = (row: Row) => keys.map(key => row[key] ?? null)
  return rows.toSorted((one, other) => compare(keysOf(one), keysOf(other), direction))
}

for (const { path, id, sort, keys } of ORDERS) {
  for (const direction of [1, -1]) {
    const order = direction === 1 ? sort : `-${sort}`
    test(`${path} in the order ${order} has the right rows on each page`, async () => {
      const rows = (await office.read(`${path}?limit=100`)).data as Row[]
      const expected = sorted(rows, [...keys, id], direction).map(row => row[id])
      assert.equal(expected.length, 14)
      assert.deepEqual(await walk(office, `${path}?sort=${order}`, id), expected)
      world.clock.advance(61_000)
    })
  }
}

test('messages by the name of their resident are found among the residents, from either end, with the exact total', async () => {
  const people = (await office.read('/all-residents?limit=100')).data as Row[]
  const received = await world.sql<{ resident_id: string; id: string; name: string }>(
    'select m.resident_id, m.id, r.full_name as name from messages m join residents r on r.id = m.resident_id where m.organization_id = $1',
    [office.org.id],
  )
  assert.ok(people.length > 13)
  for (const [order, direction] of [
    ['resident_name', 1],
    ['-resident_name', -1],
  ] as const) {
    const expected = sorted(received, ['name', 'id'], direction).map(row => row.id)
    for (const offset of [0, 95, 990]) {
      const { data, pagination } = await office.read(`/messages?sort=${order}&limit=20&offset=${offset}`)
      const found = (data as Row[]).map(row => row.message_id)
      assert.deepEqual([found, pagination.total], [expected.slice(offset, offset + 20), 1010], `${order} ${offset}`)
    }
  }
})

test('drafts are found by their stage, in the order of the list, alone and with other filters', async () => {
  const rows = (await office.read('/leases?limit=100')).data as Row[]
  const drafts = rows.filter(row => row.status === 'DRAFT')
  assert.equal(drafts.length, 4)
  assert.deepEqual((await office.read('/leases?status=DRAFT')).data, drafts)
  const { property_id } = drafts[0]!
  assert.deepEqual(
    (await office.read(`/leases?status=draft&property_id=${property_id}`)).data,
    drafts.filter(row => row.property_id === property_id),
  )
  assert.deepEqual((await office.read('/leases?status=CANCELLED')).data, [])
})
