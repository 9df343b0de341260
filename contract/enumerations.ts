/**
 * Every enumeration of version 1, by its name in the OpenAPI document. An enumeration that is named once becomes one type in a generated
 * client. If it were written out at each field, generators would invent a name for each, which may be that of another type.
 */
import { ERRORS } from './errors.ts'
import { EVENT_TYPES } from './events.ts'
import { PLANS, SCOPES, TIER_NAMES } from './scopes.ts'
import { CHANGE_KINDS } from './v1/changes.ts'
import { CHARGE_CODES, INVOICE_STATUS_FILTERS, INVOICE_STATUSES } from './v1/invoices.ts'
import { LEAD_STATUS_FILTERS, LEAD_STATUSES } from './v1/leads.ts'
import {
  LEASE_STATUS_FILTERS,
  LEASE_STATUSES,
  RECURRING_CHARGE_CODES,
  RESIDENT_ROLES,
  TERM_TYPES,
} from './v1/leases.ts'
import { LEDGER_ACCOUNTS, LEDGER_CODES } from './v1/ledger.ts'
import { MESSAGE_CHANNELS, MESSAGE_STATUSES, RECIPIENT_TYPES } from './v1/messages.ts'
import { PAYMENT_METHODS, PAYMENT_SOURCES, PAYMENT_STATUS_FILTERS, PAYMENT_STATUSES } from './v1/payments.ts'
import { PROPERTY_TYPES } from './v1/properties.ts'
import { RENT_ROLL_SCOPES } from './v1/rent-roll.ts'
import { KNOWN_STATUSES, RESIDENT_STATUSES, SMS_OPT_INS } from './v1/residents.ts'
import { UNIT_STATUS_FILTERS, UNIT_STATUSES } from './v1/units.ts'
import { ATTEMPT_OUTCOME_NAMES, DELIVERY_STATUS_FILTERS, DELIVERY_STATUSES } from './v1/webhook-deliveries.ts'
import { RECOVERY_STATUSES } from './v1/webhook-recoveries.ts'
import { SUBSCRIPTION_STATUS_FILTERS, SUBSCRIPTION_STATUSES } from './v1/webhooks.ts'
import {
  ENTRY_PERMISSIONS,
  PRIORITIES,
  PRIORITY_WORDS,
  WORK_ORDER_CATEGORIES,
  WORK_ORDER_SOURCES,
  WORK_ORDER_STATUS_FILTERS,
  WORK_ORDER_STATUSES,
} from './v1/work-orders.ts'

type Enumeration = { words: readonly string[]; about: string }

