/** One property as of today: each unit with its rent-roll status, and each active lease with its residents, charges and balances. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UnitStatus } from '#contract/v1/units.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import { getProperty } from '#server/domain/properties/operations.ts'
import { charge, entry, lease, on, property, rate, resident, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'

const world = useWorld()
type Shown = Record<string, unknown> & { units: Record<string, unknown>[]; active_leases: Record<string, unknown>[] }

async function detail(org: Organization, { id }: { id: string }): Promise<Shown> {
  const { status, body, text } = await world.call(`/properties/${id}`, { key: org.key })
  assert.equal(status, 200, text)
  return body as unknown as Shown
}

const NOTICE = { notice_given_on: '2026-03-01', move_out_date: '2026-03-31' }
const AHEAD = { start_date: '2026-09-01', end_date: '2027-08-31', move_in_date: null }
const UNSIGNED = { stage: 'PENDING_SIGNATURE', signed_at: null } as const

type Case = { leases: Partial<LeaseRecord>[]; offline?: boolean; current?: number }

/** `current` is the index in `leases` of the lease that occupies the unit. */
const CASES: [name: string, status: UnitStatus, made: Case][] = [
  ['let', 'CURRENT', { leases: [{}], current: 0 }],
  ['let from today', 'CURRENT', { leases: [{ start_date: '2026-03-15' }], current: 0 }],
  ['let beyond the term', 'CURRENT', { leases: [{ start_date: '2024-01-01', end_date: '2024-12-31' }], current: 0 }],
  ['whose resident leaves today', 'CURRENT', { leases: [{ move_out_date: '2026-03-15' }], current: 0 }],
  ['let, and leased ahead', 'CURRENT', { leases: [{}, AHEAD], current: 0 }],
  ['let, with notice to be given tomorrow', 'CURRENT', { leases: [{ notice_given_on: '2026-03-16' }], current: 0 }],
  ['let and offline', 'CURRENT', { leases: [{}], offline: true, current: 0 }],
  ['on notice', 'NOTICE_UNRENTED', { leases: [NOTICE], current: 0 }],
  ['on notice without a day', 'NOTICE_UNRENTED', { leases: [{ notice_given_on: '2026-03-15' }], current: 0 }],
  [
    'on notice with a lease ahead not signed',
    'NOTICE_UNRENTED',
    { leases: [NOTICE, { ...AHEAD, ...UNSIGNED }], current: 0 },
  ],
  ['on notice and leased ahead', 'NOTICE_RENTED', { leases: [NOTICE, AHEAD], current: 0 }],
  ['under eviction', 'EVICT', { leases: [{ eviction_filed_on: '2026-03-15' }], current: 0 }],
  [
    'under eviction and on notice',
    'EVICT',
    { leases: [{ ...NOTICE, eviction_filed_on: '2026-03-10' }, AHEAD], current: 0 },
  ],
  ['with an eviction to be filed tomorrow', 'CURRENT', { leases: [{ eviction_filed_on: '2026-03-16' }], current: 0 }],
  ['vacant and leased ahead', 'VACANT_RENTED', { leases: [AHEAD] }],
  ['vacant and leased from tomorrow', 'VACANT_RENTED', { leases: [{ start_date: '2026-03-16' }] }],
  ['vacant', 'VACANT_UNRENTED', { leases: [] }],
  ['vacant since yesterday', 'VACANT_UNRENTED', { leases: [{ move_out_date: '2026-03-14' }] }],
  ['with a draft', 'VACANT_UNRENTED', { leases: [{ stage: 'DRAFT', signed_at: null }] }],
  ['with a canceled lease', 'VACANT_UNRENTED', { leases: [{ stage: 'CANCELLED' }] }],
  ['offline', 'OFFLINE', { leases: [], offline: true }],
  ['offline and leased ahead', 'OFFLINE', { leases: [AHEAD], offline: true }],
  [
    'held over against a successor whose lease has begun',
    'CURRENT',
    {
      leases: [{ start_date: '2024-03-01', end_date: '2026-02-28' }, { start_date: '2026-03-01' }],
      current: 0,
    },
  ],
  [
    'held over on notice against a successor whose lease has begun',
    'NOTICE_RENTED',
    {
      leases: [
        { start_date: '2024-03-01', end_date: '2026-02-28', notice_given_on: '2026-01-15' },
        { start_date: '2026-03-01' },
      ],
      current: 0,
    },
  ],
]

