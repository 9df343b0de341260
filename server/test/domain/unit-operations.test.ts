/** Creating and updating units: labels, market rents with effective dates, days in service, listing and taking offline. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUnit } from '#server/domain/units/detail.ts'
import { rateOf } from '#server/domain/units/on-day.ts'
import type { Context } from '#server/platform/context.ts'
import { logOf } from '../administrative-log.ts'
import { calls } from '../calls.ts'
import { lease, property, type Records, rate, store, unit } from '../records.ts'
import { conflicts, misses, names, refusedAtOnce } from '../refusals.ts'
import { useOrganization, useWorld } from '../world.ts'

const { createUnit, endUnitOffline, getUnit, listUnit, retireUnit, setUnitOffline, unlistUnit, updateUnit } = calls

const world = useWorld()
const org = useOrganization(world)

/** A property with one unit that can be listed. */
async function storeHome(made: { unit?: Parameters<typeof unit>[1]; lease?: Parameters<typeof lease>[1] } = {}) {
  const home = property()
  const only = unit(home, { label: '204', ...made.unit })
  const leases = made.lease ? [lease(only, made.lease)] : []
  await store(org, { properties: [home], units: [only], rates: [rate(only)], leases } satisfies Records)
  return { home, only, lease: leases[0] }
}

const within = <T>(work: (context: Context) => Promise<T>) => org.within(work)
/** The unit as the log shows it. */
const changed = (step: (context: Context) => Promise<{ unit_id: string }>) =>
  within(async context => readUnit(context, (await step(context)).unit_id))
const create = (propertyId: string, fields: object = {}) =>
  changed(context => createUnit(context, { property_id: propertyId, label: 'A1', ...fields }))
const update = (id: string, changes: object) => changed(context => updateUnit(context, { unit_id: id, ...changes }))
const read = (id: string) => within(context => readUnit(context, id))

test('a unit requires a property and a label; it is in service from today and not listed', async () => {
  const { home } = await storeHome()
  const made = await create(home.id)
  const { unit_id, created_at, updated_at, not_listed_because, ...rest } = made
  assert.match(unit_id, /^unit_[0-9a-z]{26}$/)
  assert.equal(created_at, updated_at)
  assert.deepEqual(rest, {
    ...{ property_id: home.id, property_is_active: true, label: 'A1', unit_type: null, market_rent_cents: null },
    ...{ bedrooms: null, bathrooms: null, sqft: null, status: 'VACANT_UNRENTED', current_lease_id: null },
    ...{ available_from: null, is_listed: false, in_service_from: '2026-03-15', in_service_to: null },
    ...{
      next_lease_id: null,
      listing_title: null,
      listing_description: null,
      photos: [],
      amenities: [],
      external_id: null,
    },
    offline_spans: [],
  })
  assert.deepEqual(
    not_listed_because.map(({ code }) => code),
    ['NOT_MARKED', 'NO_BEDROOMS', 'NO_BATHROOMS', 'NO_MARKET_RENT'],
  )
  assert.deepEqual(await logOf(world, org, unit_id), [{ action: 'unit.create', before: null, after: made }])
})

test('everything given is stored, and an update changes only what it names', async () => {
  const { home } = await storeHome()
  const given = {
    ...{ bedrooms: 2, bathrooms: 1.5, sqft: 870, in_service_from: '2026-01-01', in_service_to: '2030-12-31' },
    ...{ available_from: '2026-04-01', listing_title: 'Bright', listing_description: 'Corner unit.', unit_type: '2x1' },
    ...{ photos: ['https://a.example/1.jpg'], amenities: ['Balcony'], market_rent_cents: 145_000, external_id: 'U-9' },
  }
  const made = await create(home.id, given)
  assert.deepEqual({ ...made, ...given }, made)
  const changes = { label: 'B2', sqft: null, photos: [], in_service_to: null }
  const changed = await update(made.unit_id, changes)
  assert.deepEqual(changed, { ...made, ...changes, updated_at: changed.updated_at })
  assert.deepEqual((await logOf(world, org, made.unit_id)).at(-1), {
    action: 'unit.update',
    before: made,
    after: changed,
  })
})

