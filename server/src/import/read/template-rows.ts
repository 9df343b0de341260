/** Reads the rows of AppFolio's report, of our template, and of the lists of offices as records. */
import { figuresOf, readAmounts, withoutRepeated } from './amounts.ts'
import { wordKey } from './cells.ts'
import { type Columns, unreadRent } from './columns.ts'
import { FormerRows } from './former-rows.ts'
import { LoneAddresses } from './lone-addresses.ts'
import type { Mapping } from './mapping.ts'
import { PageTitles } from './page-titles.ts'
import { PropertyAbove } from './property-above.ts'
import { completedBy } from './property-cells.ts'
import { type RentRollItem, type RentRollProblem, tenanciesOf, type UnitStatus } from './records.ts'
import { ResidentsBelow } from './residents-below.ts'
import { type RowContext, readRow } from './row.ts'
import { quote, rowCells } from './row-cells.ts'
import {
  classifyRow,
  isRepeatedHeader,
  NamesAbove,
  openSection,
  type RowKind,
  type Section,
  sectionKind,
} from './sections.ts'
import { strayRow } from './stray-row.ts'
import type { TableRow } from './table.ts'
import { hasProperty, headerOf } from './table-columns.ts'
import { anotherTable, isOfRentRoll, OtherTable, tableBelow } from './tables-below.ts'
import { Tally } from './totals.ts'
import { UnitRows } from './unit-rows.ts'
import { wordNotForRent } from './vacancy.ts'

/** A table: its columns, the rows below its header, the texts of those above, and the property that one of them names. */
type Table = {
  rows: AsyncGenerator<TableRow>
  columns: Columns
  titles: readonly string[]
  property: string | undefined
}

/** Yields the records of the rows below a header, of tables of the same kind below that, and then the end. */
export async function* readRows(
  { rows, columns, titles, property }: Table,
  asOf: string | undefined,
  mapping: Mapping,
): AsyncGenerator<RentRollItem> {
  const reading = startReading(columns, titles, asOf, mapping)
  if (property !== undefined) beginSection(reading, { label: property, status: undefined })
  const other = new OtherTable({ isNot: 'is not a rent roll', record: 'a unit' })
  const isHeader = ({ cells }: TableRow) => isRepeatedHeader(cells, reading.columns)
  for await (const row of reading.pages.without(rows, isHeader)) {
    const classified = classifyRow(row, reading.columns, reading.names)
    const below = isRow(classified) ? tableBelow(row) : undefined
    if (other.isOpen && (below || isOfRentRoll(row, reading.columns))) yield* other.end()
    if (below?.columns) yield { kind: 'problem', problem: openTable(reading, row, below.columns) }
    else if (below) {
      other.begin(row, reading.columns, below.what)
      reading.headingsAbove = []
    } else if (!other.isOpen) yield* readClassified(reading, row, classified)
    else if (isRow(classified)) {
      other.count()
      noteHeading(reading, row, classified)
    }
  }
  yield* other.end()
  for (const problem of reading.lone.end()) yield { kind: 'problem', problem }
  for (const problem of reading.above.problems(headerOf(reading.columns, 'property')))
    yield { kind: 'problem', problem }
  yield* reading.formers.items(reading.units, asOf)
  const { building } = reading
  if (building) yield { kind: 'problem', problem: buildingProblem(building, headerOf(reading.columns, 'unit')) }
  yield { kind: 'end', end: { ...reading.tally.end(), statusWords: reading.statuses.words() } }
}

const isRow = ({ kind }: RowKind) => kind !== 'nothing' && kind !== 'header'

/** What the rows above state about those below. */
type Reading = {
  columns: Columns
  sections: Section[]
  asOf: string | undefined
  mapping: Mapping
  tally: Tally
  names: NamesAbove
  statuses: ReturnType<typeof statusWordsOf>
  above: PropertyAbove
  /** The numbers of the buildings of properties that the file does not name. */
  buildings: Map<string, number>
  /** The first row below the heading of a building of a property. */
  building: { line: number; name: string } | undefined
  pages: PageTitles
  /** The sections before the top of the page that is being read, and what has been a heading since; undefined below it. */
  page: { before: readonly Section[]; headings: Section[] } | undefined
  /** The headings since the last other row, which are those of another table if its header follows. */
  headingsAbove: Section[]
  /** Whether a row so far has a lease. */
  hasLeases: boolean
  residentsBelow: ResidentsBelow
  lone: LoneAddresses
  units: UnitRows
  formers: FormerRows
}

