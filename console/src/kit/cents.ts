/** Converts amounts as people type them, in dollars and cents, to whole cents: digit by digit, never through a fraction. */

/** The pattern of an amount, also as spreadsheets give it: `1425.5`, `$1,425.50`, `$ 1,425.50`, `.50`. A comma separates thousands and nothing else. */
export const AMOUNT = String.raw`\s*-?\$?\s*(\d{1,3}(,\d{3})+|\d+|(?=\.\d))(\.\d{0,2})?\s*`
const WHOLE = new RegExp(`^(${AMOUNT})$`)

/** `1,425.5` → 142550. Text that is not an amount becomes NaN, which the service refuses at its field. */
export function centsOf(text: string): number {
  if (!WHOLE.test(text)) return Number.NaN
  const [dollars = '', fraction = ''] = text.replaceAll(/[^\d.]/g, '').split('.')
  const cents = Number(`${dollars}${fraction.padEnd(2, '0')}`)
  return text.includes('-') && cents !== 0 ? -cents : cents
}

/** 142550 → `1425.50`, the initial value of a field. */
export function dollarsOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
