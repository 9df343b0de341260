/** The lists that the console has of its own instead of version 1’s: the same functions, which there are never asked for an order. */
import type * as contract from '#contract/console/sorted-lists.ts'
import { v1Implementations } from '#server/domain/v1.ts'
import type { Implementing } from './inside.ts'

const { listProperties, listResidents, listInvoices, listPayments, listWorkOrders, listListings, listWebhooks } =
  v1Implementations

export const sortedLists: Implementing<typeof contract> = {
  listProperties,
  listResidents,
  listInvoices,
  listPayments,
  listWorkOrders,
  listListings,
  listWebhooks,
}
