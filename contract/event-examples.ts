/** The data of each type of event: its schema, with an example. Source: specification §6. */
import type { TObject } from 'typebox'
import { CHANGE_NOTICE_EVERY_MS, type EventType } from './events.ts'
import { exampleOf } from './examples.ts'
import { Invoice } from './v1/invoices.ts'
import { Lead } from './v1/leads.ts'
import { Lease } from './v1/leases.ts'
import { Payment } from './v1/payments.ts'
import { WorkOrder } from './v1/work-orders.ts'
import { cents, id, listOf, nullable, parameters, text } from './values.ts'

const paymentId = id({
  description: 'ID of a payment applied to the invoice.',
  example: 'pay_01kh3zr6qv7d2g6k0n4r8v1x5b',
})

/** A resource whose example differs from the usual one by `changes`, so that it shows what has just happened. */
function shownAs<Resource extends TObject>(resource: Resource, changes: Record<string, unknown>): Resource {
  return { ...resource, examples: [{ ...(exampleOf(resource) as object), ...changes }] }
}

const PAID = { status: 'PAID', paid_cents: 142_500, balance_cents: 0, paid_at: '2026-03-02T15:00:00.000Z' }
/** A payment that was taken back is no longer applied to any invoice. */
const UNAPPLIED = { unapplied_cents: 0, allocations: [] }

export const EVENT_DATA: Record<EventType, { happensWhen: string; data: TObject }> = {
  'lead.created': { happensWhen: 'Occurs when a lead is created.', data: parameters({ lead: Lead }) },
  'ticket.created': {
    happensWhen:
      'Occurs when a work order is created, whether by a call or in the console. An imported work order emits no event.',
    data: parameters({ work_order: shownAs(WorkOrder, { status: 'SCHEDULED', cost_cents: null }) }),
  },
  'ticket.completed': {
    happensWhen: 'Occurs when a work order becomes COMPLETED, whether by a call or in the console.',
    data: parameters({
      work_order: shownAs(WorkOrder, { status: 'COMPLETED', completed_at: '2026-03-18T15:40:00.000Z' }),
    }),
  },
  'payment.received': {
    happensWhen:
      'Occurs when a payment first becomes PAID. A withheld deposit or an applied credit is not a received payment and emits no event.',
    data: parameters({ payment: Payment }),
  },
  'payment.reversed': {
    happensWhen:
      'Occurs when the payer’s bank returns a payment, so that it becomes REVERSED. A withheld deposit that is held again emits no event.',
    data: parameters({
      payment: shownAs(Payment, {
        ...UNAPPLIED,
        status: 'REVERSED',
        failure_reason: 'Insufficient funds',
        reversed_at: '2026-03-06T15:00:00.000Z',
      }),
      reason: nullable(
        text(500, { description: 'Why the payment was reversed.', example: 'Insufficient funds', minLength: 1 }),
      ),
    }),
  },
  'payment.refunded': {
    happensWhen:
      'Occurs when a payment is refunded, in full or in part. A payment becomes REFUNDED once all of it is refunded.',
    data: parameters({
      payment: shownAs(Payment, { ...UNAPPLIED, status: 'REFUNDED', refunded_cents: 150_000 }),
      amount_cents: cents({ description: 'The amount of this refund, in cents.', example: 150_000, minimum: 1 }),
    }),
  },
  'lease.signed': {
    happensWhen: 'Occurs when the last signature on a lease is made.',
    data: parameters({ lease: Lease }),
  },
  'invoice.paid': {
    happensWhen:
      'Occurs when a payment or a credit first brings the balance of an invoice to 0. An invoice that totals 0 emits no event.',
    data: parameters({
      invoice: shownAs(Invoice, PAID),
      payment_ids: listOf(
        paymentId,
        100_000,
        'IDs of the payments applied to the invoice, including withheld deposits.',
      ),
    }),
  },
  'records.changed': {
    happensWhen: `Occurs when records change, but at most once every ${CHANGE_NOTICE_EVERY_MS / 1000} seconds: one edit is one event, and so is an import of thousands of records. It tells you to read the changes into your copy.`,
    data: parameters({
      cursor: text(1_000, {
        description:
          'A cursor of `GET /changes`, after which the changes begin. A copy that missed no event has already read up to it.',
        example: 'MDE5YzA3ZmMgNzQxMiAgIA',
        minLength: 1,
      }),
    }),
  },
}

/** Sample data for each type of event, which a test event carries. */
export const EVENT_EXAMPLES = Object.fromEntries(
  Object.entries(EVENT_DATA).map(([type, { data }]) => [type, exampleOf(data)]),
) as Record<EventType, unknown>
