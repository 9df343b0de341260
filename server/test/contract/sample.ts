/** One record of every kind, stored for the tests that go through the operations of version 1. */
import { listEvents } from '#server/domain/events/operations.ts'
import { createMessage } from '#server/domain/messages/operations.ts'
import { testWebhook } from '#server/domain/webhooks/deliveries.ts'
import { createWebhook } from '#server/domain/webhooks/operations.ts'
import { recoverWebhook } from '#server/domain/webhooks/recoveries.ts'
import { createWorkOrder } from '#server/domain/work-orders/operations.ts'
import type { Context } from '#server/platform/context.ts'
import { calls } from '../calls.ts'
import { charge, entry, lease, on, owner, portfolio, property, rate, resident, store, unit } from '../records.ts'
import type { Organization } from '../world.ts'

const { createInvoice, createLead, failPayment, recordPayment, reversePayment, voidInvoice } = calls

/**
 * One record of every kind, so that no reply is empty and every nullable field occurs both with and without a value.
 */
export type Sample = Awaited<ReturnType<typeof storeSample>>

/** Stores a small portfolio. The data of two organizations differs only in `mark`. */
export async function storeSample(organization: Organization, mark = '') {
  const whitfield = owner(`Whitfield${mark}`)
  const ohio = portfolio(`Ohio${mark}`)
  const maple = property({
    name: `Maple Court${mark}`,
    owner_id: whitfield.id,
    portfolio_id: ohio.id,
    external_id: 'P-1',
  })
  const bare = property({ name: `Oak House${mark}`, year_built: null, type: 'SINGLE_FAMILY' })
  const occupied = unit(maple, { label: '101', external_id: 'U-101' })
  const vacant = unit(maple, {
    label: '102',
    is_listed: true,
    available_from: '2026-04-01',
    listing_title: `Bright two-bedroom${mark}`,
    listing_description: 'Corner unit with new floors.',
    photos: ['https://photos.example.com/102-1.jpg'],
    amenities: ['Balcony'],
  })
  const plain = unit(bare, { label: '1', is_listed: true, sqft: null })
  const unknown = unit(bare, { label: '2', bedrooms: null, bathrooms: null, sqft: null })
  const current = lease(occupied, { external_id: 'L-1' })
  const open = lease(unknown, {
    term_type: 'MONTH_TO_MONTH',
    start_date: '2024-02-01',
    end_date: null,
    move_in_date: null,
    move_out_date: '2026-04-30',
    notice_given_on: '2026-03-01',
    eviction_filed_on: '2026-03-10',
  })
  const dana = resident({ first_name: `Dana${mark}`, external_id: 'R-1' })
  const lee = resident({ first_name: `Lee${mark}`, email: null, phone: null, sms_opt_in: 'OPTED_IN' })
  await store(organization, {
    owners: [whitfield],
    portfolios: [ohio],
    properties: [maple, bare],
    units: [occupied, vacant, plain, unknown],
    rates: [rate(occupied), rate(vacant), rate(plain, { unit_type: null })],
    leases: [current, open],
    charges: [charge(current), charge(current, { code: 'PET', description: 'Cat', amount_cents: 2_500 })],
    residents: [dana, lee],
    leaseResidents: [on(current, dana), on(current, lee, 'CO_TENANT'), on(open, lee)],
    ledger: [entry(current), entry(current, { account: 'DEPOSIT', code: 'DEPOSIT', amount_cents: 142_500 })],
  })
  const { invoice, payment } = await organization.within(context => storeMoney(context, current.id, mark))
  const workOrder = await organization.within(async context => {
    await createWorkOrder(context, { description: `Gutters are full${mark}`, property_id: maple.id })
    return createWorkOrder(context, {
      title: `Kitchen faucet leaks${mark}`,
      description: 'Drips day and night.',
      status: 'COMPLETED',
      unit_id: occupied.id,
      resident_id: dana.id,
      vendor_name: 'Reliable Plumbing LLC',
      entry_notes: 'Key at the office.',
      has_pets: true,
      due_date: '2026-03-20',
      scheduled_start: '2026-03-18T14:00:00.000Z',
      scheduled_end: '2026-03-18T16:00:00.000Z',
      cost_cents: 18_500,
      external_id: `ticket-${maple.id}`,
    })
  })
  const hooks = await organization.within(async context => {
    // A port on which nothing listens.
    const target = { event: 'payment.received', target_url: 'http://127.0.0.1:9/hooks' } as const
    const doomed: string[] = []
    for (let made = 0; made < 30; made++) doomed.push((await createWebhook(context, target)).id)
    const webhook = await createWebhook(context, { ...target, description: `Accounting${mark}` })
    await recoverWebhook(context, { id: webhook.id, since: '2999-01-01T00:00:00Z' })
    return { doomed, webhook, delivery: await testWebhook(context, { id: webhook.id }) }
  })
  const { data: events } = await organization.within(context =>
    listEvents(context, { type: 'ticket.created', limit: 1, offset: 0 }),
  )
  const message = await organization.within(context =>
    createMessage(context, { resident_id: dana.id, body: `Welcome to ${maple.name}.` }),
  )
  const lead = { first_name: 'Sam', source: 'Website', property_id: maple.id, notes: `Has a cat${mark}.` }
  return {
    owner: whitfield,
    portfolio: ohio,
    property: maple,
    occupied,
    vacant,
    lease: current,
    resident: dana,
    invoice,
    payment,
    workOrder,
    ...hooks,
    message,
    event: events[0] as (typeof events)[number],
    lead: await organization.within(context => createLead(context, lead)),
  }
}

/** An invoice in each status, and payments in most. */
async function storeMoney(context: Context, leaseId: string, mark: string) {
  const lines = [{ charge_code: 'RENT' as const, description: `Rent${mark}`, amount_cents: 142_500 }]
  const period = { period_start: '2026-03-01', period_end: '2026-03-31' }
  const invoice = await createInvoice(context, {
    lease_id: leaseId,
    lines,
    ...period,
    issue_date: '2026-03-01',
    external_id: 'I-1',
  })
  const second = await createInvoice(context, { lease_id: leaseId, resident_id: null, lines, due_date: '2026-04-01' })
  await createInvoice(context, { lease_id: leaseId, lines, due_date: '2026-05-01' })
  await createInvoice(context, { lease_id: leaseId, lines, is_draft: true })
  await voidInvoice(context, { id: second.invoice_id })
  const arrives = { lease_id: leaseId, method: 'ACH', amount_cents: 150_000, memo: `March${mark}` } as const
  const payment = await recordPayment(context, { ...arrives, reference: '1042', payment_date: '2026-03-02' })
  const pending = await recordPayment(context, { ...arrives, status: 'PENDING' })
  await failPayment(context, { id: pending.payment_id, reason: 'Account closed' })
  const bounced = await recordPayment(context, { ...arrives, method: 'CHECK', external_id: 'P-1' })
  await reversePayment(context, { id: bounced.payment_id, reason: 'Insufficient funds' })
  await recordPayment(context, { ...arrives, memo: null, allocations: [] })
  return { invoice, payment }
}
