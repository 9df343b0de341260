/** Gathers what a layout reads, property by property, until the file has ended and each household has found its unit. */
import { comparable } from '../cells.ts'
import type { Mapping } from '../mapping.ts'
import type { RentRollProblem, UnitStatus } from '../records.ts'
import type { Household, HouseholdCells, UnitFacts } from './household.ts'
import { propertyNamed, type StatedProperty } from './property.ts'

/** A unit as its row states it. `state` is OCCUPIED or VACANT where the file does not tell the statuses apart. */
export type UnitDraft = {
  kind: 'unit'
  line: number
  facts: UnitFacts
  state: UnitStatus | 'OCCUPIED' | 'VACANT'
  isEviction: boolean
  /** Without residents for a unit where nobody lives. */
  household: Household
  /** The file's own word for its status. */
  statusWord?: string
}

/** A household that moves in later, has left, or stays for another term, and the unit it names. */
export type OtherDraft = { kind: 'future' | 'former' | 'renewal'; line: number; label: string; household: Household }

export type Draft = UnitDraft | OtherDraft

/** The rows of one property. Several blocks may be of one property. */
export type Block = { property: StatedProperty | undefined; drafts: Draft[] }

/** A sum that the file itself states, compared once everything is read. */
export type Statement = {
  /** What the file calls it. */
  name: string
  line: number
  /** Of one block; of the whole file when absent. */
  block: Block | undefined
  figure: Figure
  stated: number
  /** Which drafts it adds up; where a layout leaves it open, each way to see it, and the nearest is taken. */
  of: readonly ((draft: Draft) => boolean)[]
  /** Of one charge code alone. */
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

    /** The rows from here on are of this property, unless a total names another. */
    openProperty(text: string): void {
      if (current().drafts.length > 0) blocks.push({ property: undefined, drafts: [] })
      current().property = propertyNamed(text, mapping)
    },

    /** The rows since the last property are of this one; those that follow are of the next. Returns its block. */
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

    /** Takes over what was found wrong with the cells of a row. */
    absorb(cells: HouseholdCells): void {
      problems.push(...cells.problems)
      if (cells.problems.some(({ leftOut }) => leftOut === 'row')) rowsLeftOut++
      cells.problems.length = 0
    },

    /** Tells of a row that is understood by nobody. */
    leaveOut(line: number, column: string, reason: string): void {
      problems.push({ line, column, reason, leftOut: 'row' })
      rowsLeftOut++
    },

    /** Tells of something that does not come in, though its unit does. */
    drop(line: number, column: string, reason: string): void {
      problems.push({ line, column, reason, leftOut: 'value' })
    },

    /** Remembers a word of the file for a unit that nobody rents, to be asked about. */
    noteStatus(word: string): void {
      if (statusWords.size < 100) statusWords.add(word)
    },

    stateUnitTotal(line: number, stated: number, read: number): void {
      if (stated === read) unitTotals.equal++
      else unitTotals.differing.push({ line, stated, read })
    },
  }
}
