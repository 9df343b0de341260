/** A unit with several consecutive tenancies, for importing payments of each. */
import { lease, on, property, resident, store, unit } from '../records.ts'
import type { Organization, World } from '../world.ts'
import { fileOf } from './imported.ts'

/** Unit 101 of Maple Court: Ann Elm until January, Bo Fir and Cy Fir since February, Di Oak from June. */
export async function mapleCourt(world: World) {
  const organization = await world.organization()
  const court = property()
  const home = unit(court, { label: '101' })
  const another = unit(court, { label: '102' })
  const past = lease(home, {
    start_date: '2025-01-01',
    end_date: '2025-12-31',
    move_out_date: '2026-01-31',
    signed_at: '2024-12-01T12:00:00Z',
  })
  const present = lease(home, {
    start_date: '2026-02-01',
    end_date: '2026-05-31',
    move_in_date: null,
    move_out_date: '2026-05-31',
  })
  const coming = lease(home, { start_date: '2026-06-01', end_date: '2027-05-31', move_in_date: null })
  const people = [
    ['Ann', 'Elm'],
    ['Bo', 'Fir'],
    ['Cy', 'Fir'],
    ['Di', 'Oak'],
  ].map(([firstName = '', lastName = '']) => resident({ first_name: firstName, last_name: lastName }))
  const [ann, bo, cy, di] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0], (typeof people)[0]]
  await store(organization, {
    properties: [court],
    units: [home, another],
    leases: [past, present, coming],
    residents: people,
    leaseResidents: [on(past, ann), on(present, bo), on(present, cy, 'CO_TENANT'), on(coming, di)],
  })
  return { organization, past, present, coming, ann, bo, cy, di }
}

const HEADER = 'Date,Property,Unit,Payer,Amount,Type,Check #,Description,Status\n'

/** A file of payments. */
export function paymentRows(...lines: string[]): string {
  return fileOf(`${HEADER}${lines.map(line => `${line}\n`).join('')}`)
}

/** The payments of the organization, by day and amount. */
export function paymentsOf(world: World, { id }: Organization) {
  return world.sql(
    `select p.lease_id, p.resident_id, p.status, p.method, p.amount_cents::int as cents, p.allocated_cents::int as allocated,
            p.payment_date::text as day, p.reference, p.memo, p.failure_reason as why
       from payments p where p.organization_id = $1 order by p.payment_date, p.amount_cents`,
    [id],
  )
}
