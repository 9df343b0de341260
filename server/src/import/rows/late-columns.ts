/**
 * Finds the columns that do not identify a row. A row without an ID of its own is recognized by its content when a file is imported again. If a
 * column is read only because it is mapped, or because its header was not always known, the same file may have been imported when the column was
 * ignored, and each of its payments would be imported a second time if that content counted.
 */
import { comparable } from '../read/cells.ts'
import { hasProperty, ownHeaders, type PlaceField, type TableColumns, type TableKind } from '../read/table-columns.ts'

export type LateColumns<Field extends string> = {
  has(field: Field | PlaceField): boolean
  /** Returns what a row has in a column, if the column identifies it. */
  unlessLate<T>(field: Field | PlaceField, value: T): T | undefined
  /** Whether the property is one that the file did not name without these columns. */
  hasProperty: boolean
}

export function lateColumns<Field extends string>(
  columns: TableColumns<Field | PlaceField>,
  { map, lateHeaders }: TableKind<TableColumns<Field | PlaceField>>,
): LateColumns<Field> {
  const base = map(ownHeaders(columns).map(header => (lateHeaders?.has(comparable(header)) ? '' : header)))
  const isAdded = (field: string) => columns.indexOf.has(field as Field) && !base.indexOf.has(field as Field)
  const isPlaced = ['unit', 'unitId', 'payer'].some(field => base.indexOf.has(field as Field))
  // Without them the file could not be imported, so no row of it was.
  const needed = isPlaced ? [] : isAdded('unit') ? ['unit'] : isAdded('unitId') ? ['unitId'] : ['payer']
  const has = (field: Field | PlaceField) => isAdded(field) && !needed.includes(field)
  return {
    has,
    unlessLate: (field, value) => (has(field) ? undefined : value),
    hasProperty: hasProperty(columns) && !hasProperty(base),
  }
}
