/**
 * Every type of event that can be subscribed to, and the scope that reads its data. Source: specification §6; some types are our own.
 */
import type { Scope } from './scopes.ts'

export const EVENT_TYPES = [
  'lead.created',
  'ticket.created',
  'ticket.completed',
  'payment.received',
  'payment.reversed',
  'payment.refunded',
  'lease.signed',
  'invoice.paid',
  'records.changed',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** The scope of the lists that show the data of an event; null if any key may read it. */
export const EVENT_SCOPES: Record<EventType, Scope | null> = {
  'lead.created': 'properties:read',
  'ticket.created': 'maintenance:read',
  'ticket.completed': 'maintenance:read',
  'payment.received': 'accounting:read',
  'payment.reversed': 'accounting:read',
  'payment.refunded': 'accounting:read',
  'lease.signed': 'properties:read',
  'invoice.paid': 'accounting:read',
  'records.changed': null,
}

/** The shortest time between two events `records.changed` of an organization. */
export const CHANGE_NOTICE_EVERY_MS = 5_000
