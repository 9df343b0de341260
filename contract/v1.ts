/** Version 1: every operation of the public API, by its operationId. */
import { exportRecords, listChanges } from './v1/changes.ts'
import { listEvents } from './v1/events.ts'
import { getInvoice, listInvoices } from './v1/invoices.ts'
import { listLeads } from './v1/leads.ts'
import { getLease, listLeases } from './v1/leases.ts'
import { getLeaseLedger } from './v1/ledger.ts'
import { listListings } from './v1/listings.ts'
import { createMessage, getMessage } from './v1/messages.ts'
import { getOrganization } from './v1/organization.ts'
import { listOwners } from './v1/owners.ts'
import { getPayment, listPayments } from './v1/payments.ts'
import { listPortfolios } from './v1/portfolios.ts'
import { getProperty, listProperties } from './v1/properties.ts'
import { getRentRoll } from './v1/rent-roll.ts'
import { getResident, listResidents } from './v1/residents.ts'
import { getUnit, listUnits } from './v1/units.ts'
import { listWebhookRecoveries, recoverWebhook } from './v1/webhook-recoveries.ts'
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhook,
} from './v1/webhooks.ts'
import { createWorkOrder, getWorkOrder, listWorkOrders, updateWorkOrder } from './v1/work-orders.ts'

export const V1_PREFIX = '/api/v1'

export const v1 = {
  listListings,
  listProperties,
  getProperty,
  listResidents,
  getResident,
  getRentRoll,
  listInvoices,
  getInvoice,
  listPayments,
  getPayment,
  listWorkOrders,
  createWorkOrder,
  getWorkOrder,
  updateWorkOrder,
  createMessage,
  getMessage,
  listWebhooks,
  createWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  enableWebhook,
  listWebhookDeliveries,
  redeliverWebhook,
  recoverWebhook,
  listWebhookRecoveries,
  listEvents,
  getOrganization,
  listUnits,
  getUnit,
  listLeases,
  getLease,
  getLeaseLedger,
  listLeads,
  listOwners,
  listPortfolios,
  listChanges,
  exportRecords,
}

export type V1 = typeof v1
