/** Assigns the columns of a table to fields by their headers, for any kind of file. */
import { comparable } from './cells.ts'
import type { ColumnMeaning, MappedHeader } from './column-mapping.ts'
import type { KindName } from './kind-name.ts'

/** Every field of a kind of file, with its headers. */
export type Headers<Field extends string> = Readonly<Record<Field, readonly string[]>>

/** The headers of a kind of file, matched without regard to case and punctuation. */
type Vocabulary<Field extends string> = {
  headers: Headers<Field>
  known: ReadonlyMap<string, { field: Field; rank: number }>
}

export type TableColumns<Field extends string> = {
  /** The file's headers, trimmed, by position. */
  headers: string[]
  indexOf: ReadonlyMap<Field, number>
  /** The headers of each field for messages, the best first. */
  names: Headers<Field>
  ignored: string[]
  /** The rows of a header that has two, each of which may be repeated on a page. */
  lines?: readonly (readonly string[])[]
  /** The file's own headers, if some of its columns are read by the mapping. */
  own?: readonly string[]
  /** The mapped headers. */
  mapped?: readonly MappedHeader[]
}

/** A kind of file, recognized by its header row. */
export type TableKind<Columns extends TableColumns<string> = TableColumns<string>> = {
  name: KindName
  /** The required columns, as a sentence. */
  needs: string
  map(cells: readonly string[]): Columns
  /** Returns how a column of ours is read by its name; undefined if this kind has no such column. */
  meaningOf(column: string): ColumnMeaning | undefined
  /** Whether a column that the kind reads by its own header is always read as that, because it is a part of what identifies a row in later files. */
  keepsKnown?: boolean
  /** The headers that were not always known. They do not tell rows apart, because a file may have been imported when they were ignored. */
  lateHeaders?: ReadonlySet<string>
  /** The names of our columns, as they are offered to whoever maps a column. */
  columnNames: readonly string[]
  /** Returns the required columns that are missing. */
  missing(columns: Columns): string[]
}

/** The headers of the property and the unit in every kind of file. */
export const PLACE_HEADERS = {
  property: ['Property'],
  propertyName: ['Property Name'],
  propertyAddress: ['Property Address'],
  propertyStreet: ['Property Street Address 1', 'Property Street Address', 'Property Street'],
  propertyStreet2: ['Property Street Address 2'],
  propertyCity: ['Property City'],
  propertyState: ['Property State'],
  propertyZip: ['Property Zip', 'Property Zip Code', 'Property Postal Code'],
  propertyId: ['Property ID', 'Property External ID'],
  unit: [
    ...['Unit', 'Unit Name', 'Unit Number', 'Unit No', 'Unit Label', 'Apartment', 'Apt', 'Apt No', 'Apt Number'],
    ...['Suite', 'Suite No', 'Suite Number', 'Ste'],
  ],
  unitId: ['Unit ID', 'Unit External ID'],
} as const satisfies Headers<string>

/** The headers of a building, whose name stands in for that of the property in a table that names none. */
export const BUILDING_HEADERS = [
  ...['Building', 'Building Name', 'Bldg', 'Bldg Name', 'Community', 'Community Name', 'Complex', 'Complex Name'],
  ...['Facility', 'Bldg ID', 'Building ID'],
]

/**
 * More headers of the unit. Those of payments and ledgers are without them, because the unit is a part of what identifies a row without an ID: a file
 * that was imported when the header was ignored would be imported twice.
 */
export const MORE_UNIT_HEADERS = [
  ...['Apartment No', 'Apartment Number', 'Unit/Apt', 'Apt/Unit', 'Bldg-Unit', 'Building/Unit'],
  ...['Space', 'Space No', 'Space Number', 'Lot', 'Lot No', 'Lot Number', 'Room', 'Room No', 'Room Number'],
]

export type PlaceField = keyof typeof PLACE_HEADERS | 'building'

export function vocabularyOf<Field extends string>(headers: Headers<Field>): Vocabulary<Field> {
  const fields = Object.entries(headers) as [Field, readonly string[]][]
  const known = fields.flatMap(([field, names]) =>
    names.map((name, rank) => [comparable(name), { field, rank }] as const),
  )
  return { headers, known: new Map(known) }
}

