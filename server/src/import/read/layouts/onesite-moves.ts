/** Reads OneSite's column of move-in and move-out dates, which are in one cell or one below the other. */
import { type CellKind, DATE } from '../cells.ts'
import type { Reading } from './reading.ts'
import type { SeenRow } from './rows.ts'
import type { LayoutCells, StatedTenancy } from './tenancy.ts'

/** One or two days in a cell. */
const DAYS: CellKind<string[]> = {
  ...DATE,
  parse(text) {
    const found = text.match(/\d{1,4}[-/]\d{1,2}[-/]\d{2,4}|\d{5}/g) ?? []
    const days = found.map(day => DATE.parse(day)).filter(day => day !== undefined)
    return days.length === found.length && days.length >= 1 && days.length <= 2 ? days : undefined
  },
}

/** Reads the column. A single day is the move-in date, except for residents who are leaving and whose lease began before it. */
export function readMoves(cells: LayoutCells, tenancy: StatedTenancy, isLeaving: boolean): void {
  const [first, second] = cells.take('moves', DAYS, 'value') ?? []
  const isOut =
    isLeaving && first !== undefined && second === undefined && tenancy.from !== undefined && first > tenancy.from
  if (isOut) tenancy.moveOut = first
  else [tenancy.moveIn, tenancy.moveOut] = [first, second]
}

/** Whether a row contains only the move-out date, below the move-in date. */
export function isMoveOut({ cells, isLone }: SeenRow, { tenancy }: Reading): boolean {
  return (
    isLone && tenancy !== undefined && tenancy.moveOut === undefined && DAYS.parse(cells.text('moves'))?.length === 1
  )
}

export function readMoveOut({ cells }: SeenRow, { tenancy }: Reading): void {
  if (tenancy) tenancy.moveOut = cells.take('moves', DAYS, 'value')?.[0]
}
