/** The ledger of a lease, line by line. */
import { requireOne } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import type { ConsoleOperations, V1Operations } from '#server/platform/context.ts'
import { findLedgerLease, leaseLedger, ledgerWithPayments } from './lease-ledger-queries.ts'

/** Lists the lines of a lease, the latest day first, each with the balance of its account. */
export const getLedger: V1Operations['getLeaseLedger'] = async ({ db }, { id, limit, offset, ...filters }) => {
  requireOne(await db.query(findLedgerLease, [db.organizationId, id]), 'lease')
  return list(db, leaseLedger, [id], filters, { limit, offset })
}

/** Lists the same lines with the method and the reference of each payment, for members. */
export const getLeaseLedger: ConsoleOperations['getLeaseLedger'] = async (
  { db },
  { lease_id, limit, offset, ...filters },
) => {
  requireOne(await db.query(findLedgerLease, [db.organizationId, lease_id]), 'lease')
  return list(db, ledgerWithPayments, [lease_id], filters, { limit, offset })
}
