/** The outcome of an import as one object for programs, and as lines of text. */
import { formatCents } from '#server/base/money.ts'
import { counted } from '#server/base/text.ts'
import { notListedOnSheets, onSheets } from './on-sheets.ts'
import type { Outcome } from './outcome.ts'
import type { Figures, Noun } from './plan/row-plan.ts'
import type { BlockCheck, Difference } from './read/records.ts'
import { columnLines, problemLines, resultLines, section, sheetLines, sheetNames, snake } from './report-lines.ts'

export function jsonOf(outcome: Outcome): Record<string, unknown> {
  const { changes } = outcome
  const { problems, reported } = onSheets(outcome)
  const notListed = notListedOnSheets(outcome)
  return {
    file: outcome.file,
    as_of: outcome.asOf,
    dry_run: outcome.dryRun,
    written: outcome.written,
    kind: 'rent_roll',
    layout: outcome.layout?.name ?? 'template',
    sheet: outcome.sheet?.name ?? null,
    sheets: sheetNames(outcome.sheet),
    other_sheets: outcome.sheet?.others ?? [],
    rows: outcome.rows,
    rows_left_out: outcome.rowsLeftOut,
    created: countsOf(outcome.created),
    updated: countsOf(outcome.updated),
    unchanged: outcome.unchanged,
    moved_out: outcome.movedOut,
    changes: changes.first,
    reported: reported.first.map(({ line = null, ...rest }) => ({ line, ...rest })),
    reported_count: reported.count,
    problems: problems.first.map(({ leftOut, ...rest }) => ({ ...rest, left_out: leftOut })),
    problem_count: problems.count,
    not_listed: notListed.first,
    not_listed_count: notListed.count,
    ignored_columns: outcome.ignoredColumns,
    told_columns: outcome.mappedColumns,
    totals: { file: totalsOf(outcome.read), stored: totalsOf(outcome.stored) },
    differences: [...outcome.differences.map(fileDifference), ...storedDifferences(outcome)],
    reconciliation: outcome.blocks,
    charge_codes: outcome.charges.map(({ isKnown, isMapped, word, code }) => {
      return { word, code, known: isKnown, mapped: isMapped }
    }),
    status_words: outcome.statusWords.map(({ word }) => word),
  }
}

export function linesOf(outcome: Outcome): string[] {
  const { changes, created, updated } = outcome
  const { problems, reported } = onSheets(outcome)
  const notListed = notListedOnSheets(outcome)
  const rows = counted(outcome.rows, 'unit')
  const leftOut = outcome.rowsLeftOut > 0 ? `, ${counted(outcome.rowsLeftOut, 'row')} rejected` : ''
  const lines = [`${outcome.file}, as of ${outcome.asOf}: ${rows}${leftOut}.`]
  lines.push(`Layout: ${outcome.layout?.title ?? 'AppFolio, or our template'}.`)
  lines.push(...sheetLines(outcome.sheet))
  lines.push(...resultLines(outcome))
  const would = outcome.written ? '' : 'would be '
  lines.push(`  ${would}created: ${inWords(created)}`, `  ${would}updated: ${inWords(updated)}`)
  lines.push(`  unchanged: ${counted(outcome.unchanged, 'unit')}; moved out: ${outcome.movedOut}`)
  lines.push(...columnLines(outcome))
  lines.push(...problemLines(problems))
  lines.push(
    ...section('To review', reported, ({ line, unit, message }) =>
      [line === undefined ? '' : `line ${line}, `, unit && `${unit}: `, message].join(''),
    ),
  )
  lines.push(
    ...section(
      'Vacant, but not in the listings',
      notListed,
      ({ line, unit, missing }) => `line ${line}, ${unit}: lacks ${missing.join(', ')}`,
    ),
  )
  if (!outcome.written) lines.push(...section('Changes', changes, change => change))
  return [...lines, ...chargeLines(outcome), ...totalLines(outcome), ...blockLines(outcome)]
}

const FIGURES = [
  ['units', 'units'],
  ['marketRentCents', 'market rent'],
  ['rentCents', 'rent'],
  ['depositCents', 'deposits'],
  ['balanceCents', 'past due less prepaid'],
] as const satisfies readonly (readonly [keyof Figures, string])[]

