/** Many records of every kind, with names and days that repeat, for tests that walk through lists. */
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import { createWebhook } from '#server/domain/webhooks/operations.ts'
import { createWorkOrder } from '#server/domain/work-orders/operations.ts'
import { calls } from '../calls.ts'
import {
  entry,
  invoice,
  lease,
  on,
  owner,
  payment,
  portfolio,
  property,
  type Records,
  rate,
  resident,
  store,
  unit,
} from '../records.ts'
import type { Organization } from '../world.ts'

const { createLead } = calls

/** Capitals, accents, digits and an emoji: code-point order puts them where a language would not. */
const NAMES = [
  'Maple Court',
  'maple court',
  'Maple Court',
  'Élan',
  'Zeta',
  '9 Oaks',
  '🏠 Home',
  'Maple Court',
  'Maple  Court',
]

export async function storeCrowd(organization: Organization): Promise<{ building: string; tenancy: LeaseRecord }> {
  for (let round = 0; round < 3; round++) for (const name of NAMES) await storeListed(organization, name)
  const home = property({ name: 'Tower' })
  const units = Array.from({ length: 20 }, () => unit(home))
  const leases = units.map(of => lease(of))
  const people = leases.map((_, index) =>
    resident({ last_name: NAMES[index % 5] as string, first_name: index % 2 ? 'Dana' : 'dana' }),
  )
  const everywhere = resident({ last_name: 'Whitfield' })
  const leaseResidents = leases.flatMap((of, index) => [on(of, people[index]!), on(of, everywhere, 'GUARANTOR')])
  await store(organization, { properties: [home], units, leases, residents: [...people, everywhere], leaseResidents })
  for (let round = 0; round < 3; round++) await openWorkOrders(organization, home.id, 10)
  const tenancy = leases[0] as LeaseRecord
  await storeEntries(organization, tenancy, 24)
  await storeLeads(organization, 24)
  await store(organization, {
    owners: Array.from({ length: 24 }, (_, index) => owner(NAMES[index % NAMES.length] as string)),
    portfolios: Array.from({ length: 24 }, (_, index) => portfolio(NAMES[index % NAMES.length] as string)),
  })
  for (let round = 0; round < 3; round++) await storeMoney(organization, tenancy, 10)
  return { building: home.id, tenancy }
}

/** Invoices and payments of a few days. The entries that would apply payments to invoices do not matter to a list. */
export async function storeMoney(organization: Organization, of: LeaseRecord, count: number): Promise<void> {
  const days = Array.from({ length: count }, (_, index) => `2026-03-0${1 + (index % 3)}`)
  const invoices = days.map(day => invoice(of, { issue_date: day, due_date: day }))
  await store(organization, { invoices, payments: days.map(day => payment(of, { payment_date: day })) })
}

export async function storeLease(organization: Organization): Promise<string> {
  const home = property()
  const of = unit(home)
  const tenancy = lease(of)
  await store(organization, { properties: [home], units: [of], leases: [tenancy] })
  return tenancy.id
}

/** Charges of a few days. */
export async function storeEntries(organization: Organization, of: LeaseRecord, count: number): Promise<void> {
  const days = Array.from({ length: count }, (_, index) => `2026-02-0${1 + (index % 3)}`)
  await store(organization, { ledger: days.map(day => entry(of, { effective_on: day })) })
}

export async function storeLeads(organization: Organization, count: number): Promise<void> {
  await organization.within(async context => {
    for (let made = 0; made < count; made++) {
      await createLead(context, { last_name: 'Whitfield', source: 'Website' })
    }
  })
}

/** All of them have the same instant, that of their transaction. */
export async function openWorkOrders(organization: Organization, propertyId: string, count: number): Promise<void> {
  await organization.within(async context => {
    for (let made = 0; made < count; made++) {
      await createWorkOrder(context, { title: 'Paint the fence', property_id: propertyId })
    }
  })
}

/** Creates subscriptions and returns the ID of the last one. */
export async function subscribe(organization: Organization, count: number): Promise<string> {
  return organization.within(async context => {
    let id = ''
    for (let made = 0; made < count; made++) {
      id = (await createWebhook(context, { event: 'ticket.created', target_url: 'http://127.0.0.1:9/hooks' })).id
    }
    return id
  })
}

export async function storeListed(organization: Organization, name: string): Promise<void> {
  const home = property({ name })
  const units = ['10', '9', 'a', 'B'].map(label => unit(home, { label, is_listed: true }))
  const records: Records = { properties: [home], units, rates: units.map(of => rate(of)) }
  await store(organization, records)
}
