/**
 * Amounts that a spreadsheet computed, such as a twelfth of a yearly rent: the cell holds 1416.66666666667 and shows 1,416.67, which is what the same
 * report says as CSV.
 */

/** The built-in number formats with two decimals, by their ID; a workbook does not spell them out. */
const BUILT_IN = ['2', '4', '7', '8', '39', '40', '43', '44']

/** A number with more than two decimals, as it stands in the XML of a sheet. */
const COMPUTED = /^-?\d{1,12}\.\d{3,}$/

/** Finds a number with more than two decimals in the XML of a sheet. */
export const HAS_COMPUTED = /<(?:\w+:)?v>-?\d+\.\d{3}/

/** Whether a number format shows amounts with two decimals. The first section is for numbers above zero. */
export function showsCents(id: string, format: string | undefined): boolean {
  if (format === undefined) return BUILT_IN.includes(id)
  const [section = ''] = format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, '').split(';')
  return /^[^%e]*[0#?]\.00(?![0#?])[^%e]*$/i.test(section)
}

/** The number rounded to cents as a spreadsheet shows it, half a cent away from zero; undefined if it has at most two decimals. */
export function shownCents(text: string): string | undefined {
  if (!COMPUTED.test(text)) return undefined
  const value = Number(text)
  // Spreadsheets show a number by its first 15 digits: 1.005 is a little less as a binary fraction, and is shown as 1.01.
  const cents = Math.round(Number((Math.abs(value) * 100).toPrecision(15)))
  return `${value < 0 && cents > 0 ? '-' : ''}${(cents / 100).toFixed(2)}`
}
