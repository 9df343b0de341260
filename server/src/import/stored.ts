/** Reads the stored records that some rows of the file name. */
import { nameKey } from '#server/base/text.ts'
import { findLeasesByExternalId, signedLeasesOf } from '#server/domain/leases/known-leases.ts'
import { findOwnersNamed } from '#server/domain/owners/operations.ts'
import { findPortfoliosNamed } from '#server/domain/portfolios/operations.ts'
import { findPropertiesKnownAs } from '#server/domain/properties/operations.ts'
import type { PropertyRecord } from '#server/domain/properties/records.ts'
import { residentsToChange } from '#server/domain/residents/operations.ts'
import { findUnitsKnownAs, unitsInService } from '#server/domain/units/known-units.ts'
import type { KnownUnit } from '#server/domain/units/records.ts'
import type { Context } from '#server/platform/context.ts'
import type { FileProperty } from './file-properties.ts'
import { codeOf, type StoredPortfolio } from './plan/properties.ts'
import { labelKey, type PropertyRow, type Stored } from './plan/row-plan.ts'
import { streetKey, unitInStreet } from './read/addresses.ts'
import { tenanciesOf } from './read/records.ts'
import { otherLabels } from './read/unit-label.ts'

const MAX_CHUNK = 500

export async function findPortfolio(
  context: Context,
  properties: readonly FileProperty[],
  day: string,
): Promise<StoredPortfolio> {
  const facts = properties.map(property => property.facts)
  const owners = []
  for (const names of inChunks(stated(facts.map(({ ownerName }) => ownerName)))) {
    owners.push(...(await findOwnersNamed(context, names)))
  }
  const portfolios = []
  for (const names of inChunks(stated(facts.map(({ portfolioName }) => portfolioName)))) {
    portfolios.push(...(await findPortfoliosNamed(context, names)))
  }
  const stored = await findStoredProperties(context, properties)
  // Only these may be properties of the file under another name.
  const names = new Set(facts.map(({ name }) => nameKey(name)))
  const others = stored.filter(({ name }) => !names.has(nameKey(name))).map(({ id }) => id)
  const units = others.length > 0 ? await unitsInService(context, day, others) : []
  return { properties: stored, unitsOf: Map.groupBy(units, unit => unit.property_id), owners, portfolios }
}

/**
 * Finds every property with the ID, the name or the street of a property in the file, those in which a home of the file may be a unit, and the homes that
 * may be units of a building of the file.
 */
export async function findStoredProperties(
  context: Context,
  properties: readonly FileProperty[],
): Promise<PropertyRecord[]> {
  const stored = new Map<string, PropertyRecord>()
  for (const chunk of inChunks(properties.map(property => property.facts))) {
    const lines = stated(chunk.map(({ address_line: line }) => line))
    const addressLines = [...lines, ...lines.flatMap(line => unitInStreet(line)?.street ?? [])]
    const found = await findPropertiesKnownAs(context, {
      externalIds: stated(chunk.map(codeOf)),
      names: stated(chunk.map(({ name }) => name)),
      addressLines,
    })
    const streets = new Set(addressLines.map(streetKey))
    const isMeant = ({ external_id: externalId, name, address_line: line }: PropertyRecord) =>
      streets.has(streetKey(line)) ||
      streets.has(streetKey(unitInStreet(line)?.street ?? line)) ||
      chunk.some(
        facts => nameKey(facts.name) === nameKey(name) || (externalId !== null && codeOf(facts) === externalId),
      )
    for (const property of found) if (isMeant(property)) stored.set(property.id, property)
  }
  return [...stored.values()]
}

/** The stored records that some rows name, before the other units of their properties are searched for their leases. */
export type Found = Omit<Stored, 'elsewhere'>

/** Finds the records of at most a few hundred rows. Units of a new property are not looked for, because none can exist. */
export async function findStored(context: Context, day: string, rows: readonly PropertyRow[]): Promise<Found> {
  const tenancies = rows.flatMap(({ row }) => tenanciesOf(row))
  const leaseIds = stated(tenancies.map(({ lease }) => lease.externalId))
  const residentIds = stated(tenancies.flatMap(({ residents }) => residents.map(({ externalId }) => externalId)))

  const { known, changed } = await findUnits(context, day, rows)
  const units = [...known, ...changed]
  const [leases, withLeaseId, residents] = await Promise.all([
    units.length > 0
      ? signedLeasesOf(
          context,
          day,
          units.map(({ id }) => id),
        )
      : [],
    leaseIds.length > 0 ? findLeasesByExternalId(context, leaseIds) : [],
    residentIds.length > 0 ? residentsToChange(context, residentIds) : [],
  ])
  return {
    unitsByExternalId: new Map(units.map(unit => [unit.external_id ?? '', unit])),
    unitsByLabel: Map.groupBy(known, unit => labelKey(unit.property_id, unit.label)),
    unitsByOtherLabel: Map.groupBy(changed, unit => labelKey(unit.property_id, unit.label)),
    leasesOf: Map.groupBy(leases, lease => lease.unit_id),
    leaseIds: new Map(withLeaseId.map(({ id, external_id }) => [external_id, id])),
    residentsByExternalId: new Map(residents.map(resident => [resident.external_id!, resident])),
  }
}

/** Finds the units, also those that the file calls by a label that a spreadsheet has changed. */
async function findUnits(
  context: Context,
  day: string,
  rows: readonly PropertyRow[],
): Promise<{ known: KnownUnit[]; changed: KnownUnit[] }> {
  const externalIds = stated(rows.map(({ row }) => row.unit.externalId))
  const inStored = rows.filter(({ property }) => !property.isNew)
  const labels = inStored.map(({ row, property }) => ({ property_id: property.id, label: row.unit.label }))
  if (labels.length + externalIds.length === 0) return { known: [], changed: [] }
  const known = await findUnitsKnownAs(context, day, { labels, externalIds })
  const found = new Set(known.map(({ property_id, label }) => labelKey(property_id, label)))
  const others = inStored
    .filter(({ row, property }) => !found.has(labelKey(property.id, row.unit.label)))
    .flatMap(({ row, property, labels }) =>
      otherLabels(row.unit.label)
        // A label that the file has for another unit is not that of this one.
        .filter(label => !labels.has(label.toLowerCase()))
        .map(label => ({ property_id: property.id, label })),
    )
  if (others.length === 0) return { known, changed: [] }
  const changed = await findUnitsKnownAs(context, day, { labels: others, externalIds: [] })
  const ids = new Set(known.map(({ id }) => id))
  return { known, changed: changed.filter(({ id }) => !ids.has(id)) }
}

export function* inChunks<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += MAX_CHUNK) yield items.slice(start, start + MAX_CHUNK)
}

function stated(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter(value => value !== undefined))]
}
