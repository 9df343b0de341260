/** Every history that is kept by day. */
import type { History } from './history.ts'
import { leaseBalances } from './ledger/balance-history.ts'
import { lastFigures } from './ledger/last-figures.ts'
import { listingSpans } from './listings/history.ts'
import { paymentSums } from './payments/sums.ts'
import { residentStatuses, residentStays } from './residents/status-history.ts'
import { unitStatuses } from './units/status-history.ts'
import { unitCounts } from './units/unit-counts.ts'

export const HISTORIES: readonly History[] = [
  unitStatuses,
  leaseBalances,
  unitCounts,
  lastFigures,
  listingSpans,
  residentStatuses,
  residentStays,
  paymentSums,
]