for (const [name, status, { leases, offline = false, current }] of CASES) {
  test(`a unit ${name} is ${status}`, async () => {
    const org = await world.organization()
    const home = property()
    const only = unit(home)
    const stored = leases.map(fields => lease(only, fields))
    const span = { unit_id: only.id, starts_on: '2026-03-01', ends_on: '2026-03-15', reason: 'Fire' }
    await store(org, { properties: [home], units: [only], leases: stored, offlineSpans: offline ? [span] : [] })
    const shown = await detail(org, home)
    assert.equal(shown.units.length, 1)
    assert.equal(shown.units[0]?.status, status)
    assert.equal(shown.units[0]?.current_lease_id, current === undefined ? null : stored[current]?.id)
    assert.equal(shown.occupied_unit_count, current === undefined ? 0 : 1)
    assert.equal(shown.vacant_unit_count, status.startsWith('VACANT') ? 1 : 0)
    assert.equal(shown.active_leases.length, current === undefined ? 0 : 1)
    for (const active of shown.active_leases) assert.equal(active.status, 'ACTIVE')
  })
}

test('a lease that outlasts the service of its unit is active, although the unit is not shown', async () => {
  const org = await world.organization()
  const home = property()
  const [gone, kept] = [unit(home, { label: 'A', in_service_to: '2026-03-14' }), unit(home, { label: 'B' })]
  const units = [gone, kept]
  const leases = units.map(each => lease(each, { start_date: '2024-01-01', end_date: '2024-12-31' }))
  const moved = lease(gone, { start_date: '2023-01-01', end_date: '2023-12-31', move_out_date: '2023-12-31' })
  await store(org, { properties: [home], units, leases: [...leases, moved] })
  const shown = await detail(org, home)
  assert.deepEqual(
    shown.units.map(({ label }) => label),
    ['B'],
  )
  assert.deepEqual(
    shown.active_leases.map(({ unit_label, lease_id }) => [unit_label, lease_id]),
    leases.map((each, index) => [units[index]?.label, each.id]),
  )
})

test('a property shows its units in service, by label, with what is in force today', async () => {
  const org = await world.organization()
  const home = property()
  const full = unit(home, { label: 'B', available_from: '2026-04-01', is_listed: true, external_id: 'U-1' })
  const bare = unit(home, { label: 'A', bedrooms: null, bathrooms: null, sqft: null })
  const gone = unit(home, { label: 'C', in_service_to: '2026-03-14' })
  const planned = unit(home, { label: 'D', in_service_from: '2026-03-16' })
  const rates = [
    rate(full),
    rate(full, { effective_from: '2026-03-15', market_rent_cents: 150_000, unit_type: '2x2' }),
    rate(full, { effective_from: '2026-03-16', market_rent_cents: 1 }),
  ]
  await store(org, { properties: [home], units: [full, bare, gone, planned], rates })
  const shown = await detail(org, home)
  assert.equal(shown.unit_count, 2)
  assert.equal(shown.year_built, 1987)
  const vacant = { status: 'VACANT_UNRENTED', current_lease_id: null }
  assert.deepEqual(
    shown.units.map(({ created_at, updated_at, ...rest }) => rest),
    [
      {
        ...{ unit_id: bare.id, label: 'A', unit_type: null, bedrooms: null, bathrooms: null, sqft: null },
        ...{ market_rent_cents: 0, available_from: null, is_listed: false, external_id: null, ...vacant },
      },
      {
        ...{ unit_id: full.id, label: 'B', unit_type: '2x2', bedrooms: 2, bathrooms: 1.5, sqft: 870 },
        ...{ market_rent_cents: 150_000, available_from: '2026-04-01', is_listed: true, external_id: 'U-1', ...vacant },
      },
    ],
  )
})

