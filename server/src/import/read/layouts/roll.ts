/** Gathers what a layout reads, property by property, until the file has ended and each tenancy can be assigned to its unit. */
import { comparable } from '../cells.ts'
import type { Mapping } from '../mapping.ts'
import type { RentRollProblem, UnitStatus } from '../records.ts'
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

export type RollTerms = { asOf: string | undefined; mapping: Mapping }

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
  const current = () => blocks.at(-1) as Block

  return {
    asOf,
    mapping,
    blocks,
    problems,
    statements,
    unitTotals,
    statusWords,
    get block(): Block {
      return current()
    },
    get rowsLeftOut(): number {
      return rowsLeftOut
    },

    /** Assigns the rows from here on to this property, unless a total names another. */
    openProperty(text: string): void {
      if (current().drafts.length > 0) blocks.push({ property: undefined, drafts: [] })
      current().property = propertyNamed(text, mapping)
    },

    /** Assigns the rows since the last property to this one, and opens a block for the next. Returns the closed block. */
    closeProperty(text: string): Block {
      const closed = current()
      const named = text === '' ? undefined : propertyNamed(text, mapping)
      // A heading may know its code as well.
      const isSame = named && closed.property && comparable(named.name) === comparable(closed.property.name)
      if (named && !(isSame && named.externalId === undefined)) closed.property = named
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

    /** Reports a row that is not imported. */
    leaveOut(line: number, column: string, reason: string): void {
      problems.push({ line, column, reason, leftOut: 'row' })
      rowsLeftOut++
    },

    /** Reports a value that is not imported although its unit is. */
    drop(line: number, column: string, reason: string): void {
      problems.push({ line, column, reason, leftOut: 'value' })
    },

    /** Records the word that the file uses for a unit that is not for rent, so that the mapping file can ask about it. */
    noteStatus(word: string): void {
      if (statusWords.size < 100) statusWords.add(word)
    },

    stateUnitTotal(line: number, stated: number, read: number): void {
      if (stated === read) unitTotals.equal++
      else unitTotals.differing.push({ line, stated, read })
    },
  }
}
