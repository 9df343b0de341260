/**
 * The locks by which a work order and the vendor it names find each other. The database links the two by name when either is written, but neither
 * sees the other before it is committed, so both lock the name first. A name is locked before the work orders that have it.
 */
import { statement } from '#server/db/statement.ts'
import type { Context } from '#server/platform/context.ts'

const KEY = `hashtextextended('vendor ' || $1::uuid || ' ' || lower($2::text), 0)`
/** No vendor has this name; whoever reserves the name of a vendor shares it. */
const ANY = ''

export const holdVendorName = statement<never>('hold_vendor_name', `select pg_advisory_xact_lock_shared(${KEY})`)
export const lockVendorName = statement<never>('lock_vendor_name', `select pg_advisory_xact_lock(${KEY})`)

/** Waits until no vendor is getting or losing the name, and keeps it so until this transaction ends. */
export async function holdNameOfVendor({ db }: Context, name: string): Promise<void> {
  await db.query(holdVendorName, [db.organizationId, name])
}

/** Reserves the names that a vendor gets and loses: until this transaction ends, no work order gets them. */
export async function reserveNamesOfVendor({ db }: Context, names: readonly string[]): Promise<void> {
  await db.query(holdVendorName, [db.organizationId, ANY])
  for (const name of [...new Set(names.map(each => each.toLowerCase()))].sort()) {
    await db.query(lockVendorName, [db.organizationId, name])
  }
}

/**
 * Until this transaction ends, no vendor gets or loses a name: an import gives any number of them to work orders, and changes these in the order of
 * the file, while a vendor's new name changes them in the order of their IDs.
 */
export async function holdNamesOfVendors({ db }: Context): Promise<void> {
  await db.query(lockVendorName, [db.organizationId, ANY])
}
