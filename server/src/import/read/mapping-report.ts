/** Reports how the mapping of a file was applied, and refuses a mapping that this file cannot have. */
import { Refusal } from '#server/base/refusal.ts'
import { wordKey } from './cells.ts'
import type { MappedColumns, MappedHeader, MappingReport } from './column-mapping.ts'
import { columnNames } from './kinds.ts'
import { quote } from './row-cells.ts'
import { ownHeaders, type TableColumns } from './table-columns.ts'

type Kind = { columnNames: readonly string[]; meaningOf(column: string): unknown }

/**
 * Refuses a mapping given for this file if it cannot be applied, and otherwise returns how it was applied. `isGuess` is whether only the mapping shows the kind of
 * the file: it may be of another kind, whose columns are offered too.
 */
export function reportMapping(
  columns: TableColumns<string>,
  mapped: MappedColumns | undefined,
  kind: Kind,
  { isGuess }: { isGuess: boolean },
): MappingReport {
  refuseAbsent(columns, mapped)
  refuseMistakes(columns, kind)
  const headers = columns.mapped ?? []
  return {
    columns: headers.filter(({ outcome }) => outcome === 'read').map(({ header, column }) => ({ header, column })),
    remarks: headers.flatMap(remarkOn),
    accepted: isGuess ? [...new Set([...acceptedBy(kind), ...columnNames()])] : acceptedBy(kind),
  }
}

/** Refuses each column of the mapping given for this file that cannot be applied. */
export function refuseMistakes({ mapped = [] }: TableColumns<string>, { columnNames, meaningOf }: Kind): void {
  const accepted = acceptedBy({ columnNames, meaningOf })
  for (const header of mapped) if (header.isOfThisFile) refuseWrong(header, mapped, accepted)
}

function acceptedBy({ columnNames, meaningOf }: Kind): string[] {
  return columnNames.filter(name => meaningOf(name) !== undefined)
}

/** Refuses a meaning of a column that the file does not have, because its header is probably misspelled. */
function refuseAbsent(columns: TableColumns<string>, mapped: MappedColumns | undefined): void {
  const present = new Set(ownHeaders(columns).map(wordKey))
  for (const [key, { word, column, isOfThisFile }] of mapped ?? []) {
    if (column === null || !isOfThisFile || present.has(key)) continue
    const has = shown(ownHeaders(columns))
    throw wrong(
      `The column ${quote(word)} is mapped to ${column}, but the header row has no such column. It has: ${has}. Correct the header in the mapping file, or remove it.`,
    )
  }
}

function refuseWrong(
  { header, column, outcome }: MappedHeader,
  all: readonly MappedHeader[],
  accepted: readonly string[],
) {
  const start = `The column ${quote(header)} is mapped to ${column}`
  if (outcome === 'unknown')
    throw wrong(`${start}, but this file cannot have such a column. It may be one of these: ${accepted.join(', ')}.`)
  if (outcome === 'known')
    throw wrong(
      `${start}, but it is read as what its header says. Payments and lines of a ledger that were imported so would be imported a second time. Rename the column in the file, or remove it from the mapping.`,
    )
  if (typeof outcome !== 'object' || !outcome.isMapped) return
  const isOfThisFile = all.some(other => other.header === outcome.insteadOf && other.isOfThisFile)
  if (isOfThisFile)
    throw wrong(
      `The columns ${quote(outcome.insteadOf)} and ${quote(header)} are both mapped to ${column}, of which a file has only one. Map one of them to another column, or ignore it.`,
    )
}

function remarkOn({ header, column, outcome }: MappedHeader): string[] {
  if (outcome === 'read') return []
  const start = `The column ${quote(header)} is not read as ${column}`
  if (typeof outcome === 'object')
    return [
      `${start}, because the file has the column ${quote(outcome.insteadOf)} for that. Check that it is the right one; if not, remove it from the file.`,
    ]
  if (outcome === 'known') return [`${start}, but as what its header says. Rename it in the file if that is wrong.`]
  if (outcome === 'stood for') return [`${start}, because other columns of the file state it. It is ignored.`]
  return [`${start}, because this file cannot have such a column. It is read as if it were not mapped.`]
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
