/** How many units of each property are in service by day, as a history that can be checked and corrected. */
import type { History } from '../history.ts'
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
  async listKeys({ db }, after, most) {
    return (await db.query(listCountedProperties, [db.organizationId, after, most])).map(({ id }) => id)
  },
  listDifferences({ db }, propertyIds) {
    return db.query(listCountDifferences, [db.organizationId, propertyIds])
  },
  async correct({ db }, propertyIds) {
    await db.query(lockCountedProperties, [db.organizationId, propertyIds])
    await db.query(lockUnitsOf, [db.organizationId, propertyIds])
    await db.query(computeCounts, [db.organizationId, propertyIds])
  },
}
