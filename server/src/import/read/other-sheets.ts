/** Remarks on the sheets of a workbook: on the one that is read, and on those that look like it and are not read. */
import type { RentRollProblem } from './records.ts'
import { quote } from './row-cells.ts'
import { MAX_SHEETS, type SheetChoice } from './workbook.ts'

/** Returns a problem for each other sheet that also has the header of `what`, such as a rent roll, and one for those that were not looked at. */
export function problemsOfSheets(sheet: SheetChoice | undefined, what: string): RentRollProblem[] {
  const reasons = (sheet?.alike ?? []).map(
    name =>
      `The sheet ${quote(name)} also has the header of ${what} and is not imported. Save it as a file of its own, and import that file too.`,
  )
  const { length: unseen } = sheet?.others.slice(MAX_SHEETS - 1) ?? []
  if (unseen > 0)
    reasons.push(
      `The workbook has ${(unseen + MAX_SHEETS).toLocaleString('en-US')} visible sheets, of which the first ${MAX_SHEETS} are looked at. If another one has ${what}, save it as a file of its own, and import that file too.`,
    )
  return reasons.map(reason => ({ line: 1, column: 'Sheet', reason, leftOut: 'value' }))
}

/** Returns the remarks on a sheet, with which a report begins: that it has hidden rows, if it has any. */
export function remarksOn(sheet: SheetChoice | undefined) {
  if (!sheet?.hidden) return { first: [], count: 0 }
  const { rows, line } = sheet.hidden
  const which =
    rows === 1
      ? 'This row of the sheet is hidden, and it is'
      : `${rows.toLocaleString('en-US')} rows of the sheet are hidden, of which this is the first, and they are`
  const message = `${which} read like the others. Delete hidden rows that are not meant to be imported, and import the file again.`
  return { first: [{ line, unit: '', message }], count: 1 }
}
