/** Writes the lines that all import reports share. */
import { firstOf } from '#server/base/first-of.ts'
import { counted } from '#server/base/text.ts'
import type { MappingReport } from './read/column-mapping.ts'
import type { RentRollProblem } from './read/records.ts'
import { quote } from './read/row-cells.ts'
import type { SheetChoice } from './read/sheet-choice.ts'

const MAX_SHOWN = 20

/** Sorts problems by line, because within a batch the problems of the plan follow those of the reader. */
export function byLine<T extends { line: number }>(findings: readonly T[]): T[] {
  return findings.toSorted((one, other) => one.line - other.line)
}

export function section<T>(
  title: string,
  { first, count }: { first: readonly T[]; count: number },
  line: (item: T) => string,
): string[] {
  if (count === 0) return []
  const shown = first.slice(0, MAX_SHOWN).map(item => `  ${line(item)}`)
  const more = count > shown.length ? [`  … and ${(count - shown.length).toLocaleString('en-US')} more (--json)`] : []
  return [`${title} (${count.toLocaleString('en-US')}):`, ...shown, ...more]
}

/** Lists the problems. Those that say the same about several lines are one, such as that each unit of a property lacks its address. */
export function problemLines({ first, count }: { first: readonly RentRollProblem[]; count: number }): string[] {
  const distinct = joined(first)
  const found = { first: distinct, count: distinct.length + count - first.length }
  return section(
    'Problems',
    found,
    problem => `${problem.lines}, ${problem.column}: ${problem.reason}${howMuch(problem)}`,
  )
}

function joined(problems: readonly RentRollProblem[]): (RentRollProblem & { lines: string })[] {
  const groups = Map.groupBy(problems, ({ column, reason }) => `${column}\n${reason}`)
  return [...groups.values()].map(group => {
    const shown = group.slice(0, MAX_LINES).map(({ line }) => line)
    const more = group.length > MAX_LINES ? ` and ${counted(group.length - MAX_LINES, 'more line')}` : ''
    return { ...firstOf(group), lines: `${group.length === 1 ? 'line' : 'lines'} ${shown.join(', ')}${more}` }
  })
}

const MAX_LINES = 10

/** Says that only a value is missing, unless the reason already says what is imported. */
function howMuch({ leftOut, reason }: RentRollProblem): string {
  const isSaid = leftOut === 'row' || /\b(?:imported|ignored)\b/.test(reason)
  return isSaid ? '' : ' (only this value is not imported)'
}

/** Names the sheets of a workbook that were read, and those that were not. */
export function sheetLines(sheet: SheetChoice | undefined): string[] {
  if (!sheet) return []
  const shown = (names: readonly string[]) =>
    `${names.slice(0, MAX_LINES).join(', ')}${names.length > MAX_LINES ? ` and ${counted(names.length - MAX_LINES, 'more sheet')}` : ''}`
  const names = sheetNames(sheet)
  const notRead = sheet.others.length > 0 ? ` Not read: ${shown(sheet.others)}.` : ''
  return [`${names.length === 1 ? 'Sheet' : 'Sheets'}: ${shown(names)}.${notRead}`]
}

/** The names of the sheets that were read. */
export function sheetNames(sheet: SheetChoice | undefined): string[] {
  return sheet ? [sheet.name, ...(sheet.more ?? []).map(({ name }) => name)] : []
}

/** Says whether the file was imported, and if not, why. */
export function resultLines(outcome: {
  written: boolean
  dryRun: boolean
  rows: number
  rowsLeftOut: number
}): string[] {
  const { written, dryRun, rows, rowsLeftOut } = outcome
  if (rows === 0 && rowsLeftOut === 0)
    return ['The file has no rows to import. Check the filters of the report, and export it again.']
  if (written) return ['Imported.']
  if (dryRun) return ['This was a dry run. Nothing was imported.']
  return ['Nothing was imported. Correct the rows below, or import the other rows with --skip-bad-rows.']
}

/** The name of a figure or a noun as the API writes it: `rentCents` is `rent_cents`. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`)
}

/** Names the columns that are ignored, and those that are read by the mapping. */
export function columnLines({
  ignoredColumns,
  mappedColumns,
}: {
  ignoredColumns: readonly string[]
  mappedColumns: MappingReport['columns']
}): string[] {
  const mapped = mappedColumns.flatMap(({ header, column }) =>
    column === null ? [] : [`${quote(header)} as ${column}`],
  )
  return [
    ...(mapped.length > 0 ? [`  columns mapped: ${mapped.join(', ')}`] : []),
    ...(ignoredColumns.length > 0 ? [`  columns ignored: ${ignoredColumns.join(', ')}`] : []),
  ]
}
