/** Plans what happens to units that the file omits although it contains their property, and to their residents. */
import { addDays } from '#server/base/dates.ts'
import { signedLeasesOf } from '#server/domain/leases/known-leases.ts'
import type { KnownLease } from '#server/domain/leases/records.ts'
import { unitsInService } from '#server/domain/units/known-units.ts'
import type { Context } from '#server/platform/context.ts'
import { CLOSE_MISSING } from './option-words.ts'
import { endCharges } from './plan/charges.ts'
import { occupies, recordOf, toSettle } from './plan/other-leases.ts'
import type { PropertyPlan } from './plan/properties.ts'
import { namesOn, residentsOfEnd } from './plan/residents.ts'
import { type Changes, noChanges, type PlanTerms, unitName } from './plan/row-plan.ts'
import { inChunks } from './stored.ts'

type MissingUnitsPlan = { changes: Changes; movedOut: number; reports: { unit: string; message: string }[] }

/** Reports each unit. Its residents are moved out only with `closeMissing`, and the unit is never removed. */
export async function* planMissingUnits(
  context: Context,
  properties: readonly PropertyPlan[],
  inFile: ReadonlyMap<string, number>,
  terms: PlanTerms,
): AsyncGenerator<MissingUnitsPlan> {
  const nameOf = new Map(properties.map(({ id, name }) => [id, name]))
  for (const some of inChunks(properties.map(({ id }) => id))) {
    const inService = await unitsInService(context, terms.asOf, some)
    for (const units of inChunks(inService.filter(({ id }) => !inFile.has(id)))) {
      const leasesByUnit = await occupyingLeases(context, units, terms.asOf)
      const plan: MissingUnitsPlan = { changes: noChanges(), movedOut: 0, reports: [] }
      for (const { id, property_id, label } of units) {
        const unit = unitName(nameOf.get(property_id) ?? '', label)
        const report = (message: string) => plan.reports.push({ unit, message })
        const leases = leasesByUnit.get(id) ?? []
        if (leases.length === 0) report('The unit is not in the file.')
        for (const lease of leases) moveOut(plan, lease, terms, report)
      }
      yield plan
    }
  }
}

/** The leases by which the units are occupied on a day. */
async function occupyingLeases(
  context: Context,
  units: readonly { id: string }[],
  day: string,
): Promise<Map<string, KnownLease[]>> {
  const ids = units.map(({ id }) => id)
  const leases = await signedLeasesOf(context, day, ids)
  const ofUnit = Map.groupBy(leases, lease => lease.unit_id)
  const running = leases.filter(lease => occupies(lease, ofUnit.get(lease.unit_id) ?? [], day))
  return Map.groupBy(running, lease => lease.unit_id)
}

function moveOut(
  plan: MissingUnitsPlan,
  lease: KnownLease,
  { asOf, closeMissing }: PlanTerms,
  report: (message: string) => void,
): void {
  const moveOutDate = addDays(asOf, -1)
  const who = namesOn(lease)
  if (!closeMissing) {
    report(
      `The unit is not in the file. Its residents are ${who}. Choose ${CLOSE_MISSING} to move them out on ${moveOutDate}.`,
    )
  } else if (moveOutDate < lease.start_date) {
    report(`The unit is not in the file, but ${who} moved in on ${lease.start_date}, so they are not moved out.`)
  } else {
    plan.changes.leases.push({ to: { ...recordOf(lease), move_out_date: moveOutDate }, isNew: false })
    plan.changes.leaseResidents.push(...residentsOfEnd(lease, moveOutDate))
    plan.changes.charges.push(...endCharges(lease, moveOutDate, asOf))
    plan.movedOut++
    report(`The unit is not in the file: ${who} moved out on ${moveOutDate}.${toSettle(lease)}`)
  }
}
