/** Past days stay as they were: whatever is done to a lease today, every earlier day shows what it showed before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#server/base/dates.ts'
import { readLease } from '#server/domain/leases/detail.ts'
import { getProperty } from '#server/domain/properties/operations.ts'
import type { Context } from '#server/platform/context.ts'
import { calls } from '../calls.ts'
import { draft, type Home, leaseThatIs, signed, storeHoldover, storeHome } from '../leasing.ts'
import { useOrganization, useWorld } from '../world.ts'

const {
  cancelLease,
  changeCharges,
  endLease,
  moveIn,
  recordEviction,
  recordNotice,
  renewLease,
  rescheduleLease,
  signLease,
  updateUnit,
} = calls

const world = useWorld()
const org = useOrganization(world)

const TODAY = '2026-03-15'

/** What a day shows of the property: its unit, and the fields of the lease that occupies it that depend on the day. */
async function shownOn(today: string, { home }: Home) {
  const { units, active_leases, occupied_unit_count, vacant_unit_count } = await org.within(context =>
    getProperty({ ...context, today }, { id: home.id }),
  )
  const [{ updated_at: _, ...unit }] = units as [(typeof units)[number]]
  const occupying = active_leases.find(({ lease_id }) => lease_id === unit.current_lease_id)
  const { status, term_type, start_date, end_date, rent_cents } = occupying ?? {}
  return {
    occupied_unit_count,
    vacant_unit_count,
    unit,
    lease: { status, term_type, start_date, end_date, rent_cents },
  }
}

async function pastOf(home: Home) {
  const days = ['2025-08-31', '2025-09-01', '2025-12-31', '2026-03-01', addDays(TODAY, -1)]
  const shown = []
  for (const day of days) shown.push({ day, ...(await shownOn(day, home)) })
  return shown
}

const active = (home: Home) => leaseThatIs('ACTIVE', org, home)
const future = (home: Home) => leaseThatIs('FUTURE', org, home)

const CHANGES: [
  name: string,
  made: (home: Home) => Promise<{ lease_id: string }>,
  change: (context: Context, id: string, home: Home) => Promise<unknown>,
][] = [
  [
    'a lease is signed that begins today',
    home => draft(org, home, { start_date: TODAY, move_in_date: null }),
    (context, id) => signLease(context, { lease_id: id }),
  ],
  ['a future lease is canceled', future, (context, id) => cancelLease(context, { lease_id: id })],
  [
    'a future lease begins today',
    future,
    (context, id) => rescheduleLease(context, { lease_id: id, start_date: TODAY }),
  ],
  ['notice is given', active, (context, id) => recordNotice(context, { lease_id: id, move_out_date: '2026-04-30' })],
  ['an eviction is filed', active, (context, id) => recordEviction(context, { lease_id: id })],
  ['the residents leave', active, (context, id) => endLease(context, { lease_id: id })],
  ['they are said to have moved in today', active, (context, id) => moveIn(context, { lease_id: id })],
  [
    'the rent changes',
    active,
    (context, id) => changeCharges(context, { lease_id: id, charges: [{ code: 'RENT', amount_cents: 1 }] }),
  ],
  [
    'the rent ends',
    active,
    (context, id) => changeCharges(context, { lease_id: id, charges: [{ code: 'RENT', amount_cents: null }] }),
  ],
  [
    'the lease is renewed from today, month to month',
    active,
    (context, id) => renewLease(context, { lease_id: id, starts_on: TODAY, rent_cents: 1 }),
  ],
  [
    'the market rent and the type change',
    active,
    (context, _, { only }) => updateUnit(context, { unit_id: only.id, market_rent_cents: 1, unit_type: 'loft' }),
  ],
]

