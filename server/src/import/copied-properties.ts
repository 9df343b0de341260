/**
 * Finds the new properties of a file that are stored under another name and address, by the leases of their residents: the file was exported or mapped
 * for the wrong property, or properties were renamed or merged. Importing it would duplicate each resident, deposit and balance.
 */
import { leasesOfResidentsNamed } from '#server/domain/leases/known-leases.ts'
import type { LeaseOfNamed } from '#server/domain/leases/records.ts'
import type { Context } from '#server/platform/context.ts'
import type { FileProperty } from './file-properties.ts'
import type { PropertyPlan } from './plan/properties.ts'
import { fullName } from './read/full-name.ts'
import type { TenancyRecord } from './read/records.ts'
import { inChunks } from './stored.ts'

/** Sets the problem of each new property if at least half of its residents, and more than one, have the same leases in properties that the file omits. */
export async function rejectCopiedProperties(
  context: Context,
  asOf: string,
  planned: ReadonlyMap<FileProperty, PropertyPlan>,
): Promise<void> {
  const added = [...planned].filter(([{ tenancies }, plan]) => plan.isNew && !plan.problem && tenancies.length > 1)
  const butIn = [...planned.values()].filter(({ isNew }) => !isNew).map(({ id }) => id)
  const names = new Set(added.flatMap(([{ tenancies }]) => tenancies.map(nameOf)))
  const leases: LeaseOfNamed[] = []
  for (const some of inChunks([...names]))
    leases.push(...(await leasesOfResidentsNamed(context, asOf, { names: some, butIn })))
  const leasesOf = Map.groupBy(leases, lease => lease.full_name)
  for (const [{ tenancies, facts }, plan] of added) {
    const found = new Map<string, LeaseOfNamed>()
    for (const tenancy of tenancies) {
      const name = nameOf(tenancy)
      const same = leasesOf.get(name)?.find(lease => isSameLease(lease, tenancy))
      if (same) found.set(name, same)
    }
    const [first] = found.values()
    if (first && found.size > 1 && 2 * found.size >= tenancies.length) plan.problem = copyProblem(facts, first)
  }
}

function nameOf({ residents: [first] }: TenancyRecord): string {
  return first ? fullName(first) : ''
}

/** Whether a stored lease has the same start, move-in date or end as the one in the file. One match is enough, because a renewal may have moved the others. */
function isSameLease({ start_date, move_in_date, end_date }: LeaseOfNamed, { lease }: TenancyRecord): boolean {
  const begins = [lease.from, lease.moveIn].some(day => day !== undefined && [start_date, move_in_date].includes(day))
  return begins || (lease.to !== undefined && lease.to === end_date)
}

/** The problem with a new property whose residents have the same leases in a stored one. */
function copyProblem(facts: FileProperty['facts'], { full_name: resident, property_name: name }: LeaseOfNamed): string {
  const [named, stored] = [facts.name, name].map(each => `“${each.slice(0, 80)}”`)
  return `The property ${named} is new, but some of its residents, such as ${resident}, have the same leases in ${stored} in Gatehouse, which is not in the file. If it is the same property, write ${stored} in the file, or rename ${stored} in Gatehouse first. If it is a different property, add it in Gatehouse first.`
}
