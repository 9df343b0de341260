/** The ledger of a lease, line by line. */

import { requireOne } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import type { ConsoleOperations } from '#server/platform/context.ts'
import { findLedgerLease, leaseLedger } from './lease-ledger-queries.ts'

/** Lists the lines of a lease, the latest day first, each with the balance of its account. */
export const getLeaseLedger: ConsoleOperations['getLeaseLedger'] = async (
  { db },
  { lease_id, limit, offset, ...filters },
) => {
  requireOne(await db.query(findLedgerLease, [db.organizationId, lease_id]), 'lease')
  return list(db, leaseLedger, [lease_id], filters, { limit, offset })
}
