/** Joins the sheets of a workbook that are one rent roll: their units, the numbers of their lines, and the sums at the end of each. */
import { Refusal } from '#server/base/refusal.ts'
import { nameKey } from '#server/base/text.ts'
import { compressedItems } from '../compressed-items.ts'
import { fullName } from './full-name.ts'
import type {
  LeaseRecord,
  MoreOfUnit,
  RentRollEnd,
  RentRollHeader,
  RentRollItem,
  RentRollRow,
  TenancyRecord,
  Totals,
} from './records.ts'
import { quote } from './row-cells.ts'
import type { SheetChoice } from './sheet-choice.ts'
import { lineOnSheet } from './sheet-lines.ts'
import { UnknownHeader } from './unknown-header.ts'

/** Returns an item of a further sheet with line numbers that state the sheet. `index` is that of the sheet. */
function itemOnSheet(item: RentRollItem, index: number): RentRollItem {
  const at = (line: number) => lineOnSheet(line, index)
  const lease = (stated: LeaseRecord): LeaseRecord =>
    stated.line === undefined ? stated : { ...stated, line: at(stated.line) }
  const tenancy = (stated: TenancyRecord): TenancyRecord => ({ ...stated, lease: lease(stated.lease) })
  if (item.kind === 'problem') return { ...item, problem: { ...item.problem, line: at(item.problem.line) } }
  if (item.kind === 'more') {
    const more: MoreOfUnit = { ...item.more, of: at(item.more.of), tenancy: tenancy(item.more.tenancy) }
    return { ...item, more }
  }
  if (item.kind !== 'row') return item
  const row: RentRollRow = {
    ...item.row,
    line: at(item.row.line),
    tenancy: item.row.tenancy && tenancy(item.row.tenancy),
    futureTenancies: item.row.futureTenancies.map(tenancy),
    formerTenancies: item.row.formerTenancies.map(tenancy),
    renewal: item.row.renewal && lease(item.row.renewal),
  }
  return { ...item, row }
}

/** Adds up the ends of all sheets. What a sheet states about itself, such as the total of a section, is given the name of the sheet. */
function joinedEnds(ends: readonly { name: string; end: RentRollEnd }[]): RentRollEnd {
  const [only, another] = ends
  if (only && !another) return only.end
  const all = ends.map(({ end }) => end)
  const sum = (count: (end: RentRollEnd) => number) => all.reduce((total, end) => total + count(end), 0)
  return {
    rowsRead: sum(end => end.rowsRead),
    rowsLeftOut: sum(end => end.rowsLeftOut),
    leftOut: addTotals(all.map(({ leftOut }) => leftOut)),
    sums: addTotals(all.map(({ sums }) => sums)),
    stated: {},
    sections: ends.flatMap(({ name, end }) =>
      end.sections.map(each => ({ ...each, section: sectionOnSheet(name, each.section) })),
    ),
    differences: ends.flatMap(({ name, end }) =>
      end.differences.map(each => ({ ...each, section: sectionOnSheet(name, each.section) })),
    ),
    blocks: ends.flatMap(({ name, end }) =>
      end.blocks.map(each => ({ ...each, block: `${name}: ${each.block.replace('Total of the file', 'Total')}` })),
    ),
    charges: [...new Map(all.flatMap(({ charges }) => charges.map(each => [each.word, each] as const))).values()],
    statusWords: [...new Map(all.flatMap(end => end.statusWords.map(each => [each.word, each] as const))).values()],
  }
}

const sectionOnSheet = (sheet: string, section: string | undefined) =>
  section === undefined ? sheet : `${sheet}: ${section}`

function addTotals([first, ...rest]: readonly Totals[]): Totals {
  const sums = { ...first } as Totals
  for (const more of rest) for (const figure of Object.keys(sums) as (keyof Totals)[]) sums[figure] += more[figure]
  return sums
}

/** A sheet that was read to its end before any of it is used, because its last unit may show that it is a copy of another sheet. It is kept compressed. */
type WholeSheet = { header: RentRollHeader; items(): Iterable<RentRollItem> }

