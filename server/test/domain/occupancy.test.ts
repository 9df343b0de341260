/** The occupancy of a unit follows from the dates of its leases, even of one recorded late, and never from two leases at once. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { LEASE_STATUS, STATUS_OF_ALL } from '#server/domain/leases/columns.ts'
import { STATUSES_ON_DAY } from '#server/domain/units/on-day.ts'
import { createRandom } from '#server/seed/random.ts'
import { type Office, openOffice } from '../console/office.ts'
import { assertRefused } from '../contract/promises.ts'
import { type Home, signed, storeHoldover, storeHome } from '../leasing.ts'
import { repeats } from '../sizes.ts'
import { useWorld } from '../world.ts'
import { dayIn, storeRandomPortfolio } from './rent-roll/random-portfolio.ts'
import { rollOf } from './rent-roll/roll.ts'

const world = useWorld()
let office: Office
beforeEach(async () => {
  office = await openOffice(world)
})

const rollOn = (day: string, { home }: Home) => rollOf(world, office.org, home.id, day)

test('a lease that was recorded late occupies its unit from its own first day, for every month that is billed', async () => {
  const home = await storeHome(office.org)
  const { lease_id } = await office.write('POST', '/leases', {
    ...{ unit_id: home.only.id, start_date: '2026-01-01', end_date: '2026-12-31' },
    residents: [{ resident_id: home.dana.id, role: 'PRIMARY' }],
    charges: [{ code: 'RENT', amount_cents: 142_500 }],
  })
  await office.write('POST', `/leases/${lease_id}/sign`, {})
  for (const month of ['2026-01', '2026-02']) await office.write('POST', '/invoices/generate', { month })
  const shown = async (day: string) => {
    const { rows, totals } = await rollOn(day, home)
    const [row] = rows
    return [row?.status, row?.lease_id, row?.rent_cents, row?.balance_cents, totals.former_residents_balance_cents]
  }
  assert.deepEqual(await shown('2025-12-31'), ['VACANT_UNRENTED', null, 0, 0, 0])
  assert.deepEqual(await shown('2026-01-01'), ['CURRENT', lease_id, 142_500, 142_500, 0])
  assert.deepEqual(await shown('2026-02-10'), ['CURRENT', lease_id, 142_500, 285_000, 0])
  assert.deepEqual(await shown('2026-03-15'), ['CURRENT', lease_id, 142_500, 285_000, 0])
})

test('a future lease makes its unit rented ahead from the day it was signed, and not before', async () => {
  const home = await storeHome(office.org)
  await signed(office.org, home, { start_date: '2026-06-01', end_date: '2027-05-31', move_in_date: null })
  const statusOn = async (day: string) => (await rollOn(day, home)).rows[0]?.status
  assert.deepEqual(
    [await statusOn('2025-08-11'), await statusOn('2025-08-12'), await statusOn('2026-06-01')],
    ['VACANT_UNRENTED', 'VACANT_RENTED', 'CURRENT'],
  )
})

/** A unit with one resident whose term ended in August, and another whose lease began in September. */
async function storeBoth() {
  const home = await storeHome(office.org)
  const holdover = await storeHoldover(office.org, home)
  const { lease_id: next } = await signed(office.org, home)
  return { home, held: holdover.id, next }
}
const statusOf = async (lease: string) => (await office.read(`/leases/${lease}`)).status
const at = (lease: string, step: string) => `/leases/${lease}/${step}`

test('a unit never shows two active leases: a successor stays future until the holdover has left', async () => {
  const { home, held, next } = await storeBoth()
  assert.deepEqual([await statusOf(held), await statusOf(next)], ['ACTIVE', 'FUTURE'])
  for (const [status, lease] of [
    ['ACTIVE', held],
    ['FUTURE', next],
  ]) {
    assert.deepEqual(
      (await office.rows(`/leases?status=${status}`)).map(({ lease_id }) => lease_id),
      [lease],
    )
  }
  const byStatus = await office.rows('/leases?sort=status')
  assert.deepEqual(
    byStatus.map(({ status }) => status),
    ['FUTURE', 'ACTIVE'],
  )
  const { body: detail } = await world.call(`/properties/${home.home.id}`, { key: office.org.key })
  assert.deepEqual(
    (detail.active_leases as { lease_id: string }[]).map(({ lease_id }) => lease_id),
    [held],
  )
  const { body: living } = await world.call(`/residents?unit_id=${home.only.id}`, { key: office.org.key })
  assert.deepEqual(
    living.data.map(({ resident_id }) => resident_id),
    [home.lee.id],
  )
  const { body: waiting } = await world.call(`/residents/${home.dana.id}`, { key: office.org.key })
  assert.deepEqual([waiting.status, waiting.lease_id], ['FUTURE', next])
  assert.deepEqual(
    (await office.rows('/all-residents?status=FUTURE')).map(({ resident_id }) => resident_id),
    [home.dana.id],
  )
  const unit = await office.read(`/units/${home.only.id}`)
  const of = (lease: unknown) => (lease as { lease_id: string } | null)?.lease_id
  assert.deepEqual([of(unit.current_lease), of(unit.coming_lease)], [held, next])
  const { rows, future_residents } = await rollOn('2026-03-15', home)
  assert.deepEqual([rows[0]?.lease_id, future_residents.map(({ lease_id }) => lease_id)], [held, [next]])
  const { leases_ending, move_ins } = await office.read('/overview')
  assert.deepEqual([leases_ending, move_ins], [0, 1])
})

