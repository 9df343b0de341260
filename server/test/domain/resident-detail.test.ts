/** One resident by ID: shown as in the list while they live here, and still found before they move in and after they move out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import { logOf } from '../administrative-log.ts'
import { calls } from '../calls.ts'
import { entry, lease, on, property, resident, store, unit } from '../records.ts'
import { conflicts, misses, names } from '../refusals.ts'
import { useOrganization, useWorld } from '../world.ts'

const { createResident, updateResident } = calls

const world = useWorld()
const org = useOrganization(world)

async function read(id: string): Promise<Record<string, unknown>> {
  const { status, body, text } = await world.call(`/residents/${id}`, { key: org.key })
  assert.equal(status, 200, text)
  return body
}

/** Stores Dana with one lease for each of `leases`, each for a different unit. */
async function storeDana(...leases: Partial<LeaseRecord>[]) {
  const home = property()
  const units = leases.map((_, index) => unit(home, { label: String(index) }))
  const made = leases.map((fields, index) => lease(units[index]!, fields))
  const dana = resident()
  await store(org, {
    properties: [home],
    units,
    leases: made,
    residents: [dana],
    leaseResidents: made.map(each => on(each, dana)),
  })
  return { home, dana, leases: made }
}

const COMING = { start_date: '2026-06-01', end_date: '2027-05-31', move_in_date: null }
const LATER = { start_date: '2027-06-01', end_date: '2028-05-31', move_in_date: null }
const OVER = { start_date: '2023-09-01', end_date: '2024-08-31', move_out_date: '2024-08-31' }
const LONG_OVER = { start_date: '2020-09-01', end_date: '2021-08-31', move_out_date: '2021-08-31' }

/** `shown` is the lease that is shown, as an index into `leases`. */
const CASES: [name: string, status: string | null, shown: number | undefined, leases: Partial<LeaseRecord>[]][] = [
  ['a lease that runs', 'CURRENT', 0, [{}]],
  ['a lease on notice', 'NOTICE', 0, [{ notice_given_on: '2026-03-15' }]],
  ['a lease with notice for tomorrow', 'CURRENT', 0, [{ notice_given_on: '2026-03-16' }]],
  ['a lease under eviction', 'EVICT', 0, [{ eviction_filed_on: '2026-03-15', notice_given_on: '2026-03-01' }]],
  ['a lease they leave today', 'CURRENT', 0, [{ move_out_date: '2026-03-15' }]],
  ['a lease they left yesterday', 'PAST', 0, [{ move_out_date: '2026-03-14', notice_given_on: '2026-02-01' }]],
  ['a lease that begins tomorrow', 'FUTURE', 0, [{ ...COMING, start_date: '2026-03-16' }]],
  ['two that run', 'CURRENT', 1, [{}, { start_date: '2026-01-01' }]],
  ['one that runs, one over and one to come', 'CURRENT', 1, [OVER, {}, { ...COMING, start_date: '2026-03-16' }]],
  ['two to come, and one over', 'FUTURE', 1, [LATER, COMING, OVER]],
  ['two that are over', 'PAST', 1, [LONG_OVER, OVER]],
  ['a draft', null, undefined, [{ stage: 'DRAFT', signed_at: null }]],
  ['a canceled lease', null, undefined, [{ stage: 'CANCELLED' }]],
  ['no lease', null, undefined, []],
]

for (const [name, status, shown, fields] of CASES) {
  test(`a resident on ${name} is ${status ?? 'found without a lease'}`, async () => {
    const { dana, leases } = await storeDana(...fields)
    const found = await read(dana.id)
    assert.deepEqual([found.status, found.lease_id], [status, shown === undefined ? null : leases[shown]?.id])
  })
}

test('a current resident is shown as in the list', async () => {
  const { home, dana, leases } = await storeDana({ move_out_date: '2026-08-31' })
  await store(org, { ledger: [entry(leases[0]!), entry(leases[0]!, { amount_cents: 9, effective_on: '2026-03-16' })] })
  const { body } = await world.call(`/residents?property_id=${home.id}`, { key: org.key })
  assert.equal(body.data[0]?.lease_balance_cents, 30_000)
  assert.deepEqual(await read(dana.id), body.data[0])
})

