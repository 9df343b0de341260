/** Notices how the amounts of a file separate cents, because `1,234` is another amount in a file that writes `1.200,00`. */
import { formatCents } from '#server/base/money.ts'
import { Refusal } from '#server/base/refusal.ts'
import { WITH_COMMA } from './cells.ts'
import type { RentRollProblem } from './records.ts'
import { quote } from './row-cells.ts'

type AmountCell = { line: number; column: string; text: string; cents: number }

/** `950.50` and `1,200`. */
const POINT = /\.\d{1,2}[^\d.,]*$|\d,\d{3}(?!\d)/

export class Decimals {
  #comma: AmountCell | undefined
  #point: AmountCell | undefined

  note(cell: AmountCell): void {
    if (WITH_COMMA.test(cell.text)) this.#comma = this.#comma?.cents ? this.#comma : cell
    else if (POINT.test(cell.text)) this.#point ??= cell
  }

  /** Reports amounts that were read with a comma before the cents. Refuses a file that has both. Call it when all rows have been read. */
  problems(): RentRollProblem[] {
    if (!this.#comma) return []
    const { line, column, text, cents } = this.#comma
    if (this.#point) {
      const message = `The amounts of this file are written in two ways: ${quote(text)} in ${quote(column)} on line ${line}, and ${quote(this.#point.text)} on line ${this.#point.line}. Nothing was imported. Write all of them with a point before the cents, such as 1,250.00, and import the file again.`
      throw new Refusal('invalid_request', message)
    }
    const reason = `The amounts of this file have a comma before the cents: ${quote(text)} is imported as ${formatCents(cents)}. Check that this is right.`
    return [{ line, column, reason, leftOut: 'value' }]
  }
}
