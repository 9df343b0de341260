/** Notices a file whose dates are written day first, because in such a file 3/4/2026 would be read as the fourth of March. */
import { Refusal } from '#server/base/refusal.ts'
import { parseDay } from './days.ts'
import { Decimals } from './decimals.ts'
import { quote } from './row-cells.ts'

type DayCell = { line: number; column: string; text: string }

/** A day as numbers in which the month does not come last, and the year does. */
const NUMBERS = /^(\d{1,2}) ?([-/]) ?(\d{1,2}) ?\2 ?(?:\d{4}|\d\d)(?!\d)/

export class DayOrder {
  readonly decimals = new Decimals()
  #dayFirst: DayCell | undefined
  #cells = { dayFirst: 0, monthFirst: 0 }
  /** The first cell that is a date in either order. */
  #either: DayCell | undefined
  /** The columns that have a cell written day first. */
  readonly #columns = new Set<string>()
  /**
   * The cells that a spreadsheet has stored as days, by column: the first whose day may be a month, and whether the day of any is more than 12. Those
   * that a spreadsheet could not read month first are text.
   */
  readonly #stored = new Map<string, { low?: DayCell; isHigh: boolean }>()

  note(cell: DayCell): void {
    const [, first, , second] = NUMBERS.exec(cell.text) ?? []
    if (first === undefined || second === undefined) this.#noteStored(cell)
    else if (Number(first) > 12 && Number(second) <= 12) {
      this.#dayFirst ??= cell
      this.#cells.dayFirst++
      this.#columns.add(cell.column)
    } else if (Number(second) > 12) this.#cells.monthFirst++
    else if (Number(first) !== Number(second)) this.#either ??= cell
  }

  #noteStored(cell: DayCell): void {
    const day = Number(parseDay(cell.text)?.slice(-2) ?? 0)
    if (day === 0) return
    const stored = this.#stored.get(cell.column) ?? { isHigh: false }
    if (day > 12) stored.isHigh = true
    else stored.low ??= cell
    this.#stored.set(cell.column, stored)
  }

  /** Refuses the file if its dates are written day first and some would be read as other days. Call it when all rows have been read. */
  refuse(): void {
    const { dayFirst, monthFirst } = this.#cells
    if (!this.#dayFirst || monthFirst >= dayFirst) return
    const wrong = this.#either ?? this.#turned()
    if (!wrong) return
    const { line, column, text } = this.#dayFirst
    const message = `The dates of this file seem to be written day first, such as ${quote(text)} in ${quote(column)} on line ${line}, so ${quote(wrong.text)} on line ${wrong.line} would be read as ${parseDay(wrong.text)}. Nothing was imported. Write all dates month first, such as 3/31/2026, or as 2026-03-31, and import the file again.`
    throw new Refusal('invalid_request', message)
  }

  /** A day that a spreadsheet has stored with its day and month exchanged. */
  #turned(): DayCell | undefined {
    for (const column of this.#columns) {
      const stored = this.#stored.get(column)
      if (stored?.low && !stored.isHigh) return stored.low
    }
    return undefined
  }
}
