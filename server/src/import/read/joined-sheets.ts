/** Joins what was read from several sheets: the lines of the later ones, and the end of each. */
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

/** An item of a later sheet, with the lines of that sheet. */
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

/** The end of a rent roll of several sheets. The sums that the sheets state for themselves are named after them. */
function joinedEnds(ends: readonly { name: string; end: RentRollEnd }[]): RentRollEnd {
  const [only, another] = ends
  if (only && !another) return only.end
  const all = ends.map(({ end }) => end)
  const sum = (of: (end: RentRollEnd) => number) => all.reduce((total, end) => total + of(end), 0)
  return {
    rowsRead: sum(end => end.rowsRead),
    rowsLeftOut: sum(end => end.rowsLeftOut),
    leftOut: added(all.map(({ leftOut }) => leftOut)),
    sums: added(all.map(({ sums }) => sums)),
    stated: {},
    sections: ends.flatMap(({ name, end }) => end.sections.map(each => ({ ...each, section: of(name, each.section) }))),
    differences: ends.flatMap(({ name, end }) =>
      end.differences.map(each => ({ ...each, section: of(name, each.section) })),
    ),
    blocks: ends.flatMap(({ name, end }) =>
      end.blocks.map(each => ({ ...each, block: `${name}: ${each.block.replace('Total of the file', 'Total')}` })),
    ),
    charges: [...new Map(all.flatMap(({ charges }) => charges.map(each => [each.word, each] as const))).values()],
    statusWords: [...new Map(all.flatMap(end => end.statusWords.map(each => [each.word, each] as const))).values()],
  }
}

const of = (sheet: string, section: string | undefined) => (section === undefined ? sheet : `${sheet}: ${section}`)

function added([first, ...rest]: readonly Totals[]): Totals {
  const sums = { ...first } as Totals
  for (const more of rest) for (const figure of Object.keys(sums) as (keyof Totals)[]) sums[figure] += more[figure]
  return sums
}

/** A sheet that was read as a whole, compressed, because its last unit may show that it is a copy of another sheet. */
type WholeSheet = { header: RentRollHeader; items(): Iterable<RentRollItem> }

/** Reads a sheet as a whole. A refusal names it. */
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

/** The sheets of a workbook that are one rent roll, as they are read one after another. */
export class JoinedSheets {
  readonly #units = new Set<string>()
  /** The units with their residents, whatever the property is called: one sheet may have its whole name, and another a short one. */
  readonly #homes = new Set<string>()
  readonly #ends: { name: string; end: RentRollEnd }[] = []
  readonly #more: NonNullable<SheetChoice['more']>[number][] = []
  readonly #first: string
  #header: RentRollHeader | undefined

  constructor(first = '') {
    this.#first = first
  }

  /** Takes the header of the first sheet, to which that of each further one is added. */
  begin(header: RentRollHeader): RentRollHeader {
    this.#header = header
    return header
  }

  addUnit(row: RentRollRow): void {
    this.#units.add(keyOf(row))
    const home = homeOf(row)
    if (home !== undefined) this.#homes.add(home)
  }

  end(end: RentRollEnd): void {
    this.#ends.push({ name: this.#more.at(-1)?.name ?? this.#first, end })
  }

  /**
   * Why a sheet is not one of them: its property is unknown, it has a unit of an earlier one, or at least half of its residents live in the same units of
   * earlier ones. Undefined if it is.
   */
  whyApart({ items }: WholeSheet): string | undefined {
    let homes = 0
    const known: RentRollRow[] = []
    for (const item of items()) {
      if (item.kind === 'rejected') return UNNAMED
      if (item.kind !== 'row') continue
      const { row } = item
      if (row.property.unnamed !== undefined) return UNNAMED
      if (this.#units.has(keyOf(row))) return repeating(row)
      const home = homeOf(row)
      if (home !== undefined) homes++
      if (home !== undefined && this.#homes.has(home) && known.push(row) > MAX_KNOWN) break
    }
    return known[0] && 2 * known.length >= Math.min(homes, 2 * MAX_KNOWN) ? repeating(known[0]) : undefined
  }

  /** Adds a sheet, and yields its items. */
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

  /** The end of all of them. */
  joinedEnd(): RentRollEnd {
    return joinedEnds(this.#ends)
  }
}

/** More units with the same residents than a sheet of another property has by chance. */
const MAX_KNOWN = 10

function repeating({ property, unit }: RentRollRow): string {
  return `it has units of another sheet, such as ${property.name} ${unit.label}.`
}

/** A unit with its first resident; undefined if nobody lives in it. */
function homeOf({ unit, tenancy }: RentRollRow): string | undefined {
  const first = tenancy?.residents[0]
  return first && `${unit.label}\n${fullName(first)}`.toLowerCase()
}

const UNNAMED = 'nothing says of which property it is. Give the sheet the name of its property.'

function keyOf({ property, unit }: RentRollRow): string {
  return `${property.externalId ?? nameKey(property.name)}\n${unit.label.toLowerCase()}`
}
