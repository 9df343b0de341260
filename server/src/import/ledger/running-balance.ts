/** Compares the running balances that a ledger states with its lines. Pure. */
import { formatCents } from '#server/base/money.ts'
import { wordsForLine } from '../read/sheet-lines.ts'
import type { StatedPlace } from '../rows/place-cells.ts'
import type { RowsCheck } from '../rows/read-file.ts'

/** A line with the amount that it adds to the balance, and the balance that the file states after it, both in cents. */
export type BalancedLine = {
  line: number
  cents: number
  balance: number | undefined
  payer: string | undefined
  place: StatedPlace
}

/** The scope of a running balance: the resident of a unit, a unit, or the whole file, as in the account of a general ledger. */
const SCOPES: readonly ((row: BalancedLine) => string)[] = [
  row => `${statedUnit(row)}\n${row.payer ?? ''}`,
  statedUnit,
  () => '',
]
const MAX_CONTRADICTIONS = 1_000

/** One way to read the column: the scope of its balances, and the order of the lines. */
type Chain = {
  scopeOf(row: BalancedLine): string
  isNewestFirst: boolean
  before: Map<string, Stated>
  compared: number
  differing: number
  contradictions: { line: number; message: string }[]
}

type Stated = Pick<BalancedLine, 'line' | 'cents'> & { balance: number }

/**
 * Returns a check of the column; `fit` is the share of its balances that equal the lines, undefined if none can be compared. A file states neither
 * the scope of its balances nor whether its newest line comes first, so the reading with the fewest differences is used. If more than half of the
 * lines differ in every reading, the column is something else, which is reported once.
 */
export function runningBalances(): RowsCheck<BalancedLine> & { fit(): number | undefined } {
  const chains = SCOPES.flatMap(scopeOf => [false, true].map(isNewestFirst => chainOf(scopeOf, isNewestFirst)))
  return {
    add(row) {
      for (const chain of chains) compare(chain, row, chain.scopeOf(row))
    },
    skip() {
      // The amount of a rejected line is unknown, so there is nothing to compare the next line with.
      for (const { before } of chains) before.clear()
    },
    fit() {
      const best = bestOf(chains)
      return best && 1 - best.differing / best.compared
    },
    end() {
      const best = bestOf(chains)
      if (!best) return []
      if (best.differing * 2 <= best.compared) return best.contradictions
      const [first] = best.contradictions
      return first ? [{ line: first.line, message: NO_BALANCE }] : []
    },
  }
}

/** The reading of the column with the fewest differences; undefined if no balance can be compared. */
function bestOf(chains: readonly Chain[]): Chain | undefined {
  const known = chains.filter(({ compared }) => compared > 0)
  return known.toSorted((one, other) => one.differing / one.compared - other.differing / other.compared)[0]
}

const NO_BALANCE =
  'The balance column is not a running balance of the lines, whether by resident, by unit or overall, so it is not compared. The lines are imported.'

function chainOf(scopeOf: Chain['scopeOf'], isNewestFirst: boolean): Chain {
  return { scopeOf, isNewestFirst, before: new Map(), compared: 0, differing: 0, contradictions: [] }
}

function compare(chain: Chain, { line, cents, balance }: BalancedLine, scope: string): void {
  const { before, isNewestFirst } = chain
  const other = before.get(scope)
  // A line without a balance is added to the next one that has one.
  const derived = other && (isNewestFirst ? other.balance - other.cents : other.balance + cents)
  const own = balance ?? derived
  if (own === undefined) return
  const row = { line, cents, balance: own }
  before.set(scope, row)
  if (!other || balance === undefined) return
  const [earlier, later] = isNewestFirst ? [row, other] : [other, row]
  const expected = earlier.balance + later.cents
  chain.compared++
  if (expected === later.balance) return
  chain.differing++
  if (chain.contradictions.length >= MAX_CONTRADICTIONS) return
  const message = `The running balance is ${formatCents(later.balance)}, but the balance of ${wordsForLine(earlier.line, later.line)} and this line come to ${formatCents(expected)}. The line is imported. Check that no line is missing.`
  chain.contradictions.push({ line: later.line, message })
}

function statedUnit({ place: { property, unit, unitId } }: BalancedLine): string {
  return `${property.externalId ?? property.name}\n${unitId ?? unit ?? ''}`
}
