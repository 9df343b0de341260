/** The items that a file of records is read into: its header, its rows, and messages about them. */
import type { MappingReport } from '../read/column-mapping.ts'
import type { ColumnSamples } from '../read/column-samples.ts'
import type { RentRollProblem } from '../read/records.ts'
import type { SheetChoice } from '../read/sheet-choice.ts'
import type { TableColumns } from '../read/table-columns.ts'
import type { StatedPlace } from './place-cells.ts'

/** The fields that every kind of row has. */
export type FileRow = { line: number; place: StatedPlace }

export type SkippedRow = { why: string; cents: number }

export type RowItem<Field extends string, Row> =
  | {
      is: 'header'
      columns: TableColumns<Field>
      sheet: SheetChoice | undefined
      mapped: MappingReport
      samples: ColumnSamples
    }
  | { is: 'row'; row: Row }
  | { is: 'problem'; problem: RentRollProblem }
  | { is: 'left out' }
  | ({ is: 'skipped'; line: number } & SkippedRow)
  /** A total that the file states for some of the rows above it. */
  | { is: 'total'; line: number; cents: number }
