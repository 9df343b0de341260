/** Numbers the lines of a rent roll that was read from several sheets. A number states both the sheet and the line there, so it belongs to one row only. */
import { quote } from './row-cells.ts'
import type { SheetChoice } from './sheet-choice.ts'

/** More rows than a sheet can have, which is 1,048,576. */
const LINES_PER_SHEET = 2_000_000

/** Returns the number for a line of a sheet. The first sheet has the index 0, and its lines keep their numbers. */
export function lineOnSheet(line: number, index: number): number {
  return index * LINES_PER_SHEET + line
}

/** Returns words for a line in a message about the line `from`: `line 7`, or, if that is on another of the sheets that are read, `line 7 of sheet 2`. */
export function wordsForLine(line: number, from: number): string {
  const words = `line ${line % LINES_PER_SHEET}`
  return isOnOneSheet(line, from) ? words : `${words} of sheet ${sheetOf(line) + 1}`
}

export function isOnOneSheet(line: number, other: number): boolean {
  return sheetOf(line) === sheetOf(other)
}

function sheetOf(line: number): number {
  return Math.floor(line / LINES_PER_SHEET)
}

/**
 * Returns the line of a finding as its sheet numbers it, and `on`, the words that go before the message: the name of the sheet, if several were read. A
 * finding about the whole file has no line.
 */
export function shownOnSheet<Line extends number | undefined>(
  line: Line,
  sheet: SheetChoice | undefined,
): { line: Line; on: string } {
  if (line === undefined || !sheet?.more?.length) return { line, on: '' }
  const index = sheetOf(line)
  const name = index === 0 ? sheet.name : sheet.more[index - 1]?.name
  return { line: (line % LINES_PER_SHEET) as Line, on: `Sheet ${quote(name ?? '')}: ` }
}
