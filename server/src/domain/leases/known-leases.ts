/** Leases for other nouns and imports: locking and finding many of them, and adding them up. */
import { onlyRow } from '#server/db/only-row.ts'
import type { Context } from '#server/platform/context.ts'
import {
  listLeasesByExternalId,
  listLeasesOfResidentsNamed,
  listSignedLeasesOfUnits,
  listUnitsLeasedFrom,
  lockLeasesOf,
  sumLeaseMoney,
} from './queries.ts'
import type { KnownLease, LeaseOfNamed } from './records.ts'

/** Locks every lease of the properties. If their units change too, the units must be locked first. */
export async function lockLeasesOfProperties({ db }: Context, propertyIds: readonly string[]): Promise<void> {
  await db.query(lockLeasesOf, [db.organizationId, propertyIds])
}

/** Every signed lease of the units, past, current and future, by unit and start date. */
export function signedLeasesOf({ db }: Context, day: string, unitIds: readonly string[]): Promise<KnownLease[]> {
  return db.query(listSignedLeasesOfUnits, [db.organizationId, day, unitIds])
}

/** The units of the properties with a signed lease that begins on one of `starts` and is not over on the day. */
export function unitsLeasedFrom(
  { db }: Context,
  day: string,
  { propertyIds, starts }: { propertyIds: readonly string[]; starts: readonly string[] },
): Promise<{ id: string; label: string }[]> {
  return db.query(listUnitsLeasedFrom, [db.organizationId, day, propertyIds, starts])
}

/** The signed leases that are not over on the day, of residents with these full names, in properties other than `butIn`. */
export function leasesOfResidentsNamed(
  { db }: Context,
  day: string,
  { names, butIn }: { names: readonly string[]; butIn: readonly string[] },
): Promise<LeaseOfNamed[]> {
  return db.query(listLeasesOfResidentsNamed, [db.organizationId, day, names, butIn])
}

/** The leases, signed or not, that have one of the external IDs. */
export function findLeasesByExternalId(
  { db }: Context,
  externalIds: readonly string[],
): Promise<{ id: string; external_id: string }[]> {
  return db.query(listLeasesByExternalId, [db.organizationId, externalIds])
}

/**
 * Sums over the leases: rent in force on the day, or on the first day of a lease that starts later, or on the last day of one that has ended; deposits
 * held and balances on the day.
 */
export async function sumLeases(
  { db }: Context,
  day: string,
  leaseIds: readonly string[],
): Promise<{ rent_cents: number; deposit_cents: number; balance_cents: number }> {
  return onlyRow(await db.query(sumLeaseMoney, [db.organizationId, day, leaseIds]))
}
