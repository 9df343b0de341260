/** Residents who stay beyond their planned move-out, although the next lease of the unit has begun: the next lease makes room for them. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { DAY_MS } from '#server/base/instants.ts'
import { type Office, openOffice } from '../console/office.ts'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { type Home, signed, storeHome } from '../leasing.ts'
import { START, useWorld } from '../world.ts'
import { rollOf } from './rent-roll/roll.ts'

const world = useWorld({ own: true })
let office: Office
let home: Home
let leaving: string
let next: string

/** Dana was to leave on March 20, Lee's lease begins on the day after, and today is March 23. */
async function arrange(fields: { move_in_date: string | null }) {
  world.clock.advance(START - world.clock.now())
  office = await openOffice(world)
  home = await storeHome(office.org)
  leaving = (await signed(office.org, home)).lease_id
  await step(leaving, 'record-notice', { notice_given_on: '2026-02-15', move_out_date: '2026-03-20' })
  const residents = [{ resident_id: home.lee.id, role: 'PRIMARY' as const }]
  const dates = { start_date: '2026-03-21', end_date: '2027-03-20', ...fields }
  next = (await signed(office.org, home, { ...dates, residents })).lease_id
  world.clock.advance(8 * DAY_MS)
}
beforeEach(() => arrange({ move_in_date: null }))

const step = (lease: string, name: string, body: Record<string, unknown> = {}) =>
  office.write('POST', `/leases/${lease}/${name}`, body)
const tryStep = (lease: string, name: string, body: Record<string, unknown> = {}) =>
  office.call('POST', `/leases/${lease}/${name}`, body)
const stepsOf = async (lease: string) => (await office.read(`/leases/${lease}`)).allowed_steps as string[]
const statuses = async () =>
  Promise.all([leaving, next].map(async lease => (await office.read(`/leases/${lease}`)).status))
const rollOn = (day: string) => rollOf(world, office.org, home.home.id, day)
/** The status of the unit on a day, the lease that occupies it, and the first days of the leases to come. */
async function on(day: string) {
  const { rows, future_residents } = await rollOn(day)
  return [rows[0]?.status, rows[0]?.lease_id, future_residents.map(({ lease_from }) => lease_from)]
}

test('a lease that has begun makes room for residents who stayed longer, as the refusal of their move-out says', async () => {
  assert.deepEqual(await statuses(), ['ENDED', 'ACTIVE'])
  const { generated_at: _, ...before } = await rollOn('2026-03-19')
  const refused = await tryStep(leaving, 'end', { move_out_date: '2026-03-22' })
  assertRefused(refused, 'conflict')
  assert.match(
    String(refused.body.message),
    new RegExp(
      `\\(${next}\\), which overlaps .*\\. Change the dates of one of the two: that lease can start later until its residents have moved in\\.$`,
    ),
  )
  assert.ok((await stepsOf(next)).includes('RESCHEDULE'))
  assert.equal((await step(next, 'reschedule', { start_date: '2026-03-26' })).status, 'FUTURE')
  await step(leaving, 'end', { move_out_date: '2026-03-23' })
  assert.deepEqual(await statuses(), ['ACTIVE', 'FUTURE'])
  await step(leaving, 'record-notice', { move_out_date: '2026-03-24' })
  const stays = ['NOTICE_RENTED', leaving]
  assert.deepEqual(
    [await on('2026-03-20'), await on('2026-03-21'), await on('2026-03-23'), await on('2026-03-24')],
    [
      [...stays, ['2026-03-21']],
      [...stays, ['2026-03-26']],
      [...stays, ['2026-03-26']],
      [...stays, ['2026-03-26']],
    ],
  )
  assert.deepEqual((await on('2026-03-25')).slice(0, 2), ['VACANT_RENTED', null])
  assert.deepEqual((await on('2026-03-26')).slice(0, 2), ['CURRENT', next])
  const { generated_at: __, ...after } = await rollOn('2026-03-19')
  assert.deepEqual(after, before)
  const { body: living } = await world.call(`/residents?unit_id=${home.only.id}`, { key: office.org.key })
  assert.deepEqual(
    living.data.map(({ resident_id }) => resident_id),
    [home.dana.id],
  )
})