export const ENUMERATIONS: Record<string, Enumeration> = {
  AttemptOutcome: { words: ATTEMPT_OUTCOME_NAMES, about: 'How an attempt to deliver an event ended.' },
  ChangeKind: { words: CHANGE_KINDS, about: 'How a record changed.' },
  ChargeCode: { words: CHARGE_CODES, about: 'The type of a charge.' },
  DeliveryStatus: { words: DELIVERY_STATUSES, about: 'The status of a delivery.' },
  DeliveryStatusFilter: {
    words: DELIVERY_STATUS_FILTERS,
    about: 'A status that a list of deliveries can be filtered by. ALL returns every delivery.',
  },
  EntryPermission: { words: ENTRY_PERMISSIONS, about: 'Whether a home may be entered when the resident is absent.' },
  ErrorCode: { words: Object.keys(ERRORS), about: 'A code for what went wrong, for programs to rely on.' },
  EventType: { words: EVENT_TYPES, about: 'A type of event.' },
  InvoiceStatus: { words: INVOICE_STATUSES, about: 'The status of an invoice.' },
  InvoiceStatusFilter: {
    words: INVOICE_STATUS_FILTERS,
    about:
      'A status that a list of invoices can be filtered by. OVERDUE follows from the due date and today’s date. ALL returns every invoice.',
  },
  LedgerAccount: { words: LEDGER_ACCOUNTS, about: 'An account of the ledger of a lease.' },
  LedgerCode: { words: LEDGER_CODES, about: 'The kind of line in a ledger.' },
  LeadStatus: { words: LEAD_STATUSES, about: 'The status of a lead.' },
  LeadStatusFilter: {
    words: LEAD_STATUS_FILTERS,
    about: 'A status that a list of leads can be filtered by. ALL returns every lead.',
  },
  LeaseStatus: { words: LEASE_STATUSES, about: 'The status of a lease on a day.' },
  LeaseStatusFilter: {
    words: LEASE_STATUS_FILTERS,
    about: 'A status that a list of leases can be filtered by. ALL returns every lease.',
  },
  MessageChannel: { words: MESSAGE_CHANNELS, about: 'The channel a message is sent by.' },
  MessageStatus: { words: MESSAGE_STATUSES, about: 'The status of a message.' },
  PaymentMethod: { words: PAYMENT_METHODS, about: 'A payment method.' },
  PaymentSource: { words: PAYMENT_SOURCES, about: 'Where the money of a payment comes from.' },
  PaymentStatus: { words: PAYMENT_STATUSES, about: 'The status of a payment.' },
  PaymentStatusFilter: {
    words: PAYMENT_STATUS_FILTERS,
    about: 'A status that a list of payments can be filtered by. ALL returns every payment.',
  },
  Plan: { words: PLANS, about: 'A plan of the service.' },
  PropertyType: { words: PROPERTY_TYPES, about: 'A type of property.' },
  RecipientType: { words: RECIPIENT_TYPES, about: 'A type of recipient.' },
  RecoveryStatus: { words: RECOVERY_STATUSES, about: 'The status of a recovery of missed events.' },
  RecurringChargeCode: { words: RECURRING_CHARGE_CODES, about: 'The type of a recurring charge.' },
  RentRollScopeType: { words: RENT_ROLL_SCOPES, about: 'The kind of thing a rent roll covers.' },
  ResidencyStatus: { words: KNOWN_STATUSES, about: 'The status of a resident, including past and future residents.' },
  ResidentRole: { words: RESIDENT_ROLES, about: 'A resident’s role on a lease.' },
  ResidentStatus: { words: RESIDENT_STATUSES, about: 'The status of a current resident.' },
  Scope: { words: SCOPES, about: 'What a key may do.' },
  SmsOptIn: { words: SMS_OPT_INS, about: 'Whether a resident has agreed to receive text messages.' },
  TermType: { words: TERM_TYPES, about: 'Whether a term has an agreed end.' },
  Tier: { words: TIER_NAMES, about: 'The part of the API that a plan includes.' },
  UnitStatus: { words: UNIT_STATUSES, about: 'The status of a unit on a day.' },
  UnitStatusFilter: {
    words: UNIT_STATUS_FILTERS,
    about: 'A status that a list of units can be filtered by. ALL returns every unit.',
  },
  WebhookStatus: { words: SUBSCRIPTION_STATUSES, about: 'The status of a webhook subscription.' },
  WebhookStatusFilter: {
    words: SUBSCRIPTION_STATUS_FILTERS,
    about: 'A status that a list of subscriptions can be filtered by. ALL returns every subscription.',
  },
  WorkOrderCategory: { words: WORK_ORDER_CATEGORIES, about: 'A category of work.' },
  WorkOrderPriority: { words: PRIORITIES, about: 'How urgent a work order is.' },
  WorkOrderPriorityInput: {
    words: PRIORITY_WORDS,
    about: 'How urgent a work order is, as a request may state it. MEDIUM means NORMAL, and URGENT means EMERGENCY.',
  },
  WorkOrderSource: { words: WORK_ORDER_SOURCES, about: 'Where a work order came from.' },
  YesOrNo: { words: ['true', 'false'], about: 'The values of a filter that is true or false.' },
  WorkOrderStatus: { words: WORK_ORDER_STATUSES, about: 'The status of a work order.' },
  WorkOrderStatusFilter: {
    words: WORK_ORDER_STATUS_FILTERS,
    about: 'A status that a list of work orders can be filtered by. ALL returns every work order.',
  },
}

/** The name of an enumeration; throws if it has none, because it must then be added above. */
export function enumerationOf(words: readonly unknown[]): string {
  const text = words.join()
  const name = Object.keys(ENUMERATIONS).find(key => ENUMERATIONS[key]?.words.join() === text)
  if (name === undefined) throw new Error(`The words ${text} have no name: add them to contract/enumerations.ts.`)
  return name
}
