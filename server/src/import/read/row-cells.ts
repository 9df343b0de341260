/** Reads the cells of a row by field, and gathers the problems with them. */
import { type CellKind, cleanCell } from './cells.ts'
import { NO_DAY, serialSince1900 } from './days.ts'
import type { RentRollProblem } from './records.ts'
import type { Field } from './rent-roll-headers.ts'
import type { TableRow } from './table.ts'
import { headerOf, ownHeaders, type TableColumns } from './table-columns.ts'

/** The cells of a row by field; the fields are those of a rent roll unless others are named. */
export type RowCells<Name extends string = Field> = {
  line: number
  problems: RentRollProblem[]
  /** Whether the row has more cells than the header: some cell contains a delimiter and is not quoted. */
  areShifted: boolean
  /** Whether the file has a column for the field. */
  has(field: Name): boolean
  /** The cleaned text of the field; empty if there is none. */
  text(field: Name): string
  textAt(index: number): string
  /** The file's own header for the field, or the best one. */
  headerOf(field: Name): string
  /** Reads the field as `kind`. Returns undefined if the cell is empty, or if it cannot be read, which adds a problem. */
  take<T>(field: Name, kind: CellKind<T>, leftOut: RentRollProblem['leftOut']): T | undefined
  takeAt<T>(index: number, kind: CellKind<T>, leftOut: RentRollProblem['leftOut']): T | undefined
  /** Rejects the row because of a field that is wrong or missing. */
  refuse(field: Name, reason: string): void
  /** Reports a value that is not imported. */
  drop(field: Name, reason: string): void
}

/** Returns a function that cleans a cell. Different rules read the same one: to clean it each time took 12% of the time in which 50,000 rows are read. */
function cleaning(cells: readonly string[]): (index: number) => string {
  const cleaned: string[] = []
  return index => {
    const cell = cells[index]
    if (cell === undefined) return ''
    const known = cleaned[index]
    if (known !== undefined) return known
    const text = cleanCell(cell)
    cleaned[index] = text
    return text
  }
}

export function rowCells<Name extends string>(
  columns: TableColumns<Name>,
  { line, cells, isSince1904, order }: TableRow,
): RowCells<Name> {
  const problems: RentRollProblem[] = []
  const textAt = cleaning(cells)
  const takeAt = <T>(index: number, kind: CellKind<T>, leftOut: RentRollProblem['leftOut']): T | undefined => {
    const text = textAt(index)
    if (!text) return undefined
    const column = ownHeaders(columns)[index] ?? ''
    const formula = problemOfFormula(text)
    if (formula) {
      problems.push({ line, column, reason: `${quote(text)} ${formula}`, leftOut })
      return undefined
    }
    const readable = isSince1904 && kind.isDay ? serialSince1900(text) : text
    const isNoDay = kind.isDay && NO_DAY.test(text)
    if (kind.isDay && !isNoDay) order?.note({ line, column, text: readable })
    const value = text.length <= MAX_READABLE_CHARACTERS && !isNoDay ? kind.parse(readable) : undefined
    if (kind.isMoney && typeof value === 'number') order?.decimals.note({ line, column, text, cents: value })
    if (value === undefined && !isNoDay && !NOTHING.test(text))
      problems.push({ line, column, reason: `${quote(text)} ${whyUnread(text, kind)}. ${kind.write}`, leftOut })
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
    headerOf: field => headerOf(columns, field),
    take: (field, kind, leftOut) => takeAt(indexOf(field), kind, leftOut),
    takeAt,
    refuse: (field, reason) => problems.push({ line, column: headerOf(columns, field), reason, leftOut: 'row' }),
    drop: (field, reason) => problems.push({ line, column: headerOf(columns, field), reason, leftOut: 'value' }),
  }
}

/** The words for "none" that may also be a text, such as a name, so that they mean it only where no text is expected. */
export const NOTHING = /^(?:none|na|null|nan|nat|\((?:none|blank|null)\))$/i

/** What spreadsheets write in place of a value that a formula could not compute. */
const FAILED = /^(?:#(?:N\/A|(?:REF|VALUE|DIV\/0|NUM|NULL|SPILL|CALC|FIELD|BUSY|ERROR)!|NAME\?)|Err:\d{3})$/i
/** The beginning of a formula that was saved without its value: a function, a cell, another sheet or a number. */
const WITHOUT_VALUE = /^=[+-]?(?:[A-Z][A-Z0-9.]{0,30}\(|\$?[A-Z]{1,3}\$?\d|'[^']{1,100}'!|\w{1,31}!|\d)/i

/** What is wrong with the text of a formula, which would otherwise become a name or a label. */
function problemOfFormula(text: string): string | undefined {
  if (!'#=Ee'.includes(text[0]!)) return undefined
  if (FAILED.test(text))
    return 'is the result of a formula that failed. Correct the formula, or write the value in its place.'
  if (!WITHOUT_VALUE.test(text)) return undefined
  return 'is a formula that was saved without its value. Open the file in Excel and save it again, or write the value in its place.'
}

/** Why a row is rejected whose cells are shifted. */
export const SHIFTED_ROW =
  'The row has more cells than the header, so some are shifted. Quote the cell that holds a comma.'

/** The longest text any kind accepts; longer cells are not matched, so that no cell can make a pattern slow. */
const MAX_READABLE_CHARACTERS = 10_000

/** A cell's text for a message, at most 80 characters of it. */
export function quote(text: string): string {
  const flat = text.replaceAll('\n', ' ')
  return flat.length <= 80 ? `“${flat}”` : `“${flat.slice(0, 79)}…”`
}

/** Returns why a cell cannot be read. A spreadsheet shows the first of March as `Mar-26` or as `1-Mar`, and saves only that as text. */
function whyUnread<T>(text: string, { is, isDay }: CellKind<T>): string {
  return isDay && MONTH_AND_NUMBER.test(text) ? 'may be a month and a day, or a month and a year' : `is not ${is}`
}

const MONTH_AND_NUMBER = /^(?:[a-z]{3,9}\.?[- ']{1,2}\d{1,4}|\d{1,2}[- ][a-z]{3,9})$/i
