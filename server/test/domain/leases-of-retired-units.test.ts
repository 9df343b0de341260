/** The service of a unit that ends while residents live there: they cannot be given days on which no rent roll shows them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { storeHoldover, storeHome } from '../leasing.ts'
import { store } from '../records.ts'
import { conflicts } from '../refusals.ts'
import { useWorld } from '../world.ts'

const { cancelNotice, getLease, recordNotice, retireUnit } = calls

const world = useWorld()

test('a notice is neither canceled nor postponed beyond the days on which the unit is in service', async () => {
  const org = await world.organization()
  const home = await storeHome(org)
  const { id: lease_id } = await storeHoldover(org, home)
  const notice = (move_out_date: string) =>
    org.within(context => recordNotice(context, { lease_id, notice_given_on: '2026-03-01', move_out_date }))
  await notice('2026-03-31')
  await org.within(context => retireUnit(context, { unit_id: home.only.id, last_day: '2026-04-30' }))
  await assert.rejects(notice('2026-05-01'), conflicts(/The unit of the lease is not in service after 2026-04-30/))
  await assert.rejects(
    org.within(context => cancelNotice(context, { lease_id })),
    conflicts(/The unit of the lease is not in service after 2026-04-30/),
  )
  const { move_out_date, unit_in_service_to } = await notice('2026-04-30')
  assert.deepEqual([move_out_date, unit_in_service_to], ['2026-04-30', '2026-04-30'])
})

test('a holdover in a unit whose service has ended can still get a move-out date, and its lease names the last day of the service', async () => {
  const org = await world.organization()
  const home = await storeHome(org)
  const { id: lease_id } = await storeHoldover(org, home)
  await store(org, { units: [{ ...home.only, in_service_to: '2026-02-28' }] })
  const { status, unit_in_service_to } = await org.within(context => getLease(context, { lease_id }))
  assert.deepEqual([status, unit_in_service_to], ['ACTIVE', '2026-02-28'])
  const leaving = await org.within(context => recordNotice(context, { lease_id, move_out_date: '2026-03-31' }))
  assert.equal(leaving.move_out_date, '2026-03-31')
})
