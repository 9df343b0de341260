/** The ledger: every figure of money is a sum of its dated entries, so any past day can be asked again. */
import { uuidv7 } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import { sqlState } from '#server/db/failure.ts'
import type { Context } from '#server/platform/context.ts'
import { insertEntries } from './queries.ts'
import type { LedgerEntry } from './records.ts'

/** Of settle_entries() in the schema. */
const BOOKS_CLOSED = 'GH001'

/**
 * Adds entries; one that was written is never changed. An entry of zero says nothing and is left out. The database refuses entries on
 * a day whose books are closed, and those that would settle more than an invoice's total or a payment's amount.
 */
export async function postEntries({ db, now }: Context, entries: readonly LedgerEntry[]): Promise<void> {
  const recordedAt = new Date(now).toISOString()
  const telling = entries
    .filter(({ amountCents }) => amountCents !== 0)
    .map(entry => ({ id: uuidv7(now), recordedAt, ...entry }))
  if (telling.length === 0) return
  try {
    await db.query(insertEntries, [db.organizationId, JSON.stringify(telling)])
  } catch (error) {
    if (sqlState(error) !== BOOKS_CLOSED) throw error
    throw new Refusal('conflict', 'The books are closed on that day; date it later, or open the books again.')
  }
}
