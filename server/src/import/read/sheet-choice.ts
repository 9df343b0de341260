/** Describes which sheets of a workbook are read. */

/** How many rows with values are hidden, and the line of the first. */
export type HiddenRows = { rows: number; line: number }

/**
 * The sheet that is read first, and `more`, the sheets that are read with it. `others` are the visible sheets that are not read, and `alike` those of them
 * that look like the same kind of report.
 */
export type SheetChoice = {
  name: string
  others: readonly string[]
  alike?: readonly string[]
  hidden?: HiddenRows
  more?: readonly { name: string; hidden?: HiddenRows }[]
}
