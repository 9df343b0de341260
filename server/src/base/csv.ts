/** Lines of CSV that a spreadsheet shows unchanged: text that it would read as a formula gets an apostrophe in front. */

/** What a formula may begin with, white space and the full-width characters of East Asian keyboards included. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/** Quotes, line breaks, and every separator that a spreadsheet may use: where a comma is the decimal point, it divides cells at semicolons. */
const SPECIAL = /[",;|\t\r\n]/

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
