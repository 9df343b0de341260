/** The outcome of an import of payments, ledger lines or work orders, or of its dry run. */
import { type Findings, findings, MAX_CHANGES, MAX_REPORTED } from '../findings.ts'
import type { ColumnValues, MappingReport } from '../read/column-mapping.ts'
import type { KindName } from '../read/kind-name.ts'
import { remarksOn } from '../read/other-sheets.ts'
import type { PropertyRecord, RentRollProblem } from '../read/records.ts'
import type { SheetChoice } from '../read/sheet-choice.ts'

/** A number of records and the sum of their amounts, in cents. */
export type Sum = { records: number; cents: number }

export type RowsOutcome = {
  kind: KindName
  file: string
  dryRun: boolean
  /** Whether the file was imported; false after a dry run. */
  written: boolean
  rows: number
  rowsLeftOut: number
  created: number
  updated: number
  /** Rows that changed nothing. */
  unchanged: number
  problems: Findings<RentRollProblem>
  reported: Findings<{ line: number; unit: string; message: string }>
  changes: Findings<string>
  ignoredColumns: readonly string[]
  /** The columns that are read by the mapping. */
  mappedColumns: MappingReport['columns']
  /** The names of the columns that the file can have. */
  acceptedColumns: readonly string[]
  /** The first values of those columns, and of the ignored ones. */
  samples: ColumnValues
  /** The sheet of a workbook that was read; undefined for text. */
  sheet: SheetChoice | undefined
  /** The properties that the file names in words which are not known, or does not name. */
  unknownProperties: readonly PropertyRecord[]
  /** Sums of the imported rows: in the file, as they are meant to be stored, and in the database. */
  read: Sum
  meant: Sum
  stored: Sum
}

/** Creates an outcome with the findings of reading the file. A retry starts from those again. */
export function startRowsOutcome(
  of: Pick<
    RowsOutcome,
    | 'kind'
    | 'file'
    | 'dryRun'
    | 'ignoredColumns'
    | 'mappedColumns'
    | 'acceptedColumns'
    | 'samples'
    | 'sheet'
    | 'rowsLeftOut'
    | 'problems'
  >,
): RowsOutcome {
  return {
    ...of,
    written: false,
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    problems: findings(MAX_REPORTED, of.problems),
    reported: findings(MAX_REPORTED, remarksOn(of.sheet)),
    changes: findings(MAX_CHANGES),
    unknownProperties: [],
    read: { records: 0, cents: 0 },
    meant: { records: 0, cents: 0 },
    stored: { records: 0, cents: 0 },
  }
}

/** Rejects a row. */
export function refuseRow(outcome: RowsOutcome, line: number, column: string, reason: string): void {
  outcome.problems.add({ line, column, reason, leftOut: 'row' })
  outcome.rowsLeftOut++
}

/** Counts an imported row. If the stored amount differs from the file on purpose, `meant` is the stored one. */
export function countRow(
  outcome: RowsOutcome,
  change: 'created' | 'updated' | 'unchanged',
  cents: number,
  meant = cents,
): void {
  outcome.rows++
  outcome[change]++
  addSum(outcome.read, { records: 1, cents })
  addSum(outcome.meant, { records: 1, cents: meant })
}

export function addSum(sum: Sum, { records, cents }: Sum): void {
  sum.records += records
  sum.cents += cents
}
