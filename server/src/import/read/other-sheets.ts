/** The problems with the sheets of a workbook that are not read, although they look like the one that is. */
import type { RentRollProblem } from './records.ts'
import { quote } from './row-cells.ts'
import type { SheetChoice } from './workbook.ts'

/** Returns a problem for each other sheet that also has the header of `what`, such as a rent roll. */
export function problemsOfSheets(sheet: SheetChoice | undefined, what: string): RentRollProblem[] {
  return (sheet?.alike ?? []).map(name => {
    const reason = `The sheet ${quote(name)} also has the header of ${what} and is not imported. Save it as a file of its own, and import that file too.`
    return { line: 1, column: 'Sheet', reason, leftOut: 'value' }
  })
}
