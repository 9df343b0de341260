/** The property of rows that do not name it, because a sheet with merged cells names it only in the first row of each property. */
import type { PropertyRecord, RentRollProblem } from './records.ts'
import { quote } from './row-cells.ts'

export class PropertyAbove {
  #property: PropertyRecord | undefined
  /** How many rows in a row name the property. A table that repeats the name has an empty cell only by mistake. */
  #named = 0
  #first: { line: number; name: string } | undefined
  #rows = 0

  /** Returns the property of a row: its own, or else the one that a single row above it names. Undefined if there is none. */
  of(line: number, own: PropertyRecord | undefined): PropertyRecord | undefined {
    if (own) {
      this.#named = own.name === this.#property?.name ? this.#named + 1 : 1
      this.#property = own
      return own
    }
    if (!this.#property || this.#named > 1) return undefined
    this.#rows++
    this.#first ??= { line, name: this.#property.name }
    return this.#property
  }

  /** Forgets the property, because a heading or a total ends its rows. */
  end(): void {
    this.#property = undefined
  }

  /** Reports the rows that do not name their property. */
  problems(column: string): RentRollProblem[] {
    if (!this.#first) return []
    const { line, name } = this.#first
    const rows =
      this.#rows === 1
        ? 'This row does not name a property, and is imported as one of the property above'
        : `${this.#rows.toLocaleString('en-US')} rows, of which this is the first, do not name a property, and are imported as rows of the property above them`
    const reason = `${rows}: ${quote(name)} for this row. Check that this is right.`
    return [{ line, column, reason, leftOut: 'value' }]
  }
}
