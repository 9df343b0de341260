/** What a lease was charged and paid, line by line. */
import type { Static } from 'typebox'
import type { LedgerLine } from '#contract/console/lease-ledger.ts'
import { Refusal } from '#server/base/refusal.ts'
import { list, type Page, type Paged } from '#server/db/list.ts'
import type { Context } from '#server/platform/context.ts'
import { findLedgerLease, leaseLedger } from './lease-ledger-queries.ts'
import type { LedgerEntry } from './records.ts'

type Line = Static<typeof LedgerLine>

/** The latest day first, each line with what its account comes to. */
export async function getLeaseLedger(
  { db }: Context,
  leaseId: string,
  filters: { account?: LedgerEntry['account'] },
  page: Page,
): Promise<Paged<Line>> {
  const [lease] = await db.query(findLedgerLease, [db.organizationId, leaseId])
  if (!lease) throw new Refusal('not_found', 'There is no such lease.')
  return list(db, leaseLedger, [leaseId], filters, page)
}
