/** Prepares the findings of an import for its reports: problems in the order of their lines, and each finding with the line as its sheet numbers it. */
import type { Findings } from './findings.ts'
import type { Outcome } from './outcome.ts'
import { OF_SHEET } from './read/other-sheets.ts'
import type { RentRollProblem } from './read/records.ts'
import type { SheetChoice } from './read/sheet-choice.ts'
import { shownOnSheet } from './read/sheet-lines.ts'
import { byLine } from './report-lines.ts'

type List<T> = Pick<Findings<T>, 'first' | 'count'>
type Remark = { line: number | undefined; unit: string; message: string }
type Found = { problems: List<RentRollProblem>; reported: List<Remark>; sheet: SheetChoice | undefined }

/** Returns problems and remarks with the lines of their sheets. Their messages name the sheet if several were read. */
export function onSheets({ problems, reported, sheet }: Found): Omit<Found, 'sheet'> {
  const shown = <Line extends number | undefined>(line: Line) => shownOnSheet(line, sheet)
  return {
    problems: {
      count: problems.count,
      first: byLine(problems.first).map(problem => {
        const { line, on } = shown(problem.line)
        // The reason of a problem with a whole sheet already names the sheet.
        return { ...problem, line, reason: problem.column === OF_SHEET ? problem.reason : `${on}${problem.reason}` }
      }),
    },
    reported: {
      count: reported.count,
      first: reported.first.map(remark => {
        const { line, on } = shown(remark.line)
        return { ...remark, line, message: `${on}${remark.message}` }
      }),
    },
  }
}

/** Returns the vacant units that are not listed, each with the line as its sheet numbers it. */
export function notListedOnSheets({
  notListed,
  sheet,
}: Pick<Outcome, 'notListed' | 'sheet'>): List<Outcome['notListed']['first'][number]> {
  const first = notListed.first.map(unit => ({ ...unit, line: shownOnSheet(unit.line, sheet).line }))
  return { first, count: notListed.count }
}
