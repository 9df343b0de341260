/** The settings of an organization: who may change them, and what a change of the time zone affects. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordCalendarChanges } from '#server/domain/changes/calendar.ts'
import { HISTORIES } from '#server/domain/histories.ts'
import { compareNext } from '#server/domain/history.ts'
import { saveLeases } from '#server/domain/leases/change.ts'
import { changesOf } from '../changes-of.ts'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { lease, on, property, rate, resident, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'
import { openOffice } from './office.ts'
import { signedIn } from './visitor.ts'

const world = useWorld()

const ADDRESS = { address_line: '400 W Main St', city: 'Springfield', state: 'IL', postal_code: '62701' }

test('everybody reads the settings that an administrator stores, with a log entry of exactly what changed', async () => {
  const office = await openOffice(world)
  const before = await office.read('/settings')
  assert.deepEqual(
    [before.time_zone, before.today, before.city, before.books_closed_through, before.sender_name],
    ['America/Chicago', '2026-03-15', null, null, null],
  )
  const changes = { name: 'Maple & Oak', ...ADDRESS, sender_name: 'The Maple office', reply_to: 'office@maple.example' }
  const after = await office.write('PATCH', '/settings', changes)
  assert.deepEqual(after, { ...before, ...changes })
  assert.deepEqual(await office.write('PATCH', '/settings', { city: null }), { ...after, city: null })
  await office.write('PATCH', '/settings', { city: null })
  assert.equal(
    (await office.write('PATCH', '/settings', { time_zone: 'america/chicago' })).time_zone,
    'America/Chicago',
  )
  const entries = await world.sql(
    `select action, before, after from administrative_log where organization_id = $1 and action like 'organization.update' order by id`,
    [office.org.id],
  )
  assert.deepEqual(entries[1], {
    action: 'organization.update',
    before: { city: 'Springfield' },
    after: { city: null },
  })
  assert.equal(entries.length, 2, 'a change of nothing has an entry')
  const viewer = await signedIn(world, office.org, 'VIEWER')
  assert.equal((await viewer.call(viewer.inside('/settings'))).body.name, 'Maple & Oak')
  assertRefused(await viewer.call(viewer.inside('/settings'), { method: 'PATCH', body: { name: 'X' } }), 'forbidden')
})

test('a setting that is not valid is refused at its field, and nothing of the call is stored', async () => {
  const { call, read } = await openOffice(world)
  const before = await read('/settings')
  const wrong = {
    time_zone: ['America/Springfield', '+01:00', 'UTC+3', '', 'CST', 'CAT', 'US/Pacific-New'],
    name: ['', '   ', 'x'.repeat(201)],
    books_closed_through: ['2026-03-16', '2026-02-30'],
    reply_to: ['nobody', 'a@b@c'],
    state: ['I', 'Illinois'],
    sender_name: ['', ' '],
  }
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) assertNames(await call('PATCH', '/settings', { city: 'Berlin', [field]: value }), field)
  }
  assert.deepEqual(await read('/settings'), before)
})

test('a time zone that PostgreSQL does not know, or knows as another one, is refused for a new organization as well', async () => {
  for (const timeZone of ['US/Pacific-New', 'PST', 'cst']) {
    await assert.rejects(world.organization({ timeZone }), /time_zone must be an IANA time zone/, timeZone)
  }
  await recordCalendarChanges(world.pools, world.clock.now())
})

test('books are closed through today at most, reopened, and never closed beyond today by a change of time zone', async () => {
  const { call, write, logged, org } = await openOffice(world)
  assert.equal((await write('PATCH', '/settings', { books_closed_through: '2026-03-15' })).today, '2026-03-15')
  assert.equal((await write('PATCH', '/settings', { time_zone: 'Pacific/Kiritimati' })).today, '2026-03-16')
  await write('PATCH', '/settings', { books_closed_through: '2026-03-16' })
  const back = await call('PATCH', '/settings', { time_zone: 'America/Chicago' })
  assertNames(back, 'time_zone')
  assert.match(String(back.body.message), /still 2026-03-15 there and the books are closed through 2026-03-16/)
  await write('PATCH', '/settings', { time_zone: 'America/Chicago', books_closed_through: null })
  const actions = await logged(org.id)
  assert.equal(actions.filter(action => action === 'books.close').length, 3)
  assert.equal(actions.filter(action => action === 'organization.update').length, 2)
})

test('another time zone has another today: records, changes, the calendar and status histories follow at once, and back', async () => {
  const office = await openOffice(world)
  const { org } = office
  const ending = await storeHome(org)
  await recordCalendarChanges(world.pools, world.clock.now())
  const moved = async (zone: string) => {
    const { next_cursor } = await changesOf(world, org)
    await office.write('PATCH', '/settings', { time_zone: zone })
    return (await changesOf(world, org, `after=${next_cursor}`)).data.map(({ type, change }) => `${type} ${change}`)
  }
  const statusOf = async () => (await office.read(`/units/${ending.unitId}`)).status
  assert.equal(await statusOf(), 'CURRENT')

  const ahead = await moved('Pacific/Kiritimati')
  assert.equal(await statusOf(), 'VACANT_UNRENTED')
  const units = ['unit UPSERTED', 'unit UPSERTED']
  assert.deepEqual(ahead.sort(), ['lease UPSERTED', 'listing UPSERTED', 'resident UPSERTED', ...units])
  assert.deepEqual(await calendar(org), '2026-03-16')
  assert.deepEqual(await differences(org), [])

  const behind = await moved('Pacific/Pago_Pago')
  assert.equal(await statusOf(), 'CURRENT')
  assert.deepEqual(behind.sort(), ['lease UPSERTED', 'listing REMOVED', 'resident UPSERTED', ...units])
  assert.deepEqual(await calendar(org), '2026-03-15')
  assert.deepEqual(await differences(org), [])

  await recordCalendarChanges(world.pools, world.clock.now())
  assert.deepEqual(await calendar(org), '2026-03-15', 'upkeep recorded a day that has not begun')
})

test('a lease that is being signed while the time zone changes is signed on the day of the new zone', async () => {
  const office = await openOffice(world)
  const { org } = office
  const home = property()
  const rented = unit(home)
  await store(org, { properties: [home], units: [rented] })
  const signing = Promise.withResolvers<void>()
  const changed = Promise.withResolvers<void>()
  const signed = org.within(async context => {
    const coming = lease(rented, { start_date: '2026-06-01', signed_at: '2026-03-10T23:30:00.000Z' })
    await saveLeases(context, [coming])
    signing.resolve()
    await changed.promise
  })
  await signing.promise
  const zone = { time_zone: 'Pacific/Kiritimati' }
  const first = await office.call('PATCH', '/settings', zone)
  changed.resolve()
  await signed
  assert.equal(first.status, 503, first.text)
  assert.equal(first.headers.get('retry-after'), '1')
  await office.write('PATCH', '/settings', zone)
  assert.deepEqual(await differences(org), [])
})

/** A listed unit whose resident leaves today, and another whose future lease was signed late in the evening, Chicago time. */
async function storeHome(org: Organization): Promise<{ unitId: string }> {
  const home = property()
  const [left, ahead] = [unit(home, { is_listed: true }), unit(home)]
  const leaving = lease(left, { move_out_date: '2026-03-15' })
  const coming = lease(ahead, { start_date: '2026-06-01', signed_at: '2026-03-10T23:30:00.000Z' })
  const dana = resident()
  await store(org, {
    properties: [home],
    units: [left, ahead],
    rates: [rate(left), rate(ahead)],
    leases: [leaving, coming],
    residents: [dana],
    leaseResidents: [on(leaving, dana)],
  })
  return { unitId: left.id }
}

async function calendar({ id }: Organization): Promise<string | undefined> {
  const [day] = await world.sql<{ day: string }>(
    'select entered_through::text as day from calendar_days where organization_id = $1',
    [id],
  )
  return day?.day
}

/** The places where a stored history differs from its definition. */
function differences(org: Organization): Promise<unknown[]> {
  return org.within(async context => {
    const found: unknown[] = []
    for (const history of HISTORIES) {
      found.push(...(await compareNext(history, context, '', 1_000)).differences)
    }
    return found
  })
}
