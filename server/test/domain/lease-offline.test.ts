/** A lease that is not signed yet, or whose residents leave, keeps clear of the days on which its unit is offline. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { draft, leaseThatIs, storeHome } from '../leasing.ts'
import { conflicts } from '../refusals.ts'
import { useOrganization, useWorld } from '../world.ts'

const { cancelNotice, endUnitOffline, recordNotice, rescheduleLease, sendLease, setUnitOffline, signLease } = calls

const world = useWorld()
const org = useOrganization(world)

test('a lease is not sent, signed, moved or extended to days on which its unit is offline, and the refusal names them', async () => {
  const home = await storeHome(org)
  const offline = (starts_on: string, ends_on: string | null) =>
    org.within(context => setUnitOffline(context, { unit_id: home.only.id, starts_on, ends_on, reason: 'New roof' }))
  await offline('2026-04-01', '2026-04-30')
  const fields = { start_date: '2026-04-15', end_date: '2027-03-31', move_in_date: null }
  const { lease_id } = await draft(org, home, fields)
  const says = conflicts(
    /^The unit is offline from 2026-04-01 to 2026-04-30 \(New roof\), which overlaps the lease from 2026-04-15 to 2027-03-31\. Change the dates of one of the two\.$/,
  )
  await assert.rejects(
    org.within(context => sendLease(context, { lease_id })),
    says,
  )
  await assert.rejects(
    org.within(context => signLease(context, { lease_id })),
    says,
  )
  await org.within(context => endUnitOffline(context, { unit_id: home.only.id, back_on: '2026-04-15' }))
  await org.within(context => signLease(context, { lease_id }))
  const move = (start_date: string) => org.within(context => rescheduleLease(context, { lease_id, start_date }))
  await assert.rejects(move('2026-04-14'), conflicts(/^The unit is offline from 2026-04-01 to 2026-04-14/))
  assert.equal((await move('2026-04-20')).start_date, '2026-04-20')

  const place = await storeHome(org)
  const held = await leaseThatIs('ACTIVE', org, place)
  const id = held.lease_id
  await org.within(context => recordNotice(context, { lease_id: id, move_out_date: '2026-04-30' }))
  await org.within(context =>
    setUnitOffline(context, { unit_id: place.only.id, starts_on: '2026-05-10', ends_on: null, reason: 'Sold' }),
  )
  const stay = (move_out_date: string) => org.within(context => recordNotice(context, { lease_id: id, move_out_date }))
  await assert.rejects(stay('2026-05-10'), conflicts(/^The unit is offline from 2026-05-10 with no end date \(Sold\)/))
  await assert.rejects(
    org.within(context => cancelNotice(context, { lease_id: id })),
    conflicts(/^The unit is offline/),
  )
  assert.equal((await stay('2026-05-09')).move_out_date, '2026-05-09')
})
