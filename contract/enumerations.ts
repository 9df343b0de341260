/**
 * Every fixed set of words of version 1, by the name it has in the OpenAPI document. Named once, they are one type in a generated client;
 * written out at each field, generators invent a name for each, which may be that of another type.
 */
import { ERRORS } from './errors.ts'
import { EVENT_TYPES } from './events.ts'
import { CHARGE_CODES, INVOICE_STATUS_FILTERS, INVOICE_STATUSES } from './v1/invoices.ts'
import { LEAD_STATUSES } from './v1/leads.ts'
import { LEASE_STATUSES, RECURRING_CHARGE_CODES, RESIDENT_ROLES, TERM_TYPES } from './v1/leases.ts'
import { MESSAGE_CHANNELS, MESSAGE_STATUSES, RECIPIENT_TYPES } from './v1/messages.ts'
import { PAYMENT_METHODS, PAYMENT_STATUS_FILTERS, PAYMENT_STATUSES } from './v1/payments.ts'
import { PROPERTY_TYPES } from './v1/properties.ts'
import { RENT_ROLL_SCOPES } from './v1/rent-roll.ts'
import { KNOWN_STATUSES, RESIDENT_STATUSES, SMS_OPT_INS } from './v1/residents.ts'
import { UNIT_STATUSES } from './v1/units.ts'
import { DELIVERY_STATUSES, SUBSCRIPTION_STATUSES } from './v1/webhooks.ts'
import {
  ENTRY_PERMISSIONS,
  PRIORITIES,
  PRIORITY_WORDS,
  WORK_ORDER_CATEGORIES,
  WORK_ORDER_SOURCES,
  WORK_ORDER_STATUSES,
} from './v1/work-orders.ts'

type Enumeration = { words: readonly string[]; about: string }

export const ENUMERATIONS: Record<string, Enumeration> = {
  ChargeCode: { words: CHARGE_CODES, about: 'What a charge is for.' },
  DeliveryStatus: { words: DELIVERY_STATUSES, about: 'How far the delivery of an event has come.' },
  EntryPermission: { words: ENTRY_PERMISSIONS, about: 'Whether a home may be entered without the resident.' },
  ErrorCode: { words: Object.keys(ERRORS), about: 'What went wrong, for programs.' },
  EventType: { words: EVENT_TYPES, about: 'A kind of event.' },
  InvoiceStatus: { words: INVOICE_STATUSES, about: 'The status of an invoice.' },
  InvoiceStatusFilter: {
    words: INVOICE_STATUS_FILTERS,
    about: 'The statuses a list of invoices can be filtered by; OVERDUE depends on the day.',
  },
  LeadStatus: { words: LEAD_STATUSES, about: 'The status of a lead.' },
  LeaseStatus: { words: LEASE_STATUSES, about: 'The status of a lease on a day.' },
  MessageChannel: { words: MESSAGE_CHANNELS, about: 'How a message is sent.' },
  MessageStatus: { words: MESSAGE_STATUSES, about: 'The status of a message.' },
  PaymentMethod: { words: PAYMENT_METHODS, about: 'How a payment was made.' },
  PaymentStatus: { words: PAYMENT_STATUSES, about: 'The status of a payment.' },
  PaymentStatusFilter: {
    words: PAYMENT_STATUS_FILTERS,
    about: 'The statuses a list of payments can be filtered by; ALL lists every payment.',
  },
  PropertyType: { words: PROPERTY_TYPES, about: 'A kind of property.' },
  RecipientType: { words: RECIPIENT_TYPES, about: 'What the recipient of a message is.' },
  RecurringChargeCode: { words: RECURRING_CHARGE_CODES, about: 'What a recurring charge is for.' },
  RentRollScopeType: { words: RENT_ROLL_SCOPES, about: 'What a rent roll covers.' },
  ResidencyStatus: { words: KNOWN_STATUSES, about: 'The status of a resident, past and future ones included.' },
  ResidentRole: { words: RESIDENT_ROLES, about: 'What a person is to a lease.' },
  ResidentStatus: { words: RESIDENT_STATUSES, about: 'The status of a current resident.' },
  SmsOptIn: { words: SMS_OPT_INS, about: 'Whether a resident agreed to text messages.' },
  TermType: { words: TERM_TYPES, about: 'Whether a term has an agreed end.' },
  UnitStatus: { words: UNIT_STATUSES, about: 'The status of a unit on a day.' },
  WebhookStatus: { words: SUBSCRIPTION_STATUSES, about: 'The status of a webhook subscription.' },
  WorkOrderCategory: { words: WORK_ORDER_CATEGORIES, about: 'A kind of work.' },
  WorkOrderPriority: { words: PRIORITIES, about: 'How urgent a work order is.' },
  WorkOrderPriorityInput: {
    words: PRIORITY_WORDS,
    about: 'How urgent a work order is, as a request may say it: MEDIUM means NORMAL, and URGENT means EMERGENCY.',
  },
  WorkOrderSource: { words: WORK_ORDER_SOURCES, about: 'Where a work order came from.' },
  WorkOrderStatus: { words: WORK_ORDER_STATUSES, about: 'The status of a work order.' },
}

/** The name of a set of words; a set without one has to be added above. */
export function enumerationOf(words: readonly unknown[]): string {
  const text = words.join()
  const name = Object.keys(ENUMERATIONS).find(key => ENUMERATIONS[key]?.words.join() === text)
  if (name === undefined) throw new Error(`The words ${text} have no name: add them to contract/enumerations.ts.`)
  return name
}
