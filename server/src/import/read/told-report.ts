/** What is to be said of columns that are read as they were said to mean, and the refusal of what was said of a file by mistake. */
import { Refusal } from '#server/base/refusal.ts'
import { wordKey } from './cells.ts'
import type { ToldColumns, ToldHeader, ToldReport } from './column-answers.ts'
import { columnNames } from './kinds.ts'
import { quote } from './row-cells.ts'
import { ownHeaders, type TableColumns } from './table-columns.ts'

type Kind = { columnNames: readonly string[]; meaningOf(column: string): unknown }

/**
 * Refuses what was said of this very file if it cannot be done, and otherwise returns what was done. `isGuess` is whether only what was said shows the kind of
 * the file: it may be of another kind, whose columns are offered too.
 */
export function reportTold(
  columns: TableColumns<string>,
  told: ToldColumns | undefined,
  kind: Kind,
  { isGuess }: { isGuess: boolean },
): ToldReport {
  refuseAbsent(columns, told)
  refuseMistakes(columns, kind)
  const headers = columns.told ?? []
  return {
    columns: headers.filter(({ outcome }) => outcome === 'read').map(({ header, column }) => ({ header, column })),
    remarks: headers.flatMap(remarkOn),
    accepted: isGuess ? [...new Set([...acceptedBy(kind), ...columnNames()])] : acceptedBy(kind),
  }
}

/** Refuses what cannot be done of what was said of the columns of this very file. */
export function refuseMistakes({ told = [] }: TableColumns<string>, { columnNames, meaningOf }: Kind): void {
  const accepted = acceptedBy({ columnNames, meaningOf })
  for (const header of told) if (header.isOfThisFile) refuseWrong(header, told, accepted)
}

function acceptedBy({ columnNames, meaningOf }: Kind): string[] {
  return columnNames.filter(name => meaningOf(name) !== undefined)
}

/** Refuses a meaning of a column that the file does not have, because its header is probably misspelled. */
function refuseAbsent(columns: TableColumns<string>, told: ToldColumns | undefined): void {
  const present = new Set(ownHeaders(columns).map(wordKey))
  for (const [key, { word, column, isOfThisFile }] of told ?? []) {
    if (column === null || !isOfThisFile || present.has(key)) continue
    const has = shown(ownHeaders(columns))
    throw wrong(
      `The column ${quote(word)} was said to be ${column}, but the header row has no such column. It has: ${has}. Correct the header in the mapping file, or remove it.`,
    )
  }
}

function refuseWrong({ header, column, outcome }: ToldHeader, all: readonly ToldHeader[], accepted: readonly string[]) {
  const says = `The column ${quote(header)} was said to be ${column}`
  if (outcome === 'unknown')
    throw wrong(`${says}, but this file cannot have such a column. It may be one of these: ${accepted.join(', ')}.`)
  if (outcome === 'known')
    throw wrong(
      `${says}, but it is read as what its header says. Payments and lines of a ledger that were imported so would be imported a second time. Rename the column in the file, or say nothing of it.`,
    )
  if (typeof outcome !== 'object' || !outcome.isTold) return
  const isOfThisFile = all.some(other => other.header === outcome.insteadOf && other.isOfThisFile)
  if (isOfThisFile)
    throw wrong(
      `The columns ${quote(outcome.insteadOf)} and ${quote(header)} were both said to be ${column}, of which a file has only one. Give one of them another meaning, or ignore it.`,
    )
}

function remarkOn({ header, column, outcome }: ToldHeader): string[] {
  if (outcome === 'read') return []
  const start = `The column ${quote(header)} is not read as ${column}`
  if (typeof outcome === 'object')
    return [
      `${start}, because the file has the column ${quote(outcome.insteadOf)} for that. Check that it is the right one; if not, remove it from the file.`,
    ]
  if (outcome === 'known') return [`${start}, but as what its header says. Rename it in the file if that is wrong.`]
  if (outcome === 'stood for') return [`${start}, because other columns of the file state it. It is ignored.`]
  return [`${start}, because this file cannot have such a column. It is read as if nothing was said of it.`]
}

function shown(headers: readonly string[]): string {
  return headers
    .filter(Boolean)
    .slice(0, 40)
    .map(header => header.slice(0, 40))
    .join(', ')
}

function wrong(message: string): Refusal {
  return new Refusal('invalid_request', message)
}
