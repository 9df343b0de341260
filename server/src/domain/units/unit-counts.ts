/** How many units of each property are in service by day, as a history that can be checked and corrected. */
import { type History, recordCorrected } from '../history.ts'
import { lockUnitsOf } from './queries.ts'
import {
  computeCounts,
  listCountDifferences,
  listCountedProperties,
  lockCountedProperties,
} from './unit-counts-queries.ts'

export const unitCounts: History = {
  name: 'unit_counts',
  keys: 'properties',
  listKeys: listCountedProperties,
  listDifferences: listCountDifferences,
  async correct({ db }, propertyIds) {
    await db.query(lockCountedProperties, [db.organizationId, propertyIds])
    await db.query(lockUnitsOf, [db.organizationId, propertyIds])
    await db.query(computeCounts, [db.organizationId, propertyIds])
    await db.query(recordCorrected, [db.organizationId, 'property', propertyIds])
  },
}
