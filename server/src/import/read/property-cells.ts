/** The cells of a row that say which property it belongs to. */
import { parseAddress, parseProperty } from './addresses.ts'
import { MONEY, POSTAL_CODE, PROPERTY_TYPE, STATE, textOf, YEAR } from './cells.ts'
import type { PropertyRecord } from './records.ts'
import type { RowCells } from './row-cells.ts'
import type { PlaceField } from './table-columns.ts'

/** Columns of their own outrank the parts of a Property cell or section heading; `sectionLabel` is that heading. */
export function readProperty(cells: RowCells, sectionLabel: string | undefined): PropertyRecord {
  return {
    ...readPropertyName(cells, sectionLabel),
    type: cells.take('propertyType', PROPERTY_TYPE, 'value'),
    yearBuilt: cells.take('yearBuilt', YEAR, 'value'),
    ownerName: cells.take('owner', textOf(400), 'value'),
    portfolioName: cells.take('portfolio', textOf(200), 'value'),
    currentValueCents: cells.take('currentValue', MONEY, 'value'),
  }
}

export type PropertyName = Pick<PropertyRecord, 'name' | 'addressLine' | 'city' | 'state' | 'postalCode' | 'externalId'>

/** What says which property it is. */
export function readPropertyName(cells: RowCells<PlaceField>, sectionLabel: string | undefined): PropertyName {
  const short = textOf(200)
  const whole = cells.take('property', textOf(400), 'row') ?? sectionLabel
  const parsed = whole === undefined ? undefined : parseProperty(whole)
  const addressText = cells.take('propertyAddress', textOf(400), 'row')
  const address =
    addressText === undefined ? parsed : (parseAddress(addressText) ?? { ...parsed, addressLine: addressText })
  const street = [cells.take('propertyStreet', short, 'row'), cells.take('propertyStreet2', short, 'row')]
  const addressLine = street.filter(Boolean).join(' ') || address?.addressLine
  const name = cells.take('propertyName', short, 'row') ?? parsed?.name ?? addressLine ?? ''
  if (!name) cells.refuse('property', 'The property is missing. Name it in this row, or in a heading row above.')
  return {
    name,
    addressLine,
    city: cells.take('propertyCity', short, 'row') ?? address?.city,
    state: cells.take('propertyState', STATE, 'row') ?? address?.state,
    postalCode: cells.take('propertyZip', POSTAL_CODE, 'row') ?? address?.postalCode,
    externalId: cells.take('propertyId', short, 'value'),
  }
}
