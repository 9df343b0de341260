/** Every path in the console's `routes.tsx`, with the pages that the tests open for it, and the records they show. */
import assert from 'node:assert/strict'
import { calls } from '../calls.ts'
import { leaseThatIs, storeHome } from '../leasing.ts'
import { payment, store } from '../records.ts'
import type { Organization, World } from '../world.ts'
import { smallPortfolio } from './console-books.ts'

const { createLead, createVendor } = calls

/** Pages before signing in, by path below /console. */
export const AT_THE_DOOR: Record<string, string> = {
  '/sign-in': '/sign-in',
  '/forgot-password': '/forgot-password',
  '/reset-password': '/reset-password#token=x',
  '/accept-invitation': '/accept-invitation#token=x',
}

/** Pages of an organization, by path below /console and the organization's ID. */
export async function pagesInside(world: World, organization: Organization): Promise<Record<string, string[]>> {
  const { court, home, term, dana, rent } = await smallPortfolio(organization)
  const paid = payment(term, { status: 'PENDING', received_at: null })
  await store(organization, { payments: [paid] })
  const drawn = await leaseThatIs('DRAFT', organization, await storeHome(organization))
  const lead = await organization.within(context => createLead(context, { first_name: 'Ann', source: 'Website' }))
  const create = async (path: string, body: Record<string, string>) => {
    const made = await world.call(path, { ...organization, method: 'POST', body: JSON.stringify(body) })
    assert.equal(made.status, 201, made.text)
    return made.body
  }
  const target = { event: 'ticket.created', target_url: 'http://127.0.0.1:9/hooks' }
  const webhook = (await create('/webhooks', target)).id
  await create(`/webhooks/${webhook}/test`, {})
  const order = (await create('/work-orders', { title: 'Kitchen faucet leaks', property_id: court.id })).work_order_id
  const vendor = await organization.within(context => createVendor(context, { name: 'Reliable Plumbing LLC' }))
  const failed = (await world.call('/properties/none', organization)).body.request_id
  return {
    '/': [''],
    '/$organization': ['/nowhere'],
    '/properties': ['/properties'],
    '/properties/$property': [`/properties/${court.id}`],
    '/units': ['/units'],
    '/units/$unit': [`/units/${home.id}`],
    '/listings': ['/listings'],
    '/leases': ['/leases'],
    '/leases/new': ['/leases/new'],
    '/leases/$lease': [`/leases/${term.id}`],
    '/leases/$lease/edit': [`/leases/${drawn.lease_id}/edit`],
    '/leases/$lease/deposit-statement': [`/leases/${term.id}/deposit-statement`],
    '/leases/$lease/resident-ledger': [`/leases/${term.id}/resident-ledger`],
    '/leads': ['/leads'],
    '/leads/$lead': [`/leads/${lead.lead_id}`],
    '/residents': ['/residents'],
    '/residents/$resident': [`/residents/${dana.id}`],
    '/invoices': ['/invoices'],
    '/invoices/$invoice': [`/invoices/${rent.invoice_id}`],
    '/payments': ['/payments'],
    '/payments/$payment': [`/payments/${paid.payment_id}`],
    '/work-orders': ['/work-orders', '/work-orders?view=board'],
    '/work-orders/$workOrder': [`/work-orders/${order}`],
    '/rent-roll': ['/rent-roll'],
    '/reports': ['/reports'],
    '/reports/$report': ['/reports/receivables', '/reports/delinquency', '/reports/months'],
    '/messages': ['/messages'],
    '/vendors': ['/vendors'],
    '/vendors/$vendor': [`/vendors/${vendor.vendor_id}`],
    '/owners': ['/owners'],
    '/portfolios': ['/portfolios'],
    '/import': ['/import'],
    '/developers': ['/developers?window=1h'],
    '/developers/keys': ['/developers/keys'],
    '/developers/traffic': ['/developers/traffic'],
    '/developers/traffic/$call': [`/developers/traffic/${failed}`],
    '/developers/failures': ['/developers/failures?window=1h'],
    '/developers/inspector': ['/developers/inspector', `/developers/inspector?id=${webhook}`],
    '/developers/webhooks': ['/developers/webhooks'],
    '/developers/webhooks/$webhook': [`/developers/webhooks/${webhook}`],
    '/developers/log': ['/developers/log'],
    '/developers/plan': ['/developers/plan'],
    '/developers/sandbox': ['/developers/sandbox'],
    '/settings': ['/settings'],
    '/import-settings': ['/import-settings'],
    '/members': ['/members'],
  }
}
