/**
 * A notice, an eviction and a move-out date stay on the days on which they applied; only a correction with an earlier day restates those days.
 */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { DAY_MS } from '#server/base/instants.ts'
import { type Office, openOffice } from '../console/office.ts'
import { type Home, signed, storeHome } from '../leasing.ts'
import { START, useWorld } from '../world.ts'
import { rollOf } from './rent-roll/roll.ts'

const world = useWorld({ own: true })
let office: Office
let home: Home
let id: string
/** Each case begins on March 15, with Dana in the unit since September. */
beforeEach(async () => {
  world.clock.advance(START - world.clock.now())
  office = await openOffice(world)
  home = await storeHome(office.org)
  id = (await signed(office.org, home)).lease_id
})

const pass = (days: number) => world.clock.advance(days * DAY_MS)
const step = (name: string, body?: Record<string, unknown>) => office.write('POST', `/leases/${id}/${name}`, body)

/** The status, the notice and the move-out date that a day's rent roll shows. */
async function on(day: string) {
  const [row] = (await rollOf(world, office.org, home.home.id, day)).rows
  return [row?.status, row?.notice_date, row?.move_out]
}
const STAYS = ['CURRENT', null, null]

test('a canceled notice remains on the days when it was in force', async () => {
  await step('record-notice', { move_out_date: '2026-04-30' })
  pass(5)
  await step('cancel-notice')
  const stood = ['NOTICE_UNRENTED', '2026-03-15', '2026-04-30']
  assert.deepEqual(
    [await on('2026-03-14'), await on('2026-03-15'), await on('2026-03-19'), await on('2026-03-20')],
    [STAYS, stood, stood, STAYS],
  )
  pass(5)
  await step('record-notice', { move_out_date: '2026-05-31' })
  const again = ['NOTICE_UNRENTED', '2026-03-25', '2026-05-31']
  assert.deepEqual(
    [await on('2026-03-19'), await on('2026-03-20'), await on('2026-03-24'), await on('2026-03-25')],
    [stood, STAYS, STAYS, again],
  )
})

test('a notice canceled on the day it was given appears on no day', async () => {
  await step('record-notice', { move_out_date: '2026-04-30' })
  await step('cancel-notice')
  pass(1)
  assert.deepEqual(await on('2026-03-15'), STAYS)
})

test('a canceled eviction remains on the days when it was in force', async () => {
  await step('record-notice', { move_out_date: '2026-04-30' })
  pass(2)
  await step('record-eviction', {})
  pass(3)
  await step('cancel-eviction')
  const evict = ['EVICT', '2026-03-15', '2026-04-30']
  const notice = ['NOTICE_UNRENTED', '2026-03-15', '2026-04-30']
  assert.deepEqual(
    [await on('2026-03-16'), await on('2026-03-17'), await on('2026-03-19'), await on('2026-03-20')],
    [notice, evict, evict, notice],
  )
})

test('neither a changed move-out date nor a move-out on another day changes an earlier day', async () => {
  await step('record-notice', { move_out_date: '2026-04-30' })
  pass(3)
  await step('record-notice', { move_out_date: '2026-05-15' })
  pass(3)
  await step('end', {})
  const with_ = (day: string | null) => ['NOTICE_UNRENTED', '2026-03-15', day]
  assert.deepEqual(
    [await on('2026-03-17'), await on('2026-03-18'), await on('2026-03-20'), await on('2026-03-21')],
    [with_('2026-04-30'), with_('2026-05-15'), with_('2026-05-15'), with_('2026-03-21')],
  )
  pass(1)
  assert.deepEqual(await on('2026-03-22'), ['VACANT_UNRENTED', null, null])
})

test('a date given on purpose restates the days from it on, and the log has both versions', async () => {
  await step('record-notice', { move_out_date: '2026-04-30' })
  pass(5)
  await step('record-notice', { notice_given_on: '2026-03-10', move_out_date: '2026-04-30' })
  assert.deepEqual([await on('2026-03-09'), await on('2026-03-10')], [STAYS, ['NOTICE_UNRENTED', '2026-03-10', null]])
  assert.deepEqual(await on('2026-03-15'), ['NOTICE_UNRENTED', '2026-03-10', '2026-04-30'])
  await step('end', { move_out_date: '2026-03-18' })
  assert.deepEqual(
    [await on('2026-03-17'), await on('2026-03-18'), await on('2026-03-19')],
    [
      ['NOTICE_UNRENTED', '2026-03-10', '2026-04-30'],
      ['NOTICE_UNRENTED', '2026-03-10', '2026-03-18'],
      ['VACANT_UNRENTED', null, null],
    ],
  )
  await step('end', { move_out_date: '2026-03-19' })
  assert.deepEqual(await on('2026-03-19'), ['NOTICE_UNRENTED', '2026-03-10', '2026-03-19'])
  const log = await world.sql<{ action: string; was: string | null; is: string | null }>(
    `select action, before ->> 'move_out_date' as was, after ->> 'move_out_date' as is from administrative_log
      where organization_id = $1 and subject = $2 and action in ('lease.record_notice', 'lease.end') order by id`,
    [office.org.id, id],
  )
  assert.deepEqual(
    log.map(line => Object.values(line)),
    [
      ['lease.record_notice', null, '2026-04-30'],
      ['lease.record_notice', '2026-04-30', '2026-04-30'],
      ['lease.end', '2026-04-30', '2026-03-18'],
      ['lease.end', '2026-03-18', '2026-03-19'],
    ],
  )
})

test('a future lease whose start date changes keeps its first plan on earlier days', async () => {
  await step('record-notice', { move_out_date: '2026-04-30' })
  const next = await signed(office.org, home, { start_date: '2026-05-01', end_date: '2027-04-30', move_in_date: null })
  const coming = async (day: string) => {
    const [row] = (await rollOf(world, office.org, home.home.id, day)).future_residents
    return [row?.lease_from, row?.move_in, row?.rent_cents]
  }
  pass(4)
  await office.write('POST', `/leases/${next.lease_id}/reschedule`, { start_date: '2026-05-08' })
  assert.deepEqual(
    [await coming('2026-03-18'), await coming('2026-03-19')],
    [
      ['2026-05-01', '2026-05-01', 142_500],
      ['2026-05-08', '2026-05-08', 142_500],
    ],
  )
})
