/** The report of an import or a dry run, as the console shows it. */
import type { Static } from 'typebox'
import type { ImportReport } from '#contract/console/import-report.ts'
import { keysOf } from '#server/base/keys-of.ts'
import type { RentRollOutcome } from '#server/import/import-file.ts'
import { notListedOnSheets, onSheets } from '#server/import/on-sheets.ts'
import { digestOf } from '#server/import/preview-digest.ts'
import { canBeMapped, openQuestions, openQuestionsOfRows } from '#server/import/questions.ts'
import type { SampledColumn } from '#server/import/read/column-samples.ts'
import { columnNames } from '#server/import/read/kinds.ts'
import type { UnknownHeader } from '#server/import/read/unknown-header.ts'
import { sheetNames, snake } from '#server/import/report-lines.ts'
import type { RowsOutcome } from '#server/import/rows/outcome.ts'

type Report = Static<typeof ImportReport>

export function reportOf(outcome: RentRollOutcome | RowsOutcome): Report {
  const { changes } = outcome
  const { problems, reported } = onSheets(outcome)
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
    problems: problems.first.map(({ line, column, reason, leftOut }) => ({
      line,
      column: within(column, 200),
      reason: within(reason),
      left_out: leftOut === 'row' ? 'ROW' : 'VALUE',
    })),
    problem_count: problems.count,
    preview: digestOf(outcome),
    ignored_columns: outcome.ignoredColumns.slice(0, 1_000).map(header => within(header, 500)),
    refusal: null,
    ...columnsOf(outcome),
    ...('asOf' in outcome ? ofRentRoll(outcome, remarks) : ofRows(outcome, remarks)),
  }
}

/** The report of a dry run of a file that can only be read if its columns are mapped. */
export function reportOfColumns({ kind, message, columns }: UnknownHeader, fileName: string): Report {
  return {
    file_name: fileName,
    kind: kind.toUpperCase() as Uppercase<typeof kind>,
    ...{ dry_run: true, written: false, preview: '', as_of: null, refusal: within(message) },
    ...{ rows: 0, rows_left_out: 0, unchanged: 0, moved_out: 0, problem_count: 0, remark_count: 0 },
    ...{ changes: [], problems: [], remarks: [], records: [], totals: [], ignored_columns: [] },
    ...NOT_READ_BY_LAYOUT,
    ...{ sheet: null, other_sheets: [], questions: { properties: [], charges: [], statuses: [] } },
    columns: columns
      .filter(({ header }) => canBeMapped(header))
      .slice(0, MAX_LISTED_COLUMNS)
      .map(column => ({
        ...shownColumn(column),
        is_answered: column.isMapped,
        column: column.column,
      })),
    // The kind is a guess if no column is known, or few.
    column_choices: [...new Set([...columnNames(kind), ...columnNames()])],
  }
}

const MAX_LISTED_COLUMNS = 1_000

/** The columns that are ignored, and the mapped ones. */
function columnsOf(outcome: RentRollOutcome | RowsOutcome): Pick<Report, 'columns' | 'column_choices'> {
  const { ignoredColumns, mappedColumns, acceptedColumns, samples } = outcome
  const shown = (header: string) => shownColumn({ header, samples: samples?.of(header) ?? [] })
  const ignored = [...new Set(ignoredColumns)]
    .filter(canBeMapped)
    .map(header => ({ ...shown(header), is_answered: false, column: null }))
  const byHeader = new Map(mappedColumns.map(({ header, column }) => [header, column]))
  const mapped = [...byHeader].map(([header, column]) => ({ ...shown(header), is_answered: true, column }))
  return { columns: [...ignored, ...mapped].slice(0, MAX_LISTED_COLUMNS), column_choices: [...acceptedColumns] }
}

function shownColumn({ header, samples }: SampledColumn): Pick<Report['columns'][number], 'header' | 'samples'> {
  return { header: within(header, 500), samples: samples.map(text => within(text, 60)) }
}

