/** Reading the listings: vacant units available to lease. */
import type { Implementations } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { list } from '#server/db/list.ts'
import type { Context } from '#server/platform/context.ts'
import { listingList } from './queries.ts'

type Listings = Implementations<Pick<V1, 'listListings'>, Context>

export const listListings: Listings['listListings'] = ({ db, today, timeZone }, { limit, offset, ...filters }) =>
  list(db, listingList, [today, timeZone], filters, { limit, offset })
