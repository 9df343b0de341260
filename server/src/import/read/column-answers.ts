/** What is said of the columns of files, and what becomes of it. */
import type { KindName } from './kind-name.ts'

/** What was said of a column: the name of a column of ours, or null if it is ignored. */
export type ToldColumn = {
  /** The header as it was given. */
  word: string
  column: string | null
  /** Whether it was said of this very file, so that a mistake is refused; else it is used as far as it fits. */
  isOfThisFile: boolean
}

/** What was said of columns, by the key of their header. */
export type ToldColumns = ReadonlyMap<string, ToldColumn>

/** What was said of the columns of a file, if it is of a kind. */
export type ToldOfKind = (kind: KindName) => ToldColumns | undefined

/** How a kind of file reads a column of ours: the header that it knows, and the field, unless a file may have several such columns. */
export type ColumnMeaning = {
  header: string
  field: string | undefined
  /** Other fields with the same meaning, of which a file has only one. */
  alike?: readonly string[]
}

/** A header that was said to mean a column, and whether it is read as that: another column of the file may have that meaning already. */
export type ToldHeader = {
  /** The file's own header. */
  header: string
  column: string | null
  isOfThisFile: boolean
  outcome: 'read' | 'unknown' | 'known' | 'stood for' | { insteadOf: string; isTold: boolean }
}

/** The first values of columns by their headers; complete when all rows have been read. */
export type ColumnValues = { of(header: string): readonly string[] }

/** What was done with what was said of the columns of a file. */
export type ToldReport = {
  /** The columns that are read as they were said to mean: the file's own header, and the name of ours, or null if it is ignored. */
  columns: readonly { header: string; column: string | null }[]
  /** Why others are not. */
  remarks: readonly string[]
  /** The names of the columns that the file can have. */
  accepted: readonly string[]
}
