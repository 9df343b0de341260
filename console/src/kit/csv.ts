/** Rows as a CSV file, safe to open in a spreadsheet. */

export type Cell = string | number | null

export function csvOf(header: string[], rows: Cell[][]): string {
  return [header, ...rows].map(row => `${row.map(cellText).join(',')}\r\n`).join('')
}

/** Text that a spreadsheet would read as a formula gets an apostrophe in front; numbers stay numbers. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function saveFile(name: string, contents: Blob): void {
  const url = URL.createObjectURL(contents)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
