/** The days on which units are listed, as a history that can be checked and corrected. */
import { type History, recordCorrected } from '../history.ts'
import { computeListings, listListedUnits, listListingDifferences, lockListedUnits } from './history-queries.ts'

export const listingSpans: History = {
  name: 'listing_spans',
  keys: 'units',
  listKeys: listListedUnits,
  listDifferences: listListingDifferences,
  async correct({ db }, unitIds) {
    await db.query(lockListedUnits, [db.organizationId, unitIds])
    await db.query(computeListings, [db.organizationId, unitIds])
    await db.query(recordCorrected, [db.organizationId, 'listing', unitIds])
  },
}
