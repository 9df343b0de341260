/** A small portfolio for the console's tests: two units of one property, one of them leased to a resident who owes rent for March. */
import { entriesOf } from '#server/domain/invoices/operations.ts'
import { charge, invoice, lease, on, property, rate, resident, store, unit } from '../records.ts'
import type { Organization } from '../world.ts'

export async function smallPortfolio(
  organization: Organization,
  name: { first_name?: string; last_name?: string } = {},
) {
  const court = property()
  const [let204, empty205] = [
    unit(court, { label: '204' }),
    unit(court, {
      label: '205',
      is_listed: true,
      listing_title: 'Two bedrooms by the park',
      listing_description: 'Quiet and bright.',
    }),
  ]
  const term = lease(let204)
  const dana = resident(name)
  const rent = invoice(term)
  await store(organization, {
    properties: [court],
    units: [let204, empty205],
    rates: [rate(let204), rate(empty205)],
    leases: [term],
    charges: [charge(term)],
    residents: [dana],
    leaseResidents: [on(term, dana)],
    invoices: [rent],
    ledger: entriesOf(rent),
  })
  return { court, home: let204, term, dana, rent }
}
