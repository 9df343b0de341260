/** The report of an import or a dry run, as the console shows it. */
import type { Static } from 'typebox'
import type { ImportReport } from '#contract/console/imports.ts'
import type { RentRollOutcome } from '#server/import/import-file.ts'
import type { RowsOutcome } from '#server/import/rows/outcome.ts'

type Report = Static<typeof ImportReport>

export function reportOf(outcome: RentRollOutcome | RowsOutcome): Report {
  const { problems, reported, changes } = outcome
  const remarks = reported.first.map(({ line, unit, message }) => ({ line: line ?? null, place: unit, message }))
  return {
    file_name: outcome.file,
    kind: outcome.kind.toUpperCase() as Uppercase<typeof outcome.kind>,
    dry_run: outcome.dryRun,
    written: outcome.written,
    rows: outcome.rows,
    rows_left_out: outcome.rowsLeftOut,
    unchanged: outcome.unchanged,
    changes: changes.first.map(change => within(change)),
    problems: problems.first
      .toSorted((one, other) => one.line - other.line)
      .map(({ line, column, reason, leftOut }) => ({
        line,
        column: within(column, 200),
        reason: within(reason),
        left_out: leftOut === 'row' ? 'ROW' : 'VALUE',
      })),
    problem_count: problems.count,
    ignored_columns: outcome.ignoredColumns.slice(0, 1_000).map(header => within(header, 500)),
    ...('asOf' in outcome ? ofRentRoll(outcome, remarks) : ofRows(outcome, remarks)),
  }
}

type Part = Pick<Report, 'as_of' | 'moved_out' | 'records' | 'totals' | 'remarks' | 'remark_count'>

function ofRentRoll(
  { asOf, movedOut, created, updated, read, stored, notListed, reported }: RentRollOutcome,
  remarks: Report['remarks'],
): Part {
  const nouns = Object.keys(created) as (keyof typeof created)[]
  const figures = Object.keys(read) as (keyof typeof read)[]
  const unlisted = notListed.first.map(({ line, unit, missing }) => ({
    line,
    place: unit,
    message: `The unit is vacant but cannot appear in the listings, because it lacks ${missing.join(', ')}. Add what is missing.`,
  }))
  return {
    as_of: asOf,
    moved_out: movedOut,
    records: nouns
      .filter(noun => created[noun] + updated[noun] > 0)
      .map(noun => ({ noun: snake(noun), created: created[noun], updated: updated[noun] })),
    totals: figures.map(figure => ({
      figure: snake(figure),
      in_file: read[figure],
      stored: stored.units > 0 ? stored[figure] : null,
    })),
    remarks: [...remarks, ...unlisted].map(fitting),
    remark_count: reported.count + notListed.count,
  }
}

function ofRows({ kind, created, updated, read, stored, reported }: RowsOutcome, remarks: Report['remarks']): Part {
  const isStored = stored.records > 0
  return {
    as_of: null,
    moved_out: 0,
    records: [{ noun: kind, created, updated }],
    totals: [
      { figure: 'records', in_file: read.records, stored: isStored ? stored.records : null },
      { figure: 'amount_cents', in_file: read.cents, stored: isStored ? stored.cents : null },
    ],
    remarks: remarks.map(fitting),
    remark_count: reported.count,
  }
}

function fitting({ line, place, message }: Report['remarks'][number]): Report['remarks'][number] {
  return { line, place: within(place, 400), message: within(message) }
}

/** Limits the length of a text, because messages quote the file, which may have texts of any length. */
function within(words: string, most = 2_000): string {
  return words.length <= most ? words : `${words.slice(0, most - 1).toWellFormed()}…`
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`)
}