test('a key without accounting:read sees no balance in residents and properties, and the same there as in an export', async () => {
  const { home, dana, leases } = await storeDana({})
  await store(org, { ledger: [entry(leases[0]!)] })
  const { key } = await org.issueKey({ scopes: ['properties:read'] })
  const get = (path: string) => world.call(path, { key })
  const one = await get(`/residents/${dana.id}`)
  assert.equal(one.body.lease_balance_cents, null)
  assert.deepEqual((await get(`/residents?property_id=${home.id}`)).body.data, [one.body])
  const lines = (await get('/export?types=resident')).text.split('\n')
  assert.ok(lines.includes(JSON.stringify({ type: 'resident', data: one.body })))
  const [shown] = (await get(`/properties/${home.id}`)).body.active_leases as Record<string, unknown>[]
  assert.deepEqual(shown, (await get(`/leases/${leases[0]?.id}`)).body)
  assert.equal(shown?.balance_cents, null)
})

test('a past resident still shows what is owed, and a resident without a lease shows no lease fields', async () => {
  const { dana, leases, home } = await storeDana({ move_out_date: '2026-03-14' })
  await store(org, { ledger: [entry(leases[0]!)] })
  const { property_id, unit_label, role, move_out_date, lease_balance_cents } = await read(dana.id)
  assert.deepEqual(
    [property_id, unit_label, role, move_out_date, lease_balance_cents],
    [home.id, '0', 'PRIMARY', '2026-03-14', 30_000],
  )
  const { dana: alone } = await storeDana()
  const { created_at, updated_at, ...rest } = await read(alone.id)
  assert.equal(created_at, updated_at)
  assert.deepEqual(rest, {
    ...{ resident_id: alone.id, first_name: 'Dana', last_name: 'Whitfield', email: 'dana@example.com' },
    ...{ phone: '+16145550134', role: null, status: null, property_id: null, property_name: null, unit_id: null },
    ...{ unit_label: null, lease_id: null, move_in_date: null, move_out_date: null, lease_balance_cents: null },
    ...{ sms_opt_in: 'NOT_SET', external_id: null },
  })
})

test('updated_at is the latest change of the resident or of their lease', async () => {
  const { dana, leases } = await storeDana({})
  const before = await read(dana.id)
  await store(org, { leases: [{ ...leases[0]!, notice_given_on: '2026-03-10' }] })
  const noticed = await read(dana.id)
  assert.ok(String(noticed.updated_at) > String(before.updated_at))
  await store(org, { residents: [{ ...dana, phone: null }] })
  assert.ok(String((await read(dana.id)).updated_at) > String(noticed.updated_at))
})

test('a resident is created with one name and updated field by field, and the log has both versions', async () => {
  const given = {
    last_name: 'Prince',
    email: 'prince@example.com',
    sms_opt_in: 'OPTED_IN',
    external_id: 'R-9',
  } as const
  const made = await org.within(context => createResident(context, given))
  assert.deepEqual({ ...made, ...given, first_name: '', phone: null, status: null }, made)
  const changes = { email: null, sms_opt_in: 'OPTED_OUT' } as const
  const changed = await org.within(context => updateResident(context, { id: made.resident_id, ...changes }))
  assert.deepEqual(changed, { ...made, ...changes, updated_at: changed.updated_at })
  assert.deepEqual(await read(made.resident_id), changed)
  assert.deepEqual(await logOf(world, org, made.resident_id), [
    { action: 'resident.create', before: null, after: made },
    { action: 'resident.update', before: made, after: changed },
  ])
})

test('a resident that is not valid is refused with the field named', async () => {
  const { dana } = await storeDana()
  await org.within(context => createResident(context, { last_name: 'Prince', external_id: 'R-1' }))
  const cases: [string, object][] = [
    ['last_name', { first_name: ' ', last_name: '' }],
    ['email', { email: 'nobody' }],
    ['phone', { phone: '1' }],
    ['sms_opt_in', { sms_opt_in: 'PERHAPS' }],
    ['resident_id', { resident_id: 'x' }],
  ]
  for (const [field, fields] of cases) {
    await assert.rejects(
      org.within(context => createResident(context, { last_name: 'Prince', ...fields })),
      names(field),
    )
    await assert.rejects(
      org.within(context => updateResident(context, { id: dana.id, ...fields })),
      names(field),
    )
  }
  await assert.rejects(
    org.within(context => updateResident(context, { id: dana.id, external_id: 'R-1' })),
    conflicts(/Another resident already has the external ID R-1/),
  )
  await assert.rejects(
    org.within(context => updateResident(context, { id: 'nobody' })),
    misses,
  )
})