test('an active lease shows its term, its residents with the primary first, its charges, and its balances from the ledger', async () => {
  const org = await world.organization()
  const home = property()
  const only = unit(home, { label: '204' })
  const current = lease(only, { rent_due_day: 5, external_id: 'L-1' })
  const primary = resident({ first_name: 'Zoe', last_name: 'Zimmer' })
  const adams = resident({ first_name: 'Bo', last_name: 'Adams' })
  const single = resident({ first_name: '', last_name: 'Prince' })
  await store(org, {
    properties: [home],
    units: [only],
    leases: [current],
    residents: [primary, adams, single],
    leaseResidents: [on(current, single, 'GUARANTOR'), on(current, adams, 'OCCUPANT'), on(current, primary)],
    charges: [
      charge(current, { amount_cents: 100_000, effective_to: '2026-03-14' }),
      charge(current, { amount_cents: 110_000, effective_from: '2026-03-15' }),
      charge(current, { description: 'Garage rent', amount_cents: 5_000 }),
      charge(current, { description: 'Next rent', amount_cents: 120_000, effective_from: '2026-03-16' }),
      charge(current, { code: 'CONCESSION', description: 'First months', amount_cents: -10_000 }),
    ],
    ledger: [
      entry(current, { amount_cents: -50_000 }),
      entry(current, { amount_cents: 20_000, effective_on: '2026-03-15' }),
      entry(current, { amount_cents: 7, effective_on: '2026-03-16' }),
      entry(current, { account: 'DEPOSIT', code: 'DEPOSIT', amount_cents: 142_500 }),
      entry(current, { account: 'DEPOSIT', code: 'DEPOSIT', amount_cents: -2_500 }),
    ],
  })
  const [shown] = (await detail(org, home)).active_leases
  const { created_at: _, updated_at: __, ...rest } = shown as Record<string, unknown>
  const from = '2025-09-01'
  assert.deepEqual(rest, {
    ...{
      lease_id: current.id,
      property_id: home.id,
      unit_id: only.id,
      unit_label: '204',
      status: 'ACTIVE',
      term_type: 'FIXED',
    },
    ...{ start_date: from, end_date: '2026-08-31', move_in_date: from, move_out_date: null },
    ...{ notice_given_on: null, eviction_filed_on: null, signed_at: '2025-08-12T18:03:00.000Z', external_id: 'L-1' },
    ...{ rent_cents: 115_000, deposit_held_cents: 140_000, balance_cents: -30_000, rent_due_day: 5 },
    recurring_charges: [
      { code: 'CONCESSION', description: 'First months', amount_cents: -10_000, from, to: null },
      { code: 'RENT', description: 'Garage rent', amount_cents: 5_000, from, to: null },
      { code: 'RENT', description: 'Rent', amount_cents: 100_000, from, to: '2026-03-14' },
      { code: 'RENT', description: 'Rent', amount_cents: 110_000, from: '2026-03-15', to: null },
      { code: 'RENT', description: 'Next rent', amount_cents: 120_000, from: '2026-03-16', to: null },
    ],
    residents: [
      { resident_id: primary.id, name: 'Zoe Zimmer', role: 'PRIMARY', is_primary: true, from: null, to: null },
      { resident_id: adams.id, name: 'Bo Adams', role: 'OCCUPANT', is_primary: false, from: null, to: null },
      { resident_id: single.id, name: 'Prince', role: 'GUARANTOR', is_primary: false, from: null, to: null },
    ],
  })
})

test('a property shows its leases active today, by unit label', async () => {
  const org = await world.organization()
  const home = property()
  const [b, a, c] = [unit(home, { label: 'B' }), unit(home, { label: 'A' }), unit(home, { label: 'C' })]
  const [ofB, ofA] = [lease(b), lease(a)]
  await store(org, { properties: [home], units: [a, b, c], leases: [ofB, ofA, lease(c, AHEAD), lease(a, AHEAD)] })
  assert.deepEqual(
    (await detail(org, home)).active_leases.map(({ lease_id }) => lease_id),
    [ofA.id, ofB.id],
  )
})

test('two signed leases of one unit never overlap: the second is refused, and none of it is stored', async () => {
  const org = await world.organization()
  const home = property()
  const only = unit(home)
  const first = lease(only, { end_date: null })
  await store(org, { properties: [home], units: [only], leases: [first] })
  await assert.rejects(store(org, { leases: [lease(only, AHEAD)] }), { code: 'conflict' })
  assert.equal((await detail(org, home)).units[0]?.status, 'CURRENT')
})

test('the property detail is read in one statement, so that a concurrent write shows in all parts or in none', async () => {
  const org = await world.organization()
  const home = property()
  const only = unit(home)
  const current = lease(only)
  await store(org, { properties: [home], units: [only], leases: [current], charges: [charge(current)] })
  const statements: string[] = []
  const read = await org.within(context => {
    const { organizationId } = context.db
    const query: Tenant['query'] = (statement, values) => {
      statements.push(statement.name)
      return context.db.query(statement, values)
    }
    return getProperty({ ...context, db: { organizationId, query } }, home)
  })
  assert.deepEqual(statements, ['find_property_detail'])
  const { body } = await world.call(`/properties/${home.id}`, { key: org.key })
  assert.deepEqual(read, body)
  const { body: list } = await world.call('/properties', { key: org.key })
  const { units, active_leases, year_built, occupied_unit_count, vacant_unit_count, ...listed } = read
  assert.deepEqual(listed, list.data[0])
  for (const { created_at } of [...units, ...active_leases]) assert.equal(created_at, read.created_at)
})
