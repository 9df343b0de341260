/** A lease whose residents are leaving is renewed only once they stay, as the refusal says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { signed, storeHome } from '../leasing.ts'
import { conflicts } from '../refusals.ts'
import { useOrganization, useWorld } from '../world.ts'

const { cancelEviction, cancelNotice, recordEviction, recordNotice, renewLease } = calls

const world = useWorld()
const org = useOrganization(world)

test('a lease whose residents leave can be renewed once the notice and the eviction are canceled, as the refusal says', async () => {
  const { lease_id } = await signed(org, await storeHome(org))
  const take = (step: typeof recordNotice | typeof cancelNotice) => org.within(context => step(context, { lease_id }))
  const renew = () =>
    org.within(context => renewLease(context, { lease_id, end_date: '2027-08-31', rent_cents: 150_000 }))
  await org.within(context => recordNotice(context, { lease_id, move_out_date: '2026-04-30' }))
  await take(recordEviction)
  await assert.rejects(renew(), conflicts(/^Notice was given on 2026-03-15, .* cancel the notice first\.$/))
  await take(cancelNotice)
  await assert.rejects(renew(), conflicts(/^An eviction was filed on 2026-03-15, .* cancel the eviction first\.$/))
  await take(cancelEviction)
  assert.equal((await renew()).end_date, '2026-08-31')
})
