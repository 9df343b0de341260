/** The mapping of the columns of files, and how it was applied. */
import type { KindName } from './kind-name.ts'

/** A mapped column: the name of a column of ours, or null if it is ignored. */
export type MappedColumn = {
  /** The header as it was given. */
  word: string
  column: string | null
  /** Whether it was mapped for this file, so that a mistake is refused; a remembered mapping is used as far as it applies. */
  isOfThisFile: boolean
}

/** Mapped columns, by the key of their header. */
export type MappedColumns = ReadonlyMap<string, MappedColumn>

/** The mapped columns of a file, if it is of a kind. */
export type MappedColumnsOf = (kind: KindName) => MappedColumns | undefined

/** How a kind of file reads a column of ours: the header that it knows, and the field, unless a file may have several such columns. */
export type ColumnMeaning = {
  header: string
  field: string | undefined
  /** Other fields with the same meaning, of which a file has only one. */
  alike?: readonly string[]
}

/** A mapped header, and whether it is read as its column: another column of the file may be read as that already. */
export type MappedHeader = {
  /** The file's own header. */
  header: string
  column: string | null
  isOfThisFile: boolean
  outcome: 'read' | 'unknown' | 'known' | 'stood for' | { insteadOf: string; isMapped: boolean }
}

/** The first values of columns by their headers; complete when all rows have been read. */
export type ColumnValues = { of(header: string): readonly string[] }

/** How the mapping of the columns of a file was applied. */
export type MappingReport = {
  /** The columns that are read by the mapping: the file's own header, and the name of ours, or null if it is ignored. */
  columns: readonly { header: string; column: string | null }[]
  /** Why others are not. */
  remarks: readonly string[]
  /** The names of the columns that the file can have. */
  accepted: readonly string[]
}
