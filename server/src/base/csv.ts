/** Lines of CSV that a spreadsheet shows as they are: text it would take for a formula is preceded by an apostrophe. */

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
