/** The status history of units as a history that can be checked and mended. */
import type { History } from '../history.ts'
import { computeStatuses, listStatusDifferences, listUnitIds, lockUnitsById } from './status-history-queries.ts'

export const unitStatuses: History = {
  name: 'unit_status_spans',
  keys: 'units',
  async listKeys({ db }, after, most) {
    return (await db.query(listUnitIds, [db.organizationId, after, most])).map(({ id }) => id)
  },
  listDifferences({ db }, unitIds) {
    return db.query(listStatusDifferences, [db.organizationId, unitIds])
  },
  async mend({ db }, unitIds) {
    await db.query(lockUnitsById, [db.organizationId, unitIds])
    await db.query(computeStatuses, [db.organizationId, unitIds])
  },
}
