/** The lines of a rent roll that was read from several sheets: a number states the sheet and the line there, so that no two rows have the same one. */
import { quote } from './row-cells.ts'
import type { SheetChoice } from './sheet-choice.ts'

/** More than the rows of a sheet. */
const LINES_PER_SHEET = 2_000_000

/** The number of a line of a sheet, of which the first has the index 0. */
export function lineOnSheet(line: number, index: number): number {
  return index * LINES_PER_SHEET + line
}

/** A line in the words of a message about another line, which may be on another sheet. */
export function wordsForLine(line: number): string {
  const index = Math.floor(line / LINES_PER_SHEET)
  const own = `line ${line % LINES_PER_SHEET}`
  return index === 0 ? own : `${own} of sheet ${index + 1}`
}

/**
 * A finding with its line as the sheet shows it, and what precedes its words: the name of the sheet, if several were read. A finding on the file as a whole
 * has no line.
 */
export function shownOnSheet<Line extends number | undefined>(
  line: Line,
  sheet: SheetChoice | undefined,
): { line: Line; on: string } {
  if (line === undefined || !sheet?.more?.length) return { line, on: '' }
  const index = Math.floor(line / LINES_PER_SHEET)
  const name = index === 0 ? sheet.name : sheet.more[index - 1]?.name
  return { line: (line % LINES_PER_SHEET) as Line, on: `Sheet ${quote(name ?? '')}: ` }
}