/** The columns of a vocabulary by their names, apart from the fields of `except`. A file has only one of those that are `alike`. */
export function mappable<Field extends string>(
  { headers, known }: Vocabulary<Field>,
  except: readonly Field[] = [],
  alike: readonly string[] = [],
): Pick<TableKind, 'meaningOf' | 'columnNames'> {
  const fields = (Object.entries(headers) as [Field, readonly string[]][]).filter(([field]) => !except.includes(field))
  return {
    columnNames: fields.map(([, names]) => names[0]!),
    meaningOf(column) {
      const field = known.get(comparable(column))?.field
      if (field === undefined || except.includes(field)) return undefined
      return { header: column, field, ...(alike.includes(field) && { alike }) }
    },
  }
}

/** A header as words: `PetDeposit` and `pet_deposit` are `Pet Deposit` and `pet deposit`. */
export function inWords(header: string): string {
  return header.replaceAll('_', ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
}

/** Whether a header asks for yes or no, such as `Past Due?` or `Pet?`, so that its column has no amounts, dates or names. */
export function isQuestion(header: string): boolean {
  return header.endsWith('?')
}

/** Assigns every header to a field or to the ignored ones. If several headers match a field, the one that is first in the vocabulary is read. */
export function assignColumns<Field extends string>(
  { headers: names, known }: Vocabulary<Field>,
  cells: readonly string[],
): TableColumns<Field> {
  const headers = cells.map(cell => cell.replace(/\s+/g, ' ').trim())
  const indexOf = new Map<Field, number>()
  const rankOf = new Map<Field, number>()
  headers.forEach((header, index) => {
    const found = known.get(comparable(header))
    if (isQuestion(header) && found?.field !== 'isListed') return
    if (!found || found.rank >= (rankOf.get(found.field) ?? Number.POSITIVE_INFINITY)) return
    indexOf.set(found.field, index)
    rankOf.set(found.field, found.rank)
  })
  const read = new Set(indexOf.values())
  return { headers, indexOf, names, ignored: headers.filter((header, index) => header && !read.has(index)) }
}

/** Returns the header of a field for a message: that of this file, or else the best one. */
export function headerOf<Field extends string>(columns: TableColumns<Field>, field: Field): string {
  return ownHeaders(columns)[columns.indexOf.get(field) ?? -1] ?? columns.names[field][0]!
}

/** The headers as the file has them, for messages and to know them again; those by which columns are read may be others. */
export function ownHeaders({ own, headers }: Pick<TableColumns<string>, 'own' | 'headers'>): readonly string[] {
  return own ?? headers
}

/** The position of the first column; the columns before it have no header and may be empty in a whole report. */
export function firstColumn({ headers }: TableColumns<string>): number {
  return Math.max(
    0,
    headers.findIndex(header => header !== ''),
  )
}

/** The fields by which a row names its property. */
const NAMES_OF_PROPERTY = ['property', 'propertyName', 'propertyAddress', 'propertyStreet'] as const

/** Whether the rows name their property themselves; otherwise heading rows must. */
export function hasProperty<Field extends string>({ indexOf }: TableColumns<Field | PlaceField>): boolean {
  return NAMES_OF_PROPERTY.some(field => indexOf.has(field))
}

/** Assigns the headers of a kind of records. Next to a column of the property, a building is ignored. */
export function assignRecordColumns<Field extends string>(
  vocabulary: Vocabulary<Field | PlaceField>,
  cells: readonly string[],
): TableColumns<Field | PlaceField> {
  const columns = assignColumns(vocabulary, cells)
  if (!hasProperty(columns) || !columns.indexOf.has('building')) return columns
  const indexOf = new Map([...columns.indexOf].filter(([field]) => field !== 'building'))
  const read = new Set(indexOf.values())
  return { ...columns, indexOf, ignored: columns.headers.filter((header, index) => header && !read.has(index)) }
}

/** The headers of a building were not always known in records. */
export const LATE_BUILDING_HEADERS = BUILDING_HEADERS.map(comparable)

/** What kinds of file have in common whose rows are recognized by their content: more about a property would make another row of it. */
export function mappableOfContent<Field extends string>(
  vocabulary: Vocabulary<Field | PlaceField>,
  except: readonly Field[],
): Pick<TableKind, 'meaningOf' | 'columnNames' | 'keepsKnown'> {
  const more = ['propertyStreet2', 'propertyCity', 'propertyState', 'propertyZip', 'propertyId', 'building'] as const
  return { ...mappable(vocabulary, [...except, ...more], NAMES_OF_PROPERTY), keepsKnown: true }
}