test('a field that is not valid is named, and a duplicate names the unit that has the value', async () => {
  const { home, only } = await storeHome({ unit: { external_id: 'U-1' } })
  const cases: [string, object][] = [
    ['label', { label: '' }],
    ['bedrooms', { bedrooms: -1 }],
    ['in_service_to', { in_service_from: '2026-01-01', in_service_to: '2025-12-31' }],
    ['photos[0]', { photos: ['not an address'] }],
    ['market_rent_cents', { market_rent_cents: 0.5 }],
    ['is_listed', { is_listed: true }],
  ]
  for (const [field, fields] of cases) {
    await assert.rejects(create(home.id, fields), names(field), field)
    await assert.rejects(update(only.id, fields), names(field), field)
  }
  await assert.rejects(create('nobody'), names('property_id'))
  await assert.rejects(update(only.id, { property_id: home.id }), names('property_id'))
  const other = await create(home.id, { label: 'x' })
  await assert.rejects(
    create(home.id, { label: 'X' }),
    conflicts(new RegExp(`already has a unit labeled x: ${other.unit_id}`)),
  )
  await assert.rejects(update(other.unit_id, { label: '204' }), conflicts(/already has a unit labeled 204/))
  await assert.rejects(update(other.unit_id, { external_id: 'U-1' }), conflicts(/external ID U-1/))
  assert.equal((await update(other.unit_id, { label: 'X' })).label, 'X')
  const stranger = await world.organization()
  await assert.rejects(
    stranger.within(context => updateUnit(context, { unit_id: only.id })),
    misses,
  )
})

test('exactly one of several concurrent calls gets the same label, in any case', async () => {
  const { home } = await storeHome()
  const labels = ['aaa', 'Aaa', 'aAa', 'aaA', 'AAa', 'AAA']
  const refused = await refusedAtOnce(
    org,
    labels.map(label => context => createUnit(context, { property_id: home.id, label })),
  )
  assert.equal(refused.length, labels.length - 1)
  for (const reason of refused) assert.match(reason.message, /already has a unit labeled aaa/i)
})

test('a new rent or type is in force from its day on, and earlier days keep what they had', async () => {
  const { only } = await storeHome()
  await update(only.id, { market_rent_cents: 160_000, effective_on: '2026-05-01' })
  await update(only.id, { unit_type: '2x2' })
  const onDay = async (day: string) => {
    const [row] = await world.sql(
      `select rate.unit_type, rate.market_rent_cents::int from units u ${rateOf('u.id')} where u.organization_id = $1 and u.id = $3`,
      [org.id, day, only.id],
    )
    return [row?.unit_type, row?.market_rent_cents]
  }
  assert.deepEqual(await onDay('2026-03-14'), ['2x1', 145_000])
  assert.deepEqual(await onDay('2026-03-15'), ['2x2', 145_000])
  assert.deepEqual(await onDay('2026-05-01'), ['2x2', 160_000])
  await assert.rejects(update(only.id, { effective_on: '2026-05-01' }), names('effective_on'))
  // A rent that is set while another floor plan is already agreed stays until a rate that changes the rent.
  await update(only.id, { unit_type: '2x3', effective_on: '2026-07-01' })
  await update(only.id, { market_rent_cents: 175_000, effective_on: '2026-06-01' })
  await update(only.id, { market_rent_cents: 150_000, effective_on: '2026-04-01' })
  assert.deepEqual(
    await Promise.all(['2026-03-31', '2026-04-01', '2026-05-01', '2026-06-01', '2026-07-01'].map(onDay)),
    [
      ['2x2', 145_000],
      ['2x2', 150_000],
      ['2x2', 160_000],
      ['2x2', 175_000],
      ['2x3', 175_000],
    ],
  )
})

