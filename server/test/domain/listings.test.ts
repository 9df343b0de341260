/** The listings: exactly the units that can be leased today, with the fields that the specification defines. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import type { PropertyRecord } from '#server/domain/properties/records.ts'
import { readUnit } from '#server/domain/units/detail.ts'
import type { OfflineSpan, UnitRate, UnitRecord } from '#server/domain/units/records.ts'
import { lease, property, rate, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'

const world = useWorld()
const YESTERDAY = '2026-03-14'
const TODAY = '2026-03-15'
const TOMORROW = '2026-03-16'

async function listed(org: Organization, query = ''): Promise<Record<string, unknown>[]> {
  const { body } = await world.call(`/listings${query}`, { key: org.key })
  assert.equal(body.pagination.total, body.data.length)
  return body.data
}

type Case = {
  property?: Partial<PropertyRecord>
  unit?: Partial<UnitRecord>
  rates?: Partial<UnitRate>[]
  lease?: Partial<LeaseRecord>
  offline?: Partial<OfflineSpan>
  prelease?: { startsOn: string; endsOn?: string }
}

/** Whether a unit that would otherwise be listed still is after the change that the case describes. */
const CASES: [name: string, isListed: boolean, made: Case][] = [
  ['nothing against it', true, {}],
  ['not marked as listed', false, { unit: { is_listed: false } }],
  ['in a property no longer managed', false, { property: { is_active: false } }],
  ['in service from today', true, { unit: { in_service_from: TODAY } }],
  ['in service from tomorrow', false, { unit: { in_service_from: TOMORROW } }],
  ['in service until today', true, { unit: { in_service_to: TODAY } }],
  ['in service until yesterday', false, { unit: { in_service_to: YESTERDAY } }],
  ['without bedrooms', false, { unit: { bedrooms: null } }],
  ['a studio', true, { unit: { bedrooms: 0 } }],
  ['without bathrooms', false, { unit: { bathrooms: null } }],
  ['without floor area', true, { unit: { sqft: null } }],
  ['without a rate', false, { rates: [] }],
  ['with a rate from tomorrow only', false, { rates: [{ effective_from: TOMORROW }] }],
  ['whose rate in force has no rent', false, { rates: [{}, { effective_from: TODAY, market_rent_cents: null }] }],
  ['whose rate loses its rent tomorrow', true, { rates: [{}, { effective_from: TOMORROW, market_rent_cents: null }] }],
  ['free', true, { rates: [{ market_rent_cents: 0 }] }],
  ['occupied', false, { lease: {} }],
  ['occupied beyond the term', false, { lease: { start_date: '2024-01-01', end_date: '2024-12-31' } }],
  ['on notice', false, { lease: { notice_given_on: '2026-03-01', move_out_date: '2026-03-31' } }],
  ['moved out of today', false, { lease: { move_out_date: TODAY } }],
  ['moved out of yesterday', true, { lease: { move_out_date: YESTERDAY } }],
  ['leased ahead', false, { lease: { start_date: '2026-06-01', end_date: '2027-05-31' } }],
  ['with a draft', true, { lease: { stage: 'DRAFT', signed_at: null, start_date: '2026-06-01', end_date: null } }],
  ['with a lease not yet signed', true, { lease: { stage: 'PENDING_SIGNATURE', signed_at: null } }],
  ['with a lease that was canceled', true, { lease: { stage: 'CANCELLED' } }],
  ['offline', false, { offline: {} }],
  ['offline until today', false, { offline: { starts_on: '2026-03-01', ends_on: TODAY } }],
  ['offline until yesterday', true, { offline: { starts_on: '2026-03-01', ends_on: YESTERDAY } }],
  ['offline from tomorrow', true, { offline: { starts_on: TOMORROW } }],
  ['rented ahead', false, { prelease: { startsOn: TODAY } }],
  ['rented ahead until today', false, { prelease: { startsOn: '2026-03-01', endsOn: TODAY } }],
  ['rented ahead until yesterday', true, { prelease: { startsOn: '2026-03-01', endsOn: YESTERDAY } }],
  ['rented ahead from tomorrow', true, { prelease: { startsOn: TOMORROW } }],
  [
    'rented ahead to who has come and gone since',
    true,
    { prelease: { startsOn: '2025-08-01' }, lease: { move_out_date: YESTERDAY } },
  ],
  [
    'rented ahead since the last one came',
    false,
    { prelease: { startsOn: '2025-09-01' }, lease: { move_out_date: YESTERDAY } },
  ],
]

