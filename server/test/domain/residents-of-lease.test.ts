/** A lease shows the residents who have not left it, each with their days, and a resident's own days are those of their stay. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLease } from '#server/domain/leases/detail.ts'
import type { LeaseRecord, LeaseResident } from '#server/domain/leases/records.ts'
import { calls } from '../calls.ts'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'

const world = useWorld()
const org = useOrganization(world)

const NAMES = ['Dana', 'Lee', 'Max'] as const

/** A lease since September 1, 2025 of Dana, and of Lee and Max with the given days. */
async function storeLease(days: Pick<LeaseResident, 'from_day' | 'to_day'>[], fields: Partial<LeaseRecord> = {}) {
  const place = property()
  const only = unit(place)
  const held = lease(only, fields)
  const people = NAMES.map(first_name => resident({ first_name }))
  const [dana, ...others] = people as [(typeof people)[number], ...typeof people]
  const leaseResidents = [on(held, dana), ...others.map((each, i) => ({ ...on(held, each, 'CO_TENANT'), ...days[i] }))]
  await store(org, { properties: [place], units: [only], leases: [held], residents: people, leaseResidents })
  return { place, only, held, people }
}

type Stored = Awaited<ReturnType<typeof storeLease>>

function namesOn({ held }: Stored, today: string) {
  return org.within(async context =>
    (await readLease({ ...context, today }, held.id)).residents.map(({ name }) => name.split(' ')[0]),
  )
}

test('a lease lists the residents who join it later, and not those who have left', async () => {
  const stored = await storeLease([{ from_day: '2026-04-01' }, { to_day: '2026-03-31' }])
  assert.deepEqual(await namesOn(stored, '2026-03-31'), ['Dana', 'Lee', 'Max'])
  assert.deepEqual(await namesOn(stored, '2026-04-01'), ['Dana', 'Lee'])
  const reply = await world.call(`/leases/${stored.held.id}`, { key: org.key })
  const residents = reply.body.residents as { name: string; from: string | null; to: string | null }[]
  assert.deepEqual(
    residents.map(({ name, from, to }) => [name, from, to]),
    [
      ['Dana Whitfield', null, null],
      ['Lee Whitfield', '2026-04-01', null],
      ['Max Whitfield', null, '2026-03-31'],
    ],
  )
})

test('a lease that has ended, and its deposit statement, name the residents of its last day', async () => {
  const days = [{ from_day: '2026-03-02' }, { to_day: '2026-02-15' }]
  const stored = await storeLease(days, { move_out_date: '2026-03-01' })
  assert.deepEqual(await namesOn(stored, '2026-03-10'), ['Dana'])
  const stayed = await storeLease([{ from_day: '2026-03-01' }, { to_day: '2026-03-01' }], {
    move_out_date: '2026-03-01',
  })
  assert.deepEqual(await namesOn(stayed, '2026-03-10'), ['Dana', 'Lee', 'Max'])
  const { residents } = await org.within(context => calls.getDepositStatement(context, { lease_id: stored.held.id }))
  assert.deepEqual(residents, ['Dana Whitfield'])
})

test('the first day of a resident is not shown if the lease begins later', async () => {
  const { held } = await storeLease([{ from_day: '2025-08-15' }])
  const { residents } = await org.within(context => readLease(context, held.id))
  assert.deepEqual(
    residents.map(({ from }) => from),
    [null, null, null],
  )
})

test('the list of residents has only those who are on the lease today, with their own days', async () => {
  const stored = await storeLease([{ from_day: '2026-02-01', to_day: '2026-03-20' }, { to_day: '2026-03-14' }], {
    move_out_date: '2026-05-31',
  })
  for (const query of [`property_id=${stored.place.id}`, `unit_id=${stored.only.id}`]) {
    const { body } = await world.call(`/residents?${query}`, { key: org.key })
    const listed = body.data as Record<string, string>[]
    assert.deepEqual(
      listed.map(each => [each.first_name, each.move_in_date, each.move_out_date]),
      [
        ['Dana', '2025-09-01', '2026-05-31'],
        ['Lee', '2026-02-01', '2026-03-20'],
      ],
    )
    assert.equal((body.pagination as { total: number }).total, 2)
  }
  const [, lee, max] = stored.people
  const shown = async (id: string) => {
    const { status, move_in_date, move_out_date } = (await world.call(`/residents/${id}`, { key: org.key })).body
    return { status, move_in_date, move_out_date }
  }
  assert.deepEqual(await shown(lee!.id), {
    status: 'CURRENT',
    move_in_date: '2026-02-01',
    move_out_date: '2026-03-20',
  })
  assert.deepEqual(await shown(max!.id), { status: 'PAST', move_in_date: '2025-09-01', move_out_date: '2026-03-14' })
})

test('residents sort by the day on which they moved in themselves', async () => {
  const { place } = await storeLease([{ from_day: '2026-02-01' }, { from_day: '2026-01-01' }])
  const { data } = await org.within(context =>
    calls.listResidents(context, { property_id: place.id, sort: 'move_in_date', limit: 20, offset: 0 }),
  )
  assert.deepEqual(
    data.map(({ first_name }) => first_name),
    ['Dana', 'Max', 'Lee'],
  )
})
