/** Which kind of file a header row announces. */
import { PAYMENTS, paymentsKind } from '../payments/columns.ts'
import { WORK_ORDERS, workOrdersKind } from '../work-orders/columns.ts'
import { comparable } from './cells.ts'
import { RENT_ROLL, rentRollKind } from './columns.ts'
import type { TableColumns, TableKind } from './table-columns.ts'

export type KindName = 'rent_roll' | 'payments' | 'work_orders'

/** What every kind needs, for a file that is none. */
export const EVERY_NEED = [rentRollKind, paymentsKind, workOrdersKind].map(({ needs }) => needs).join(' ')

/** The kind whose header row this is; undefined when it is none. A rent roll is tried last: the others name units and residents too. */
export function kindOfHeader(cells: readonly string[]): KindName | undefined {
  if (isHeaderOf(workOrdersKind, cells)) return 'work_orders'
  if (isHeaderOf(paymentsKind, cells)) return 'payments'
  return isHeaderOf(rentRollKind, cells) ? 'rent_roll' : undefined
}

function isHeaderOf<Columns extends TableColumns<string>>(kind: TableKind<Columns>, cells: readonly string[]): boolean {
  return kind.missing(kind.map(cells)).length === 0
}

/** The kind most of whose headers are among the cells, and how many are. */
export function nearestKind(cells: readonly string[]): { kind: KindName; known: number } {
  const counts = VOCABULARIES.map(([kind, { known }]) => {
    return { kind, known: cells.filter(cell => cell.length <= 100 && known.has(comparable(cell))).length }
  })
  return counts.reduce((best, each) => (each.known > best.known ? each : best))
}

/** How many of the cells are headers of any kind; a header row is where this is high. */
export function countKnownHeaders(cells: readonly string[]): number {
  return cells.filter(cell => cell.length <= 100 && KNOWN.has(comparable(cell))).length
}

const VOCABULARIES: readonly (readonly [KindName, { known: ReadonlyMap<string, unknown> }])[] = [
  ['rent_roll', RENT_ROLL],
  ['payments', PAYMENTS],
  ['work_orders', WORK_ORDERS],
]
const KNOWN = new Set(VOCABULARIES.flatMap(([, { known }]) => [...known.keys()]))
