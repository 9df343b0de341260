/** Stores any number of units, with their rents, days offline and preleases. */
import { recordset } from '#server/db/recordset.ts'
import type { Context } from '#server/platform/context.ts'
import type { SaveOptions } from '../save-options.ts'
import {
  deleteOfflineSpans,
  GIVEN_RATES,
  insertUnitRates,
  insertUnits,
  upsertOfflineSpans,
  upsertPreleases,
  upsertUnitRates,
  upsertUnits,
} from './queries.ts'
import type { OfflineSpan, Prelease, UnitRate, UnitRecord } from './records.ts'

/** Creates the units whose IDs are new and updates the others; a unit never changes its property. */
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
  await db.query(areNew ? insertUnitRates : upsertUnitRates, [db.organizationId, ...GIVEN_RATES.of(rates)])
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
