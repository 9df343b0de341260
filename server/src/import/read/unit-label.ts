/** Reads the label of a unit, and reports one that a spreadsheet seems to have turned into a day or a number. */
import { textOf } from './cells.ts'
import { quote, type RowCells } from './row-cells.ts'

/** `1-2` becomes `2-Jan`, `12-26` becomes `Dec-26`, or a day if it is typed, and `3E2` becomes `3.00E+02`. Building codes are written in capitals. */
const TURNED =
  /^(?:\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d\d|\d{4}-\d\d-\d\d|\d\.\d+E\+\d+)$/

export function readLabel(cells: RowCells<'unit'>): string | undefined {
  const label = cells.take('unit', textOf(100), 'row')
  if (label === undefined || !TURNED.test(label)) return label
  const reason = `${quote(label)} looks like a label that a spreadsheet turned into a day or a number, such as 1-2 or 3E2. It is imported as it is. If it is wrong, format the column as text and export the report again.`
  cells.drop('unit', reason)
  return label
}
