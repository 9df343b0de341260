/** Amounts have a largest value, and their sums are larger: they are exact, and as the contract documents them. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MAX_CENTS } from '#contract/values.ts'
import { assertAnswers } from '../contract/promises.ts'
import { charge, entry, lease, on, property, rate, resident, store, unit } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'

const world = useWorld()
const org = useOrganization(world)
const court = property()
const home = unit(court)
const tenancy = lease(home)
before(async () => {
  const dana = resident()
  const largest = { amount_cents: MAX_CENTS }
  await store(org, {
    properties: [court],
    units: [home],
    rates: [rate(home, { market_rent_cents: MAX_CENTS })],
    leases: [tenancy],
    charges: [
      charge(tenancy, largest),
      charge(tenancy, { description: 'Storage room', ...largest }),
      charge(tenancy, { code: 'PARKING', ...largest }),
    ],
    residents: [dana],
    leaseResidents: [on(tenancy, dana)],
    ledger: [entry(tenancy, largest), entry(tenancy, largest), entry(tenancy, { account: 'DEPOSIT', ...largest })],
  })
})

const READS = {
  listLeases: '/leases',
  getLease: `/leases/${tenancy.id}`,
  getLeaseLedger: `/leases/${tenancy.id}/ledger`,
  listResidents: `/residents?unit_id=${home.id}`,
  getRentRoll: '/rent-roll?scope_id=portfolio',
} as const

for (const [name, path] of Object.entries(READS)) {
  test(`${name} shows sums that exceed the largest amount`, async () => {
    const reply = await world.call(path, { key: org.key })
    assert.match(reply.text, new RegExp(`_cents":${2 * MAX_CENTS}\\b`))
    assertAnswers(reply, name as keyof typeof READS)
  })
}
