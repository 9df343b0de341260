/** A unit with residents, and leases brought into any status by the operations themselves. */
import { readLease } from '#server/domain/leases/detail.ts'
import type { LeaseRow } from '#server/domain/leases/queries.ts'
import type { LeaseStatus } from '#server/domain/leases/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { calls } from './calls.ts'
import { lease, on, property, rate, resident, store, unit } from './records.ts'
import type { Organization } from './world.ts'

const { cancelLease, createLease, endLease, sendLease, signLease } = calls

export type Home = Awaited<ReturnType<typeof storeHome>>

/** A property with one vacant unit, and two residents without a lease. */
export async function storeHome(org: Organization) {
  const home = property()
  const only = unit(home, { label: '204' })
  const [dana, lee] = [resident(), resident({ first_name: 'Lee' })]
  await store(org, { properties: [home], units: [only], rates: [rate(only)], residents: [dana, lee] })
  return { home, only, dana, lee }
}

/** A holdover: the lease of a resident whose term ended long ago and who still lives there. */
export async function storeHoldover(org: Organization, { only, lee }: Home) {
  const held = lease(only, { start_date: '2024-09-01', end_date: '2025-08-31', move_in_date: '2024-09-01' })
  await store(org, { leases: [held], leaseResidents: [on(held, lee)] })
  return held
}

/** A draft of a one-year lease whose start date has passed, unless `fields` state otherwise. */
export function draft(org: Organization, { only, dana }: Home, fields: Partial<NewLease> = {}) {
  return read(org, context =>
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

export async function signed(org: Organization, home: Home, fields: Partial<NewLease> = {}) {
  const { lease_id } = await draft(org, home, fields)
  return read(org, context => signLease(context, { lease_id, signed_at: '2025-08-12T18:03:00.000Z' }))
}

export async function leaseThatIs(status: LeaseStatus, org: Organization, home: Home) {
  if (status === 'ACTIVE') return signed(org, home)
  if (status === 'FUTURE') return signed(org, home, { start_date: '2026-06-01', move_in_date: null })
  if (status === 'ENDED') {
    const { lease_id } = await signed(org, home)
    return read(org, context => endLease(context, { lease_id, move_out_date: '2026-03-10' }))
  }
  const drawn = await draft(org, home, { start_date: '2026-04-01', move_in_date: null })
  if (status === 'DRAFT') return drawn
  const next = status === 'CANCELLED' ? cancelLease : sendLease
  return read(org, context => next(context, { lease_id: drawn.lease_id }))
}

type NewLease = Parameters<typeof createLease>[1]

/** Takes the step and returns the lease as events and the log show it. */
function read(org: Organization, step: (context: Context) => Promise<{ lease_id: string }>): Promise<LeaseRow> {
  return org.within(async context => readLease(context, (await step(context)).lease_id))
}
