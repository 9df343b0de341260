/** Version 1: every operation of the public API, by its operationId. */
import { exportRecords, listChanges } from './v1/changes.ts'
import { getEvent, listEvents } from './v1/events.ts'
import { getInvoice, listInvoices } from './v1/invoices.ts'
import { getLead, listLeads } from './v1/leads.ts'
import { getLease, listLeases } from './v1/leases.ts'
import { getLeaseLedger } from './v1/ledger.ts'
import { listListings } from './v1/listings.ts'
import { createMessage, getMessage } from './v1/messages.ts'
import { getOrganization } from './v1/organization.ts'
import { getOwner, listOwners } from './v1/owners.ts'
import { getPayment, listPayments } from './v1/payments.ts'
import { getPortfolio, listPortfolios } from './v1/portfolios.ts'
import { getProperty, listProperties } from './v1/properties.ts'
import { getRentRoll } from './v1/rent-roll.ts'
import { getResident, listResidents } from './v1/residents.ts'
import { getUnit, listUnits } from './v1/units.ts'
import { getWebhookDelivery, listWebhookDeliveries, redeliverWebhook, testWebhook } from './v1/webhook-deliveries.ts'
import { listWebhookRecoveries, recoverWebhook } from './v1/webhook-recoveries.ts'
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
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
  getWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  enableWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliverWebhook,
  recoverWebhook,
  listWebhookRecoveries,
  listEvents,
  getEvent,
  getOrganization,
  listUnits,
  getUnit,
  listLeases,
  getLease,
  getLeaseLedger,
  listLeads,
  getLead,
  listOwners,
  getOwner,
  listPortfolios,
  getPortfolio,
  listChanges,
  exportRecords,
}

export type V1 = typeof v1
