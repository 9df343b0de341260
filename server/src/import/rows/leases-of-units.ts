/** Looks up the leases that the rows of a file may belong to. */
import { signedLeasesOf } from '#server/domain/leases/known-leases.ts'
import type { KnownLease } from '#server/domain/leases/records.ts'
import type { Context } from '#server/platform/context.ts'
import type { FoundPlace, PlaceProblem } from './places.ts'

/** The signed leases of the units that were found. */
export async function leasesOfUnits(
  context: Context,
  found: readonly (FoundPlace | PlaceProblem)[],
): Promise<KnownLease[]> {
  const unitIds = new Set(found.flatMap(place => ('unitId' in place ? (place.unitId ?? []) : [])))
  return unitIds.size > 0 ? signedLeasesOf(context, context.today, [...unitIds]) : []
}
