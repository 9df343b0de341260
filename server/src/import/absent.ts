/** Plans the units that the file omits although it has their property, and their residents. */
import { addDays } from '#server/base/dates.ts'
import { signedLeasesOf } from '#server/domain/leases/operations.ts'
import type { KnownLease } from '#server/domain/leases/records.ts'
import { unitsInService } from '#server/domain/units/operations.ts'
import type { Context } from '#server/platform/context.ts'
import { occupies, recordOf } from './plan/other-leases.ts'
import type { PropertyPlan } from './plan/properties.ts'
import { namesOn } from './plan/residents.ts'
import { type Changes, noChanges, type PlanTerms, placeOf } from './plan/row-plan.ts'
import { inChunks } from './stored.ts'

export type AbsentPlan = { changes: Changes; movedOut: number; reports: { unit: string; message: string }[] }

/** Reports each unit. Its residents are moved out only with `closeMissing`, and the unit is never removed. */
export async function* planAbsent(
  context: Context,
  properties: readonly PropertyPlan[],
  inFile: ReadonlyMap<string, number>,
  { asOf, closeMissing }: PlanTerms,
): AsyncGenerator<AbsentPlan> {
  const nameOf = new Map(properties.map(({ id, name }) => [id, name]))
  for (const some of inChunks(properties)) {
    const inService = await unitsInService(
      context,
      asOf,
      some.map(({ id }) => id),
    )
    for (const units of inChunks(inService.filter(({ id }) => !inFile.has(id)))) {
      const leases = await signedLeasesOf(
        context,
        asOf,
        units.map(({ id }) => id),
      )
      const ofUnit = Map.groupBy(leases, lease => lease.unit_id)
      const running = Map.groupBy(
        leases.filter(lease => occupies(lease, ofUnit.get(lease.unit_id) ?? [], asOf)),
        lease => lease.unit_id,
      )
      const plan: AbsentPlan = { changes: noChanges(), movedOut: 0, reports: [] }
      for (const { id, property_id, label } of units) {
        const unit = placeOf(nameOf.get(property_id) ?? '', label)
        const tell = (message: string) => plan.reports.push({ unit, message })
        const residents = running.get(id) ?? []
        if (residents.length === 0) tell('The unit is not in the file.')
        for (const lease of residents) close(plan, lease, tell)
      }
      yield plan
    }
  }

  function close(plan: AbsentPlan, lease: KnownLease, tell: (message: string) => void): void {
    const moveOutDate = addDays(asOf, -1)
    const who = namesOn(lease)
    if (!closeMissing) {
      tell(
        `The unit is not in the file. Its residents are ${who}. Use --close-missing to move them out on ${moveOutDate}.`,
      )
    } else if (moveOutDate < lease.start_date) {
      tell(`The unit is not in the file, but ${who} moved in on ${lease.start_date}, so they are not moved out.`)
    } else {
      plan.changes.leases.push({ to: { ...recordOf(lease), move_out_date: moveOutDate }, isNew: false })
      plan.movedOut++
      tell(`The unit is not in the file: ${who} moved out on ${moveOutDate}.`)
    }
  }
}
