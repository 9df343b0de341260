/** Why a line of a ledger cannot be imported on its day. Pure. */
import { addDays } from '#server/base/dates.ts'
import { inClosedBooks, inFuture } from '../closed-books.ts'
import type { LedgerStart } from './queries.ts'
import type { LedgerRow } from './row.ts'

/** Checks the date of a new line against today, closed books, and what Gatehouse itself has posted to the lease. */
export function wrongDay(
  { today }: { today: string },
  { date }: Pick<LedgerRow, 'date'>,
  start: Pick<LedgerStart, 'stated_on' | 'own_from'> | undefined,
  closedThrough: string | null,
): { field: 'date'; reason: string } | undefined {
  const wrong = (reason: string) => ({ field: 'date' as const, reason })
  if (date > today) return wrong(inFuture(date, today))
  if (closedThrough !== null && date <= closedThrough) return wrong(inClosedBooks(closedThrough))
  // The opening balance then moves to the day before the first line.
  const movesOpening = start?.stated_on && date <= start.stated_on
  if (movesOpening && closedThrough !== null && addDays(date, -1) <= closedThrough) {
    return wrong(
      `The opening balance would be on ${addDays(date, -1)}, and the books are closed through ${closedThrough}. Remove the row, or reopen the books.`,
    )
  }
  const ownFrom = start?.own_from
  if (!ownFrom || date < ownFrom) return undefined
  return wrong(
    `Gatehouse has invoices or payments of this lease from ${ownFrom} on, which this line may repeat. Remove the row. If Gatehouse does not have what it states, record that in the console.`,
  )
}
