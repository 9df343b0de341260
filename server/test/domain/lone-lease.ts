/** What the random histories of a lease's money have in common: a lease in an organization of its own, and the steps that are drawn at random. */
import fc from 'fast-check'
import { DAY_MS } from '#server/base/instants.ts'
import { closeBooks } from '#server/platform/organizations/changes.ts'
import { lease, property, store, unit } from '../records.ts'
import type { World } from '../world.ts'

/** Random steps of these kinds, as plain numbers; the state at that moment decides which invoice or payment a step applies to. */
export function stepOf<const Kind extends string>(kinds: readonly Kind[]) {
  return fc.record({
    kind: fc.constantFrom(...kinds),
    pick: fc.nat(1_000),
    cents: fc.integer({ min: 1, max: 500 }),
    /** How many days from today the step is effective. */
    days: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.integer({ min: -25, max: 20 }) },
    ),
    wait: fc.integer({ min: 0, max: 12 }),
  })
}

export type LoneLease = Awaited<ReturnType<typeof openLease>>

/** Stores a lease without charges, the only one of its organization, whose days are those of UTC. */
export async function openLease(world: World) {
  const organization = await world.organization({ timeZone: 'UTC' })
  const home = property()
  const flat = unit(home)
  const tenancy = lease(flat)
  await store(organization, { properties: [home], units: [flat], leases: [tenancy] })
  return {
    ...{ organization, tenancy, place: { lease_id: tenancy.id, property_id: home.id, unit_id: flat.id } },
    today: () => new Date(world.clock.now()).toISOString().slice(0, 10),
    pass: (days: number) => world.clock.advance(days * DAY_MS),
    close: (through: string) =>
      world.pools.platformWrites.transaction(null, db =>
        closeBooks({ db, actor: 'test', now: world.clock.now() }, organization.id, { through }),
      ),
  }
}
