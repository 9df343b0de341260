/** The implementation of every operation of version 1; a missing one does not compile. */
import type { Implementations } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import type { Context, SnapshotContext } from '#server/platform/context.ts'
import { getInvoice, listInvoices } from './invoices/operations.ts'
import { listListings } from './listings/operations.ts'
import { createMessage, getMessage } from './messages/operations.ts'
import { getPayment, listPayments } from './payments/operations.ts'
import { getProperty, listProperties } from './properties/operations.ts'
import { getRentRoll } from './rent-roll/operations.ts'
import { getResident, listResidents } from './residents/operations.ts'
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
} satisfies Implementations<V1, Context, SnapshotContext>