/** Amounts in the database are unknown if a dry run wrote nothing. A figure that the file does not state is not compared. */
function totalLines(outcome: Outcome): string[] {
  const { read, stored, figuresInFile } = outcome
  const isStored = stored.units > 0
  const lines = FIGURES.filter(([figure]) => figuresInFile.has(figure)).map(([figure, name]) => {
    const here = !isStored
      ? ''
      : read[figure] === stored[figure]
        ? '  = stored'
        : `  stored ${shown(figure, stored[figure])}`
    return `  ${name.padEnd(22)} ${shown(figure, read[figure]).padStart(16)}${here}`
  })
  return ['Totals:', ...lines]
}

/** Lists the meaning of the file's own charge codes, so that a wrong guess is visible before anything is written. */
function chargeLines({ charges }: Outcome): string[] {
  if (charges.length === 0) return []
  const words = charges.map(({ word, code, isKnown }) => `${word} → ${code}${isKnown ? '' : ' (unknown)'}`)
  return [`Charge codes: ${words.join(', ')}. Use a mapping file with --map to change them.`]
}

/** Lists each sum that the file states, with the difference if it is not equal. */
function blockLines({ blocks }: Outcome): string[] {
  if (blocks.length === 0) return []
  const differing = blocks.filter(({ stated, read }) => stated !== read)
  const lines = blocks
    .filter(check => !differing.includes(check))
    .map(check => `${sumName(check)}: ${blockFigure(check.figure, check.stated)}`)
  return [
    ...section(
      'Totals in the file that differ from its rows',
      { first: differing, count: differing.length },
      ({ line, figure, stated, read, why, ...check }) =>
        `${line === null ? '' : `line ${line}, `}${sumName({ ...check, figure })}: the file states ${blockFigure(figure, stated)}, its rows add up to ${blockFigure(figure, read)}, a difference of ${blockFigure(figure, read - stated)}. ${why ?? ''}`,
    ),
    ...section('Totals in the file that match its rows', { first: lines, count: lines.length }, line => line),
  ]
}

/** The name of a sum: `Totals, market rent`. That of the totals of units is complete without its figure, which counts them. */
function sumName({ block, figure }: Pick<BlockCheck, 'block' | 'figure'>): string {
  return figure === 'totals' ? block : `${block}, ${figureName(figure)}`
}

function blockFigure(figure: string, value: number): string {
  return figure.endsWith('_cents') ? formatCents(value) : value.toLocaleString('en-US')
}

function fileDifference({ about, section, line, figure, stated, read }: Difference) {
  return { about, section: section ?? null, line, figure: snake(figure), stated, read }
}

/** Lists where the database differs from the file, because ledger entries are not rewritten or some rows do not state a value. */
function storedDifferences({ read, stored, figuresInFile }: Outcome) {
  if (stored.units === 0) return []
  return FIGURES.filter(([figure]) => figuresInFile.has(figure) && read[figure] !== stored[figure]).map(([figure]) => ({
    about: 'database',
    section: null,
    line: null,
    figure: snake(figure),
    stated: read[figure],
    read: stored[figure],
  }))
}

function totalsOf(figures: Figures): Record<string, number> {
  return Object.fromEntries(FIGURES.map(([figure]) => [snake(figure), figures[figure]]))
}

function countsOf(counts: Record<Noun, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([noun, number]) => [snake(noun), number]))
}

/** The singular and the plural of records that the console calls by other words than the API. */
const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  rates: ['market rent', 'market rents'],
  offlineSpans: ['offline period', 'offline periods'],
  preleases: ['unit rented ahead', 'units rented ahead'],
  leaseResidents: ['resident on a lease', 'residents on leases'],
}

function inWords(counts: Record<Noun, number>): string {
  const changed = Object.entries(counts).filter(([, number]) => number > 0)
  const phrase = ([noun, number]: [string, number]) => {
    const name = snake(noun).replaceAll('_', ' ')
    const [singular, plural] = WORDS[noun] ?? [name.replace(/ies$/, 'y').replace(/s$/, ''), name]
    return counted(number, singular, plural)
  }
  return changed.length > 0 ? changed.map(phrase).join(', ') : 'nothing'
}

function shown(figure: string, value: number): string {
  return figure.endsWith('Cents') ? formatCents(value) : value.toLocaleString('en-US')
}

function figureName(figure: string): string {
  return snake(figure)
    .replace(/_cents$/, '')
    .replaceAll('_', ' ')
}
