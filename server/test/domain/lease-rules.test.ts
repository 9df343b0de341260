/** What a lease requires, which dates are refused, and that a unit has only one lease at a time, even if many are created at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#server/base/dates.ts'
import { readLease } from '#server/domain/leases/detail.ts'
import type { Context } from '#server/platform/context.ts'
import { logOf } from '../administrative-log.ts'
import { calls } from '../calls.ts'
import { draft, type Home, leaseThatIs, signed, storeHoldover, storeHome } from '../leasing.ts'
import { lease, on, store } from '../records.ts'
import { conflicts, misses, names, refusedAtOnce } from '../refusals.ts'
import { useOrganization, useWorld } from '../world.ts'

const {
  cancelLease,
  endLease,
  moveIn,
  recordEviction,
  recordNotice,
  renewLease,
  rescheduleLease,
  sendLease,
  signLease,
  updateUnit,
} = calls

const world = useWorld()
const org = useOrganization(world)

const at = <Input>(work: (context: never, input: Input) => Promise<unknown>, input: Input) =>
  org.within(context => work(context as never, input))

test('a draft shows what was agreed, and does not occupy its unit yet', async () => {
  const home = await storeHome(org)
  const { only, dana, lee } = home
  const made = await draft(org, home, {
    ...{ property_id: home.home.id, rent_due_day: 5, external_id: 'L-7' },
    residents: [
      { resident_id: lee.id, role: 'OCCUPANT' },
      { resident_id: dana.id, role: 'PRIMARY' },
    ],
    charges: [
      { code: 'RENT', amount_cents: 142_500 },
      { code: 'CONCESSION', amount_cents: -10_000, to: '2025-10-31' },
      { code: 'PARKING', description: 'Space 7', amount_cents: 5_000, from: '2026-04-01' },
    ],
  })
  const { lease_id, created_at, updated_at, ...rest } = made
  assert.match(lease_id, /^lease_[0-9a-z]{26}$/)
  assert.equal(created_at, updated_at)
  const from = '2025-09-01'
  assert.deepEqual(rest, {
    ...{ property_id: home.home.id, unit_id: only.id, unit_label: '204', status: 'DRAFT', term_type: 'FIXED' },
    ...{ start_date: from, end_date: '2026-08-31', move_in_date: from, move_out_date: null, notice_given_on: null },
    ...{ eviction_filed_on: null, signed_at: null, rent_cents: 142_500, deposit_held_cents: 0, balance_cents: 0 },
    ...{ rent_due_day: 5, external_id: 'L-7' },
    recurring_charges: [
      { code: 'CONCESSION', description: 'Concession', amount_cents: -10_000, from, to: '2025-10-31' },
      { code: 'RENT', description: 'Rent', amount_cents: 142_500, from, to: null },
      { code: 'PARKING', description: 'Space 7', amount_cents: 5_000, from: '2026-04-01', to: null },
    ],
    residents: [
      { resident_id: dana.id, name: 'Dana Whitfield', role: 'PRIMARY', is_primary: true, from: null, to: null },
      { resident_id: lee.id, name: 'Lee Whitfield', role: 'OCCUPANT', is_primary: false, from: null, to: null },
    ],
  })
  assert.deepEqual(await logOf(world, org, lease_id), [{ action: 'lease.create', before: null, after: made }])
  const { body } = await world.call(`/properties/${home.home.id}`, { key: org.key })
  assert.deepEqual([body.vacant_unit_count, body.active_leases], [1, []])
})

test('a draft that is not valid is refused with its field named', async () => {
  const home = await storeHome(org)
  const stranger = await storeHome(await world.organization())
  const elsewhere = await storeHome(org)
  const { dana, lee } = home
  const role = 'PRIMARY' as const
  const cases: [string, Parameters<typeof draft>[2]][] = [
    ['unit_id', { unit_id: stranger.only.id }],
    ['property_id', { property_id: elsewhere.home.id }],
    ['end_date', { end_date: '2025-08-31' }],
    ['end_date', { end_date: null, term_type: 'FIXED' }],
    ['end_date', { term_type: 'MONTH_TO_MONTH' }],
    ['unit_id', { start_date: '2019-12-31' }],
    ['residents', { residents: [] }],
    ['residents', { residents: [{ resident_id: dana.id, role: 'CO_TENANT' }] }],
    [
      'residents',
      {
        residents: [
          { resident_id: dana.id, role },
          { resident_id: lee.id, role },
        ],
      },
    ],
    ['residents[0].resident_id', { residents: [{ resident_id: stranger.dana.id, role }] }],
    [
      'residents[1].resident_id',
      {
        residents: [
          { resident_id: dana.id, role },
          { resident_id: dana.id, role: 'OCCUPANT' },
        ],
      },
    ],
    ['rent_due_day', { rent_due_day: 32 }],
    ['charges[0].to', { charges: [{ code: 'RENT', amount_cents: 142_500, from: '2026-01-01', to: '2025-12-31' }] }],
    ['signed_at', { signed_at: '2026-01-01T00:00:00Z' } as object],
  ]
  for (const [field, fields] of cases) await assert.rejects(draft(org, home, fields), names(field), field)
  await draft(org, home, { external_id: 'L-1' })
  await assert.rejects(
    draft(org, home, { external_id: 'L-1' }),
    conflicts(/Another lease already has the external ID L-1/),
  )
  const open = await draft(org, home, { end_date: null })
  assert.deepEqual([open.term_type, open.end_date], ['MONTH_TO_MONTH', null])
})

test('impossible dates are refused, and their fields are named', async () => {
  const home = await storeHome(org)
  const { lease_id: id } = await signed(org, home)
  await assert.rejects(at(moveIn, { lease_id: id, move_in_date: '2026-03-16' }), names('move_in_date'))
  await assert.rejects(at(moveIn, { lease_id: id, move_in_date: '2025-08-31' }), names('move_in_date'))
  await assert.rejects(at(recordNotice, { lease_id: id, notice_given_on: '2026-03-16' }), names('notice_given_on'))
  await assert.rejects(at(recordNotice, { lease_id: id, notice_given_on: '2025-08-31' }), names('notice_given_on'))
  await assert.rejects(at(recordNotice, { lease_id: id, move_out_date: '2026-03-14' }), names('move_out_date'))
  await assert.rejects(at(recordEviction, { lease_id: id, filed_on: '2026-03-16' }), names('filed_on'))
  await assert.rejects(at(endLease, { lease_id: id, move_out_date: '2026-03-16' }), names('move_out_date'))
  await assert.rejects(at(endLease, { lease_id: id, move_out_date: '2025-08-31' }), names('move_out_date'))
  await assert.rejects(
    at(renewLease, { lease_id: id, starts_on: '2025-09-01', end_date: '2027-08-31' }),
    names('starts_on'),
  )
  await assert.rejects(at(renewLease, { lease_id: id, end_date: '2026-08-31' }), names('end_date'))
  const { lease_id: unsigned } = await draft(org, home)
  await assert.rejects(at(signLease, { lease_id: unsigned, signed_at: '2026-03-15T12:00:00.001Z' }), names('signed_at'))
  const coming = await leaseThatIs('FUTURE', org, await storeHome(org))
  const begin = (start_date: string) => at(rescheduleLease, { lease_id: coming.lease_id, start_date })
  await assert.rejects(begin('2026-03-14'), names('start_date'))
  await assert.rejects(begin('2026-09-01'), names('start_date'))
})

test('a lease starts neither after its term nor after the residents move out, which may be later', async () => {
  const fields = { start_date: '2026-03-01', end_date: '2026-03-31', move_in_date: null }
  for (const [move_out_date, last] of [
    ['2026-04-30', '2026-03-31'],
    ['2026-03-20', '2026-03-20'],
  ] as const) {
    const { lease_id } = await signed(org, await storeHome(org), fields)
    await at(recordNotice, { lease_id, move_out_date })
    await assert.rejects(at(rescheduleLease, { lease_id, start_date: addDays(last, 1) }), names('start_date'))
    await at(rescheduleLease, { lease_id, start_date: last })
  }
})

test('without a day, the residents leave on the day of their notice, or today if they leave before it', async () => {
  for (const [planned, left] of [
    ['2026-03-10', '2026-03-10'],
    ['2026-04-30', '2026-03-15'],
  ] as const) {
    const { only, lee } = await storeHome(org)
    const held = lease(only, { notice_given_on: '2026-02-01', move_out_date: planned })
    await store(org, { leases: [held], leaseResidents: [on(held, lee)] })
    await at(endLease, { lease_id: held.id })
    assert.equal((await org.within(context => readLease(context, held.id))).move_out_date, left)
  }
})

test('a lease of another organization cannot be found', async () => {
  const { lease_id: id } = await signed(org, await storeHome(org))
  const stranger = await world.organization()
  await assert.rejects(
    stranger.within(context => readLease(context, id)),
    misses,
  )
  await assert.rejects(
    stranger.within(context => endLease(context, { lease_id: id })),
    misses,
  )
})

test('a second signed lease for the same days is refused and names both spans, and so are a longer stay and a longer term', async () => {
  const home = await storeHome(org)
  const { lease_id: first } = await signed(org, home)
  const { lease_id: second } = await draft(org, home, { start_date: '2026-08-31', end_date: '2027-08-30' })
  const sign = () => at(signLease, { lease_id: second })
  const isLet = `The unit is leased to Dana Whitfield from 2025-09-01 to 2026-08-31 \\(${first}\\), which overlaps`
  await assert.rejects(sign(), conflicts(new RegExp(`^${isLet} this lease from 2026-08-31 to 2027-08-30`)))
  await at(recordNotice, { lease_id: first, move_out_date: '2026-08-30' })
  await sign()
  const overlap = conflicts(
    /^The unit is leased .* from 2026-08-31 to 2027-08-30 \(lease_.*\), which overlaps this lease from 2025-09-01/,
  )
  await assert.rejects(at(recordNotice, { lease_id: first, move_out_date: '2026-08-31' }), overlap)
  const other = await storeHome(org)
  const { lease_id: running } = await signed(org, other)
  await signed(org, other, { start_date: '2026-09-01', end_date: '2027-08-31', move_in_date: null })
  await assert.rejects(at(renewLease, { lease_id: running }), conflicts(/this lease from 2025-09-01 with no end date/))
})

test('exactly one of many concurrent signings for one unit succeeds', async () => {
  const home = await storeHome(org)
  const drafts = []
  for (let count = 0; count < 6; count++) drafts.push(await draft(org, home))
  const refused = await refusedAtOnce(
    org,
    drafts.map(
      ({ lease_id: id }) =>
        context =>
          signLease(context, { lease_id: id }),
    ),
  )
  assert.equal(refused.length, 5)
  for (const reason of refused) assert.match(reason.message, /^The unit is leased to Dana Whitfield from 2025-09-01/)
  const kept = await world.sql(
    `select (select count(*)::int from leases where unit_id = $2 and stage = 'SIGNED') as leases,
            (select count(*)::int from events where organization_id = $1 and data -> 'lease' ->> 'unit_id' = $2) as events`,
    [org.id, home.only.id],
  )
  assert.deepEqual(kept, [{ leases: 1, events: 1 }])
})

test('a lease that is signed twice at the same time is signed once', async () => {
  const { lease_id: id } = await draft(org, await storeHome(org))
  const sign = (context: Context) => signLease(context, { lease_id: id })
  const refused = await refusedAtOnce(org, [sign, sign, sign, sign])
  assert.deepEqual(
    refused.map(({ message }) => message.split(' cannot')[0]),
    Array(3).fill('A lease that is ACTIVE'),
  )
})

test('a move-in is refused while the unit is still occupied, and the refusal names the occupant', async () => {
  const home = await storeHome(org)
  const held = await storeHoldover(org, home)
  const { lease_id: id } = await signed(org, home)
  await assert.rejects(
    at(moveIn, { lease_id: id }),
    conflicts(
      new RegExp(`^On 2026-03-15 the unit is still occupied by Lee Whitfield, since 2024-09-01 \\(${held.id}\\)`),
    ),
  )
  await assert.rejects(at(endLease, { lease_id: held.id }), conflicts(new RegExp(`\\(${id}\\), which overlaps`)))
  await at(endLease, { lease_id: held.id, move_out_date: '2025-08-31' })
  await at(moveIn, { lease_id: id })
  await assert.rejects(
    at(rescheduleLease, { lease_id: id, start_date: '2026-04-01' }),
    conflicts(/^The residents moved in on 2026-03-15, so the start date/),
  )
})

test('a lease can be signed only for days on which its unit is in service', async () => {
  const home = await storeHome(org)
  const { lease_id: id } = await draft(org, home)
  await at(updateUnit, { unit_id: home.only.id, in_service_to: '2026-08-30' })
  const why = conflicts(/^The unit of the lease is not in service after 2026-08-30/)
  await assert.rejects(at(signLease, { lease_id: id }), why)
  await assert.rejects(
    org.within(context => sendLease(context, { lease_id: id })),
    why,
  )
})

test('a lease without a primary resident can be neither sent nor signed', async () => {
  const { only }: Home = await storeHome(org)
  const bare = lease(only, { stage: 'DRAFT', signed_at: null })
  await store(org, { leases: [bare] })
  const why = conflicts(/no primary resident/)
  await assert.rejects(
    org.within(context => sendLease(context, { lease_id: bare.id })),
    why,
  )
  await assert.rejects(at(signLease, { lease_id: bare.id }), why)
})

test('canceling a signed lease stores the day, and canceling a draft stores none', async () => {
  const [coming, drawn] = [
    await leaseThatIs('FUTURE', org, await storeHome(org)),
    await leaseThatIs('DRAFT', org, await storeHome(org)),
  ]
  for (const { lease_id } of [coming, drawn]) await org.within(context => cancelLease(context, { lease_id: lease_id }))
  const cancelledOn = async ({ lease_id }: { lease_id: string }) =>
    (await world.sql('select cancelled_on::text from leases where id = $1', [lease_id]))[0]?.cancelled_on
  assert.deepEqual([await cancelledOn(coming), await cancelledOn(drawn)], ['2026-03-15', null])
})

test('a second notice or eviction filing keeps the first date', async () => {
  const { lease_id: id } = await signed(org, await storeHome(org))
  await at(recordNotice, { lease_id: id, notice_given_on: '2026-03-01', move_out_date: '2026-03-31' })
  await at(recordEviction, { lease_id: id, filed_on: '2026-03-05' })
  await at(recordEviction, { lease_id: id })
  const shown = (await at(recordNotice, { lease_id: id, move_out_date: '2026-04-30' })) as Awaited<
    ReturnType<typeof recordNotice>
  >
  assert.deepEqual(
    [shown.notice_given_on, shown.move_out_date, shown.eviction_filed_on],
    ['2026-03-01', '2026-04-30', '2026-03-05'],
  )
})