test('a lease that waits for its unit allows only what a future lease allows, and the refusal says why', async () => {
  const { held, next } = await storeBoth()
  const { allowed_steps } = await office.read(`/leases/${next}`)
  assert.deepEqual(allowed_steps, ['CANCEL', 'RESCHEDULE', 'CHANGE_CHARGES', 'ADD_RESIDENT', 'CHANGE_RESIDENT'])
  for (const [step, body] of [
    ['move-in', {}],
    ['record-notice', {}],
    ['end', {}],
  ] as const) {
    const refused = await office.call('POST', at(next, step), body)
    assertRefused(refused, 'conflict')
    assert.match(String(refused.body.message), new RegExp(`still occupied by Lee Whitfield.*\\(${held}\\)`))
  }
  await office.write('POST', at(next, 'cancel'))
  assert.deepEqual([await statusOf(held), await statusOf(next)], ['ACTIVE', 'CANCELLED'])
})

test('a successor becomes active as soon as the unit is free, on its own start date or the changed one', async () => {
  const { held, next } = await storeBoth()
  await office.write('POST', at(next, 'reschedule'), { start_date: '2026-03-11' })
  await office.write('POST', at(held, 'end'), { move_out_date: '2026-03-10' })
  assert.deepEqual([await statusOf(held), await statusOf(next)], ['ENDED', 'ACTIVE'])
  await office.write('POST', at(next, 'move-in'), { move_in_date: '2026-03-12' })
})

test('a month is billed by day to the lease that occupied the unit, and not to the one that waits for it', async () => {
  const { held, next, home } = await storeBoth()
  const billed = async () =>
    (await office.rows('/invoices')).map(({ lease_id, total_cents }) => [lease_id, total_cents])
  await office.write('POST', at(held, 'charges'), {
    charges: [{ code: 'RENT', amount_cents: 93_000 }],
    effective_on: '2026-01-01',
  })
  await office.write('POST', '/invoices/generate', { month: '2026-02' })
  assert.deepEqual(await billed(), [[held, 93_000]])
  await office.write('POST', at(next, 'reschedule'), { start_date: '2026-03-15' })
  await office.write('POST', at(held, 'end'), { move_out_date: '2026-03-10' })
  await office.write('POST', '/invoices/generate', { month: '2026-03' })
  assert.deepEqual(
    (await billed()).filter(([lease]) => lease === next),
    [[next, 78_145]],
  )
  assert.equal((await rollOn('2026-03-12', home)).rows[0]?.status, 'VACANT_RENTED')
})

test('on any day the active leases are those that occupy a unit, for a single lease as well as in a list', async () => {
  const random = createRandom('active')
  let waiting = 0
  for (let round = 0; round < repeats(2, 20); round++) {
    await storeRandomPortfolio(office.org, `active ${round}`)
    for (let days = 0; days < repeats(15, 60); days++) {
      const day = dayIn(random)
      const [seen] = await world.sql<{ differ: number; apart: number; waiting: number }>(
        `with shown as (
           select l.id, ${LEASE_STATUS} as status, ${STATUS_OF_ALL} as of_all, l.start_date
             from leases l
             join units u on u.organization_id = $1 and u.id = l.unit_id
            where l.organization_id = $1 and u.in_service_from <= $2::date and (u.in_service_to is null or u.in_service_to >= $2::date)
         ),
         occupying as (select on_day.lease_id from ${STATUSES_ON_DAY} on_day where on_day.lease_id is not null)
         select count(*) filter (where status <> of_all)::int as differ,
                count(*) filter (where (status = 'ACTIVE') <> (id in (select lease_id from occupying)))::int as apart,
                count(*) filter (where status = 'FUTURE' and start_date <= $2::date)::int as waiting
           from shown`,
        [office.org.id, day],
      )
      assert.deepEqual([seen?.differ, seen?.apart], [0, 0], day)
      waiting += seen?.waiting ?? 0
    }
  }
  assert.ok(waiting > 0, 'no lease waited for its unit')
})
