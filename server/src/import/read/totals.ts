/** Adds up the rows and compares the sums with the totals that the file states, in integer cents. */
import { Refusal } from '#server/base/refusal.ts'
import type { BlockCheck, Difference, RentRollEnd, SectionTotals, Totals } from './records.ts'
import type { Section } from './sections.ts'

/** The rows that a totals row may cover. */
type Scope = { of: 'file' | 'block' | Pick<Section, 'label'>; sums: Totals }

/** The fields that only layouts of other systems fill. */
const NO_WORDS = { charges: [], statusWords: [] }
const MAX_SECTIONS = 10_000
const MAX_DIFFERENCES = 1_000
/** How many comparisons of sums a report lists. */
export const MAX_CHECKS = 10_000

const FIGURES = {
  units: 'units',
  marketRentCents: 'market_rent_cents',
  rentCents: 'rent_cents',
  otherChargesCents: 'other_charges_cents',
  totalCents: 'total_cents',
  depositCents: 'deposit_cents',
  pastDueCents: 'past_due_cents',
} as const satisfies Record<keyof Totals, string>

/** Says why a sum of the file may differ from the sum of its rows. */
export function whyDifferent(rowsLeftOut: number): string {
  if (rowsLeftOut > 0) return 'Some rows of the file were rejected, so their amounts are missing.'
  return 'The rows of the file do not add up to its own figure. The rows are imported; compare them with the other system.'
}

/** Adds up the rows of a file, and of the sections that are open. */
export class Tally {
  readonly #file: Scope = { of: 'file', sums: noTotals() }
  /** The rows since the last totals row, which a subtotal without a heading covers. */
  #block: Scope = { of: 'block', sums: noTotals() }
  #blockIsStated = false
  #sections: Scope[] = []
  /** The rows in a row that are of one property, because a file may have subtotals of some of its properties only. */
  #property: Scope | undefined
  #rowsLeftOut = 0
  readonly #leftOut = noTotals()
  readonly #rowTotals = { stated: 0, read: 0, firstLine: 0 }
  /** Totals rows that match the whole file so far: they are its own if no unit follows, else those of a section. */
  #pending: { line: number; figures: Partial<Totals>; inner: Scope }[] = []
  readonly #statedSections: SectionTotals[] = []
  readonly #differences: Difference[] = []
  readonly #checks: Omit<BlockCheck, 'why'>[] = []

  /** Whether no unit was counted yet. */
  get isEmpty(): boolean {
    return this.#file.sums.units === 0
  }

  /** Sets the sections that are open from here on, outermost first. */
  open(sections: readonly Section[]): void {
    this.#sections = sections.map(of => this.#sections.find(scope => scope.of === of) ?? { of, sums: noTotals() })
  }

  /**
   * Counts a unit row: its figures, and the Total in its own cell. `property` is the name of its property, if the file states one, and `units` is 0 for
   * a further row of a unit.
   */
  count(line: number, { totalCents: cellTotal, ...figures }: Partial<Totals>, property?: string, units = 1): void {
    for (const { inner, line, figures } of this.#pending) this.#settle(inner, line, figures)
    this.#pending = []
    if (this.#blockIsStated) this.#block = { of: 'block', sums: noTotals() }
    this.#blockIsStated = false
    const total = (figures.rentCents ?? 0) + (figures.otherChargesCents ?? 0)
    if (cellTotal !== undefined) {
      this.#rowTotals.stated += cellTotal
      this.#rowTotals.read += total
      if (cellTotal !== total) this.#rowTotals.firstLine ||= line
    }
    if (labelOf(this.#property) !== property)
      this.#property = property ? { of: { label: property }, sums: noTotals() } : undefined
    const scopes = [this.#file, this.#block, ...this.#sections, ...(this.#property ? [this.#property] : [])]
    for (const scope of scopes) add(scope.sums, { ...figures, units, totalCents: total })
  }

  /** Counts a rejected row. Its figures are given if it is a unit. */
  leaveOut(figures?: Partial<Totals>): void {
    this.#rowsLeftOut++
    if (figures) add(this.#leftOut, { ...figures, units: 1 })
  }

  /** Compares the figures of a totals row. `balance` is its balance alone, without the column of what is prepaid, which the balances of the rows may include. */
  state(line: number, stated: Partial<Totals>, balance?: number): void {
    if (entriesOf(stated).length === 0) return
    this.#blockIsStated = true
    const property = this.#property ? [this.#property] : []
    const all = [this.#file, this.#block, ...this.#sections, ...property]
    const isAlone = balance !== undefined && all.some(({ sums }) => sums.pastDueCents === balance)
    const figures = isAlone ? { ...stated, pastDueCents: balance } : stated
    const scopes = this.#sections.length > 0 ? [...property, ...this.#sections] : [this.#block, ...property]
    const inner = nearest(scopes, figures)
    const fitsFile = distance(this.#file, figures) <= distance(inner, figures)
    if (fitsFile && this.#pending.length < MAX_SECTIONS) this.#pending.push({ line, figures, inner })
    else this.#settle(inner, line, figures)
  }

  end(): RentRollEnd {
    const stated: Partial<Totals> = {}
    for (const { line, figures } of this.#pending) {
      Object.assign(stated, figures)
      this.#compare(this.#file, line, figures)
    }
    const { firstLine: line, stated: value, read } = this.#rowTotals
    if (line > 0)
      this.#differences.push({ about: 'rows', section: undefined, line, figure: 'totalCents', stated: value, read })
    if (line > 0 || value !== 0)
      this.#checks.unshift({ block: 'Totals of units', line: line || null, figure: 'total_cents', stated: value, read })
    return {
      rowsRead: this.#file.sums.units,
      rowsLeftOut: this.#rowsLeftOut,
      leftOut: this.#leftOut,
      sums: this.#file.sums,
      stated,
      sections: this.#statedSections,
      differences: this.#differences,
      blocks: this.#checks.map(check => ({
        ...check,
        why: check.stated === check.read ? null : whyDifferent(this.#rowsLeftOut),
      })),
      ...NO_WORDS,
    }
  }

  #settle(scope: Scope, line: number, figures: Partial<Totals>): void {
    if (this.#statedSections.length < MAX_SECTIONS)
      this.#statedSections.push({ section: labelOf(scope), line, stated: figures })
    this.#compare(scope, line, figures)
  }

  #compare(scope: Scope, line: number, figures: Partial<Totals>): void {
    for (const [figure, value] of entriesOf(figures)) {
      const read = scope.sums[figure]
      if (this.#checks.length < MAX_CHECKS)
        this.#checks.push({ block: nameOf(scope), line, figure: FIGURES[figure], stated: value, read })
      if (read === value || this.#differences.length >= MAX_DIFFERENCES) continue
      const about = scope.of === 'file' ? 'file' : 'section'
      this.#differences.push({ about, section: labelOf(scope), line, figure, stated: value, read })
    }
  }
}

/**
 * Finds the scope of a totals row: the one whose sums are nearest, and the last if several are. The label does not help, because
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

/** Returns the heading of a section or the name of a property; undefined for other rows. */
function labelOf(scope: Scope | undefined): string | undefined {
  return typeof scope?.of === 'object' ? scope.of.label : undefined
}

/** Returns the name of the sum of a scope's rows. */
function nameOf(scope: Scope): string {
  if (scope.of === 'file') return 'Total of the file'
  return `Total of ${labelOf(scope) ?? 'the rows above'}`
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
