/** Finds the stored property and unit that the rows of a file name, by the rules that match those of a rent roll. */
import type { PropertyRecord } from '#server/domain/properties/records.ts'
import { findUnitsKnownAs, unitsInService } from '#server/domain/units/known-units.ts'
import type { Context } from '#server/platform/context.ts'
import type { FileProperties, FileProperty } from '../file-properties.ts'
import { matchProperties, type PropertyMatches, severalProblem, unnamedProblem } from '../plan/properties.ts'
import { labelKey, unitName } from '../plan/row-plan.ts'
import type { Mapping } from '../read/mapping.ts'
import { quote } from '../read/row-cells.ts'
import { findStoredProperties } from '../stored.ts'
import type { UnnamedBlock } from '../unnamed-properties.ts'
import { findAnswered } from './answered.ts'
import type { StatedPlace } from './place-cells.ts'

/** A place that was found; `name` is for messages: `Maple Court 101`. */
export type FoundPlace = { propertyId: string; unitId: string | undefined; name: string }

/** A problem with a place. An unknown property rejects the row; whether an unknown unit does depends on the kind of row. */
export type PlaceProblem = { field: 'property' | 'unit'; reason: string; propertyId: string | undefined }

/** The unit of a row that must have one, or the reason to reject the row. */
export function unitAt(
  place: FoundPlace | PlaceProblem,
): { unitId: string; name: string } | Pick<PlaceProblem, 'field' | 'reason'> {
  if ('reason' in place) return { field: place.field, reason: place.reason }
  const { unitId, name } = place
  if (unitId !== undefined) return { unitId, name }
  return {
    field: 'unit',
    reason: `The row does not name a unit, and ${name} does not have exactly one. Add the unit.`,
  }
}

export type Places = {
  /** The properties of the file that are stored. */
  properties: readonly PropertyRecord[]
  /** Those that are not, or of which several are stored, so that the organization is asked about them. */
  unknown: readonly FileProperty['facts'][]
  /** The property of the rows that name none, if it is known. */
  unnamed: PropertyRecord | undefined
  /** Completes a place whose property the file does not name with the ID of the stored one, which tells equal rows of two properties apart. */
  identified(place: StatedPlace): StatedPlace
  /** Looks up the places that some rows name. */
  find(places: readonly StatedPlace[]): Promise<(place: StatedPlace) => FoundPlace | PlaceProblem>
}

/** The properties of a file, and the units of the one that it does not name. `isPropertyLate` is whether an earlier import of it may have named none. */
type FileOfPlaces = { properties: FileProperties; unnamed: UnnamedBlock | undefined; isPropertyLate: boolean }

export async function openPlaces(
  context: Context,
  { properties: inFile, unnamed, isPropertyLate }: FileOfPlaces,
  mapping: Mapping,
): Promise<Places> {
  const named = inFile.all.filter(({ facts }) => facts.unnamed === undefined)
  const matches = new Map([
    ...matchProperties(named, await findStoredProperties(context, named)),
    ...(await findAnswered(context, inFile.all, unnamed, mapping)),
  ])
  const properties = [...new Set([...matches.values()].filter(match => match !== 'several'))]
  const propertyOf = (place: StatedPlace) => recordOf(matches, inFile.of(place.property))
  return {
    properties,
    unnamed: inFile.all
      .filter(({ facts }) => facts.unnamed !== undefined)
      .map(property => recordOf(matches, property))
      .find(found => found !== 'several'),
    unknown: inFile.all.filter(property => typeof matches.get(property) !== 'object').map(({ facts }) => facts),
    identified: place =>
      place.property.unnamed === undefined && !place.isOfBuilding && !isPropertyLate
        ? place
        : identifiedAs(propertyOf(place), place),
    async find(places) {
      const found = places.flatMap(place => {
        const property = propertyOf(place)
        return property && typeof property === 'object' ? [{ place, property }] : []
      })
      const units = await unitsAt(context, found)
      return place => {
        const property = propertyOf(place)
        return typeof property === 'object'
          ? placeIn(property, place, units)
          : noProperty(inFile.of(place.property)?.facts ?? place.property, property)
      }
    },
  }
}

function identifiedAs(property: PropertyRecord | 'several' | undefined, place: StatedPlace): StatedPlace {
  if (typeof property !== 'object') return place
  if (place.property.unnamed === undefined) return { ...place, storedId: property.id }
  return { ...place, property: { ...place.property, externalId: property.id } }
}

/** The stored units that places name, and all units of the properties whose place names none. */
async function unitsAt(context: Context, found: readonly { place: StatedPlace; property: PropertyRecord }[]) {
  const labels = found.flatMap(({ place: { unit }, property }) =>
    unit === undefined ? [] : [{ property_id: property.id, label: unit }],
  )
  const externalIds = [...new Set(found.flatMap(({ place }) => place.unitId ?? []))]
  const isAny = labels.length + externalIds.length > 0
  const units = isAny ? await findUnitsKnownAs(context, context.today, { labels, externalIds }) : []
  const whole = [...new Set(found.filter(({ place }) => namesNoUnit(place)).map(({ property }) => property.id))]
  const inService = whole.length > 0 ? await unitsInService(context, context.today, whole) : []
  return {
    byExternalId: new Map(units.map(unit => [unit.external_id, unit])),
    byLabel: Map.groupBy(units, unit => labelKey(unit.property_id, unit.label)),
    ofProperty: Map.groupBy(inService, unit => unit.property_id),
  }
}

function placeIn(
  { id: propertyId, name }: PropertyRecord,
  place: StatedPlace,
  { byExternalId, byLabel, ofProperty }: Awaited<ReturnType<typeof unitsAt>>,
): FoundPlace | PlaceProblem {
  if (namesNoUnit(place)) {
    // AppFolio leaves Unit empty if the property is a single-family home.
    const [only, another] = ofProperty.get(propertyId) ?? []
    return { propertyId, unitId: another ? undefined : only?.id, name }
  }
  const named = byLabel.get(labelKey(propertyId, place.unit ?? '')) ?? []
  const unit = byExternalId.get(place.unitId ?? '') ?? named.find(({ label }) => label === place.unit) ?? named[0]
  if (unit?.property_id === propertyId) return { propertyId, unitId: unit.id, name: unitName(name, unit.label) }
  const which = quote(place.unit ?? place.unitId ?? '')
  const reason = unit
    ? `The unit ${which} belongs to another property in Gatehouse. Correct one of the two.`
    : `${name} has no unit ${which} in Gatehouse. Correct the unit, or import the rent roll first.`
  return { field: 'unit', reason, propertyId }
}

function namesNoUnit({ unit, unitId }: StatedPlace): boolean {
  return unit === undefined && unitId === undefined
}

function recordOf(
  matches: PropertyMatches,
  property: FileProperty | undefined,
): PropertyRecord | 'several' | undefined {
  return property ? matches.get(property) : 'several'
}

function noProperty(facts: FileProperty['facts'], found: 'several' | undefined): PlaceProblem {
  const reason = found
    ? severalProblem(facts.name)
    : facts.unnamed !== undefined
      ? unnamedProblem(facts)
      : `There is no property ${quote(facts.name)} in Gatehouse. Correct the name, say which property it is in a mapping file (--write-map creates one), or import the rent roll first.`
  return { field: 'property', reason, propertyId: undefined }
}
