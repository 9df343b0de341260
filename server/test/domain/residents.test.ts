/** The current residents: one row for each resident of each lease that is active today, with details of the lease. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import { entry, lease, on, property, type Records, resident, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'

const world = useWorld()
async function residents(org: Organization, query: Record<string, string>): Promise<Record<string, unknown>[]> {
  const { status, body, text } = await world.call(`/residents?${new URLSearchParams(query)}`, { key: org.key })
  assert.equal(status, 200, text)
  assert.equal(body.pagination.total, body.data.length)
  return body.data
}

/** A property of one unit with one lease and one resident. */
async function storeTenancy(org: Organization, fields: Partial<LeaseRecord> = {}, more: Records = {}) {
  const home = property()
  const only = unit(home, { label: '204' })
  const of = lease(only, fields)
  const dana = resident()
  const link = on(of, dana)
  await store(org, {
    properties: [home],
    units: [only],
    leases: [of],
    residents: [dana],
    leaseResidents: [link],
    ...more,
  })
  return { home, only, lease: of, dana, link }
}

const CASES: [name: string, shown: string | undefined, lease: Partial<LeaseRecord>][] = [
  ['a lease that runs', 'CURRENT', {}],
  ['a lease that begins today', 'CURRENT', { start_date: '2026-03-15' }],
  ['a lease that begins tomorrow', undefined, { start_date: '2026-03-16' }],
  ['a lease beyond its term', 'CURRENT', { start_date: '2024-01-01', end_date: '2024-12-31' }],
  ['a lease moved out of today', 'CURRENT', { move_out_date: '2026-03-15' }],
  ['a lease moved out of yesterday', undefined, { move_out_date: '2026-03-14' }],
  ['a lease on notice', 'NOTICE', { notice_given_on: '2026-03-15', move_out_date: '2026-04-30' }],
  ['a lease whose notice is for tomorrow', 'CURRENT', { notice_given_on: '2026-03-16' }],
  ['a lease under eviction', 'EVICT', { eviction_filed_on: '2026-03-15', notice_given_on: '2026-03-01' }],
  ['a draft', undefined, { stage: 'DRAFT', signed_at: null }],
  ['a lease not yet signed', undefined, { stage: 'PENDING_SIGNATURE', signed_at: null }],
  ['a canceled lease', undefined, { stage: 'CANCELLED' }],
]

for (const [name, shown, fields] of CASES) {
  test(`a resident of ${name} is ${shown ?? 'not listed'}`, async () => {
    const org = await world.organization()
    const { home } = await storeTenancy(org, fields)
    const found = await residents(org, { property_id: home.id })
    assert.deepEqual(
      found.map(({ status }) => status),
      shown === undefined ? [] : [shown],
    )
  })
}

test('a resident shows contact details, unit, lease and what the lease owes today', async () => {
  const org = await world.organization()
  const { home, only, lease: of, dana } = await storeTenancy(org, { move_out_date: '2026-08-31' })
  const ledger = [
    entry(of),
    entry(of, { amount_cents: 9, effective_on: '2026-03-16' }),
    entry(of, { account: 'DEPOSIT', code: 'DEPOSIT' }),
  ]
  await store(org, { residents: [{ ...dana, sms_opt_in: 'OPTED_OUT', external_id: 'R-1' }], ledger })
  const [shown] = await residents(org, { property_id: home.id })
  const { created_at: _, updated_at: __, ...rest } = shown as Record<string, unknown>
  assert.deepEqual(rest, {
    ...{
      resident_id: dana.id,
      first_name: 'Dana',
      last_name: 'Whitfield',
      email: 'dana@example.com',
      phone: '+16145550134',
    },
    ...{ role: 'PRIMARY', status: 'CURRENT', property_id: home.id, property_name: 'Maple Court', unit_id: only.id },
    ...{ unit_label: '204', lease_id: of.id, move_in_date: '2025-09-01', move_out_date: '2026-08-31' },
    ...{ lease_balance_cents: 30_000, sms_opt_in: 'OPTED_OUT', external_id: 'R-1' },
  })
})

test('property_id and unit_id must both match, and at least one is required', async () => {
  const org = await world.organization()
  const here = await storeTenancy(org)
  const there = await storeTenancy(org)
  const ids = async (query: Record<string, string>) =>
    (await residents(org, query)).map(({ resident_id }) => resident_id)
  assert.deepEqual(await ids({ property_id: here.home.id }), [here.dana.id])
  assert.deepEqual(await ids({ unit_id: there.only.id }), [there.dana.id])
  assert.deepEqual(await ids({ property_id: here.home.id, unit_id: here.only.id }), [here.dana.id])
  assert.deepEqual(await ids({ property_id: here.home.id, unit_id: there.only.id }), [])
  assert.deepEqual(await ids({ property_id: here.only.id }), [])
  const refused = await world.call('/residents?limit=5', { key: org.key })
  assert.equal(refused.status, 400)
  assert.deepEqual(
    refused.body.details.map(({ path }) => path),
    ['property_id', 'unit_id'],
  )
})

test('a resident on two active leases is listed once for each; a successor is not listed while the holdover stays', async () => {
  const org = await world.organization()
  const home = property()
  const [one, two] = [unit(home), unit(home)]
  const holdover = lease(one, { start_date: '2024-03-01', end_date: '2026-02-28' })
  const successor = lease(one, { start_date: '2026-03-01' })
  const second = lease(two)
  const [dana, lee] = [resident({ last_name: 'A' }), resident({ last_name: 'B' })]
  await store(org, {
    properties: [home],
    units: [one, two],
    leases: [holdover, successor, second],
    residents: [dana, lee],
    leaseResidents: [on(holdover, dana), on(second, dana, 'GUARANTOR'), on(successor, lee)],
  })
  assert.deepEqual(
    (await residents(org, { property_id: home.id })).map(({ lease_id, role }) => [lease_id, role]),
    [
      [holdover.id, 'PRIMARY'],
      [second.id, 'GUARANTOR'],
    ],
  )
})

test('updated_since sees a change of the resident, of their place on the lease, and of the lease', async () => {
  const org = await world.organization()
  const { home, lease: of, dana, link } = await storeTenancy(org)
  let [shown] = await residents(org, { property_id: home.id })
  const changes: Records[] = [
    { residents: [{ ...dana, phone: null }] },
    { leases: [{ ...of, notice_given_on: '2026-03-10' }] },
    { leaseResidents: [{ ...link, role: 'CO_TENANT' }] },
  ]
  for (const change of changes) {
    const since = {
      property_id: home.id,
      updated_since: new Date(Date.parse(String(shown?.updated_at)) + 1).toISOString(),
    }
    assert.deepEqual(await residents(org, since), [])
    await store(org, change)
    ;[shown] = await residents(org, since)
    assert.ok(shown, `${Object.keys(change)} was not seen`)
    assert.ok(String(shown.updated_at) >= since.updated_since)
    assert.deepEqual(await residents(org, { ...since, updated_since: String(shown.updated_at) }), [shown])
  }
})
