/** Gathers what a layout reads, property by property, until the file has ended and each tenancy can be assigned to its unit. */
import { comparable } from '../cells.ts'
import type { Mapping } from '../mapping.ts'
import type { RentRollProblem, Totals, UnitStatus } from '../records.ts'
import { quote } from '../row-cells.ts'
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
}

/** A tenancy other than the current one (a future one, a former one, or a renewal) and the label of its unit. */
export type OtherDraft = { kind: 'future' | 'former' | 'renewal'; line: number; label: string; tenancy: StatedTenancy }

export type Draft = UnitDraft | OtherDraft

/** Consecutive rows of one property, which may have several blocks. */
export type Block = { property: StatedProperty | undefined; drafts: Draft[] }

/** A sum that the file itself states; it is compared after everything is read. */
export type Statement = {
  /** The name of the sum in the file. */
  name: string
  line: number
  /** The block that the sum covers; undefined for the whole file. */
  block: Block | undefined
  figure: Figure
  stated: number
  /** Selects the drafts that are added up. If a report does not say which rows a total covers, this has one selection per reading, and the nearest sum is used. */
  of: readonly ((draft: Draft) => boolean)[]
  /** The only charge code that is added up; undefined for all codes. */
  code?: string
}

export type Figure =
  | 'units'
  | 'sqft'
  | 'market_rent_cents'
  | 'charges_cents'
  | 'deposit_cents'
  | 'other_deposit_cents'
  | 'balance_cents'

export type RollTerms = { asOf: string | undefined; mapping: Mapping; hasOwnCodes: boolean }

export type Roll = ReturnType<typeof openRoll>

export const isUnit = ({ kind }: Draft): boolean => kind === 'unit'
export const isAny = (): boolean => true

export function openRoll({ asOf, mapping }: RollTerms) {
  const blocks: Block[] = [{ property: undefined, drafts: [] }]
  const problems: RentRollProblem[] = []
  const statements: Statement[] = []
  const unitTotals = { equal: 0, differing: [] as { line: number; stated: number; read: number }[] }
  const statusWords = new Set<string>()
  let rowsLeftOut = 0
  const leftOutFigures: Partial<Totals>[] = []
  const current = () => blocks.at(-1) as Block

  return {
    asOf,
    mapping,
    blocks,
    problems,
    statements,
    unitTotals,
    statusWords,
    leftOutFigures,
    get block(): Block {
      return current()
    },
    get rowsLeftOut(): number {
      return rowsLeftOut
    },

    /** Assigns the rows from here on to this property, unless a total names another. Returns false if the rows already belong to it, as when a page repeats its heading. */
    openProperty(text: string): boolean {
      const named = propertyNamed(text, mapping)
      if (isSameProperty(named, current().property)) return false
      if (current().drafts.length > 0) blocks.push({ property: undefined, drafts: [] })
      current().property = named
      return true
    },

    /** Whether a text is the heading of a property that the file has named already. */
    isHeading(text: string): boolean {
      const named = propertyNamed(text, mapping)
      return blocks.some(({ property }) => isSameProperty(named, property))
    },

    /** Assigns the rows since the last property to this one, and opens a block for the next. Returns the closed block; undefined if the text names no property of the file, so that the total is that of all. */
    closeProperty(text: string): Block | undefined {
      const closed = current()
      const named = text === '' ? undefined : propertyNamed(text, mapping)
      const isOfAll =
        closed.drafts.length === 0 && !blocks.some(({ property }) => named && isSameProperty(named, property))
      if (isOfAll && blocks.length > 1) return undefined
      // A heading may know its code as well.
      if (named && !(isSameProperty(named, closed.property) && named.code === undefined)) closed.property = named
      blocks.push({ property: undefined, drafts: [] })
      return closed
    },

    add<Any extends Draft>(draft: Any): Any {
      current().drafts.push(draft)
      return draft
    },

    /** Records the problems found in the cells of a row. */
    absorb(cells: LayoutCells): void {
      problems.push(...cells.problems)
      if (cells.problems.some(({ leftOut }) => leftOut === 'row')) rowsLeftOut++
      cells.problems.length = 0
    },

    /** Reports a row that is not imported: its line, or the unit that was read from it. */
    leaveOut(row: number | UnitDraft, column: string, reason: string): void {
      const line = typeof row === 'number' ? row : row.line
      problems.push({ line, column, reason, leftOut: 'row' })
      rowsLeftOut++
      if (typeof row !== 'number') leftOutFigures.push(figuresOf(row))
    },

    /** Reports a value that is not imported although its unit is. */
    drop(line: number, column: string, reason: string): void {
      problems.push({ line, column, reason, leftOut: 'value' })
    },

    /** Records the word that the file uses for a unit that is not for rent, so that the mapping file can ask about it. */
    noteStatus(word: string): void {
      if (statusWords.size < 100) statusWords.add(word)
    },

    /** Reports a row that is not a row of the table, such as a remark or the foot of a page. */
    tellText(line: number, column: string, text: string): void {
      const reason = `${quote(text)} is not a row of the table. It is ignored; check that it is not a unit.`
      problems.push({ line, column, reason, leftOut: 'value' })
    },

    stateUnitTotal(line: number, stated: number, read: number): void {
      if (stated === read) unitTotals.equal++
      else unitTotals.differing.push({ line, stated, read })
    },
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

/** Whether two mentions are of one property: by code if both have one, else by name. */
function isSameProperty(one: StatedProperty, other: StatedProperty | undefined): boolean {
  if (!other) return false
  if (one.code !== undefined && other.code !== undefined) return comparable(one.code) === comparable(other.code)
  return comparable(one.name) === comparable(other.name)
}