function startReading(
  columns: Columns,
  titles: readonly string[],
  asOf: string | undefined,
  mapping: Mapping,
): Reading {
  return {
    columns,
    sections: [],
    asOf,
    mapping,
    tally: new Tally(),
    names: new NamesAbove(),
    statuses: statusWordsOf(mapping),
    above: new PropertyAbove(),
    pages: new PageTitles(titles),
    page: undefined,
    headingsAbove: [],
    buildings: new Map(),
    building: undefined,
    hasLeases: false,
    residentsBelow: new ResidentsBelow(),
    lone: new LoneAddresses(),
    units: new UnitRows(),
    formers: new FormerRows(),
  }
}

function* readClassified(reading: Reading, row: TableRow, classified: RowKind): Generator<RentRollItem> {
  const { columns, tally } = reading
  const cells = rowCells(columns, row)
  for (const problem of reading.lone.next(row, classified, columns)) yield { kind: 'problem', problem }
  if (classified.kind === 'section' || classified.kind === 'totals') reading.residentsBelow.end()
  if (classified.kind === 'header') endTopOfPage(reading)
  noteHeading(reading, row, classified)
  if (classified.kind === 'section') readHeading(reading, row, classified.section)
  else if (classified.kind === 'totals') {
    const { units, isLabelled } = classified
    const amounts = readAmounts(cells, columns)
    const figures = { ...(units !== undefined && { units }), ...figuresOf(amounts) }
    if (isLabelled) reading.above.end()
    if (isLabelled || Object.keys(figures).length > 0) tally.state(cells.line, figures, amounts.pastDue)
    else yield { kind: 'problem', problem: strayRow(row, columns) }
  } else if (classified.kind === 'stray') yield { kind: 'problem', problem: strayRow(row, columns) }
  else if (classified.kind === 'unit') yield* readUnitRow(reading, row)
}

/** Keeps the headings that stand directly above the next table, apart from the titles of a page. */
function noteHeading(reading: Reading, row: TableRow, classified: RowKind): void {
  if (classified.kind === 'nothing') return
  if (classified.kind !== 'section') reading.headingsAbove = []
  else if (!reading.pages.has(row)) reading.headingsAbove.push(classified.section)
}

/**
 * Begins the section of a heading, unless it repeats a title above the table at the top of a page. Such a title may also be the heading of a property,
 * which is known when the header follows again.
 */
function readHeading(reading: Reading, row: TableRow, section: Section): void {
  if (reading.pages.has(row)) {
    const open = reading.sections.find(each => sectionKind(each) === 'property')
    if (!open || open.label === section.label) return
    reading.page ??= { before: reading.sections, headings: [] }
  } else reading.page?.headings.push(section)
  beginSection(reading, section)
}

/** Goes back to the sections before the titles that the page repeated above the header. */
function endTopOfPage(reading: Reading): void {
  if (!reading.page) return
  const { before, headings } = reading.page
  reading.page = undefined
  reading.sections = headings.reduce<Section[]>(openSection, [...before])
  reading.tally.open(reading.sections)
}

function beginSection(reading: Reading, section: Section): void {
  reading.sections = openSection(reading.sections, section)
  reading.names.add(section.label)
  if (section.isBuilding) reading.names.add(`Building ${section.label}`)
  reading.tally.open(reading.sections)
}

