/** The status history of residents and their stays, as histories that can be checked and corrected. */
import type { History } from '../history.ts'
import {
  listResidentIds,
  listResidentStatusDifferences,
  listResidentStayDifferences,
  refreshResidentStatuses,
} from './status-history-queries.ts'

export const residentStatuses: History = {
  name: 'resident_status_spans',
  keys: 'residents',
  listKeys: listResidentIds,
  listDifferences: listResidentStatusDifferences,
  async correct({ db }, residentIds) {
    await db.query(refreshResidentStatuses, [db.organizationId, residentIds])
  },
}

/** The days on which each lease of a resident is ACTIVE, in the order in which the residents of a property are listed. */
export const residentStays: History = {
  ...residentStatuses,
  name: 'resident_stays',
  listDifferences: listResidentStayDifferences,
}