const SERVICE: [name: string, isAllowed: boolean, change: object, lease?: Parameters<typeof lease>[1]][] = [
  ['that nobody leases', true, { in_service_to: '2026-03-15' }],
  ['whose lease ended before', true, { in_service_to: '2026-03-15' }, { move_out_date: '2026-03-15' }],
  ['whose lease ends after', false, { in_service_to: '2026-03-15' }, { move_out_date: '2026-03-16' }],
  ['that is leased without a move-out day', false, { in_service_to: '2027-12-31' }, {}],
  ['that is leased ahead', false, { in_service_to: '2026-03-15' }, { start_date: '2026-06-01', move_in_date: null }],
  ['whose lease was canceled', true, { in_service_to: '2026-03-15' }, { stage: 'CANCELLED' }],
  ['that was leased before the new first day', false, { in_service_from: '2025-10-01' }, {}],
  ['that was leased from the new first day', true, { in_service_from: '2025-09-01' }, {}],
]

for (const [name, isAllowed, change, leased] of SERVICE) {
  test(`a unit ${name} ${isAllowed ? 'can' : 'cannot'} be taken out of service`, async () => {
    const { only } = await storeHome(leased ? { lease: leased } : {})
    const changing = update(only.id, change)
    if (isAllowed) assert.deepEqual({ ...(await changing), ...change }, await read(only.id))
    else await assert.rejects(changing, conflicts(/^Unit 204 is leased from 20\d\d-\d\d-\d\d .* \(lease_/))
  })
}

test('a unit that is out of service cannot be retired again, which would put it on rent rolls of the past', async () => {
  const { only } = await storeHome({ unit: { in_service_to: '2026-03-14' } })
  const retire = () => changed(context => retireUnit(context, { unit_id: only.id }))
  await assert.rejects(retire(), conflicts(/out of service since its last day, 2026-03-14/))
  await update(only.id, { in_service_to: '2026-03-15' })
  assert.equal((await retire()).in_service_to, '2026-03-15')
})

test('a unit is listed and unlisted, and the log records both', async () => {
  const { only } = await storeHome()
  const marked = await changed(context => listUnit(context, { unit_id: only.id }))
  assert.deepEqual([marked.is_listed, marked.not_listed_because], [true, []])
  const removed = await changed(context => unlistUnit(context, { unit_id: only.id }))
  assert.deepEqual(
    removed.not_listed_because.map(({ code }) => code),
    ['NOT_MARKED'],
  )
  const log = await logOf(world, org, only.id)
  assert.deepEqual(
    log.map(({ action }) => action),
    ['unit.list', 'unit.unlist'],
  )
  assert.deepEqual([log[0]?.after, log[1]?.after], [marked, removed])
})

test('a unit that could not be listed even if it were vacant is refused, with every reason', async () => {
  const bare = await storeHome({ unit: { bedrooms: null, bathrooms: null, in_service_from: '2026-03-16' } })
  await assert.rejects(
    changed(context => listUnit(context, { unit_id: bare.only.id })),
    conflicts(
      /^Unit 204 cannot be listed: the number of its bedrooms is not known; the number of its bathrooms is not known; it is not in service today\.$/,
    ),
  )
  assert.equal((await read(bare.only.id)).is_listed, false)
  const { only } = await storeHome()
  await changed(context => setUnitOffline(context, { unit_id: only.id, reason: 'Fire' }))
  await assert.rejects(
    changed(context => listUnit(context, { unit_id: only.id })),
    conflicts(/: it is offline today\.$/),
  )
})

test('an occupied unit can be listed, and is advertised once it is vacant', async () => {
  const { only } = await storeHome({ lease: {} })
  const { is_listed, not_listed_because } = await changed(context => listUnit(context, { unit_id: only.id }))
  assert.equal(is_listed, true)
  assert.deepEqual(not_listed_because, [{ code: 'LEASED', message: 'it is leased, now or from a later day' }])
})

test('a unit goes offline and comes back, and the days in between stay offline', async () => {
  const { only } = await storeHome()
  const offline = (fields: object) =>
    changed(context => setUnitOffline(context, { unit_id: only.id, reason: 'Fire', ...fields }))
  const back = (backOn?: string) =>
    changed(context => endUnitOffline(context, { unit_id: only.id, ...(backOn && { back_on: backOn }) }))
  await assert.rejects(offline({ ends_on: '2026-03-14' }), names('ends_on'))
  await assert.rejects(offline({ reason: '' }), names('reason'))
  const gone = await offline({ starts_on: '2026-03-01' })
  assert.deepEqual(
    [gone.status, gone.offline_spans],
    ['OFFLINE', [{ starts_on: '2026-03-01', ends_on: null, reason: 'Fire' }]],
  )
  await assert.rejects(
    offline({ starts_on: '2026-04-01' }),
    conflicts(/already offline from 2026-03-01 with no end date \(Fire\)/),
  )
  await assert.rejects(back('2026-03-01'), conflicts(/not offline on 2026-02-28/))
  assert.equal((await back()).status, 'VACANT_UNRENTED')
  const statuses = await world.sql(
    `select day::text, s.status from generate_series($2::date, $3::date, $4) as day
       join unit_status_spans s on s.organization_id = $1 and s.unit_id = $5 and s.from_day <= day::date and s.to_day >= day::date
      order by 1`,
    [org.id, '2026-02-28', '2026-03-15', '1 day', only.id],
  )
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ['VACANT_UNRENTED', ...Array(14).fill('OFFLINE'), 'VACANT_UNRENTED'],
  )
  // It was offline on the day before it came back, so that day can be corrected.
  assert.deepEqual((await back('2026-03-10')).offline_spans, [])
  await assert.rejects(back(), conflicts(/not offline on 2026-03-14/))
})

