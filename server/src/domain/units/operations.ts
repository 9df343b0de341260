/** Units for other nouns and imports: finding them, and storing any number of them. */
import { recordset } from '#server/db/recordset.ts'
import type { Context } from '#server/platform/context.ts'
import type { SaveOptions } from '../save-options.ts'
import {
  deleteOfflineSpans,
  insertUnitRates,
  insertUnits,
  listUnitsInService,
  listUnitsKnownAs,
  lockUnitsOf,
  sumMarketRents,
  upsertOfflineSpans,
  upsertPreleases,
  upsertUnitRates,
  upsertUnits,
} from './queries.ts'
import type { KnownUnit, OfflineSpan, Prelease, UnitRate, UnitRecord } from './records.ts'

/** Creates the units whose ids are new and updates the others; a unit never changes its property. */
export async function saveUnits(
  { db }: Context,
  units: readonly UnitRecord[],
  { areNew }: SaveOptions = {},
): Promise<void> {
  await db.query(areNew ? insertUnits : upsertUnits, [db.organizationId, recordset(units)])
}

export async function saveUnitRates(
  { db }: Context,
  rates: readonly UnitRate[],
  { areNew }: SaveOptions = {},
): Promise<void> {
  await db.query(areNew ? insertUnitRates : upsertUnitRates, [db.organizationId, recordset(rates)])
}

/** Stores days offline, and removes those that are withdrawn. Both statements are sent at once. */
export async function saveOfflineSpans({ db }: Context, spans: readonly OfflineSpan[]): Promise<void> {
  const kept = spans.filter(span => !span.is_withdrawn)
  const withdrawn = spans.filter(span => span.is_withdrawn)
  await Promise.all([
    ...(withdrawn.length > 0 ? [db.query(deleteOfflineSpans, [db.organizationId, JSON.stringify(withdrawn)])] : []),
    ...(kept.length > 0 ? [db.query(upsertOfflineSpans, [db.organizationId, JSON.stringify(kept)])] : []),
  ])
}

/** Creates the preleases whose unit and first day are new, and changes the last day of the others. */
export async function savePreleases({ db }: Context, preleases: readonly Prelease[]): Promise<void> {
  await db.query(upsertPreleases, [db.organizationId, JSON.stringify(preleases)])
}

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
  const [sums] = await db.query(sumMarketRents, [db.organizationId, day, unitIds])
  return sums ?? { units: 0, market_rent_cents: 0 }
}
