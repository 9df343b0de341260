/** Gathers what a layout reads, property by property, until the file has ended and each tenancy can be assigned to its unit. */
import { comparable } from '../cells.ts'
import type { Mapping } from '../mapping.ts'
import type { RentRollProblem, Totals, UnitStatus } from '../records.ts'
import { propertyNamed, type StatedProperty } from './property.ts'
import type { LayoutCells, StatedTenancy, UnitFacts } from './tenancy.ts'

/** A unit as its row states it. `state` is OCCUPIED or VACANT if the file does not give a more specific status. */
export type UnitDraft = {
  kind: 'unit'
  line: number
  facts: UnitFacts
  state: UnitStatus | 'OCCUPIED' | 'VACANT'
  isEviction: boolean
  /** The current tenancy; it has no residents if the unit is vacant. */
  tenancy: StatedTenancy
  /** The file's own word for its status. */
  statusWord?: string
  /** Whether no row states the unit itself, so that it is known only from a future lease. */
  isImplied?: boolean
}

/** A tenancy other than the current one (a future one, a former one, or a renewal) and the label of its unit. */
export type OtherDraft = {
  kind: 'future' | 'former' | 'renewal'
  line: number
  label: string
  tenancy: StatedTenancy
  /** What its row states about the unit, in a layout whose summaries count rows. */
  facts?: UnitFacts
}

export type Draft = UnitDraft | OtherDraft

/** Consecutive rows of one property, which may have several blocks. `isNamedByRows` is whether each row names the property itself, so that no total does. */
export type Block = { property: StatedProperty | undefined; drafts: Draft[]; isNamedByRows?: boolean }

/** A sum that the file itself states; it is compared after everything is read. */
export type Statement = {
  /** The name of the sum in the file. */
  name: string
  line: number
  /** The block that the sum covers; undefined for the whole file. */
  block: Block | undefined
  /** The block that the sum may cover instead of the whole file, because its row does not say which. */
  orBlock?: Block | undefined
  figure: Figure
  stated: number
  /** Selects the drafts that are added up. If a report does not say which rows a total covers, this has one selection per reading, and the nearest sum is used. */
  of: readonly ((draft: Draft) => boolean)[]
  /** The only charge code that is added up; undefined for all codes. */
  code: string | undefined
}

export type Figure =
  | 'units'
  | 'sqft'
  | 'market_rent_cents'
  | 'charges_cents'
  | 'lease_rent_cents'
  | 'deposit_cents'
  | 'other_deposit_cents'
  | 'agreed_deposit_cents'
  | 'balance_cents'

/** What a total of all properties may name instead of one. */
const ALL = /^(?:all(?: (?:selected )?properties)?|(?:selected|multiple) properties)$/i

export const isUnit = ({ kind }: Draft): boolean => kind === 'unit'
export const isAny = (): boolean => true

/** What the rows of a file have stated so far, by property, and the problems that were found. */
export class Roll {
  readonly asOf: string | undefined
  readonly mapping: Mapping
  readonly blocks: Block[] = [{ property: undefined, drafts: [] }]
  readonly problems: RentRollProblem[] = []
  readonly statements: Statement[] = []
  readonly unitTotals = { equal: 0, differing: [] as { line: number; stated: number; read: number }[] }
  /** The file's words for statuses to ask about, and whether the layout knows each. */
  readonly statusWords = new Map<string, boolean>()
  /** The labels of units that were rejected before they were read as one. */
  readonly rejectedLabels: { block: Block; label: string }[] = []
  readonly leftOutFigures: Partial<Totals>[] = []
  rowsLeftOut = 0
  /** The first block that the next summary covers, and whether a summary has been read since. */
  #summarizedFrom = 0
  #isSummarized = false

  constructor(asOf: string | undefined, mapping: Mapping) {
    this.asOf = asOf
    this.mapping = mapping
  }

  /** The block that rows are added to. */
  get block(): Block {
    return this.blocks.at(-1)!
  }

  /** Assigns the rows from here on to this property, unless a total names another. Returns false if the rows already belong to it, as when a page repeats its heading. */
  openProperty(text: string, isNamedByRows = false): boolean {
    const named = propertyNamed(text, this.mapping)
    if (isNamedByRows && isSameProperty(named, this.block.property)) this.block.isNamedByRows = true
    if (isSameProperty(named, this.block.property)) return false
    if (this.block.drafts.length > 0) this.blocks.push({ property: undefined, drafts: [] })
    this.block.property = named
    this.block.isNamedByRows = isNamedByRows
    return true
  }

  /** Whether text is the heading of a property that the file has already named. The label of a total, such as `Total Oak House (oak)`, only contains it. */
  isHeading(text: string): boolean {
    const named = propertyNamed(text, this.mapping)
    return this.blocks.some(({ property }) => isSameProperty(named, property) && !hasMoreWords(named, property))
  }