test('days offline that begin today or later can be canceled, and leave nothing behind', async () => {
  const { only } = await storeHome()
  const offline = (starts_on: string, ends_on: string | null) =>
    changed(context => setUnitOffline(context, { unit_id: only.id, starts_on, ends_on, reason: 'Fire' }))
  const back = (backOn?: string) =>
    changed(context => endUnitOffline(context, { unit_id: only.id, ...(backOn && { back_on: backOn }) }))
  await offline('2026-03-15', null)
  const today = await back()
  assert.deepEqual([today.status, today.offline_spans], ['VACANT_UNRENTED', []])
  const canEnd = async () =>
    (await org.within(context => getUnit(context, { unit_id: only.id }))).allowed_steps.includes('END_OFFLINE')
  assert.equal(await canEnd(), false)
  await offline('2026-04-01', '2026-04-30')
  const planned = await offline('2026-06-01', null)
  assert.deepEqual([planned.status, planned.offline_spans.length], ['VACANT_UNRENTED', 2])
  assert.equal(await canEnd(), true)
  await assert.rejects(back(), conflicts(/not offline on 2026-03-14/))
  const [later] = (await back('2026-04-01')).offline_spans
  assert.equal(later?.starts_on, '2026-06-01')
  assert.deepEqual((await back('2026-06-01')).offline_spans, [])
  const spans = await world.sql(
    'select from_day::text, status from unit_status_spans where organization_id = $1 and unit_id = $2',
    [org.id, only.id],
  )
  assert.deepEqual(
    spans.map(({ status }) => status),
    ['VACANT_UNRENTED'],
  )
})

test('a unit cannot be offline on a day on which it is leased', async () => {
  const { only } = await storeHome({ lease: { move_out_date: '2026-03-31' } })
  const offline = (starts_on: string, ends_on: string | null) =>
    changed(context => setUnitOffline(context, { unit_id: only.id, starts_on, ends_on, reason: 'Fire' }))
  await assert.rejects(offline('2026-03-31', null), conflicts(/is leased from 2025-09-01/))
  await assert.rejects(offline('2025-08-01', '2025-09-01'), conflicts(/is leased from 2025-09-01/))
  await offline('2025-08-01', '2025-08-31')
  assert.equal((await offline('2026-04-01', null)).offline_spans.length, 1)
})
