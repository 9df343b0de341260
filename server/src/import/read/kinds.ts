/** Finds the kind of a file by its header row. */
import { LEDGER, ledgerKind } from '../ledger/columns.ts'
import { PAYMENTS, paymentsKind } from '../payments/columns.ts'
import { WORK_ORDERS, workOrdersKind } from '../work-orders/columns.ts'
import { comparable } from './cells.ts'
import { rentRollKind } from './columns.ts'
import { RENT_ROLL } from './rent-roll-headers.ts'
import type { TableColumns, TableKind } from './table-columns.ts'

export type KindName = 'rent_roll' | 'payments' | 'work_orders' | 'ledger'

/** The required columns of every kind, for a message about a file of no known kind. */
export const EVERY_NEED = [rentRollKind, ledgerKind, paymentsKind, workOrdersKind].map(({ needs }) => needs).join(' ')

/** Finds the kind of a header row; undefined if it is not one. A rent roll is tried last, because the other kinds have units and residents too. */
export function kindOfHeader(cells: readonly string[]): KindName | undefined {
  if (isHeaderOf(workOrdersKind, cells)) return 'work_orders'
  if (isHeaderOf(ledgerKind, cells)) return 'ledger'
  if (isHeaderOf(paymentsKind, cells)) return 'payments'
  return isHeaderOf(rentRollKind, cells) ? 'rent_roll' : undefined
}

function isHeaderOf<Columns extends TableColumns<string>>(kind: TableKind<Columns>, cells: readonly string[]): boolean {
  return kind.missing(kind.map(cells)).length === 0
}

/** Finds the kind with the most headers among the cells, and counts them. */
export function nearestKind(cells: readonly string[]): { kind: KindName; known: number } {
  const counts = VOCABULARIES.map(([kind, { known }]) => {
    return { kind, known: cells.filter(cell => cell.length <= 100 && known.has(comparable(cell))).length }
  })
  return counts.reduce((best, each) => (each.known > best.known ? each : best))
}

/** Counts the cells that are headers of any kind, which is high for a header row. */
export function countKnownHeaders(cells: readonly string[]): number {
  return cells.filter(cell => cell.length <= 100 && KNOWN.has(comparable(cell))).length
}

const VOCABULARIES: readonly (readonly [KindName, { known: ReadonlyMap<string, unknown> }])[] = [
  ['rent_roll', RENT_ROLL],
  ['payments', PAYMENTS],
  ['work_orders', WORK_ORDERS],
  ['ledger', LEDGER],
]
const KNOWN = new Set(VOCABULARIES.flatMap(([, { known }]) => [...known.keys()]))
