/**
 * A unit in the console: created, leased, taken offline, listed or shown with the reasons why it is not, and taken out
 * of service.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#server/base/dates.ts'
import { savePreleases } from '#server/domain/units/save-units.ts'
import { createRandom } from '#server/seed/random.ts'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { storeRandomPortfolio } from '../domain/rent-roll/random-portfolio.ts'
import { STATUS_ON_DAY } from '../domain/status-on-day.ts'
import { leaseThatIs, signed, storeHome } from '../leasing.ts'
import { property, rate, store, unit } from '../records.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'
import { signedIn } from './visitor.ts'

const world = useWorld()
const office = prepare(() => openOffice(world))

const codes = (unit: Record<string, unknown>) => (unit.not_listed_because as { code: string }[]).map(({ code }) => code)

test('a unit is added, completed until it can be listed, listed, unlisted and retired, and the log says so', async () => {
  const maple = property({ name: 'Maple Court' })
  await store(office.org, { properties: [maple] })
  const made = await office.write('POST', '/units', { property_id: maple.id, label: '7' })
  assert.deepEqual([made.status, made.market_rent_cents, made.rates], ['VACANT_UNRENTED', null, []])
  assert.deepEqual(made.allowed_steps, ['SET_RATE', 'SET_OFFLINE', 'RETIRE'])
  assert.deepEqual(codes(made), ['NOT_MARKED', 'NO_BEDROOMS', 'NO_BATHROOMS', 'NO_MARKET_RENT'])
  const at = `/units/${made.unit_id}`
  const refused = await office.call('POST', `${at}/list`)
  assertRefused(refused, 'conflict')
  assert.match(String(refused.body.message), /bedrooms is not known.*no market rent/)
  await office.write('PATCH', at, { bedrooms: 2, bathrooms: 1.5 })
  const rated = await office.write('POST', `${at}/rates`, { market_rent_cents: 145_000, unit_type: '2x1' })
  const first = { effective_from: '2026-03-15', unit_type: '2x1', market_rent_cents: 145_000 }
  assert.deepEqual(rated.rates, [first])
  const later = await office.write('POST', `${at}/rates`, { market_rent_cents: 150_000, effective_on: '2026-06-01' })
  assert.deepEqual(later.rates, [{ ...first, market_rent_cents: 150_000, effective_from: '2026-06-01' }, first])
  assert.equal(later.market_rent_cents, 145_000)
  const same = await office.write('POST', `${at}/rates`, { market_rent_cents: 145_000, effective_on: '2026-04-01' })
  assert.deepEqual(same, later, 'that rate is in force on that day already')
  const listing = {
    ...{ listing_title: 'Bright', listing_description: 'Corner unit.', amenities: ['Balcony'] },
    photos: ['https://photos.example.com/7-2.jpg', 'https://photos.example.com/7-1.jpg'],
  }
  const edited = await office.write('PATCH', at, listing)
  assert.deepEqual({ ...edited, ...listing }, edited)
  assert.deepEqual(edited.allowed_steps, ['LIST', 'SET_RATE', 'SET_OFFLINE', 'RETIRE'])
  const listed = await office.write('POST', `${at}/list`)
  assert.deepEqual([listed.is_in_listings, codes(listed)], [true, []])
  assert.deepEqual(listed.allowed_steps, ['UNLIST', 'SET_RATE', 'SET_OFFLINE', 'RETIRE'])
  const { body } = await world.call('/listings', { key: office.org.key })
  assert.deepEqual(
    body.data.map(row => [row.id, row.listingTitle, row.photos]),
    [[made.unit_id, 'Bright', listing.photos]],
  )
  assert.deepEqual(codes(await office.write('POST', `${at}/unlist`)), ['NOT_MARKED'])
  assert.deepEqual(await office.read(at), await office.write('PATCH', at, {}))
  await office.write('POST', `${at}/retire`, { last_day: '2026-12-31' })
  const actions = [
    'unit.create',
    'unit.update',
    'unit.set_rate',
    'unit.set_rate',
    'unit.update',
    'unit.list',
    'unit.unlist',
    'unit.retire',
  ]
  assert.deepEqual(await office.logged(made.unit_id as string), actions)
})

test('updated_since sees another market rent or type of a unit, and not the one that is in force already', async () => {
  const { home, only } = await storeHome(office.org)
  const of = async (query: string) =>
    (await world.call(`/units?property_id=${home.id}${query}`, { key: office.org.key })).body
  const seen = async (method: 'POST' | 'PATCH', path: string, body: Record<string, unknown>) => {
    const [before] = (await of('')).data
    const since = new Date(Date.parse(String(before?.updated_at)) + 1).toISOString()
    await office.write(method, `/units/${only.id}${path}`, body)
    const { data, pagination } = await of(`&updated_since=${since}`)
    return pagination.total === 1 && [data[0]?.market_rent_cents, data[0]?.unit_type]
  }
  const [{ market_rent_cents: was } = {}] = (await of('')).data
  assert.deepEqual(await seen('POST', '/rates', { market_rent_cents: 151_000, unit_type: '2x1' }), [151_000, '2x1'])
  assert.deepEqual(await seen('PATCH', '', { market_rent_cents: 152_000 }), [152_000, '2x1'])
  assert.deepEqual(await seen('PATCH', '', { unit_type: '2x2' }), [152_000, '2x2'])
  assert.equal(await seen('POST', '/rates', { market_rent_cents: 152_000, unit_type: '2x2' }), false)
  assert.notEqual(was, 152_000)
})

test('a rate, or an update of nothing, does not store the unit again', async () => {
  const maple = property()
  const home = unit(maple)
  await store(office.org, { properties: [maple], units: [home], rates: [rate(home)] })
  const version = () => world.sql('select xmin::text, ctid::text from units where id = $1', [home.id])
  const before = await version()
  await office.write('POST', `/units/${home.id}/rates`, { market_rent_cents: 145_000 })
  await office.write('PATCH', `/units/${home.id}`, {})
  assert.deepEqual(await version(), before)
})

test('a photo that is not served over https and a day without a rate are refused by name', async () => {
  const { only } = await storeHome(office.org)
  const send = (path: string, body: Record<string, unknown>) =>
    office.call(path === '' ? 'PATCH' : 'POST', `/units/${only.id}${path}`, body)
  const photos = ['https://photos.example.com/1.jpg', 'http://photos.example.com/2.jpg', 'javascript:alert(1)']
  assertNames(await send('', { photos }), 'photos[1]')
  assertNames(await send('', { photos: photos.slice(2) }), 'photos[0]')
  assertNames(await send('/rates', { effective_on: '2026-04-01' }), 'effective_on')
  assertNames(await office.call('POST', '/units', { property_id: only.id, label: '1' }), 'property_id')
  assert.deepEqual((await office.read(`/units/${only.id}`)).photos, [])
})

test('a unit is offline for some days and comes back, and leaves service for good only while nobody leases it', async () => {
  const home = await storeHome(office.org)
  const at = `/units/${home.only.id}`
  const off = await office.write('POST', `${at}/offline`, { starts_on: '2026-03-10', reason: 'Fire damage' })
  assert.deepEqual([off.status, codes(off)], ['OFFLINE', ['NOT_MARKED', 'OFFLINE']])
  assert.deepEqual(off.allowed_steps, ['SET_RATE', 'END_OFFLINE', 'SET_OFFLINE', 'RETIRE'])
  assert.deepEqual(off.offline_spans, [{ starts_on: '2026-03-10', ends_on: null, reason: 'Fire damage' }])
  assert.equal((await office.write('POST', `${at}/end-offline`, {})).status, 'VACANT_UNRENTED')
  assertRefused(await office.call('POST', `${at}/end-offline`, { back_on: '2026-03-01' }), 'conflict')
  const { lease_id } = await leaseThatIs('ACTIVE', office.org, home)
  const refused = await office.call('POST', `${at}/retire`, {})
  assertRefused(refused, 'conflict')
  assert.match(String(refused.body.message), new RegExp(lease_id))
  const { only: empty } = await storeHome(office.org)
  const early = await office.call('POST', `/units/${empty.id}/retire`, { last_day: '2019-12-31' })
  assertNames(early, 'last_day')
  const retired = await office.write('POST', `/units/${empty.id}/retire`, {})
  assert.deepEqual([retired.in_service_to, retired.status], ['2026-03-15', 'VACANT_UNRENTED'])
  const over = await office.write('POST', `/units/${empty.id}/retire`, { last_day: '2026-03-14' })
  assert.deepEqual([over.status, over.allowed_steps], [null, []])
  assertRefused(await office.call('POST', `/units/${empty.id}/retire`, { last_day: '2020-01-01' }), 'conflict')
  const short = await office.write('PATCH', `/units/${empty.id}`, { in_service_to: '2020-01-01' })
  assert.equal(short.in_service_to, short.in_service_from, 'a unit may be in service for a single day')
})

test('a unit shows its current lease and the next one', async () => {
  const home = await storeHome(office.org)
  const none = await office.read(`/units/${home.only.id}`)
  assert.deepEqual([none.current_lease, none.coming_lease], [null, null])
  const now = await signed(office.org, home, { end_date: '2026-05-31' })
  const next = await signed(office.org, home, { start_date: '2026-06-01', end_date: null, move_in_date: null })
  const shown = await office.read(`/units/${home.only.id}`)
  const [current, coming] = [shown.current_lease, shown.coming_lease] as Record<string, unknown>[]
  assert.deepEqual(
    [current?.lease_id, current?.status, current?.resident_name],
    [now.lease_id, 'ACTIVE', 'Dana Whitfield'],
  )
  assert.deepEqual([coming?.lease_id, coming?.status, coming?.start_date], [next.lease_id, 'FUTURE', '2026-06-01'])
  assert.equal(shown.current_lease_id, now.lease_id)
})

test('the stored status history agrees with the facts on any day', async () => {
  const random = createRandom('standing')
  const seen = new Set<string>()
  for (let round = 0; round < 4; round++) {
    const org = await world.organization()
    await storeRandomPortfolio(org, `standing ${round}`)
    const units = await world.sql<{ id: string }>('select id from units where organization_id = $1', [org.id])
    const day = () => addDays('2024-01-01', random.integer(0, 900))
    await org.within(async context => {
      for (const { id: unitId } of units) {
        if (random.chance(0.3)) await savePreleases(context, [{ unit_id: unitId, starts_on: day(), ends_on: null }])
      }
    })
    await world.sql(
      `update leases set stage = 'CANCELLED', cancelled_on = start_date + 100 where organization_id = $1 and abs(hashtext(id)) % 9 = 0 and stage = 'SIGNED'`,
      [org.id],
    )
    await world.sql(
      `insert into lease_date_changes (
         organization_id, lease_id, changed_on, previous_term_type, previous_start_date, previous_notice_given_on, previous_eviction_filed_on
       )
       select organization_id, id, start_date + 90, term_type, start_date, eviction_filed_on, start_date + 30 from leases
        where organization_id = $1 and abs(hashtext(id)) % 3 = 0`,
      [org.id],
    )
    for (let days = 0; days < 40; days++) {
      const on = day()
      const told = await world.sql<Standing>(STATUS_ON_DAY, [org.id, on])
      const stored = await world.sql<Standing>(
        `select unit_id, status, lease_id, next_lease_id from unit_status_spans
          where organization_id = $1 and from_day <= $2::date and to_day >= $2::date order by unit_id`,
        [org.id, on],
      )
      assert.deepEqual(stored, told, `${round} ${on}`)
      for (const { status } of told) seen.add(status)
    }
  }
  assert.equal(seen.size, 7, [...seen].join())
})

type Standing = { unit_id: string; status: string; lease_id: string | null; next_lease_id: string | null }

test('a viewer can see a unit, but cannot change it', async () => {
  const { only } = await storeHome(office.org)
  const { call, inside } = await signedIn(world, office.org, 'VIEWER')
  assert.equal((await call(inside(`/units/${only.id}`))).status, 200)
  assertRefused(await call(inside(`/units/${only.id}`), { method: 'PATCH', body: { sqft: 1 } }), 'forbidden')
  assert.equal((await office.read(`/units/${only.id}`)).sqft, 870)
})
