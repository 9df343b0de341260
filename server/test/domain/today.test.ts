/** "Today" is the organization's own: at one instant it is three different days in zones far apart. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lease, on, property, rate, resident, store, unit } from '../records.ts'
import { type Organization, START, useWorld } from '../world.ts'

const world = useWorld({ own: true })
/** Arranges the same in each zone: a listed unit whose resident leaves on the 16th. */
async function arrange(timeZone: string): Promise<{ org: Organization; homeId: string }> {
  const org = await world.organization({ timeZone })
  const home = property()
  const only = unit(home, { is_listed: true })
  const leaving = lease(only, { move_out_date: '2026-03-16' })
  const dana = resident()
  const people = { residents: [dana], leaseResidents: [on(leaving, dana)] }
  await store(org, { properties: [home], units: [only], rates: [rate(only)], leases: [leaving], ...people })
  return { org, homeId: home.id }
}

async function isOver({ org, homeId }: Awaited<ReturnType<typeof arrange>>): Promise<boolean> {
  const listings = await world.call('/listings', { key: org.key })
  const residents = await world.call(`/residents?property_id=${homeId}`, { key: org.key })
  const detail = await world.call(`/properties/${homeId}`, { key: org.key })
  const over = listings.body.data.length === 1
  assert.equal(residents.body.data.length, over ? 0 : 1)
  assert.equal(detail.body.vacant_unit_count, over ? 1 : 0)
  assert.equal((detail.body.active_leases as unknown[]).length, over ? 0 : 1)
  return over
}

test('the day changes at midnight of each time zone, to the millisecond, for all reads', async () => {
  const zones = ['Pacific/Kiritimati', 'America/New_York', 'America/Chicago', 'Pacific/Pago_Pago']
  const midnights = ['2026-03-16T10:00:00Z', '2026-03-17T04:00:00Z', '2026-03-17T05:00:00Z', '2026-03-17T11:00:00Z']
  const worlds = await Promise.all(zones.map(arrange))
  assert.equal(world.clock.now(), START)
  for (const [turned, midnight] of midnights.entries()) {
    const overIn = async () => Promise.all(worlds.map(isOver))
    world.clock.advance(Date.parse(midnight) - world.clock.now() - 1)
    assert.deepEqual(
      await overIn(),
      zones.map((_, index) => index < turned),
    )
    world.clock.advance(1)
    assert.deepEqual(
      await overIn(),
      zones.map((_, index) => index <= turned),
    )
  }
})
