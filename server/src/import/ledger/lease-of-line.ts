/** Finds the lease of a line of a ledger. Pure. */
import { earlier } from '#server/base/dates.ts'
import type { KnownLease } from '#server/domain/leases/records.ts'
import { type LeaseFor, leaseFor } from '../rows/lease-for.ts'
import type { LedgerRow } from './row.ts'

/**
 * Finds the lease in the same way as for a payment, with two exceptions, because a ledger goes back to residents who have left: a charge to
 * somebody who is not on any lease of the unit has no lease, and neither has a line without a name from before its lease.
 */
export function leaseOfLine(leases: readonly KnownLease[], row: LedgerRow): LeaseFor | undefined {
  const found = leaseFor(leases, row.date, row.payer)
  if (!found) return undefined
  const { start_date, move_in_date } = found.lease
  const begun = earlier(move_in_date ?? start_date, start_date)
  if (found.residentId === null && row.date < begun) return undefined
  return found.isStranger && row.kind !== 'PAYMENT' ? undefined : found
}
