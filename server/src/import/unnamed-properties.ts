/**
 * Properties that a file does not name, because its titles were lost. The organization says once which property they are: the answer is remembered for
 * exactly these units, and it is used again only if at least half of the residents are those of the property, because units 1 to 4 may be those of
 * several properties.
 */
import { hash } from 'node:crypto'
import { signedLeasesOf } from '#server/domain/leases/known-leases.ts'
import { unitsInService } from '#server/domain/units/known-units.ts'
import type { Context } from '#server/platform/context.ts'
import type { FileProperties, FileProperty } from './file-properties.ts'
import type { PropertyPlan } from './plan/properties.ts'
import { wordKey } from './read/cells.ts'
import type { Mapping } from './read/mapping.ts'
import type { PropertyRecord } from './read/records.ts'
import { inChunks } from './stored.ts'

/** The unit of a row, with the last name of its resident. A row may name neither. */
type UnnamedUnit = {
  unnamed: number | undefined
  building?: string | undefined
  label: string | undefined
  family?: string | undefined
}

export type Unnamed = {
  /** Adds the unit of a row. */
  add(unit: UnnamedUnit): void
  /** Gives each property the name and the address that the mapping has for its units. */
  answer(properties: FileProperties, mapping: Mapping | undefined): void
  /** Forgets each remembered answer that the residents do not confirm, so that it is asked for. Returns whether there was one. */
  forgetDoubtful(context: Context, asOf: string, planned: ReadonlyMap<FileProperty, PropertyPlan>): Promise<boolean>
}

/** The units of a property that the file does not name, and the last names of their residents. */
export type UnnamedBlock = { building?: string | undefined; labels: Set<string>; familyOf: Map<string, string> }

export function unnamedProperties(): Unnamed {
  const blocks = unnamedBlocks()
  const remembered = new Map<FileProperty, UnnamedBlock>()
  return {
    add: blocks.add,
    answer(properties, mapping) {
      for (const [unnamed, block] of blocks.all) {
        const askedAs = askedAsOf(block.labels, block.building)
        const answer = mapping?.properties.get(wordKey(askedAs))
        const name = answer?.name ?? answer?.addressLine
        const property = properties.identify(
          unnamed,
          { askedAs, ...(answer && name && { ...addressOf(answer), name }) },
          !answer?.isRemembered,
        )
        if (property && name && answer?.isRemembered) remembered.set(property, block)
      }
    },
    async forgetDoubtful(context, asOf, planned) {
      let isAny = false
      for (const [property, block] of remembered) {
        const plan = planned.get(property)
        if (plan && !plan.isNew && (await agreementWith(context, asOf, plan.id, block)).isConfirmed) continue
        Object.assign(property.facts, NOTHING)
        remembered.delete(property)
        isAny = true
      }
      return isAny
    },
  }
}

/** Gathers the units of properties that the file does not name, by the number of their block. */
export function unnamedBlocks() {
  const all = new Map<number, UnnamedBlock>()
  return {
    all: all as ReadonlyMap<number, UnnamedBlock>,
    add({ unnamed, building, label, family }: UnnamedUnit): void {
      if (unnamed === undefined) return
      const block: UnnamedBlock = all.get(unnamed) ?? { building, labels: new Set(), familyOf: new Map() }
      all.set(unnamed, block)
      if (label === undefined) return
      block.labels.add(label.toLowerCase())
      if (family) block.familyOf.set(label.toLowerCase(), family.toLowerCase())
    },
  }
}

const NOTHING = {
  name: '',
  address_line: undefined,
  city: undefined,
  state: undefined,
  postal_code: undefined,
  externalId: undefined,
} as const satisfies Partial<PropertyRecord>

function addressOf({
  addressLine,
  city,
  state,
  postalCode,
  externalId,
}: NonNullable<ReturnType<Mapping['properties']['get']>>) {
  return { address_line: addressLine, city, state, postal_code: postalCode, externalId }
}

/** What the units are called in questions and answers. The same units have the same words, in whatever order a file lists them. */
export function askedAsOf(labels: ReadonlySet<string>, building?: string): string {
  const sorted = [...labels].sort()
  const digest = hash('sha256', sorted.join('\n'), 'hex').slice(0, 8)
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)].map(label => label?.slice(0, 50))
  const which =
    sorted.length === 0
      ? 'no units'
      : sorted.length === 1
        ? `unit ${first}`
        : `${sorted.length.toLocaleString('en-US')} units ${first} to ${last}`
  const of = building === undefined ? '' : `building ${building.slice(0, 50)}, `
  return `${UNNAMED}, ${of}${which} (${digest})`
}

/** How the words for a property that a file does not name begin. */
export const UNNAMED = 'unnamed property'

/** Whether at least half of the residents whom the file names are those of the property, and whether the property has all units of the file. */
export async function agreementWith(
  context: Context,
  asOf: string,
  propertyId: string,
  { labels, familyOf }: UnnamedBlock,
): Promise<{ isConfirmed: boolean; hasUnits: boolean }> {
  const units = await unitsInService(context, asOf, [propertyId])
  const there = new Set(units.map(({ label }) => label.toLowerCase()))
  let confirmed = 0
  for (const some of inChunks(units)) {
    const labelOf = new Map(some.map(({ id, label }) => [id, label.toLowerCase()]))
    const leases = await signedLeasesOf(context, asOf, [...labelOf.keys()])
    for (const [unitId, ofUnit] of Map.groupBy(leases, lease => lease.unit_id)) {
      const family = familyOf.get(labelOf.get(unitId) ?? '')
      const families = ofUnit.flatMap(({ residents }) =>
        residents.map(({ resident }) => resident.last_name.toLowerCase()),
      )
      if (family !== undefined && families.includes(family)) confirmed++
    }
  }
  return { isConfirmed: 2 * confirmed >= familyOf.size, hasUnits: labels.isSubsetOf(there) }
}
