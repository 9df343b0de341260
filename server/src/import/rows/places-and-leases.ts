/** Looks up the places that some rows of a file name, and the leases that the rows may belong to. */
import { signedLeasesOf } from '#server/domain/leases/known-leases.ts'
import type { KnownLease } from '#server/domain/leases/records.ts'
import type { Context } from '#server/platform/context.ts'
import type { StatedPlace } from './place-cells.ts'
import type { FoundPlace, PlaceProblem, Places } from './places.ts'

export type PlacesAndLeases = {
  placeOf(place: StatedPlace): FoundPlace | PlaceProblem
  /** The signed leases of the units that were found. */
  leases: readonly KnownLease[]
  /** Those leases by unit. */
  leasesOf: ReadonlyMap<string, readonly KnownLease[]>
}

/** Looks up the places of the rows, and the leases of those rows for which `needsLease` is true. */
export async function findPlacesAndLeases<Row extends { place: StatedPlace }>(
  context: Context,
  places: Places,
  rows: readonly Row[],
  needsLease: (row: Row) => boolean = () => true,
): Promise<PlacesAndLeases> {
  const placeOf = await places.find(rows.map(({ place }) => place))
  const found = rows.filter(needsLease).map(({ place }) => placeOf(place))
  const unitIds = new Set(found.flatMap(place => ('unitId' in place ? (place.unitId ?? []) : [])))
  const leases = unitIds.size > 0 ? await signedLeasesOf(context, context.today, [...unitIds]) : []
  return { placeOf, leases, leasesOf: Map.groupBy(leases, ({ unit_id: unitId }) => unitId) }
}