  /** Assigns the rows since the last property to this one, and opens a block for the next. Returns the closed block; undefined if the text names no property of the file, so that the total is that of all. */
  closeProperty(text: string): Block | undefined {
    const closed = this.block
    const named = text === '' || ALL.test(text) ? undefined : propertyNamed(text, this.mapping)
    const isOfAll = closed.drafts.length === 0 && !(named && this.#isKnown(named))
    if (isOfAll && this.blocks.length > 1) return undefined
    if (named && closed.isNamedByRows && !this.#isKnown(named)) return undefined
    // A heading may also contain the property's code.
    if (named && !(isSameProperty(named, closed.property) && named.code === undefined)) closed.property = named
    this.blocks.push({ property: undefined, drafts: [] })
    return closed
  }

  /** Closes the property like `closeProperty`, and returns what its total covers. A total that names no property may be that of the last one or of all. */
  closeTotal(text: string): Pick<Statement, 'block' | 'orBlock'> {
    const block = this.closeProperty(text)
    return text === '' || ALL.test(text) ? { block: undefined, orBlock: block } : { block }
  }

  add<Any extends Draft>(draft: Any): Any {
    if (draft.kind === 'unit' && this.#isSummarized) {
      this.#summarizedFrom = this.blocks.length - 1
      this.#isSummarized = false
    }
    this.block.drafts.push(draft)
    return draft
  }

  /** The rows that a summary covers if it is not one of the whole file: those since the first unit after the summary before it. */
  coveredBySummary(): Block {
    this.#isSummarized = true
    return { property: undefined, drafts: this.blocks.slice(this.#summarizedFrom).flatMap(({ drafts }) => drafts) }
  }

  /** Records the problems found in the cells of a row. */
  absorb(cells: LayoutCells): void {
    this.problems.push(...cells.problems)
    if (cells.problems.some(({ leftOut }) => leftOut === 'row')) this.rowsLeftOut++
    cells.problems.length = 0
  }

  /** Reports a row that is not imported: its line, or the unit that was read from it. */
  leaveOut(row: number | UnitDraft, column: string, reason: string): void {
    const line = typeof row === 'number' ? row : row.line
    this.problems.push({ line, column, reason, leftOut: 'row' })
    this.rowsLeftOut++
    if (typeof row !== 'number') this.leftOutFigures.push(figuresOf(row))
  }

  /** Reports a value that is not imported although its unit is. */
  drop(line: number, column: string, reason: string): void {
    this.problems.push({ line, column, reason, leftOut: 'value' })
  }

  /** The last block of the property that a total names; undefined if the text names no property of the file. */
  blockOf(text: string): Block | undefined {
    const named = text === '' ? undefined : propertyNamed(text, this.mapping)
    return this.blocks.findLast(({ property }) => named && isSameProperty(named, property))
  }

  /** Records the file's word for a unit that is not for rent, or for one whose status is unknown, so that the mapping file can ask about it. */
  noteStatus(word: string, isKnown = true): void {
    if (this.statusWords.size < 100 && word !== '') this.statusWords.set(word, isKnown)
  }

  /** Records a sum that the file states; does nothing if its cell is empty. A sum covers the units or all drafts unless `of` says otherwise. */
  state(
    { name, line, block, orBlock }: Pick<Statement, 'name' | 'line' | 'block' | 'orBlock'>,
    figure: Figure,
    stated: number | undefined,
    { of = [isUnit, isAny], code = undefined }: Partial<Pick<Statement, 'of' | 'code'>> = {},
  ): void {
    const statement = { name: name.replace(/\s*:$/, ''), line, block, orBlock, figure, of, code }
    if (stated !== undefined) this.statements.push({ ...statement, stated })
  }

  stateUnitTotal(line: number, stated: number, read: number): void {
    if (stated === read) this.unitTotals.equal++
    else this.unitTotals.differing.push({ line, stated, read })
  }

  #isKnown(named: StatedProperty): boolean {
    return this.blocks.some(({ property }) => isSameProperty(named, property))
  }
}

/** What a rejected unit states, so that the sums of the file include it. */
function figuresOf({ facts, tenancy }: UnitDraft): Partial<Totals> {
  return {
    marketRentCents: facts.marketRentCents ?? 0,
    depositCents: (tenancy.depositCents ?? 0) + (tenancy.otherDepositCents ?? 0),
    pastDueCents: tenancy.balanceCents ?? 0,
  }
}

/** Whether the name contains that of the property, and more. */
function hasMoreWords({ name }: StatedProperty, property: StatedProperty | undefined): boolean {
  const [whole, part] = [comparable(name), comparable(property?.name ?? '')]
  return whole !== part && part !== '' && whole.includes(part)
}

/** Whether two mentions are of the same property: by code if both have one, and otherwise by name. */
function isSameProperty(one: StatedProperty, other: StatedProperty | undefined): boolean {
  if (!other) return false
  if (one.code !== undefined && other.code !== undefined) return comparable(one.code) === comparable(other.code)
  return comparable(one.name) === comparable(other.name)
}
