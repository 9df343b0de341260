/** Finds the kind of a file by its header row. */
import { LEDGER, ledgerKind } from '../ledger/columns.ts'
import { PAYMENTS, paymentsKind } from '../payments/columns.ts'
import { WORK_ORDERS, workOrdersKind } from '../work-orders/columns.ts'
import { comparable, wordKey } from './cells.ts'
import { rentRollKind } from './columns.ts'
import type { KindName } from './kind-name.ts'
import { columnsOf, type HeaderCells } from './mapped-columns.ts'
import { RENT_ROLL } from './rent-roll-headers.ts'
import type { TableColumns, TableKind } from './table-columns.ts'

/** The required columns of every kind, for a message about a file of no known kind. */
export const EVERY_NEED = [rentRollKind, ledgerKind, paymentsKind, workOrdersKind].map(({ needs }) => needs).join(' ')

const KINDS = [rentRollKind, paymentsKind, ledgerKind, workOrdersKind]

/** Whether a name is that of a column of a kind of file, or of any. */
export function isColumn(name: string, kind?: KindName): boolean {
  return KINDS.some(each => (kind === undefined || each.name === kind) && each.meaningOf(name) !== undefined)
}

/** The names of the columns of a kind of file, or of all. */
export function columnNames(kind?: KindName): string[] {
  return [...new Set(KINDS.flatMap(each => (kind === undefined || each.name === kind ? each.columnNames : [])))]
}

/** Finds the kind of a header row; undefined if it is not one. A rent roll is tried last, because the other kinds have units and residents too. */
export function kindOfHeader(row: HeaderCells): KindName | undefined {
  if (isHeaderOf(workOrdersKind, row)) return 'work_orders'
  if (isHeaderOf(ledgerKind, row)) return 'ledger'
  if (isHeaderOf(paymentsKind, row)) return 'payments'
  return isHeaderOf(rentRollKind, row) ? 'rent_roll' : undefined
}

function isHeaderOf<Columns extends TableColumns<string>>(kind: TableKind<Columns>, row: HeaderCells): boolean {
  return kind.missing(columnsOf(row, kind)).length === 0
}

/** Finds the kind with the most headers among the cells, and counts them. */
export function nearestKind({ cells, mapped }: HeaderCells): { kind: KindName; known: number } {
  const counts = VOCABULARIES.map(([kind, { known }]) => {
    const isKnown = (cell: string) => known.has(comparable(cell)) || mapped?.(kind)?.has(wordKey(cell)) === true
    return { kind, known: cells.filter(cell => cell.length <= 100 && isKnown(cell)).length }
  })
  return counts.reduce((best, each) => (each.known > best.known ? each : best))
}

/** Counts the cells that are headers of any kind, which is high for a header row. */
export function countKnownHeaders({ cells, mapped }: HeaderCells): number {
  const isMapped = (cell: string) =>
    mapped !== undefined && VOCABULARIES.some(([kind]) => mapped(kind)?.has(wordKey(cell)))
  return cells.filter(cell => cell.length <= 100 && (KNOWN.has(comparable(cell)) || isMapped(cell))).length
}

const VOCABULARIES: readonly (readonly [KindName, { known: ReadonlyMap<string, unknown> }])[] = [
  ['rent_roll', RENT_ROLL],
  ['payments', PAYMENTS],
  ['work_orders', WORK_ORDERS],
  ['ledger', LEDGER],
]
const KNOWN = new Set(VOCABULARIES.flatMap(([, { known }]) => [...known.keys()]))
