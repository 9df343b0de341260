/** Finds a new unit of the file that is a stored one under another label: it has the same resident and the same lease, and the file omits the stored one. */
import { signedLeasesOf } from '#server/domain/leases/known-leases.ts'
import type { KnownLease } from '#server/domain/leases/records.ts'
import { unitsInService } from '#server/domain/units/known-units.ts'
import type { Context } from '#server/platform/context.ts'
import { startOf } from './plan/lease-terms.ts'
import { sharesResident } from './plan/residents.ts'
import type { PropertyRow, RenamedUnit } from './plan/row-plan.ts'
import { otherLabels } from './read/unit-label.ts'
import { inChunks } from './stored.ts'

type OmittedUnit = { label: string; lease: KnownLease }

/** Returns a function that finds such units among rows whose units are new. The omitted units of a property are read once, when it has such a row. */
export function renamedUnits(context: Context, day: string) {
  const omitted = new Map<string, Map<string, OmittedUnit[]>>()
  return async (rows: readonly PropertyRow[]): Promise<Map<PropertyRow['row'], RenamedUnit>> => {
    const renamed = new Map<PropertyRow['row'], RenamedUnit>()
    for (const { row, property, labels } of rows) {
      const { tenancy } = row
      if (!tenancy || property.isNew) continue
      const units = omitted.get(property.id) ?? (await omittedUnits(context, day, property.id, labels))
      omitted.set(property.id, units)
      const sameStart = units.get(startOf({ ...tenancy, role: 'current' }, day).startDate) ?? []
      const same = sameStart.find(({ lease }) => sharesResident(lease, tenancy.residents))
      if (same) renamed.set(row, same)
    }
    return renamed
  }
}

/** The leases that are in force in the units of a property that the file omits, by the day on which they began. */
async function omittedUnits(
  context: Context,
  day: string,
  propertyId: string,
  labels: ReadonlySet<string>,
): Promise<Map<string, OmittedUnit[]>> {
  const found: OmittedUnit[] = []
  const changed = [...labels].flatMap(otherLabels).map(label => label.toLowerCase())
  const inFile = new Set([...labels, ...changed])
  const units = (await unitsInService(context, day, [propertyId])).filter(
    ({ label }) => !inFile.has(label.toLowerCase()),
  )
  for (const some of inChunks(units)) {
    const labelOf = new Map(some.map(({ id, label }) => [id, label]))
    for (const lease of await signedLeasesOf(context, day, [...labelOf.keys()])) {
      const isOver = lease.move_out_date !== null && lease.move_out_date < day
      if (!isOver) found.push({ label: labelOf.get(lease.unit_id) ?? '', lease })
    }
  }
  return Map.groupBy(found, ({ lease }) => lease.start_date)
}
