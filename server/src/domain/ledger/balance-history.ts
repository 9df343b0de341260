/** The running balances of leases, as a history that can be checked and corrected. */
import type { History } from '../history.ts'
import { computeBalances, listBalanceDifferences, listLeaseIds } from './balance-queries.ts'
import { lockMoney } from './money-of-leases.ts'

export const leaseBalances: History = {
  name: 'lease_balances',
  keys: 'leases',
  listKeys: listLeaseIds,
  listDifferences: listBalanceDifferences,
  async correct(context, leaseIds) {
    const { db } = context
    await lockMoney(context, leaseIds)
    await db.query(computeBalances, [db.organizationId, leaseIds])
  },
}
