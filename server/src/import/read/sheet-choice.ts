/** What is known of the sheets of a workbook. */

/** How many rows with values are hidden, and the line of the first. */
export type HiddenRows = { rows: number; line: number }

/**
 * The sheet that is read; `others` are those that are not, and `alike` those of them that look like the same kind of report. `more` are further sheets that
 * are read with it.
 */
export type SheetChoice = {
  name: string
  others: readonly string[]
  alike?: readonly string[]
  hidden?: HiddenRows
  more?: readonly { name: string; hidden?: HiddenRows }[]
}