/** Reads a sheet to its end. A refusal names the sheet. */
export async function wholeSheet(items: AsyncIterable<RentRollItem>, name: string): Promise<WholeSheet> {
  const kept = compressedItems()
  let header: RentRollHeader | undefined
  try {
    for await (const item of items) {
      if (item.kind === 'header') header = item.header
      else kept.keep(item)
    }
  } catch (error) {
    if (error instanceof Refusal && !(error instanceof UnknownHeader))
      throw new Refusal('invalid_request', `The sheet ${quote(name)} cannot be read. ${error.message}`)
    throw error
  }
  if (!header) throw new Error('The reader gave no header')
  return { header, items: kept.all }
}

/** Collects the sheets of a workbook that are one rent roll, which are read one after another. */
export class JoinedSheets {
  readonly #units = new Set<string>()
  /** Each occupied unit with its resident, but without its property, because one sheet may have the full name of the property and another a short one. */
  readonly #occupied = new Set<string>()
  readonly #ends: { name: string; end: RentRollEnd }[] = []
  readonly #more: NonNullable<SheetChoice['more']>[number][] = []
  readonly #first: string
  #header: RentRollHeader | undefined

  constructor(first = '') {
    this.#first = first
  }

  /** Sets the header of the first sheet, to which those of further sheets are added. */
  begin(header: RentRollHeader): RentRollHeader {
    this.#header = header
    return header
  }

  addUnit(row: RentRollRow): void {
    this.#units.add(unitKey(row))
    const occupied = occupiedUnitOf(row)
    if (occupied !== undefined) this.#occupied.add(occupied)
  }

  end(end: RentRollEnd): void {
    this.#ends.push({ name: this.#more.at(-1)?.name ?? this.#first, end })
  }

  /**
   * Returns why a sheet cannot be joined to the earlier ones: its property is unknown, it repeats one of their units, or at least half of its occupied
   * units have the same resident there. Returns undefined if it can be joined.
   */
  whyApart({ items }: WholeSheet): string | undefined {
    let occupiedUnits = 0
    const repeated: RentRollRow[] = []
    for (const item of items()) {
      if (item.kind === 'rejected') return UNNAMED
      if (item.kind !== 'row') continue
      const { row } = item
      if (row.property.unnamed !== undefined) return UNNAMED
      if (this.#units.has(unitKey(row))) return repeats(row)
      const occupied = occupiedUnitOf(row)
      if (occupied === undefined) continue
      occupiedUnits++
      if (this.#occupied.has(occupied) && repeated.push(row) === ENOUGH_REPEATED) break
    }
    const isCopy = repeated.length === ENOUGH_REPEATED || 2 * repeated.length >= occupiedUnits
    return repeated[0] && isCopy ? repeats(repeated[0]) : undefined
  }

  /** Joins a sheet to the earlier ones, and yields its items. */
  *join(sheet: NonNullable<SheetChoice['more']>[number], { header, items }: WholeSheet): Generator<RentRollItem> {
    this.#more.push(sheet)
    this.#addHeader(sheet.name, header)
    for (const item of items()) {
      if (item.kind === 'row') this.addUnit(item.row)
      if (item.kind === 'end') this.end(item.end)
      else yield itemOnSheet(item, this.#more.length)
    }
  }

  #addHeader(name: string, { ignoredColumns }: RentRollHeader): void {
    const header = this.#header
    if (!header?.sheet) return
    const { others, alike = [] } = header.sheet
    const without = (names: readonly string[]) => names.filter(each => each !== name)
    Object.assign(header.sheet, { others: without(others), alike: without(alike), more: this.#more })
    header.ignoredColumns.push(...ignoredColumns.filter(each => !header.ignoredColumns.includes(each)))
  }

  /** Returns the end of the rent roll, from those of its sheets. */
  joinedEnd(): RentRollEnd {
    return joinedEnds(this.#ends)
  }
}

/** More units with the same label and resident than two properties have by chance. */
const ENOUGH_REPEATED = 10

function repeats({ property, unit }: RentRollRow): string {
  return `it repeats units of another sheet, such as ${property.name} ${unit.label}.`
}

/** Identifies a unit by its label and its first resident; undefined if the unit has no resident. */
function occupiedUnitOf({ unit, tenancy }: RentRollRow): string | undefined {
  const first = tenancy?.residents[0]
  return first && `${unit.label}\n${fullName(first)}`.toLowerCase()
}

const UNNAMED = 'it does not name its property. Name the sheet after the property.'

function unitKey({ property, unit }: RentRollRow): string {
  return `${property.externalId ?? nameKey(property.name)}\n${unit.label.toLowerCase()}`
}
