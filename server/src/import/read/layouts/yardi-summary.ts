/** Reads the blocks at the end of a Yardi rent roll: groups of units, and charges by code. */
import { cleanCell, comparable } from '../cells.ts'
import type { TableRow } from '../table.ts'
import { type Block, type Draft, type Figure, isUnit, type Roll } from './roll.ts'
import { statedCents, statedCount } from './rows.ts'

/**
 * Returns a reader for the rows of the summary that begins with `head`. The reader returns whether a row belongs to the summary. Its sums cover
 * `covered`, the rows since the summary before it, or the whole file.
 */
export function readYardiSummary(roll: Roll, head: TableRow, covered: Block): (row: TableRow) => boolean {
  const at = head.cells.findIndex(cell => cleanCell(cell) !== '')
  return /^summary of/i.test(cleanCell(head.cells[at] ?? ''))
    ? chargesByCode(roll, covered)
    : groups(roll, head, at, covered)
}

const isFuture = ({ kind }: Draft) => kind === 'future'
const inState =
  (...states: string[]) =>
  (draft: Draft) =>
    draft.kind === 'unit' && states.includes(draft.state)
const isVacant = inState('VACANT')
const isNonRevenue = inState('OFFLINE', 'VACANT_UNRENTED')
const isOccupied = inState('OCCUPIED', 'CURRENT')

const GROUPS: readonly (readonly [RegExp, (draft: Draft) => boolean])[] = [
  [/^current\/notice/i, isUnit],
  [/^future/i, isFuture],
  [/^occupied units/i, isOccupied],
  [/^total non[- ]?rev/i, isNonRevenue],
  [/^total vacant/i, isVacant],
  [/^totals?:?$/i, isUnit],
]

const FIGURES: Readonly<Record<string, Figure>> = {
  squarefootage: 'sqft',
  marketrent: 'market_rent_cents',
  leasecharges: 'charges_cents',
  actualrent: 'charges_cents',
  securitydeposit: 'deposit_cents',
  otherdeposits: 'other_deposit_cents',
  otherdeposit: 'other_deposit_cents',
  ofunits: 'units',
  balance: 'balance_cents',
}
/** Figures that are counts rather than amounts. */
const COUNTS: readonly Figure[] = ['units', 'sqft']

/** Reads the groups. `at` is the column of their names. */
function groups(roll: Roll, head: TableRow, at: number, covered: Block): (row: TableRow) => boolean {
  let headers = head.cells.map(cleanCell)
  let isSecondHeader = true
  return ({ line, cells }) => {
    const label = cleanCell(cells[at] ?? '')
    if (isSecondHeader && label === '' && /footage|rent/i.test(cells.join(' '))) {
      headers = headers.map((header, index) => `${header} ${cleanCell(cells[index] ?? '')}`)
      isSecondHeader = false
      return true
    }
    isSecondHeader = false
    const group = GROUPS.find(([pattern]) => pattern.test(label))
    if (!group) return false
    headers.forEach((header, index) => {
      const figure = FIGURES[comparable(header)]
      if (!figure) return
      const stated = COUNTS.includes(figure) ? statedCount(cells, index) : statedCents(cells, index)
      // The square feet of future residents belong to units that are already counted.
      if (
        stated === undefined ||
        (group[1] === isFuture && COUNTS.slice(1).concat('market_rent_cents').includes(figure))
      )
        return
      roll.state({ name: label, line, block: undefined, orBlock: covered }, figure, stated, { of: [group[1]] })
    })
    return true
  }
}

/** Reads the summary of charges: each row has a code and its sum over current residents. */
function chargesByCode(roll: Roll, covered: Block): (row: TableRow) => boolean {
  return ({ line, cells }) => {
    const filled = cells.map(cleanCell).flatMap((text, index) => (text === '' ? [] : [{ text, index }]))
    const [code, ...rest] = filled
    if (!code) return true
    const amounts = rest.flatMap(({ index }) => statedCents(cells, index) ?? [])
    const stated = amounts.at(-1)
    if (stated === undefined) return rest.length <= 3 && !/^\d/.test(code.text)
    if (rest.length > 2) return false
    const isTotal = /^totals?:?$/i.test(code.text)
    const name = isTotal ? 'Summary of charges' : `Summary of charges: ${code.text}`
    const of = [isUnit]
    const sum = { name, line, block: undefined, orBlock: covered }
    roll.state(sum, 'charges_cents', stated, isTotal ? { of } : { of, code: code.text })
    return true
  }
}
