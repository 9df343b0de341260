/** The status history of residents, as a history that can be checked and corrected. */
import type { History } from '../history.ts'
import { listResidentIds, listResidentStatusDifferences, refreshResidentStatuses } from './status-history-queries.ts'

export const residentStatuses: History = {
  name: 'resident_status_spans',
  keys: 'residents',
  listKeys: listResidentIds,
  listDifferences: listResidentStatusDifferences,
  async correct({ db }, residentIds) {
    await db.query(refreshResidentStatuses, [db.organizationId, residentIds])
  },
}
