/** Reads the cells of a row that name a property and a unit. */
import { textOf } from '../read/cells.ts'
import { readPropertyName } from '../read/property-cells.ts'
import { type PropertyRecord, unnamedProperty } from '../read/records.ts'
import type { RowCells } from '../read/row-cells.ts'
import type { PlaceField } from '../read/table-columns.ts'

export type StatedPlace = {
  property: PropertyRecord
  /** The unit; undefined if the row names none. */
  unit: string | undefined
  unitId: string | undefined
}

export function readPlace(cells: RowCells<PlaceField>, heading: string | undefined): StatedPlace {
  const isUnnamed = heading === undefined && !NAMES.some(field => cells.has(field))
  return {
    property: isUnnamed ? unnamedProperty(1) : { ...NOTHING_ELSE, ...readPropertyName(cells, heading) },
    unit: cells.take('unit', textOf(100), 'row'),
    unitId: cells.take('unitId', textOf(200), 'row'),
  }
}

/** The columns that name a property. A file without any of them, and without heading rows, names none. */
const NAMES: readonly PlaceField[] = ['property', 'propertyName', 'propertyAddress', 'propertyStreet', 'propertyId']

/** Creates a property with only its identity, because only a rent roll states more about it. */
const NOTHING_ELSE = {
  type: undefined,
  yearBuilt: undefined,
  ownerName: undefined,
  portfolioName: undefined,
  currentValueCents: undefined,
}
