/** The implementation of every operation of version 1; a missing one does not compile. */
import type { Implementations, InputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import type { Context, SnapshotContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/download.ts'
import type { ExternalServices } from '#server/platform/external-services.ts'
import { exportRecords } from './changes/export.ts'
import { listChanges } from './changes/operations.ts'
import { getEvent, listEvents } from './events/operations.ts'
import { getInvoice, listInvoices } from './invoices/operations.ts'
import { getLeadRecord, listLeads } from './leads/operations.ts'
import { getLease, listLeases } from './leases/v1.ts'
import { getLedger } from './ledger/lease-ledger.ts'
import { listListings } from './listings/operations.ts'
import { createMessage, getMessage } from './messages/operations.ts'
import { getOrganization } from './organization/operations.ts'
import { getOwner, listOwners } from './owners/operations.ts'
import { getPayment, listPayments } from './payments/operations.ts'
import { getPortfolio, listPortfolios } from './portfolios/operations.ts'
import { getProperty, listProperties } from './properties/operations.ts'
import { getRentRoll } from './rent-roll/operations.ts'
import { getResident, listResidents } from './residents/operations.ts'
import { getUnit, listUnits } from './units/v1.ts'
import { getWebhookDelivery, listWebhookDeliveries, redeliverWebhook, testWebhook } from './webhooks/deliveries.ts'
import {
  checkTargetOf,
  createWebhook,
  deleteWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
} from './webhooks/operations.ts'
import { listWebhookRecoveries, recoverWebhook } from './webhooks/recoveries.ts'
import { firstSecretOf, rotatedSecretOf } from './webhooks/replayed-secrets.ts'
import { createWorkOrder, getWorkOrder, listWorkOrders, updateWorkOrder } from './work-orders/operations.ts'

export const v1Implementations = {
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
  getLeaseLedger: getLedger,
  listLeads,
  getLead: getLeadRecord,
  listOwners,
  getOwner: (context, { id: owner_id }) => getOwner(context, { owner_id }),
  listPortfolios,
  getPortfolio: (context, { id: portfolio_id }) => getPortfolio(context, { portfolio_id }),
  listChanges,
  exportRecords,
} satisfies Implementations<V1, Context, SnapshotContext, Download>

/**
 * What a replay adds to the stored reply of an operation that has a `secretField`. If the reply alone does not determine which secret was returned,
 * the operation also returns a `secret_place`, which is stored in place of the secret and never sent.
 */
export const v1Secrets: { readonly [Name in keyof V1]?: DeriveSecret } = {
  createWebhook: firstSecretOf,
  rotateWebhookSecret: rotatedSecretOf,
}

/** The external checks that run before the transaction of an operation. A check that fails throws a Refusal. */
export const v1Checks: {
  readonly [Name in keyof V1]?: (external: ExternalServices, input: InputOf<V1[Name]>) => Promise<void>
} = { createWebhook: checkTargetOf }

export type Check = (external: ExternalServices, input: never) => Promise<void>
export type DeriveSecret = (
  context: Pick<Context, 'db' | 'external'>,
  reply: Record<string, unknown>,
) => Promise<string>
