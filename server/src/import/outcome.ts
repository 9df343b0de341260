/** The outcome of an import of a rent roll, or of its dry run. */
import { keysOf } from '#server/base/keys-of.ts'
import { type Findings, findings, MAX_CHANGES, MAX_REPORTED } from './findings.ts'
import { type Changes, type Figures, NOUNS, type Noun, type RowPlan } from './plan/row-plan.ts'
import type { ColumnValues, MappingReport } from './read/column-mapping.ts'
import { remarksOn } from './read/other-sheets.ts'
import {
  type Difference,
  type PropertyRecord,
  type RentRollEnd,
  type RentRollHeader,
  type RentRollProblem,
  type RentRollRow,
  tenanciesOf,
} from './read/records.ts'

export type Outcome = {
  file: string
  asOf: string
  dryRun: boolean
  /** Whether the file was imported; false after a dry run. */
  written: boolean
  created: Record<Noun, number>
  updated: Record<Noun, number>
  rows: number
  /** Rows that changed nothing. */
  unchanged: number
  rowsLeftOut: number
  movedOut: number
  problems: Findings<RentRollProblem>
  reported: Findings<{ line: number | undefined; unit: string; message: string }>
  notListed: Findings<{ line: number; unit: string; missing: string[] }>
  changes: Findings<string>
  ignoredColumns: readonly string[]
  /** The columns that are read by the mapping. */
  mappedColumns: MappingReport['columns']
  /** The names of the columns that the file can have. */
  acceptedColumns: readonly string[]
  /** The first values of those columns, and of the ignored ones. */
  samples: ColumnValues | undefined
  /** Sums of all rows of the file, including rejected ones as far as they can be read. */
  inFile: Figures
  /** The figures of which some row of the file has one: the others are unknown, and not 0. */
  figuresInFile: Set<keyof Figures>
  /** Sums of the imported rows in the file, and of their units and leases in the database. */
  read: Figures
  stored: Figures
  /** The file's own totals, compared with the sums of its rows. */
  differences: readonly Difference[]
  /** The layout, if the file is from another system than AppFolio. */
  layout: RentRollHeader['layout']
  /** The sheet of a workbook that was read. */
  sheet: RentRollHeader['sheet']
  /** The sums that the file's own blocks state. */
  blocks: RentRollEnd['blocks']
  charges: RentRollEnd['charges']
  /** New properties without a complete address in the file. */
  unaddressed: readonly PropertyRecord[]
  statusWords: RentRollEnd['statusWords']
}

export function startOutcome({
  header: { ignoredColumns, mapped, samples, layout, sheet },
  ...of
}: Pick<Outcome, 'file' | 'asOf' | 'dryRun'> & { header: RentRollHeader }): Outcome {
  const outcome: Outcome = {
    ...of,
    ignoredColumns,
    layout,
    sheet,
    mappedColumns: mapped.columns,
    acceptedColumns: mapped.accepted,
    samples,
    written: false,
    created: noneOfEach(),
    updated: noneOfEach(),
    rows: 0,
    unchanged: 0,
    rowsLeftOut: 0,
    movedOut: 0,
    problems: findings(MAX_REPORTED),
    reported: findings(MAX_REPORTED, remarksOn(sheet)),
    notListed: findings(MAX_REPORTED),
    changes: findings(MAX_CHANGES),
    inFile: noFigures(),
    figuresInFile: new Set(['units']),
    read: noFigures(),
    stored: noFigures(),
    differences: [],
    blocks: [],
    charges: [],
    unaddressed: [],
    statusWords: [],
  }
  for (const message of mapped.remarks) outcome.reported.add({ line: undefined, unit: '', message })
  return outcome
}

/** Counts a row that was read, whether it will be imported or not. */
export function countRead({ inFile, figuresInFile }: Outcome, row: RentRollRow): void {
  addFigures(inFile, figuresOf(row))
  if (row.unit.marketRentCents !== undefined) figuresInFile.add('marketRentCents')
  for (const { lease } of tenanciesOf(row)) {
    if (lease.rentCents !== undefined) figuresInFile.add('rentCents')
    if (lease.depositCents !== undefined) figuresInFile.add('depositCents')
    if (lease.pastDueCents !== undefined || lease.prepaidCents !== undefined) figuresInFile.add('balanceCents')
  }
}

/** Counts a planned row. A rejected row counts only as rejected. */
export function reportRow(outcome: Outcome, plan: RowPlan): void {
  const { row, place, problems } = plan
  for (const problem of problems) outcome.problems.add(problem)
  if (isRejected(plan)) {
    outcome.rowsLeftOut++
    return
  }
  outcome.rows++
  outcome.movedOut += plan.movedOut
  if (NOUNS.every(noun => plan.changes[noun].length === 0)) outcome.unchanged++
  if (plan.words.length > 0) outcome.changes.add(`${place}: ${plan.words.join(', ')}`)
  for (const { line, message } of plan.reports) outcome.reported.add({ line, unit: place, message })
  if (plan.notListed.length > 0) outcome.notListed.add({ line: row.line, unit: place, missing: plan.notListed })
  addFigures(outcome.read, figuresOf(row))
}

export function isRejected({ problems }: RowPlan): boolean {
  return problems.some(problem => problem.leftOut === 'row')
}

export function countChanges({ created, updated }: Outcome, changes: Changes): void {
  for (const noun of NOUNS) {
    for (const { isNew } of changes[noun]) (isNew ? created : updated)[noun]++
  }
  // An opening balance of 0 posts nothing.
  created.openingBalances -= changes.openingBalances.filter(({ to }) => to.amount_cents === 0).length
}

export function reportEnd(outcome: Outcome, end: RentRollEnd): void {
  outcome.rowsLeftOut += end.rowsLeftOut
  outcome.differences = end.differences
  outcome.blocks = end.blocks
  outcome.charges = end.charges
  outcome.statusWords = end.statusWords
  const { units, marketRentCents, rentCents, depositCents, pastDueCents: balanceCents } = end.leftOut
  const leftOut = { units, marketRentCents, rentCents, depositCents, balanceCents }
  addFigures(outcome.inFile, leftOut)
  for (const figure of keysOf(leftOut)) if (leftOut[figure] !== 0) outcome.figuresInFile.add(figure)
}

export function addFigures(sum: Figures, more: Figures): void {
  for (const figure of keysOf(sum)) sum[figure] += more[figure]
}

export function noFigures(): Figures {
  return { units: 0, marketRentCents: 0, rentCents: 0, depositCents: 0, balanceCents: 0 }
}

function figuresOf(row: RentRollRow): Figures {
  const figures = { ...noFigures(), units: 1, marketRentCents: row.unit.marketRentCents ?? 0 }
  for (const { lease } of tenanciesOf(row)) {
    figures.rentCents += lease.rentCents ?? 0
    figures.depositCents += lease.depositCents ?? 0
    figures.balanceCents += (lease.pastDueCents ?? 0) - (lease.prepaidCents ?? 0)
  }
  return figures
}

function noneOfEach(): Record<Noun, number> {
  return Object.fromEntries(NOUNS.map(noun => [noun, 0])) as Record<Noun, number>
}
