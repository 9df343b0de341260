/** The money of leases: locking it, reading what is open, and posting entries, whose sums are the balances of every day. */
import { asError } from '#server/base/as-error.ts'
import { later } from '#server/base/dates.ts'
import { firstOf } from '#server/base/first-of.ts'
import { uuidv7 } from '#server/base/ids.ts'
import { fieldError, Refusal, unknownReference } from '#server/base/refusal.ts'
import { sqlState } from '#server/db/failure.ts'
import type { Context } from '#server/platform/context.ts'
import {
  ENTRIES,
  insertEntries,
  listCredits,
  listDepositReturns,
  listDeposits,
  listNotOnLeases,
  listOpenInvoices,
  listPositions,
  lockLeases,
} from './queries.ts'
import type { LedgerEntry, LedgerPosition, LockedLease, OpenInvoice } from './records.ts'
import {
  allocateOldestFirst,
  availableFrom,
  entriesOfCredit,
  groupByLease,
  isNeverBelowZero,
  newlyPaid,
  takeEarliest,
} from './rules.ts'

/** The SQLSTATE that settle_entries() of the schema raises. */
const BOOKS_CLOSED = 'GH001'

/**
 * Posts entries. A posted entry never changes, and an entry of 0 is left out. The database refuses entries on a day whose books are closed,
 * and entries that would allocate more than an invoice's total or a payment's amount.
 */
export async function postEntries({ db, now }: Context, entries: readonly LedgerEntry[]): Promise<void> {
  const recorded_at = new Date(now).toISOString()
  const rows = entries
    .filter(({ amount_cents }) => amount_cents !== 0)
    .map(entry => ({ id: uuidv7(now), recorded_at, ...entry }))
  if (rows.length === 0) return
  try {
    await db.query(insertEntries, [db.organizationId, ...ENTRIES.of(rows)])
  } catch (error) {
    if (sqlState(error) !== BOOKS_CLOSED) throw error
    throw booksClosed(asError(error).message, rows)
  }
}

/** The refusal of entries that the database refused: its message names the day through which the books are closed. */
function booksClosed(message: string, entries: readonly Pick<LedgerEntry, 'effective_on'>[]): Refusal {
  const through = /\d{4}-\d{2}-\d{2}/.exec(message)?.[0]
  const [earliest] = entries.map(({ effective_on }) => effective_on).sort()
  return new Refusal(
    'conflict',
    `The books are closed through ${through}, so nothing can be posted on ${earliest}. Choose a later date, or reopen the books.`,
  )
}

/**
 * Locks the money of leases until the transaction ends. Every operation that moves money locks it first, so that what was read is still true when
 * it is written. Throws invalid_request if a lease does not exist.
 */
export async function lockMoney({ db }: Context, leaseIds: readonly string[]): Promise<Map<string, LockedLease>> {
  const wanted = [...new Set(leaseIds)]
  if (wanted.length === 0) return new Map()
  const locked = await db.query(lockLeases, [db.organizationId, wanted])
  if (locked.length < wanted.length) throw unknownReference('lease_id', 'a lease')
  return new Map(locked.map(lease => [lease.lease_id, lease]))
}

/** Locks the money of one lease. */
export async function lockMoneyOfLease(context: Context, leaseId: string): Promise<LockedLease> {
  return lockedLease(await lockMoney(context, [leaseId]), leaseId)
}

/** The lease with this ID, which is one of those that were locked. */
export function lockedLease(locked: ReadonlyMap<string, LockedLease>, leaseId: string): LockedLease {
  const lease = locked.get(leaseId)
  if (!lease) throw new Error(`The money of lease ${leaseId} is not locked`)
  return lease
}

/** Throws invalid_request if a resident is not on the lease. */
export async function checkOnLeases(
  { db }: Context,
  pairs: readonly { lease_id: string; resident_id: string | null }[],
): Promise<void> {
  const named = pairs.filter(({ resident_id }) => resident_id !== null)
  if (named.length === 0) return
  const [leaseIds, residentIds] = [named.map(pair => pair.lease_id), named.map(pair => pair.resident_id)]
  const strangers = await db.query(listNotOnLeases, [db.organizationId, leaseIds, residentIds])
  if (strangers.length > 0) throw fieldError('resident_id', 'is not a resident on that lease')
}

/** The open invoices of leases that are locked, those of each lease in the order in which they are paid. */
export function openInvoicesOf({ db }: Context, leaseIds: readonly string[]): Promise<OpenInvoice[]> {
  return db.query(listOpenInvoices, [db.organizationId, leaseIds])
}

/**
 * Allocates the credit of leases to their open invoices, the oldest payment first, for each lease from the day that `from` gives, or from the later
 * day on which a payment became credit: a voided payment that was restored, or one that a voided invoice released. The leases are locked. Returns the
 * invoices that are paid for the first time.
 */
export async function applyCredit(context: Context, from: ReadonlyMap<string, string>): Promise<string[]> {
  if (from.size === 0) return []
  const { db } = context
  const credits = await db.query(listCredits, [db.organizationId, [...from.keys()]])
  if (credits.length === 0) return []
  const open = groupByLease(await openInvoicesOf(context, [...new Set(credits.map(({ lease_id }) => lease_id))]))
  const entries = credits.flatMap(({ payment_id, lease_id, payment_date, cents, by_day }) => {
    const day = later(from.get(lease_id)!, payment_date)
    const invoices = open.get(lease_id) ?? []
    const available = invoices.length === 0 ? [] : takeEarliest(cents, day, by_day)
    return entriesOfCredit(
      payment_id,
      available.flatMap(part => allocateOldestFirst(invoices, part.cents, part.on)),
    )
  })
  await postEntries(context, entries)
  return newlyPaid([...open.values()].flat())
}

/** The positions of a payment whose lease is locked. */
export function positionsOf({ db }: Context, paymentId: string): Promise<LedgerPosition[]> {
  return db.query(listPositions, [db.organizationId, paymentId])
}

/** Throws conflict with `message` if entries would leave a lease's security deposit below 0 on their day or on any later one. */
export async function checkDeposit(
  { db }: Context,
  leaseId: string,
  entries: readonly LedgerEntry[],
  why: (heldCents: number) => string,
): Promise<void> {
  const changes = entries
    .filter(({ account }) => account === 'DEPOSIT')
    .map(({ effective_on, amount_cents }) => ({ on: effective_on, cents: amount_cents }))
  if (changes.length === 0) return
  const held = await db.query(listDeposits, [db.organizationId, leaseId])
  if (isNeverBelowZero([...held, ...changes])) return
  const first = firstOf(changes.map(({ on }) => on).sort())
  throw new Refusal('conflict', why(availableFrom(first, held)))
}

/** The deposit of a lease that can be returned or withheld on a day, in cents: the amount that is held both then and on every later day. */
export async function depositAvailable({ db }: Context, leaseId: string, on: string): Promise<number> {
  return availableFrom(on, await db.query(listDeposits, [db.organizationId, leaseId]))
}

/** How much of the returned deposit of a lease a void on a day can undo, in cents: what was returned by then and is not voided on a later day. */
export async function depositReturned({ db }: Context, leaseId: string, on: string): Promise<number> {
  return availableFrom(on, await db.query(listDepositReturns, [db.organizationId, leaseId]))
}