for (const [name, made, change] of CHANGES) {
  test(`when ${name}, earlier days show what they showed before, and today shows the change`, async () => {
    const home = await storeHome(org)
    const { lease_id: id } = await made(home)
    const [past, now] = [await pastOf(home), await org.within(context => readLease(context, id))]
    const unit = await shownOn(TODAY, home)
    await org.within(context => change(context, id, home))
    assert.deepEqual(await pastOf(home), past)
    const [then, unitThen] = [await org.within(context => readLease(context, id)), await shownOn(TODAY, home)]
    assert.notDeepEqual([then, unitThen], [now, unit])
  })
}

test('a late recorded move-out of a holdover leaves earlier days unchanged, and the successor begins after it', async () => {
  const home = await storeHome(org)
  const held = await storeHoldover(org, home)
  const { lease_id: id } = await signed(org, home)
  const past = await pastOf(home)
  await org.within(async context => {
    await rescheduleLease(context, { lease_id: id, start_date: TODAY })
    await endLease(context, { lease_id: held.id, move_out_date: addDays(TODAY, -1) })
  })
  assert.deepEqual(await pastOf(home), past)
  const moved = await org.within(context => moveIn(context, { lease_id: id }))
  assert.deepEqual(
    [moved.status, moved.start_date, moved.move_in_date, moved.rent_cents],
    ['ACTIVE', TODAY, TODAY, 142_500],
  )
  assert.equal((await shownOn(TODAY, home)).unit.current_lease_id, id)
})

test('each term shows from its first day, one after another', async () => {
  const home = await storeHome(org)
  const { lease_id: id } = await active(home)
  const renew = (fields: object) => org.within(context => renewLease(context, { lease_id: id, ...fields }))
  await renew({ end_date: '2027-08-31', rent_cents: 150_000 })
  await renew({ starts_on: '2027-09-01', rent_cents: 155_000 })
  const termOn = async (day: string) => {
    const { lease } = await shownOn(day, home)
    return [lease.term_type, lease.end_date, lease.rent_cents]
  }
  const terms: [day: string, ...shown: unknown[]][] = [
    ['2025-09-01', 'FIXED', '2026-08-31', 142_500],
    ['2026-08-31', 'FIXED', '2026-08-31', 142_500],
    ['2026-09-01', 'FIXED', '2027-08-31', 150_000],
    ['2027-08-31', 'FIXED', '2027-08-31', 150_000],
    ['2027-09-01', 'MONTH_TO_MONTH', null, 155_000],
    ['2035-01-01', 'MONTH_TO_MONTH', null, 155_000],
  ]
  for (const [day, ...shown] of terms) assert.deepEqual(await termOn(day), shown, day)
  const rows = await world.sql(
    `select starts_on::text, previous_end_date::text, previous_term_type, agreed_on::text from lease_renewals
      where organization_id = $1 and lease_id = $2 order by starts_on`,
    [org.id, id],
  )
  assert.deepEqual(rows, [
    { starts_on: '2026-09-01', previous_end_date: '2026-08-31', previous_term_type: 'FIXED', agreed_on: TODAY },
    { starts_on: '2027-09-01', previous_end_date: '2027-08-31', previous_term_type: 'FIXED', agreed_on: TODAY },
  ])
})

test('a change that is backdated on purpose holds from the given day', async () => {
  const home = await storeHome(org)
  const { lease_id: id } = await active(home)
  const statusOn = async (day: string) => (await shownOn(day, home)).unit.status
  await org.within(context =>
    recordNotice(context, { lease_id: id, notice_given_on: '2026-03-01', move_out_date: '2026-03-31' }),
  )
  assert.deepEqual([await statusOn('2026-02-28'), await statusOn('2026-03-01')], ['CURRENT', 'NOTICE_UNRENTED'])
  await org.within(context => endLease(context, { lease_id: id, move_out_date: '2026-03-10' }))
  assert.deepEqual([await statusOn('2026-03-10'), await statusOn('2026-03-11')], ['NOTICE_UNRENTED', 'VACANT_UNRENTED'])
})
