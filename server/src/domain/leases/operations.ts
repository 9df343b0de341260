/** Leases: as other nouns show them, and creating and updating them with their residents and charges. */
import { Refusal } from '#server/base/refusal.ts'
import { sqlState } from '#server/db/failure.ts'
import type { Context } from '#server/platform/context.ts'
import { insertDateChanges } from './date-change-queries.ts'
import {
  findLease,
  type LeaseRow,
  listLeasesByExternalId,
  listSignedLeasesOfUnits,
  lockLeasesOf,
  sumLeaseMoney,
  upsertLeaseCharges,
  upsertLeaseResidents,
  upsertLeases,
} from './queries.ts'
import type { KnownLease, LeaseCharge, LeaseRecord, LeaseResident } from './records.ts'

/** One lease in whatever status, as of today. */
export async function getLease({ db, today }: Context, id: string): Promise<LeaseRow> {
  const [found] = await db.query(findLease, [db.organizationId, today, id])
  if (!found) throw new Refusal('not_found', 'There is no such lease.')
  return found
}

const EXCLUSION_VIOLATION = '23P01'

/**
 * Creates the leases whose id is new and updates the others. Days before `changedOn` keep the dates that signed leases had on them; a notice, an
 * eviction or a move-out that is dated earlier counts from its own day. Two signed leases of one unit never overlap: the database refuses it.
 */
export async function saveLeases(
  { db, today }: Context,
  leases: readonly LeaseRecord[],
  changedOn = today,
): Promise<void> {
  const records = JSON.stringify(leases)
  try {
    await db.query(insertDateChanges, [db.organizationId, records, changedOn])
    await db.query(upsertLeases, [db.organizationId, records])
  } catch (error) {
    if (sqlState(error) !== EXCLUSION_VIOLATION) throw error
    throw new Refusal('conflict', 'A signed lease would overlap another signed lease of the same unit.')
  }
}

export async function saveLeaseResidents({ db }: Context, residents: readonly LeaseResident[]): Promise<void> {
  await db.query(upsertLeaseResidents, [db.organizationId, JSON.stringify(residents)])
}

export async function saveLeaseCharges({ db }: Context, charges: readonly LeaseCharge[]): Promise<void> {
  await db.query(upsertLeaseCharges, [db.organizationId, JSON.stringify(charges)])
}

/** Locks every lease of the properties; their units, where those change too, are locked before. */
export async function lockLeasesOfProperties({ db }: Context, propertyIds: readonly string[]): Promise<void> {
  await db.query(lockLeasesOf, [db.organizationId, propertyIds])
}

/** Every signed lease of the units, whenever it ran, by unit and start. */
export function signedLeasesOf({ db }: Context, day: string, unitIds: readonly string[]): Promise<KnownLease[]> {
  return db.query(listSignedLeasesOfUnits, [db.organizationId, day, unitIds])
}

/** The leases, signed or not, that bear one of the external ids. */
export function findLeasesByExternalId(
  { db }: Context,
  externalIds: readonly string[],
): Promise<{ id: string; externalId: string }[]> {
  return db.query(listLeasesByExternalId, [db.organizationId, externalIds])
}

/** The sums over the leases: rent in force on the day, or on their first if that is later; deposits held and balances on the day. */
export async function sumLeases(
  { db }: Context,
  day: string,
  leaseIds: readonly string[],
): Promise<{ rentCents: number; depositCents: number; balanceCents: number }> {
  const [sums] = await db.query(sumLeaseMoney, [db.organizationId, day, leaseIds])
  return sums ?? { rentCents: 0, depositCents: 0, balanceCents: 0 }
}
