/** The ledger: every figure of money is a sum of its dated entries, so any past day can be asked again. */
import { uuidv7 } from '#server/base/ids.ts'
import { fieldError, Refusal } from '#server/base/refusal.ts'
import { sqlState } from '#server/db/failure.ts'
import type { Context } from '#server/platform/context.ts'
import {
  insertEntries,
  listAllocations,
  listCredits,
  listDeposits,
  listNotOnLeases,
  listOpenInvoices,
  listPositions,
  lockLeases,
} from './queries.ts'
import type { Change, LedgerEntry, LedgerPosition, LockedLease, OpenInvoice } from './records.ts'
import { allocateOldestFirst, entriesOfCredit, groupByLease, isNeverBelowZero, later, newlyPaid } from './rules.ts'

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

/**
 * Locks the money of leases until the transaction is over: whoever moves it locks it first, so that what was read of it still holds
 * when it is written. Refuses a lease that is not there.
 */
export async function lockMoney({ db }: Context, leaseIds: readonly string[]): Promise<Map<string, LockedLease>> {
  const wanted = [...new Set(leaseIds)]
  const locked = await db.query(lockLeases, [db.organizationId, wanted])
  const leases = new Map(locked.map(lease => [lease.id, lease]))
  const missing = wanted.find(id => !leases.has(id))
  if (missing !== undefined) throw fieldError('lease_id', 'names no lease of this organization')
  return leases
}

/** Refuses a resident who is not on the lease. */
export async function checkOnLeases(
  { db }: Context,
  pairs: readonly { leaseId: string; residentId: string | null }[],
): Promise<void> {
  const named = pairs.filter(({ residentId }) => residentId !== null)
  if (named.length === 0) return
  const [leaseIds, residentIds] = [named.map(pair => pair.leaseId), named.map(pair => pair.residentId)]
  const strangers = await db.query(listNotOnLeases, [db.organizationId, leaseIds, residentIds])
  if (strangers.length > 0) throw fieldError('resident_id', 'names nobody who is on that lease')
}

/** What is open of the leases, each lease's in the order in which it is settled; the leases are locked. */
export function openInvoicesOf({ db }: Context, leaseIds: readonly string[]): Promise<OpenInvoice[]> {
  return db.query(listOpenInvoices, [db.organizationId, leaseIds])
}

/**
 * Settles what is open of leases with their credit, the oldest payment first, from a day on for each; the leases are locked. Returns
 * the invoices that are thereby paid for the first time.
 */
export async function applyCredit(context: Context, from: ReadonlyMap<string, string>): Promise<string[]> {
  const { db } = context
  const credits = await db.query(listCredits, [db.organizationId, [...from.keys()]])
  if (credits.length === 0) return []
  const open = groupByLease(await openInvoicesOf(context, [...new Set(credits.map(({ leaseId }) => leaseId))]))
  const entries = credits.flatMap(({ paymentId, leaseId, paymentDate, cents }) => {
    const day = later(from.get(leaseId) as string, paymentDate)
    return entriesOfCredit(paymentId, allocateOldestFirst(open.get(leaseId) ?? [], cents, day))
  })
  await postEntries(context, entries)
  return newlyPaid([...open.values()].flat())
}

/** What stands of a payment whose lease is locked. */
export function positionsOf({ db }: Context, paymentId: string): Promise<LedgerPosition[]> {
  return db.query(listPositions, [db.organizationId, paymentId])
}

/** What payments settled of an invoice, negative, and what was taken back, by day. */
export function allocationsOf({ db }: Context, invoiceId: string): Promise<Change[]> {
  return db.query(listAllocations, [db.organizationId, invoiceId])
}

/** Refuses entries that would leave less than nothing of a lease's deposit, on their day or any later one. */
export async function checkDeposit(
  { db }: Context,
  leaseId: string,
  entries: readonly LedgerEntry[],
  message: string,
): Promise<void> {
  const changes = entries
    .filter(({ account }) => account === 'DEPOSIT')
    .map(({ effectiveOn, amountCents }) => ({ on: effectiveOn, cents: amountCents }))
  if (changes.length === 0) return
  const held = await db.query(listDeposits, [db.organizationId, leaseId])
  if (!isNeverBelowZero([...held, ...changes])) throw new Refusal('conflict', message)
}