function* readUnitRow(reading: Reading, tableRow: TableRow): Generator<RentRollItem> {
  reading.page = undefined
  const { columns, tally, mapping } = reading
  const cells = rowCells(columns, tableRow)
  const { above, asOf, units } = reading
  const known = { above, asOf, units, meaningOf: reading.statuses.meaningOf, buildings: reading.buildings }
  const state = stateOf(reading.sections, columns)
  const unitAbove = reading.residentsBelow.unitAbove(cells, columns)
  if (state.building !== undefined && !state.isUnnamed) reading.building ??= { line: cells.line, name: state.building }
  const found = readRow(cells, columns, { ...state, ...known, unitAbove })
  if (!unitAbove) reading.residentsBelow.keep(cells, found?.former ? undefined : found?.row)
  for (const problem of cells.problems) yield { kind: 'problem', problem }
  if (found?.former) {
    tally.count(cells.line, withoutRepeated(figuresOf(found.amounts), []), found.former.property.name, 0)
    reading.formers.add(found.former)
    return
  }
  if (!found?.row) {
    tally.leaveOut(figuresOf(readAmounts(rowCells(columns, tableRow), columns)))
    if (found?.rejected) yield { kind: 'rejected', unit: found.rejected }
    return
  }
  if (!reading.hasLeases && tenanciesOf(found.row).length > 0) {
    reading.hasLeases = true
    yield* rentProblem(cells.line, columns)
  }
  reading.names.add(found.row.property.name)
  const { joined } = found
  const figures = figuresOf(found.amounts)
  if (joined) {
    tally.count(cells.line, withoutRepeated(figures, joined.repeated), found.row.property.name, 0)
    yield { kind: 'more', more: joined.more }
    return
  }
  tally.count(cells.line, figures, found.row.property.name)
  yield { kind: 'row', row: { ...found.row, property: completedBy(mapping, found.row.property) } }
}

/** Reads the rows below by the header of another table of the same kind. */
function openTable(reading: Reading, row: TableRow, columns: Columns): RentRollProblem {
  reading.columns = columns
  reading.sections = reading.headingsAbove.reduce<Section[]>(openSection, [])
  reading.headingsAbove = []
  reading.tally.open(reading.sections)
  reading.above.end()
  return anotherTable(row, columns)
}

const MAX_STATUS_WORDS = 100
const MAX_STATUS_WORD_LENGTH = 200

/** The words of a file for statuses that the reader does not know, with what the organization answered that they mean. */
function statusWordsOf({ statuses }: Mapping) {
  const words = new Map<string, string>()
  return {
    meaningOf(word: string, isKnown: boolean): UnitStatus | undefined {
      const key = wordKey(word)
      if (!isKnown && words.size < MAX_STATUS_WORDS && word.length <= MAX_STATUS_WORD_LENGTH && !words.has(key))
        words.set(key, word)
      return statuses.get(key)
    },
    words: () => [...words.values()].map(word => ({ word, isKnown: wordNotForRent(word) !== undefined })),
  }
}

/** What the headings above a row state about it. */
function stateOf(
  sections: readonly Section[],
  columns: Columns,
): Pick<RowContext, 'status' | 'isFormer' | 'propertyLabel' | 'building' | 'isUnnamed'> {
  const of = (kind: ReturnType<typeof sectionKind>) => sections.find(section => sectionKind(section) === kind)
  const propertyLabel = of('property')?.label
  const isUnnamed = !hasProperty(columns) && !propertyLabel
  const { status, isFormer = false } = of('status') ?? {}
  return { status, isFormer, propertyLabel, building: of('building')?.label, isUnnamed }
}

/** The remark on buildings of a property, which are not stored. */
function buildingProblem({ line, name }: { line: number; name: string }, column: string): RentRollProblem {
  const reason = `The rows from here on are of the building ${quote(name)} by a heading. Buildings of a property are not imported; if two of them have the same unit, write the building into the unit of each row.`
  return { line, column, reason, leftOut: 'value' }
}

/** The problem with a file whose rent is not read, at its first lease. A market rent is what a unit would cost, and not what its residents pay. */
function* rentProblem(line: number, columns: Columns): Generator<RentRollItem> {
  if (columns.indexOf.has('rent') || columns.indexOf.has('tenantRent')) return
  const unread = unreadRent(columns)
  const market = columns.indexOf.has('marketRent') ? headerOf(columns, 'marketRent') : undefined
  const column = unread ?? market ?? headerOf(columns, 'rent')
  const of =
    unread === undefined
      ? 'The file has no column of the rent that residents pay'
      : 'The file has no other column of rent, and this one is not read as the rent per month'
  const advice =
    unread === undefined && market === undefined
      ? 'Say which column it is, or add a column Rent, unless Gatehouse has the leases.'
      : `If ${unread === undefined ? 'this' : 'it'} is the rent per month, say that it means Rent, or call it Monthly Rent${unread === undefined ? '; else add a column Rent' : ''}.`
  const reason = `${of}, so leases are imported without rent. ${advice}`
  yield { kind: 'problem', problem: { line, column, reason, leftOut: 'value' } }
}
