/** Reads the cells of a row that identify its property. */
import { parseAddress, parseProperty } from './addresses.ts'
import { comparable, MONEY, POSTAL_CODE, PROPERTY_TYPE, STATE, textOf, wordKey, YEAR } from './cells.ts'
import type { Mapping } from './mapping.ts'
import type { PropertyAbove } from './property-above.ts'
import { type PropertyRecord, unnamedProperty } from './records.ts'
import type { RowCells } from './row-cells.ts'
import { isOfAnyProperty } from './sections.ts'
import type { PlaceField } from './table-columns.ts'

/** What the rows above state about the property of a row. */
type Above = { above: PropertyAbove; building: string | undefined; buildings: Map<string, number> }

/**
 * Reads the property of a row in a table that names none: its building or its address stands in for it, if the file has one. A building that is only a
 * letter or a number names no property, because that of another property may be the same, so each such building is asked about.
 */
export function readUnnamedProperty(cells: RowCells, { above, buildings, ...heading }: Above): PropertyRecord {
  const address = withoutUnit(cells.text('address'), cells.text('unit'))
  const building = cells.text('building') || heading.building || ''
  // The units of a building, such as of a duplex, may have addresses of their own, so next to its name they do not make properties of them.
  if (building !== '' && address !== '' && cells.text('unit') !== '' && !isOfAnyProperty(building))
    return { ...readProperty(cells, building, above), unitAddress: addressOf(address) }
  const isNone = address === '' && isOfAnyProperty(building)
  const standIn = isNone ? '' : [building, address].filter(Boolean).join(' - ')
  if (standIn) return readProperty(cells, standIn, above)
  if (!cells.text('unit')) cells.refuse('unit', 'The unit is missing. Write its label.')
  if (building === '') return unnamedProperty(1)
  const key = comparable(building) || building
  const number = buildings.get(key) ?? buildings.size + 2
  buildings.set(key, number)
  return { ...unnamedProperty(number), building }
}

function readUnitAddress(cells: RowCells): PropertyRecord['unitAddress'] {
  const street = withoutUnit(cells.take('unitAddress', textOf(200), 'value') ?? '', cells.text('unit'))
  return street === '' ? undefined : addressOf(street)
}

function addressOf(street: string): PropertyRecord['unitAddress'] {
  return parseAddress(street) ?? { address_line: street }
}

/** The address without the unit, which some lists repeat in it: `120 Maple Ave #4`. */
function withoutUnit(address: string, unit: string): string {
  const [, street = '', label = ''] = /^(.*?\S),? (?:#|apt\.? |unit |ste\.? |suite )([\w-]{1,20})$/i.exec(address) ?? []
  return label !== '' && label.toLowerCase() === unit.replace(/^#/, '').toLowerCase() ? street : address
}

/**
 * Reads the property. Separate columns take precedence over the parts of a Property cell or of the section heading, `sectionLabel`. A unit whose row
 * names no property may belong to the one `above`.
 */
export function readProperty(cells: RowCells, sectionLabel: string | undefined, above: PropertyAbove): PropertyRecord {
  const isNamed = sectionLabel !== undefined || PROPERTY_NAMES.some(field => cells.text(field) !== '')
  const known = isNamed || cells.text('unit') === '' ? undefined : above.of(cells.line, undefined)
  if (known) return known
  const own = readOwnProperty(cells, sectionLabel)
  if (isNamed) above.of(cells.line, own)
  return own
}

/** The columns that name a property. A file without any of them, and without heading rows, names none. */
export const PROPERTY_NAMES = ['property', 'propertyName', 'propertyAddress', 'propertyStreet', 'propertyId'] as const

function readOwnProperty(cells: RowCells, sectionLabel: string | undefined): PropertyRecord {
  return {
    ...readPropertyName(cells, sectionLabel),
    ...(cells.text('unitAddress') !== '' && { unitAddress: readUnitAddress(cells) }),
    type: cells.take('propertyType', PROPERTY_TYPE, 'value'),
    yearBuilt: cells.take('yearBuilt', YEAR, 'value'),
    ownerName: cells.take('owner', textOf(400), 'value'),
    portfolioName: cells.take('portfolio', textOf(200), 'value'),
    currentValueCents: cells.take('currentValue', MONEY, 'value'),
  }
}

/** Completes a property whose address the file does not state from what the organization answered about its ID or name. */
export function completedBy({ properties }: Mapping, property: PropertyRecord): PropertyRecord {
  const { name, address_line, city, state, postal_code, externalId, unnamed } = property
  if (unnamed !== undefined || (address_line && city && state && postal_code)) return property
  const answer = [externalId, name].flatMap(word => (word ? (properties.get(wordKey(word)) ?? []) : []))[0]
  if (!answer) return property
  return {
    ...property,
    name: answer.name ?? name,
    address_line: answer.addressLine ?? address_line,
    city: answer.city ?? city,
    state: answer.state ?? state,
    postal_code: answer.postalCode ?? postal_code,
    externalId: answer.isStored ? answer.externalId : externalId,
  }
}

type PropertyName = Pick<PropertyRecord, 'name' | 'address_line' | 'city' | 'state' | 'postal_code' | 'externalId'>

/** Returns the text that identifies a property. */
export function readPropertyName(cells: RowCells<PlaceField>, sectionLabel: string | undefined): PropertyName {
  const short = textOf(200)
  const whole = cells.take('property', textOf(400), 'row') ?? sectionLabel
  const parsed = whole === undefined ? undefined : parseProperty(whole)
  const addressText = cells.take('propertyAddress', textOf(400), 'row')
  const address =
    addressText === undefined ? parsed : (parseAddress(addressText) ?? { ...parsed, address_line: addressText })
  const street = [cells.take('propertyStreet', short, 'row'), cells.take('propertyStreet2', short, 'row')]
  const address_line = street.filter(Boolean).join(' ') || address?.address_line
  const name = cells.take('propertyName', short, 'row') ?? parsed?.name ?? address_line ?? ''
  if (!name) cells.refuse('property', 'The property is missing. Name it in this row, or in a heading row above.')
  return {
    name,
    address_line,
    city: cells.take('propertyCity', short, 'row') ?? address?.city,
    state: cells.take('propertyState', STATE, 'row') ?? address?.state,
    postal_code: cells.take('propertyZip', POSTAL_CODE, 'row') ?? address?.postal_code,
    externalId: cells.take('propertyId', short, 'value'),
  }
}
