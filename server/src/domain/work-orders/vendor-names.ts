/**
 * The locks by which a work order and the vendor it names find each other. The database links the two by name when either is written, but neither
 * sees the other before it is committed, so both lock the name first. A name is locked before the work orders that have it.
 */
import { statement } from '#server/db/statement.ts'
import type { Context } from '#server/platform/context.ts'

const KEY = `hashtextextended('vendor ' || $1::uuid || ' ' || lower($2::text), 0)`
/** A name that no vendor has. A transaction that reserves names shares the lock on it; one that takes the lock alone keeps all names as they are. */
const ANY = ''

export const lockVendorNameShared = statement<never>('hold_vendor_name', `select pg_advisory_xact_lock_shared(${KEY})`)
export const lockVendorName = statement<never>('lock_vendor_name', `select pg_advisory_xact_lock(${KEY})`)

/** Waits until no vendor is getting or losing the name, and prevents that until this transaction ends. */
export async function holdVendorName({ db }: Context, name: string): Promise<void> {
  await db.query(lockVendorNameShared, [db.organizationId, name])
}

/** Reserves the names that a vendor gets and loses: until this transaction ends, no work order gets them. */
export async function reserveVendorNames({ db }: Context, names: readonly string[]): Promise<void> {
  await db.query(lockVendorNameShared, [db.organizationId, ANY])
  for (const name of inOrder(names)) {
    await db.query(lockVendorName, [db.organizationId, name])
  }
}

/** The most names that are locked one by one. PostgreSQL has room for a few thousand such locks in all. */
const MAX_NAMES = 500

export const lockVendorNamesShared = statement<never>(
  'hold_vendor_names',
  `select pg_advisory_xact_lock_shared(hashtextextended('vendor ' || $1::uuid || ' ' || lower(name), 0)) from unnest($2::text[]) as held (name)`,
)

/**
 * Prevents every vendor from getting or losing one of the names until this transaction ends. An import changes work orders in the order of the file,
 * while a new name of a vendor changes those that have it in the order of their IDs. If the names are too many, no vendor gets or loses any name.
 */
export async function holdVendorNames({ db }: Context, names: Iterable<string>): Promise<void> {
  const held = inOrder(names)
  if (held.length > MAX_NAMES) await db.query(lockVendorName, [db.organizationId, ANY])
  else if (held.length > 0) await db.query(lockVendorNamesShared, [db.organizationId, held])
}

/** The names in the one order in which they are locked, without regard to case. */
function inOrder(names: Iterable<string>): string[] {
  return [...new Set([...names].map(name => name.toLowerCase()))].sort()
}
