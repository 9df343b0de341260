/** Units for other nouns and imports: locking and finding many of them, and adding them up. */
import { onlyRow } from '#server/db/only-row.ts'
import type { Context } from '#server/platform/context.ts'
import { listUnitsInService, listUnitsKnownAs, lockUnitsOf, sumMarketRents } from './queries.ts'
import type { KnownUnit } from './records.ts'

/** Locks every unit of the properties; their leases are locked after them. */
export async function lockUnits({ db }: Context, propertyIds: readonly string[]): Promise<void> {
  await db.query(lockUnitsOf, [db.organizationId, propertyIds])
}

/** The units that have one of the external IDs, or one of the labels, in any case, in the property given with it. */
export function findUnitsKnownAs(
  { db }: Context,
  day: string,
  known: { labels: readonly { property_id: string; label: string }[]; externalIds: readonly string[] },
): Promise<KnownUnit[]> {
  const propertyIds = known.labels.map(({ property_id }) => property_id)
  const labels = known.labels.map(({ label }) => label)
  return db.query(listUnitsKnownAs, [db.organizationId, day, propertyIds, labels, known.externalIds])
}

/** The units of the properties that are in service on the day, by property and label. */
export function unitsInService(
  { db }: Context,
  day: string,
  propertyIds: readonly string[],
): Promise<{ id: string; property_id: string; label: string }[]> {
  return db.query(listUnitsInService, [db.organizationId, day, propertyIds])
}

/** How many of the units exist, and the sum of their market rents in force on the day. */
export async function sumUnits(
  { db }: Context,
  day: string,
  unitIds: readonly string[],
): Promise<{ units: number; market_rent_cents: number }> {
  return onlyRow(await db.query(sumMarketRents, [db.organizationId, day, unitIds]))
}
