/** A rent roll names the residents who were on each lease on its day, with the role of that day. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeaseResident } from '#server/domain/leases/records.ts'
import { lease, on, property, resident, store, unit } from '../../records.ts'
import { useOrganization, useWorld } from '../../world.ts'
import { rollOf } from './roll.ts'

const world = useWorld()
const org = useOrganization(world)

/** A lease since September 1, 2025 with these residents, and what the rent roll of a day shows of them. */
async function storeLease(
  days: Partial<Record<'dana' | 'lee' | 'max', Omit<LeaseResident, 'lease_id' | 'resident_id'>>>,
) {
  const place = property()
  const only = unit(place)
  const held = lease(only)
  const people = {
    dana: resident(),
    lee: resident({ first_name: 'Lee' }),
    max: resident({ first_name: 'Max' }),
  }
  const leaseResidents = Object.entries(days).map(([name, fields]) => ({
    ...on(held, people[name as keyof typeof people]),
    ...fields,
  }))
  const residents = Object.values(people)
  await store(org, { properties: [place], units: [only], leases: [held], residents, leaseResidents })
  return async (day: string) => {
    const { rows } = await rollOf(world, org, place.id, day)
    const [row] = rows as [(typeof rows)[number]]
    assert.equal(row.resident_id === null, row.resident_name === null)
    return [row.resident_name, ...row.additional_residents.map(({ name, role }) => `${name} ${role}`)]
  }
}

test('a roommate who joins later is on the rent roll from their first day, and one who leaves until their last', async () => {
  const shown = await storeLease({
    dana: { role: 'PRIMARY' },
    lee: { role: 'CO_TENANT', from_day: '2026-02-01' },
    max: { role: 'OCCUPANT', to_day: '2026-01-31' },
  })
  assert.deepEqual(await shown('2026-01-31'), ['Dana Whitfield', 'Max Whitfield OCCUPANT'])
  assert.deepEqual(await shown('2026-02-01'), ['Dana Whitfield', 'Lee Whitfield CO_TENANT'])
  assert.deepEqual(await shown('2027-02-01'), ['Dana Whitfield', 'Lee Whitfield CO_TENANT'])
})

test('the primary resident and the roles are those of the day', async () => {
  const shown = await storeLease({
    dana: { role: 'CO_TENANT', former_roles: [{ role: 'PRIMARY', until: '2026-01-31' }], to_day: '2026-02-28' },
    lee: {
      role: 'PRIMARY',
      former_roles: [
        { role: 'OCCUPANT', until: '2025-12-31' },
        { role: 'CO_TENANT', until: '2026-01-31' },
      ],
    },
  })
  assert.deepEqual(await shown('2025-12-31'), ['Dana Whitfield', 'Lee Whitfield OCCUPANT'])
  assert.deepEqual(await shown('2026-01-01'), ['Dana Whitfield', 'Lee Whitfield CO_TENANT'])
  assert.deepEqual(await shown('2026-02-01'), ['Lee Whitfield', 'Dana Whitfield CO_TENANT'])
  assert.deepEqual(await shown('2026-03-01'), ['Lee Whitfield'])
})

test('a resident who left and came back is on the rent roll on the days of both stays', async () => {
  const shown = await storeLease({
    dana: { role: 'PRIMARY' },
    lee: {
      role: 'CO_TENANT',
      from_day: '2026-02-01',
      to_day: '2026-03-31',
      former_roles: [
        { role: null, until: '2025-09-30' },
        { role: 'OCCUPANT', until: '2025-12-31' },
        { role: null, until: '2026-01-31' },
        { role: 'OCCUPANT', until: '2026-02-28' },
      ],
    },
  })
  assert.deepEqual(await shown('2025-09-30'), ['Dana Whitfield'])
  assert.deepEqual(await shown('2025-10-01'), ['Dana Whitfield', 'Lee Whitfield OCCUPANT'])
  assert.deepEqual(await shown('2025-12-31'), ['Dana Whitfield', 'Lee Whitfield OCCUPANT'])
  assert.deepEqual(await shown('2026-01-01'), ['Dana Whitfield'])
  assert.deepEqual(await shown('2026-02-28'), ['Dana Whitfield', 'Lee Whitfield OCCUPANT'])
  assert.deepEqual(await shown('2026-03-01'), ['Dana Whitfield', 'Lee Whitfield CO_TENANT'])
  assert.deepEqual(await shown('2026-04-01'), ['Dana Whitfield'])
})

test('a lease that is to come names the primary resident whom it had on the day', async () => {
  const place = property()
  const only = unit(place)
  const next = lease(only, { start_date: '2026-06-01', end_date: null, signed_at: '2026-01-15T18:00:00.000Z' })
  const [dana, lee] = [resident(), resident({ first_name: 'Lee' })]
  const leaseResidents: LeaseResident[] = [
    { ...on(next, dana, 'CO_TENANT'), former_roles: [{ role: 'PRIMARY', until: '2026-02-28' }] },
    { ...on(next, lee), former_roles: [{ role: 'CO_TENANT', until: '2026-02-28' }] },
  ]
  await store(org, { properties: [place], units: [only], leases: [next], residents: [dana, lee], leaseResidents })
  const named = async (day: string) => {
    const { future_residents } = await rollOf(world, org, place.id, day)
    return future_residents.map(({ resident_name }) => resident_name)
  }
  assert.deepEqual(await named('2026-02-28'), ['Dana Whitfield'])
  assert.deepEqual(await named('2026-03-01'), ['Lee Whitfield'])
})

test('a day before the lease began names its primary resident of its first day, and not one who joined it later', async () => {
  const place = property()
  const only = unit(place)
  const held = lease(only, { start_date: '2026-03-10', signed_at: '2026-02-01T12:00:00.000Z' })
  const [dana, lee] = [resident(), resident({ first_name: 'Lee' })]
  // The one who joined later is stored first.
  const leaseResidents: LeaseResident[] = [
    { ...on(held, lee), from_day: '2026-03-15' },
    { ...on(held, dana, 'CO_TENANT'), former_roles: [{ role: 'PRIMARY', until: '2026-03-14' }] },
  ]
  await store(org, { properties: [place], units: [only], leases: [held], residents: [lee, dana], leaseResidents })
  const { future_residents } = await rollOf(world, org, place.id, '2026-03-01')
  assert.deepEqual(
    future_residents.map(({ resident_name }) => resident_name),
    ['Dana Whitfield'],
  )
})
