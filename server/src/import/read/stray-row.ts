/** The problem with a row that is neither a unit nor a total, such as the address of a second resident on a line of its own. */
import { cleanCell } from './cells.ts'
import type { Columns } from './columns.ts'
import type { RentRollProblem } from './records.ts'
import { quote } from './row-cells.ts'
import type { TableRow } from './table.ts'
import { ownHeaders } from './table-columns.ts'

export function strayRow({ line, cells }: TableRow, columns: Columns): RentRollProblem {
  const filled = cells.flatMap((cell, index) => (cleanCell(cell) ? [index] : []))
  const text = filled.map(index => cleanCell(cells[index] ?? '')).join(', ')
  const reason = `The row names no unit and is not a total, so it is not imported: ${quote(text)}. Move its cells to the row of their unit, or delete the row.`
  return { line, column: ownHeaders(columns)[filled[0] ?? 0] ?? '', reason, leftOut: 'value' }
}
