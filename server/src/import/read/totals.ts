/** Adds up the rows and compares the sums with the totals that the file states, in integer cents. */
import { Refusal } from '#server/base/refusal.ts'
import type { Difference, RentRollEnd, SectionTotals, Totals } from './records.ts'
import type { Section } from './sections.ts'

export type Tally = {
  /** Sets the sections that are open from here on, outermost first. */
  open(sections: readonly Section[]): void
  /** Counts a unit row: its figures, and the Total in its own cell. */
  count(line: number, figures: Partial<Totals>): void
  /** Counts a rejected row. Its figures are given if it is a unit. */
  leaveOut(figures?: Partial<Totals>): void
  /** Compares the figures of a totals row. */
  state(line: number, stated: Partial<Totals>): void
  end(): RentRollEnd
}

/** The rows that a totals row may cover. */
type Scope = { of: 'file' | 'block' | Section; sums: Totals }

/** The fields that only layouts of other systems fill. */
const NO_BLOCKS = { blocks: [], charges: [], statusWords: [] }
const MAX_SECTIONS = 10_000
const MAX_DIFFERENCES = 1_000

export function tallyRows(): Tally {
  const file: Scope = { of: 'file', sums: noTotals() }
  /** The rows since the last totals row, which a subtotal without a heading covers. */
  let block: Scope = { of: 'block', sums: noTotals() }
  let blockIsStated = false
  let sections: Scope[] = []
  let rowsLeftOut = 0
  const leftOut = noTotals()
  const rowTotals = { stated: 0, read: 0, firstLine: 0 }
  /** Totals rows that match the whole file so far: they are its own if no unit follows, else those of a section. */
  let pending: { line: number; figures: Partial<Totals>; inner: Scope }[] = []
  const stated: Partial<Totals> = {}
  const statedSections: SectionTotals[] = []
  const differences: Difference[] = []

  const compare = (scope: Scope, line: number, figures: Partial<Totals>) => {
    for (const [figure, value] of entriesOf(figures)) {
      const read = scope.sums[figure]
      if (read === value || differences.length >= MAX_DIFFERENCES) continue
      const about = scope.of === 'file' ? 'file' : 'section'
      differences.push({ about, section: labelOf(scope), line, figure, stated: value, read })
    }
  }

  const settle = (scope: Scope, line: number, figures: Partial<Totals>) => {
    if (statedSections.length < MAX_SECTIONS) statedSections.push({ section: labelOf(scope), line, stated: figures })
    compare(scope, line, figures)
  }

  return {
    open(open) {
      sections = open.map(of => sections.find(scope => scope.of === of) ?? { of, sums: noTotals() })
    },

    count(line, { totalCents: cellTotal, ...figures }) {
      for (const { inner, line, figures } of pending) settle(inner, line, figures)
      pending = []
      if (blockIsStated) block = { of: 'block', sums: noTotals() }
      blockIsStated = false
      const total = (figures.rentCents ?? 0) + (figures.otherChargesCents ?? 0)
      if (cellTotal !== undefined) {
        rowTotals.stated += cellTotal
        rowTotals.read += total
        if (cellTotal !== total) rowTotals.firstLine ||= line
      }
      for (const scope of [file, block, ...sections]) add(scope.sums, { ...figures, units: 1, totalCents: total })
    },

    leaveOut(figures) {
      rowsLeftOut++
      if (figures) add(leftOut, { ...figures, units: 1 })
    },

    state(line, figures) {
      if (entriesOf(figures).length === 0) return
      blockIsStated = true
      const inner = nearest(sections.length > 0 ? sections : [block], figures)
      const fitsFile = distance(file, figures) <= distance(inner, figures)
      if (fitsFile && pending.length < MAX_SECTIONS) pending.push({ line, figures, inner })
      else settle(inner, line, figures)
    },

    end() {
      for (const { line, figures } of pending) {
        Object.assign(stated, figures)
        compare(file, line, figures)
      }
      if (rowTotals.firstLine > 0) {
        const { firstLine: line, stated: value, read } = rowTotals
        differences.push({ about: 'rows', section: undefined, line, figure: 'totalCents', stated: value, read })
      }
      return {
        rowsRead: file.sums.units,
        rowsLeftOut,
        leftOut,
        sums: file.sums,
        stated,
        sections: statedSections,
        differences,
        ...NO_BLOCKS,
      }
    },
  }
}

/**
 * Finds the scope of a totals row: the one whose sums are nearest, and the innermost if several are. The label does not help, because
 * exports write `Total` for the file, for a section, or for both.
 */
function nearest(scopes: readonly Scope[], figures: Partial<Totals>): Scope {
  return scopes.reduceRight((best, scope) => (distance(scope, figures) < distance(best, figures) ? scope : best))
}

function distance(scope: Scope, figures: Partial<Totals>): number {
  return entriesOf(figures).reduce(
    (sum, [figure, value]) => sum + Math.abs(scope.sums[figure] - value) / Math.max(1, Math.abs(value)),
    0,
  )
}

/** Returns the heading of a section; undefined for rows without a heading. */
function labelOf({ of }: Scope): string | undefined {
  return typeof of === 'string' ? undefined : of.label
}

function noTotals(): Totals {
  return {
    units: 0,
    marketRentCents: 0,
    rentCents: 0,
    otherChargesCents: 0,
    totalCents: 0,
    depositCents: 0,
    pastDueCents: 0,
  }
}

function add(sums: Totals, figures: Partial<Totals>): void {
  for (const [figure, value] of entriesOf(figures)) {
    sums[figure] += value
    if (!Number.isSafeInteger(sums[figure])) {
      throw new Refusal(
        'invalid_request',
        'The amounts of this file add up to more than can be counted exactly. Correct the amounts, or split the file.',
      )
    }
  }
}

function entriesOf(figures: Partial<Totals>): [keyof Totals, number][] {
  return Object.entries(figures) as [keyof Totals, number][]
}
