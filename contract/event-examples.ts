/** The data of each type of event: its schema, with an example. Source: specification §6. */
import type { TObject } from 'typebox'
import type { EventType } from './events.ts'
import { exampleOf } from './examples.ts'
import { Invoice } from './v1/invoices.ts'
import { Lead } from './v1/leads.ts'
import { Lease } from './v1/leases.ts'
import { Payment } from './v1/payments.ts'
import { WorkOrder } from './v1/work-orders.ts'
import { id, listOf, parameters } from './values.ts'

const paymentId = id({
  description: 'ID of a payment applied to the invoice.',
  example: 'pay_01kh3zr6qv7d2g6k0n4r8v1x5b',
})

export const EVENT_DATA: Record<EventType, { happensWhen: string; data: TObject }> = {
  'lead.created': { happensWhen: 'Occurs when a lead is created.', data: parameters({ lead: Lead }) },
  'ticket.created': {
    happensWhen: 'Occurs when a work order is created, whether by a call, in the console or by an import.',
    data: parameters({ work_order: WorkOrder }),
  },
  'payment.received': {
    happensWhen:
      'Occurs when a payment first becomes PAID. A withheld deposit or an applied credit is not a received payment and emits no event.',
    data: parameters({ payment: Payment }),
  },
  'lease.signed': {
    happensWhen: 'Occurs when the last signature on a lease is made.',
    data: parameters({ lease: Lease }),
  },
  'invoice.paid': {
    happensWhen:
      'Occurs when a payment or a credit first brings the balance of an invoice to 0. An invoice that totals 0 emits no event.',
    data: parameters({
      invoice: Invoice,
      payment_ids: listOf(
        paymentId,
        100_000,
        'IDs of the payments applied to the invoice, including withheld deposits.',
      ),
    }),
  },
}

/** Sample data for each type of event, which a test event carries. */
export const EVENT_EXAMPLES = Object.fromEntries(
  Object.entries(EVENT_DATA).map(([type, { data }]) => [type, exampleOf(data)]),
) as Record<EventType, unknown>
