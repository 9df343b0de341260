/** Remarks on the sheets of a workbook: on the one that is read, and on those that look like it and are not read. */
import type { RentRollProblem } from './records.ts'
import { quote } from './row-cells.ts'
import type { HiddenRows, SheetChoice } from './sheet-choice.ts'
import { lineOnSheet } from './sheet-lines.ts'
import { MAX_SHEETS } from './workbook.ts'

/**
 * Returns a problem for each sheet that has the header of `what`, such as a rent roll, and is not read, and one for the sheets that were not looked at.
 * `left` has the reasons, if they are known.
 */
export function problemsOfSheets(
  sheet: SheetChoice | undefined,
  what: string,
  left: readonly { name: string; why: string }[] = [],
): RentRollProblem[] {
  const whyOf = new Map(left.map(({ name, why }) => [name, why]))
  const reasons = (sheet?.alike ?? []).map(name => {
    const why = whyOf.get(name)
    const start = `The sheet ${quote(name)} also has the header of ${what} and is not imported`
    const advice = 'Save it as a file of its own, and import that file too'
    return why === undefined ? `${start}. ${advice}.` : `${start}, because ${why} ${OR_ELSE}`
  })
  const { length: unseen } = sheet?.others.slice(MAX_SHEETS - 1) ?? []
  if (unseen > 0)
    reasons.push(
      `The workbook has ${(unseen + MAX_SHEETS).toLocaleString('en-US')} visible sheets, of which the first ${MAX_SHEETS} are looked at. If another one has ${what}, save it as a file of its own, and import that file too.`,
    )
  return reasons.map(reason => ({ line: 1, column: OF_SHEET, reason, leftOut: 'value' }))
}

/** Stands in place of a column in a problem with a whole sheet. */
export const OF_SHEET = 'Sheet'

const OR_ELSE = 'If it is meant to be imported, save it as a file of its own, and import that file too.'

/** Returns the remarks with which a report begins: one for each sheet that has hidden rows. */
export function remarksOn(sheet: SheetChoice | undefined) {
  const read = sheet ? [sheet, ...(sheet.more ?? [])] : []
  const first = read.flatMap(({ hidden }, index) => (hidden ? remarkOn(hidden, index) : []))
  return { first, count: first.length }
}

function remarkOn({ rows, line }: HiddenRows, index: number) {
  const which =
    rows === 1
      ? 'This row of the sheet is hidden, and it is'
      : `${rows.toLocaleString('en-US')} rows of the sheet are hidden, of which this is the first, and they are`
  const message = `${which} read like the others. Delete hidden rows that are not meant to be imported, and import the file again.`
  return { line: lineOnSheet(line, index), unit: '', message }
}
