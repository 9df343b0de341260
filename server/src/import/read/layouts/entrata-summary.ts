/** Reads the two blocks at the end of an Entrata rent roll, which are side by side: units by status, and charges by code. */
import { cleanCell, comparable } from '../cells.ts'
import { quote } from '../row-cells.ts'
import type { TableRow } from '../table.ts'
import type { Reading } from './reading.ts'
import type { Block, Draft, Roll } from './roll.ts'
import { type SeenRow, statedCents, statedCount } from './rows.ts'

/** The positions of the blocks' columns; empty until their header has been read, and -1 for a column that is missing. */
export type EntrataSummary = {
  positions?: ReadonlySet<number>
  status?: number
  units?: number
  code?: number
  amount?: number
  /** The rows since the summary before it, which its sums cover if it is not one of the whole file. */
  covered?: Block
}

/** Both blocks together fill six cells, so a longer row belongs to the table. */
const MAX_CELLS = 7

/** Whether a row has more cells than the blocks, or cells outside of their columns, so that it belongs to the table. */
export function isBesideSummary({ filled }: SeenRow, { positions }: EntrataSummary): boolean {
  return filled.length > MAX_CELLS || (positions !== undefined && filled.some(index => !positions.has(index)))
}

/** Reads a row of the blocks. Returns the positions of the columns, which change if the row is their header. */
export function readSummary(
  { line, cells }: TableRow,
  { roll, summary }: Reading & { summary: EntrataSummary },
): EntrataSummary {
  const header = columnsIn(cells)
  if (header) return { ...header, ...(summary.covered && { covered: summary.covered }) }
  const at = (index = -1) => cleanCell(cells[index] ?? '')
  const isStatus = stateUnits(roll, line, at(summary.status), statedCount(cells, summary.units), summary.covered)
  const isCode = stateCharges(roll, line, at(summary.code), statedCents(cells, summary.amount), summary.covered)
  if (!isStatus && !isCode) {
    const text = cells.map(cleanCell).filter(Boolean).join(' ')
    const reason = `${quote(text)} is in a summary and cannot be read. It is ignored; compare it yourself.`
    roll.drop(line, 'Summary', reason)
  }
  return summary
}

function columnsIn(cells: readonly string[]): EntrataSummary | undefined {
  const words = cells.map(comparable)
  if (!words.includes('description') && !words.includes('chargecode')) return undefined
  return {
    positions: new Set(words.flatMap((word, index) => (word === '' ? [] : [index]))),
    status: words.indexOf('description'),
    units: cells.findIndex(cell => /^(?:#|no\.?|number of|count of)?\s*units$/i.test(cleanCell(cell))),
    code: words.indexOf('chargecode'),
    amount: words.findIndex(word => word.startsWith('scheduled') || word === 'amount'),
  }
}

/** States the units of a status. Returns false if the row has none. */
function stateUnits(roll: Roll, line: number, status: string, units: number | undefined, covered?: Block): boolean {
  if (status === '' || units === undefined) return false
  const isTotal = /^totals?:?$/i.test(status)
  const isCounted = (draft: Draft) => draft.kind === 'unit' && (isTotal || draft.statusWord === status)
  const sum = { name: `Status Summary: ${status}`, line, block: undefined, orBlock: covered }
  roll.state(sum, 'units', units, { of: [isCounted] })
  return true
}

/** States the charges of a code. Returns false if the row has none. */
function stateCharges(roll: Roll, line: number, code: string, amount: number | undefined, covered?: Block): boolean {
  if (code === '' || amount === undefined) return false
  const isTotal = /^(?:charge )?totals?:?$/i.test(code)
  const total = { name: `Charge Code Summary: ${code}`, line, block: undefined, orBlock: covered }
  roll.state(total, 'charges_cents', amount, isTotal ? {} : { code })
  return true
}
