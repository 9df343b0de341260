/** Applies the mapping of columns to a file, before its header is recognized. Pure. */
import { comparable, wordKey } from './cells.ts'
import type { ColumnMeaning, MappedColumn, MappedColumns, MappedColumnsOf, MappedHeader } from './column-mapping.ts'
import { ownHeaders, type TableColumns, type TableKind } from './table-columns.ts'

/** The cells of a row that may be a header, and the mapping of the columns of its file. */
export type HeaderCells = { cells: readonly string[]; mapped?: MappedColumnsOf }

/** Returns the columns of a row, if it is the header of a file of this kind; `cells` are its headers if some of them are named otherwise. */
export function columnsOf<Columns extends TableColumns<string>>(
  row: HeaderCells,
  kind: TableKind<Columns>,
  cells: readonly string[] = row.cells,
): Columns {
  return columnsAsMapped(cells, row.mapped?.(kind.name), kind)
}

/** Whether the file's own headers show the kind without the mapping. */
export function isShownByItself<Columns extends TableColumns<string>>(
  { map, missing }: Pick<TableKind<Columns>, 'map' | 'missing'>,
  columns: TableColumns<string>,
): boolean {
  return missing(map(ownHeaders(columns))).length === 0
}

type Mappable<Columns> = {
  map(cells: readonly string[]): Columns
  /** Returns how a column of ours is read; undefined if this kind has no such column. */
  meaningOf(column: string): ColumnMeaning | undefined
  keepsKnown?: boolean
  /** The headers that were not always known, whose mapping was made when they were not and still applies. */
  lateHeaders?: ReadonlySet<string>
}

/**
 * Returns the columns of a header row. A mapped header is read as the column that it is mapped to, unless the file has another column with
 * that meaning by its own header: that one is read, because a file that says what its columns are is more certain than an answer about an earlier one.
 */
export function columnsAsMapped<Columns extends TableColumns<string>>(
  cells: readonly string[],
  mapped: MappedColumns | undefined,
  { map, meaningOf, keepsKnown, lateHeaders }: Mappable<Columns>,
): Columns {
  const mappedTo = cells.map(cell => mapped?.get(wordKey(cell)))
  if (!mapped?.size || mappedTo.every(each => each === undefined)) return map(cells)
  const isLate = (cell: string) => lateHeaders?.has(comparable(cell)) === true
  const known = new Set(keepsKnown ? map(cells.map(cell => (isLate(cell) ? '' : cell))).indexOf.values() : [])
  const own = map(cells.map((cell, index) => (mappedTo[index] && !known.has(index) ? '' : cell)))
  const readBy = new Map<string, { header: string; key?: string }>(
    [...own.indexOf].map(([field, index]) => [field, { header: own.headers[index] ?? '' }]),
  )
  const names = [...cells]
  const headers: MappedHeader[] = []
  for (const [index, { column, isOfThisFile }] of inOrder(mappedTo)) {
    const header = flat(cells[index])
    if (known.has(index)) {
      if (column !== null) headers.push({ header, column, isOfThisFile, outcome: 'known' })
      continue
    }
    if (column === null) {
      names[index] = ''
      headers.push({ header, column, isOfThisFile, outcome: 'read' })
      continue
    }
    const meaning = meaningOf(column)
    const field = meaning?.field
    const other = field === undefined ? undefined : readerOf([field, ...(meaning?.alike ?? [])], readBy)
    // Of two columns with the same header, the first is read, as it is without a mapping.
    if (other?.key === wordKey(header)) continue
    if (!other && meaning) names[index] = meaning.header
    if (!other && field !== undefined) readBy.set(field, { header, key: wordKey(header) })
    const instead = other && { insteadOf: other.header, isMapped: other.key !== undefined }
    headers.push({ header, column, isOfThisFile, outcome: instead ?? (meaning ? 'read' : 'unknown') })
  }
  return withOwnHeaders(map(names), cells, headers)
}

function readerOf<Reader>(fields: readonly string[], readBy: ReadonlyMap<string, Reader>): Reader | undefined {
  return fields.flatMap(field => readBy.get(field) ?? [])[0]
}

/** What is mapped for this file comes first, so that it is not displaced by what is remembered. */
function inOrder(mappedTo: readonly (MappedColumn | undefined)[]): [number, MappedColumn][] {
  const all = mappedTo.flatMap((mapped, index): [number, MappedColumn][] => (mapped ? [[index, mapped]] : []))
  return all.toSorted(([, one], [, other]) => Number(other.isOfThisFile) - Number(one.isOfThisFile))
}

/** Adds the file's own headers, which messages name. A column that is not read after all, because another stands for it, is ignored by its own header. */
function withOwnHeaders<Columns extends TableColumns<string>>(
  columns: Columns,
  cells: readonly string[],
  mapped: readonly MappedHeader[],
): Columns {
  const own = cells.map(flat)
  const renamed = new Map(
    own.flatMap((header, index) => {
      const name = columns.headers[index] ?? ''
      return name === header || name === '' ? [] : [[name, header] as const]
    }),
  )
  const ignored = columns.ignored.map(name => renamed.get(name) ?? name)
  const countIn = (all: readonly string[], header: string) => all.filter(each => each === header).length
  const isUnread = ({ header }: MappedHeader) => countIn(ignored, header) === countIn(own, header)
  return {
    ...columns,
    ignored,
    own,
    mapped: mapped.map(each => (each.outcome === 'read' && isUnread(each) ? { ...each, outcome: 'stood for' } : each)),
  }
}

function flat(cell = ''): string {
  return cell.replace(/\s+/g, ' ').trim()
}