for (const [name, isListed, made] of CASES) {
  test(`a unit ${name} is ${isListed ? '' : 'not '}listed, and ${isListed ? 'nothing' : 'a reason'} is reported`, async () => {
    const org = await world.organization()
    const home = property(made.property)
    const home1 = unit(home, { is_listed: true, ...made.unit })
    await store(org, {
      properties: [home],
      units: [home1],
      rates: (made.rates ?? [{}]).map(fields => rate(home1, fields)),
      leases: made.lease ? [lease(home1, made.lease)] : [],
      offlineSpans: made.offline
        ? [{ unit_id: home1.id, starts_on: TODAY, ends_on: null, reason: 'Fire', ...made.offline }]
        : [],
    })
    if (made.prelease) {
      const { startsOn, endsOn = null } = made.prelease
      await world.sql('insert into unit_preleases values ($1, $2, $3, $4)', [org.id, home1.id, startsOn, endsOn])
    }
    assert.deepEqual(
      (await listed(org)).map(({ id }) => id),
      isListed ? [home1.id] : [],
    )
    const { not_listed_because: reasons } = await org.within(context => readUnit(context, home1.id))
    assert.equal(reasons.length === 0, isListed, JSON.stringify(reasons))
  })
}

test('a listing shows what is in force today, in the fields of the specification', async () => {
  const org = await world.organization()
  const home = property({ name: 'Maple Court', city: 'Española', state: 'NM', postal_code: '87532-1234' })
  const words = {
    listing_title: 'Bright',
    listing_description: 'Corner unit.',
    photos: ['https://a.example/1.jpg'],
    amenities: ['Balcony'],
  }
  const full = unit(home, { label: '1', is_listed: true, available_from: '2026-04-01', ...words })
  const bare = unit(home, { label: '2', is_listed: true, sqft: null, bathrooms: 2 })
  const rates = [rate(full), rate(full, { effective_from: TODAY, market_rent_cents: 150_000 })]
  await store(org, {
    properties: [home],
    units: [full, bare],
    rates: [...rates, rate(full, { effective_from: TOMORROW, market_rent_cents: 1 }), rate(bare)],
  })
  const place = {
    propertyName: 'Maple Court',
    addressLine: '120 Maple Ave',
    city: 'Española',
    state: 'NM',
    postalCode: '87532-1234',
  }
  assert.deepEqual(await listed(org), [
    {
      ...{ id: full.id, ...place, label: '1', bedrooms: 2, bathrooms: 1.5, sqft: 870, marketRentCents: 150_000 },
      ...{ availableFrom: '2026-04-01T05:00:00.000Z', listingTitle: 'Bright', listingDesc: 'Corner unit.' },
      ...{ photos: ['https://a.example/1.jpg'], amenities: ['Balcony'] },
    },
    {
      ...{ id: bare.id, ...place, label: '2', bedrooms: 2, bathrooms: 2, sqft: null, marketRentCents: 145_000 },
      ...{ availableFrom: null, listingTitle: null, listingDesc: null, photos: [], amenities: [] },
    },
  ])
  for (const query of ['?city=ESPAÑOLA', '?city=Espan%CC%83ola', '?city=española&state=nm', '?state=Nm']) {
    assert.equal((await listed(org, query)).length, 2, query)
  }
  for (const query of [
    '?city=Espa',
    '?city=Espa%25',
    '?city=Espa_ola',
    '?state=OH',
    '?city=Española&state=OH',
    '?state=%25%25',
  ]) {
    assert.deepEqual(await listed(org, query), [], query)
  }
})

const FIRST_MOMENTS: [timeZone: string, day: string, instant: string][] = [
  ['America/Chicago', '2026-03-07', '2026-03-07T06:00:00.000Z'],
  ['America/Chicago', '2026-03-08', '2026-03-08T06:00:00.000Z'],
  ['America/Chicago', '2026-03-09', '2026-03-09T05:00:00.000Z'],
  ['America/Chicago', '2026-11-01', '2026-11-01T05:00:00.000Z'],
  ['America/Chicago', '2026-11-02', '2026-11-02T06:00:00.000Z'],
  ['America/Phoenix', '2026-07-01', '2026-07-01T07:00:00.000Z'],
  ['Pacific/Honolulu', '2026-07-01', '2026-07-01T10:00:00.000Z'],
  ['Pacific/Guam', '2026-07-01', '2026-06-30T14:00:00.000Z'],
  ['UTC', '2026-07-01', '2026-07-01T00:00:00.000Z'],
  // In a zone where clocks go forward at midnight, the day begins at one.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
]

for (const [timeZone, day, instant] of FIRST_MOMENTS) {
  test(`a unit available from ${day} in ${timeZone} is so from ${instant}`, async () => {
    const org = await world.organization({ timeZone })
    const home = property()
    const only = unit(home, { is_listed: true, available_from: day })
    await store(org, { properties: [home], units: [only], rates: [rate(only)] })
    assert.equal((await listed(org))[0]?.availableFrom, instant)
  })
}
