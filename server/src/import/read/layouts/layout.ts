/** What a layout is: how another system's rent roll is recognized, and how its rows are read. */
import type { TableRow } from '../table.ts'
import type { HouseholdField, LayoutColumns } from './fields.ts'
import type { Roll } from './roll.ts'

export const LAYOUT_NAMES = [
  'yardi-lease-charges',
  'yardi-rent-roll',
  'yardi-breeze',
  'onesite',
  'entrata',
  'buildium',
  'template',
] as const
export type LayoutName = (typeof LAYOUT_NAMES)[number]

export type Layout = {
  name: Exclude<LayoutName, 'template'>
  /** What people call the report. */
  title: string
  /** How many rows its header has; two are read as one, cell by cell. */
  headerRows: 1 | 2
  map(cells: readonly string[]): LayoutColumns
  /** The fields without which a table is not of this layout. */
  needs: readonly HouseholdField[]
  /** Headers that nothing is read from, where charges have columns of their own. */
  ignoredColumns?(columns: LayoutColumns): string[]
  /** Returns what takes the rows below the header, in file order, and tells `roll` what they say. */
  begin(roll: Roll, columns: LayoutColumns): RowReader
}

/** `end` is called once, after the last row. */
export type RowReader = { take(row: TableRow): void; end?(): void }
