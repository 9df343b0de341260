/** Every type of event that can be subscribed to. Source: specification §6. */

export const EVENT_TYPES = [
  'lead.created',
  'ticket.created',
  'payment.received',
  'lease.signed',
  'invoice.paid',
] as const
export type EventType = (typeof EVENT_TYPES)[number]
