/** The outcome of an import of payments, ledger lines or work orders as one object for programs, and as lines of text. */
import { formatCents } from '#server/base/money.ts'
import { counted } from '#server/base/text.ts'
import { onSheets } from '../on-sheets.ts'
import { columnLines, problemLines, resultLines, section, sheetLines, sheetNames } from '../report-lines.ts'
import type { RowsOutcome, Sum } from './outcome.ts'

export function jsonOf(outcome: RowsOutcome): Record<string, unknown> {
  const { changes } = outcome
  const { problems, reported } = onSheets(outcome)
  return {
    file: outcome.file,
    dry_run: outcome.dryRun,
    written: outcome.written,
    kind: outcome.kind,
    sheet: outcome.sheet?.name ?? null,
    sheets: sheetNames(outcome.sheet),
    other_sheets: outcome.sheet?.others ?? [],
    rows: outcome.rows,
    rows_left_out: outcome.rowsLeftOut,
    created: { [outcome.kind]: outcome.created },
    updated: { [outcome.kind]: outcome.updated },
    unchanged: outcome.unchanged,
    changes: changes.first,
    reported: reported.first,
    reported_count: reported.count,
    problems: problems.first.map(({ line, column, reason, leftOut }) => ({
      line,
      column,
      reason,
      left_out: leftOut,
    })),
    problem_count: problems.count,
    ignored_columns: outcome.ignoredColumns,
    told_columns: outcome.mappedColumns,
    totals: { file: totalOf(outcome.read), stored: totalOf(outcome.stored) },
  }
}

export function linesOf(outcome: RowsOutcome): string[] {
  const { changes, read, stored } = outcome
  const { problems, reported } = onSheets(outcome)
  const noun = outcome.kind === 'payments' ? 'payment' : outcome.kind === 'ledger' ? 'line' : 'work order'
  const leftOut = outcome.rowsLeftOut > 0 ? `, ${counted(outcome.rowsLeftOut, 'row')} rejected` : ''
  const lines = [`${outcome.file}: ${counted(outcome.rows, noun)}${leftOut}.`, ...sheetLines(outcome.sheet)]
  lines.push(...resultLines(outcome))
  const would = outcome.written ? '' : 'would be '
  lines.push(
    `  ${would}created: ${outcome.created.toLocaleString('en-US')}; ${would}updated: ${outcome.updated.toLocaleString('en-US')}`,
  )
  lines.push(`  unchanged: ${outcome.unchanged.toLocaleString('en-US')}`)
  lines.push(...columnLines(outcome))
  lines.push(
    ...problemLines(problems),
    ...section('To review', reported, ({ line, unit, message }) => `line ${line}, ${unit && `${unit}: `}${message}`),
  )
  if (!outcome.written) lines.push(...section('Changes', changes, change => change))
  const isStored = stored.records > 0
  const here = !isStored ? '' : stored.cents === read.cents ? '  = stored' : `  stored ${formatCents(stored.cents)}`
  return [...lines, `Total: ${formatCents(read.cents)}${here}`]
}

function totalOf({ records, cents }: Sum): Record<string, number> {
  return { records, amount_cents: cents }
}