test('a lease can begin later on a day that has passed, and then it stays active', async () => {
  assert.equal((await step(next, 'reschedule', { start_date: '2026-03-23' })).status, 'ACTIVE')
  await step(leaving, 'end', { move_out_date: '2026-03-22' })
  assert.deepEqual(await statuses(), ['ENDED', 'ACTIVE'])
  assert.deepEqual((await on('2026-03-22')).slice(0, 2), ['NOTICE_RENTED', leaving])
  await step(next, 'move-in', { move_in_date: '2026-03-23' })
  assertNames(await tryStep(next, 'move-in', { move_in_date: '2026-03-22' }), 'move_in_date')
})

test('days that were billed to the next lease are billed to the residents who stayed, once its invoice is void', async () => {
  await office.write('POST', '/invoices/generate', { month: '2026-03' })
  const [first] = (await office.rows(`/invoices?lease_id=${next}`)) as { invoice_id: string; total_cents: number }[]
  assert.equal(first?.total_cents, Math.round((142_500 * 11) / 31))
  await step(next, 'reschedule', { start_date: '2026-03-23' })
  await step(leaving, 'end', { move_out_date: '2026-03-22' })
  await office.write('POST', `/invoices/${first?.invoice_id}/void`, {})
  await office.write('POST', '/invoices/generate', { month: '2026-03' })
  await office.write('POST', '/invoices/generate', { month: '2026-03', lease_id: next })
  const periods = async (lease: string) =>
    (await office.rows(`/invoices?lease_id=${lease}&status=OPEN`))
      .map(({ period_start, period_end }) => [period_start, period_end])
      .sort()
  assert.deepEqual(await periods(leaving), [
    ['2026-03-01', '2026-03-20'],
    ['2026-03-21', '2026-03-22'],
  ])
  assert.deepEqual(await periods(next), [['2026-03-23', '2026-03-31']])
})

test('a lease whose residents have moved in keeps its start date', async () => {
  await step(next, 'move-in', { move_in_date: '2026-03-22' })
  assert.ok(!(await stepsOf(next)).includes('RESCHEDULE'))
  const refused = await tryStep(next, 'reschedule', { start_date: '2026-03-26' })
  assertRefused(refused, 'conflict')
  assert.match(
    String(refused.body.message),
    /^The residents moved in on 2026-03-22.* correct the move-in date first\.$/,
  )
})

test('a planned move-in that did not happen is corrected, and then the lease can start later', async () => {
  await arrange({ move_in_date: '2026-03-21' })
  const movesIn = async (day: string) => {
    const { rows, future_residents } = await rollOn(day)
    return [rows[0]?.move_in, future_residents[0]?.move_in]
  }
  const before = await movesIn('2026-03-20')
  assertNames(await tryStep(next, 'move-in', { move_in_date: null, bills_month: true }), 'bills_month')
  assert.equal((await step(next, 'move-in', { move_in_date: null })).move_in_date, null)
  assert.equal((await office.logged(next)).at(-1), 'lease.cancel_move_in')
  assert.deepEqual([await movesIn('2026-03-20'), await movesIn('2026-03-21')], [before, [null, undefined]])
  assert.equal((await step(next, 'reschedule', { start_date: '2026-03-26' })).status, 'FUTURE')
  await step(leaving, 'end', { move_out_date: '2026-03-23' })
  assert.deepEqual(await statuses(), ['ACTIVE', 'FUTURE'])
})

test('a lease that has begun cannot begin earlier, nor after its last day, nor once it was renewed', async () => {
  for (const day of ['2026-03-20', '2027-03-21'])
    assertNames(await tryStep(next, 'reschedule', { start_date: day }), 'start_date')
  await step(next, 'renew', { end_date: '2028-03-20' })
  const refused = await tryStep(next, 'reschedule', { start_date: '2026-03-26' })
  assertRefused(refused, 'conflict')
  assert.match(String(refused.body.message), /^The lease was renewed/)
})

test('a lease that has begun and that nobody moves into is canceled once it starts later, and no day shows it as occupied', async () => {
  await step(next, 'reschedule', { start_date: '2026-03-24' })
  await step(next, 'cancel')
  assert.equal((await office.read(`/leases/${next}`)).status, 'CANCELLED')
  assert.deepEqual(
    [await on('2026-03-22'), await on('2026-03-23')],
    [
      ['VACANT_RENTED', null, ['2026-03-24']],
      ['VACANT_UNRENTED', null, []],
    ],
  )
})