type Part = Pick<Report, 'as_of' | 'moved_out' | 'records' | 'totals' | 'remarks' | 'remark_count' | keyof Reading>
type Reading = Pick<
  Report,
  | 'layout'
  | 'layout_title'
  | 'sheet'
  | 'other_sheets'
  | 'questions'
  | 'charge_codes'
  | 'reconciliation'
  | 'reconciliation_count'
  | 'difference_count'
>

function ofRentRoll(outcome: RentRollOutcome, remarks: Report['remarks']): Part {
  const { asOf, movedOut, created, updated, inFile, figuresInFile, stored, reported } = outcome
  const notListed = notListedOnSheets(outcome)
  const nouns = keysOf(created)
  const figures = keysOf(inFile).filter(figure => figuresInFile.has(figure))
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
      in_file: inFile[figure],
      stored: stored.units > 0 ? stored[figure] : null,
    })),
    remarks: [...remarks, ...unlisted].map(fitting),
    remark_count: reported.count + notListed.count,
    ...readingOf(outcome),
  }
}

/** How the file was read: its layout and sheet, the questions it leaves open, and how its own sums compare. */
function readingOf(outcome: RentRollOutcome): Reading {
  const { layout, sheet, blocks, charges, mapping } = outcome
  const differing = blocks.filter(({ stated, read }) => stated !== read)
  return {
    layout: (layout?.name as Reading['layout']) ?? 'template',
    layout_title: layout?.title ?? null,
    ...sheetsOf(sheet),
    questions: questionsIn(openQuestions(outcome, mapping)),
    charge_codes: charges.map(({ word, code, isKnown }) => ({ word: within(word, 500), code, is_known: isKnown })),
    reconciliation: [...differing, ...blocks.filter(({ stated, read }) => stated === read)]
      .slice(0, 1_000)
      .map(({ block, ...check }) => ({ ...check, block: within(block, 300) })),
    reconciliation_count: blocks.length,
    difference_count: differing.length,
  }
}

function sheetsOf(sheet: RowsOutcome['sheet']): Pick<Reading, 'sheet' | 'other_sheets'> {
  return {
    sheet: sheet ? within(sheetNames(sheet).join(', '), 200) : null,
    other_sheets: sheet?.others.slice(0, 1_000).map(name => within(name, 200)) ?? [],
  }
}

function questionsIn({ properties, charges, statuses }: ReturnType<typeof openQuestions>): Report['questions'] {
  return {
    properties: properties.map(({ word, name, address_line, city, ...rest }) => ({
      ...rest,
      word: within(word, 200),
      name: within(name, 200),
      address_line: within(address_line, 200),
      city: within(city, 100),
    })),
    charges: charges.map(({ word, suggestion }) => ({ word: within(word, 200), suggestion: suggestion ?? null })),
    statuses: statuses.map(({ word, suggestion }) => ({ word: within(word, 200), suggestion: suggestion ?? null })),
  }
}

const NOT_READ_BY_LAYOUT: Omit<Reading, 'questions' | 'sheet' | 'other_sheets'> = {
  layout: null,
  layout_title: null,
  charge_codes: [],
  reconciliation: [],
  reconciliation_count: 0,
  difference_count: 0,
}

function ofRows(outcome: RowsOutcome, remarks: Report['remarks']): Part {
  const { kind, created, updated, read, stored, reported } = outcome
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
    ...NOT_READ_BY_LAYOUT,
    ...sheetsOf(outcome.sheet),
    questions: questionsIn(openQuestionsOfRows(outcome)),
  }
}

function fitting({ line, place, message }: Report['remarks'][number]): Report['remarks'][number] {
  return { line, place: within(place, 400), message: within(message) }
}

/** Limits the length of a message, because messages quote the file, whose cells may have any length. */
function within(words: string, most = 2_000): string {
  return words.length <= most ? words : `${words.slice(0, most - 1).toWellFormed()}…`
}
