/** The last balances and rents of leases, as a history that can be checked and corrected. */
import type { History } from '../history.ts'
import { listLeaseIds } from './balance-queries.ts'
import { computeLastFigures, listFigureDifferences } from './last-figures-queries.ts'
import { lockMoney } from './money-of-leases.ts'

export const lastFigures: History = {
  name: 'lease_last_figures',
  keys: 'leases',
  listKeys: listLeaseIds,
  listDifferences: listFigureDifferences,
  async correct(context, leaseIds) {
    const { db } = context
    await lockMoney(context, leaseIds)
    await db.query(computeLastFigures, [db.organizationId, leaseIds])
  },
}
