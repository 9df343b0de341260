/** The status history of residents, as a history that can be checked and corrected. */
import type { History } from '../history.ts'
import { listResidentIds, listResidentStatusDifferences, refreshResidentStatuses } from './status-history-queries.ts'

export const residentStatuses: History = {
  name: 'resident_status_spans',
  keys: 'residents',
  async listKeys({ db }, after, most) {
    return (await db.query(listResidentIds, [db.organizationId, after, most])).map(({ id }) => id)
  },
  listDifferences({ db }, residentIds) {
    return db.query(listResidentStatusDifferences, [db.organizationId, residentIds])
  },
  async correct({ db }, residentIds) {
    await db.query(refreshResidentStatuses, [db.organizationId, residentIds])
  },
}
