/**
 * Finds out whether a ledger writes its payments below zero, which a single line does not show: below zero, it may also be a payment that was
 * reversed.
 */
import type { RowsCheck } from '../rows/read-file.ts'
import { type BalancedLine, runningBalances } from './running-balance.ts'
import { isPaid, isReturned, kindOfLine, type LineKind } from './words.ts'

/** A line with the amount of its column of charges, in cents. */
type SidedLine = BalancedLine & { charges: number; type: string; kind: LineKind }

/**
 * Returns a check of the lines, which compares the running balances with them. If all payments of the file are below zero, the running balances decide
 * what they are; without any, the types do.
 */
export function paymentSigns<Line extends SidedLine>(): RowsCheck<Line> {
  const [asWritten, turned] = [runningBalances(), runningBalances()]
  const signs = { above: 0, below: 0, paid: 0, firstLine: 0 }
  let areTurned = false
  return {
    add(row) {
      asWritten.add(row)
      turned.add(withOppositePayment(row))
      count(signs, row)
    },
    skip() {
      asWritten.skip()
      turned.skip()
    },
    end() {
      const [fit, turnedFit] = [asWritten.fit() ?? 0, turned.fit()]
      const isLikely = turnedFit === undefined ? signs.paid > 0 : turnedFit > fit
      areTurned = signs.below > 0 && signs.above === 0 && isLikely
      return areTurned ? [{ line: signs.firstLine, message: BELOW_ZERO }, ...turned.end()] : asWritten.end()
    },
    settle: row => (areTurned ? withOppositePayment(row) : row),
  }
}

const BELOW_ZERO =
  'The file writes payments below zero, so an amount below zero in this column is read as a payment or a credit, and not as a reversal or a refund.'

/** Counts the payments and credits of a line by their sign, and those below zero whose type says that they were paid. */
function count(signs: { above: number; below: number; paid: number; firstLine: number }, row: SidedLine): void {
  if (row.cents === row.charges || isReturned(row.type)) return
  if (row.cents < 0) signs.above++
  else {
    signs.below++
    signs.firstLine ||= row.line
    if (isPaid(row.type)) signs.paid++
  }
}

/** The line if payments are below zero: its amount in the column of payments has the other sign. */
function withOppositePayment<Line extends SidedLine>(row: Line): Line {
  const payments = row.cents - row.charges
  if (payments === 0) return row
  const cents = row.charges - payments
  return { ...row, cents, kind: kindOfLine(row.type, cents, { charges: row.charges, payments }) }
}
