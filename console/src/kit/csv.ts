/** Rows as a CSV file, safe to open in a spreadsheet. */

export type Cell = string | number | null

export function csvOf(header: string[], rows: Cell[][]): string {
  return [header, ...rows].map(row => `${row.map(cellText).join(',')}\r\n`).join('')
}

/** What a formula may begin with, as in the files that the service sends. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const SPECIAL = /[",;|\t\r\n]/

/** Text that a spreadsheet would read as a formula gets an apostrophe in front; numbers stay numbers. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
