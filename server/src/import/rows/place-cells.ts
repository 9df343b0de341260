/** Reads the cells of a row that name a property and a unit. */
import { textOf } from '../read/cells.ts'
import { PROPERTY_NAMES, readPropertyName } from '../read/property-cells.ts'
import { type PropertyRecord, unnamedProperty } from '../read/records.ts'
import type { RowCells } from '../read/row-cells.ts'
import { isOfAnyProperty } from '../read/sections.ts'
import type { PlaceField } from '../read/table-columns.ts'
import { UNIT_LABEL } from '../read/unit-label.ts'

export type StatedPlace = {
  property: PropertyRecord
  /** The unit; undefined if the row names none. */
  unit: string | undefined
  unitId: string | undefined
  /** Whether the building stands in for the property. An earlier version of Gatehouse read no property in this case. */
  isOfBuilding?: boolean
  /** The stored property, if an earlier import of the same file may have named none. */
  storedId?: string
}

export function readPlace(cells: RowCells<PlaceField>, heading: string | undefined): StatedPlace {
  const isNamed = heading !== undefined || PROPERTY_NAMES.some(field => cells.has(field))
  const building = isNamed ? '' : cells.text('building')
  const isOfBuilding = building !== '' && !isOfAnyProperty(building)
  const label = isOfBuilding ? building : heading
  return {
    property: isNamed || isOfBuilding ? { ...NOTHING_ELSE, ...readPropertyName(cells, label) } : unnamedProperty(1),
    ...(isOfBuilding && { isOfBuilding }),
    unit: cells.take('unit', UNIT_LABEL, 'row'),
    unitId: cells.take('unitId', textOf(200), 'row'),
  }
}

/** Creates a property with only its identity, because only a rent roll states more about it. */
const NOTHING_ELSE = {
  type: undefined,
  yearBuilt: undefined,
  ownerName: undefined,
  portfolioName: undefined,
  currentValueCents: undefined,
}
