/** What each kind of event carries: the schema of its data, with an example of each. Source: specification §6. */
import type { TObject } from 'typebox'
import type { EventType } from './events.ts'
import { exampleOf } from './examples.ts'
import { Invoice } from './v1/invoices.ts'
import { Lead } from './v1/leads.ts'
import { Lease } from './v1/leases.ts'
import { Payment } from './v1/payments.ts'
import { WorkOrder } from './v1/work-orders.ts'
import { id, listOf, parameters } from './values.ts'

const paymentId = id({ description: 'A payment applied to it.', example: 'pay_01kh3zr6qv7d2g6k0n4r8v1x5b' })

export const EVENT_DATA: Record<EventType, { happensWhen: string; data: TObject }> = {
  'lead.created': { happensWhen: 'A lead is created.', data: parameters({ lead: Lead }) },
  'ticket.created': {
    happensWhen: 'A work order is created, whatever made it.',
    data: parameters({ work_order: WorkOrder }),
  },
  'payment.received': {
    happensWhen: 'A payment first becomes PAID. A withheld deposit or an applied credit is not money that came in.',
    data: parameters({ payment: Payment }),
  },
  'lease.signed': { happensWhen: 'A lease bears its last signature.', data: parameters({ lease: Lease }) },
  'invoice.paid': {
    happensWhen:
      'A payment or a credit first brings the balance of an invoice to 0. An invoice that totals 0 emits none.',
    data: parameters({
      invoice: Invoice,
      payment_ids: listOf(paymentId, 100_000, 'The payments applied to it, a withheld deposit among them.'),
    }),
  },
}

/** Made-up data of each kind, as a test event carries it. */
export const EVENT_EXAMPLES = Object.fromEntries(
  Object.entries(EVENT_DATA).map(([type, { data }]) => [type, exampleOf(data)]),
) as Record<EventType, unknown>
