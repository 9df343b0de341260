/** A layout: how another system's rent roll is recognized, and how its rows are read. */
import type { TableRow } from '../table.ts'
import type { LayoutColumns, LayoutField } from './fields.ts'
import type { LayoutName } from './layout-name.ts'
import type { Roll } from './roll.ts'

export type Layout = {
  name: Exclude<LayoutName, 'template'>
  /** The name of the report in its system. */
  title: string
  /** How many rows its header has; two rows are merged cell by cell. */
  headerRows: 1 | 2
  map(cells: readonly string[]): LayoutColumns
  /** Whether charges have codes of the customer, which only the customer can explain. */
  hasOwnCodes: boolean
  /** The fields that a table must have to be recognized as this layout. */
  needs: readonly LayoutField[]
  /** The fields that the report never has, so that a table with one of them is of another system. */
  lacks?: readonly LayoutField[]
  /** Returns the headers that are ignored, in a layout whose charges have columns of their own. */
  ignoredColumns?(columns: LayoutColumns): string[]
  /** Returns a reader that takes the rows below the header, in file order, and adds what they state to `roll`. */
  begin(roll: Roll, columns: LayoutColumns): RowReader
}

/** Reads rows one by one; `end` is called once, after the last row. */
export type RowReader = { take(row: TableRow): void; end?(): void }
