/** The lists that the console has of its own instead of version 1’s: the same functions, which there are never asked for an order. */

import type { ConsoleImplementations } from '#contract/console/operation.ts'
import type * as contract from '#contract/console/sorted-lists.ts'
import { v1Implementations } from '#server/domain/v1.ts'
import type { Context } from '#server/platform/context.ts'

const { listProperties, listResidents, listInvoices, listPayments, listWorkOrders, listListings, listWebhooks } =
  v1Implementations

export const sortedLists: ConsoleImplementations<typeof contract, Context> = {
  listProperties,
  listResidents,
  listInvoices,
  listPayments,
  listWorkOrders,
  listListings,
  listWebhooks,
}
