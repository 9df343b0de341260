/** One row of the table seen through the columns: reads cells by field and gathers what is wrong with them. */
import { type CellKind, cleanCell } from './cells.ts'
import type { Field } from './columns.ts'
import type { RentRollProblem } from './records.ts'
import type { TableRow } from './table.ts'
import { headerOf, type TableColumns } from './table-columns.ts'

/** Of a rent roll, unless other fields are named. */
export type RowCells<Name extends string = Field> = {
  line: number
  problems: RentRollProblem[]
  /** More cells than the header has: some cell held a delimiter without being quoted. */
  areShifted: boolean
  /** Whether the file has a column for the field. */
  has(field: Name): boolean
  /** The cleaned text of the field, empty when there is none. */
  text(field: Name): string
  textAt(index: number): string
  /** The field read as `kind`; undefined when empty, or when it cannot be read, which is then a problem. */
  take<T>(field: Name, kind: CellKind<T>, leftOut: RentRollProblem['leftOut']): T | undefined
  takeAt<T>(index: number, kind: CellKind<T>, leftOut: RentRollProblem['leftOut']): T | undefined
  /** Leaves the row out because of what stands in, or is missing from, a field. */
  refuse(field: Name, reason: string): void
  /** Leaves one value out. */
  drop(field: Name, reason: string): void
}

export function rowCells<Name extends string>(columns: TableColumns<Name>, { line, cells }: TableRow): RowCells<Name> {
  const problems: RentRollProblem[] = []
  const textAt = (index: number) => cleanCell(cells[index] ?? '')
  const takeAt = <T>(index: number, kind: CellKind<T>, leftOut: RentRollProblem['leftOut']): T | undefined => {
    const text = textAt(index)
    if (!text) return undefined
    const value = text.length <= MAX_READABLE_CHARACTERS ? kind.parse(text) : undefined
    if (value === undefined) {
      const column = columns.headers[index] ?? ''
      problems.push({ line, column, reason: `${quote(text)} is not ${kind.is}. ${kind.write}`, leftOut })
    }
    return value
  }
  const indexOf = (field: Name) => columns.indexOf.get(field) ?? -1
  return {
    line,
    problems,
    areShifted: cells.slice(columns.headers.length).some(cell => cell.trim()),
    has: field => columns.indexOf.has(field),
    text: field => textAt(indexOf(field)),
    textAt,
    take: (field, kind, leftOut) => takeAt(indexOf(field), kind, leftOut),
    takeAt,
    refuse: (field, reason) => problems.push({ line, column: headerOf(columns, field), reason, leftOut: 'row' }),
    drop: (field, reason) => problems.push({ line, column: headerOf(columns, field), reason, leftOut: 'value' }),
  }
}

/** The longest text any kind accepts; it keeps patterns away from cells made to slow them. */
const MAX_READABLE_CHARACTERS = 10_000

/** A cell's text for a message, at most 80 characters of it. */
export function quote(text: string): string {
  const flat = text.replaceAll('\n', ' ')
  return flat.length <= 80 ? `“${flat}”` : `“${flat.slice(0, 79)}…”`
}
