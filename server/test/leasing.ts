/** A unit with people for it, and leases brought into any status by the operations themselves. */

import type { Static } from 'typebox'
import type { NewLease } from '#contract/back-office/leases.ts'
import { createLease } from '#server/domain/leases/drafting.ts'
import { endLease } from '#server/domain/leases/occupancy.ts'
import type { LeaseStatus } from '#server/domain/leases/rules.ts'
import { cancelLease, sendLease, signLease } from '#server/domain/leases/signing.ts'
import { lease, on, property, rate, resident, store, unit } from './records.ts'
import type { Organization } from './world.ts'

export type Home = Awaited<ReturnType<typeof storeHome>>

/** A property of one vacant unit, and two people who live nowhere yet. */
export async function storeHome(org: Organization) {
  const home = property()
  const only = unit(home, { label: '204' })
  const [dana, lee] = [resident(), resident({ firstName: 'Lee' })]
  await store(org, { properties: [home], units: [only], rates: [rate(only)], residents: [dana, lee] })
  return { home, only, dana, lee }
}

/** Somebody whose term ended long ago and who is still there. */
export async function storeHoldover(org: Organization, { only, lee }: Home) {
  const held = lease(only, { startDate: '2024-09-01', endDate: '2025-08-31', moveInDate: '2024-09-01' })
  await store(org, { leases: [held], leaseResidents: [on(held, lee)] })
  return held
}

/** A draft of a year's lease that has begun, unless `fields` say otherwise. */
export function draft(org: Organization, { only, dana }: Home, fields: Partial<Static<typeof NewLease>> = {}) {
  return org.within(context =>
    createLease(context, {
      unit_id: only.id,
      start_date: '2025-09-01',
      end_date: '2026-08-31',
      move_in_date: '2025-09-01',
      residents: [{ resident_id: dana.id, role: 'PRIMARY' }],
      charges: [{ code: 'RENT', amount_cents: 142_500 }],
      ...fields,
    }),
  )
}

export async function signed(org: Organization, home: Home, fields: Partial<Static<typeof NewLease>> = {}) {
  const { lease_id: id } = await draft(org, home, fields)
  return org.within(context => signLease(context, { id, signed_at: '2025-08-12T18:03:00.000Z' }))
}

export async function leaseThatIs(status: LeaseStatus, org: Organization, home: Home) {
  if (status === 'ACTIVE') return signed(org, home)
  if (status === 'FUTURE') return signed(org, home, { start_date: '2026-06-01', move_in_date: null })
  if (status === 'ENDED') {
    const { lease_id: id } = await signed(org, home)
    return org.within(context => endLease(context, { id, move_out_date: '2026-03-10' }))
  }
  const drawn = await draft(org, home, { start_date: '2026-04-01', move_in_date: null })
  if (status === 'DRAFT') return drawn
  const next = status === 'CANCELLED' ? cancelLease : sendLease
  return org.within(context => next(context, drawn.lease_id))
}
