/** Reading the listings: vacant units available to lease. */
import type { InputOf, OutputOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { list, type Page } from '#server/db/list.ts'
import type { Context } from '#server/platform/context.ts'
import { type ListingSort, listingList, listListingsById } from './queries.ts'

export const listListings = (
  { db, today, timeZone }: Context,
  { limit, offset, sort, ...filters }: InputOf<V1['listListings']> & Page<ListingSort>,
): Promise<OutputOf<V1['listListings']>> => list(db, listingList, [today, timeZone], filters, { limit, offset, sort })

/** The listings of those units that are listed today. */
export const listingsById = (
  { db, today, timeZone }: Context,
  ids: readonly string[],
): Promise<OutputOf<V1['listListings']>['data']> =>
  db.query(listListingsById, [db.organizationId, today, timeZone, ids])
