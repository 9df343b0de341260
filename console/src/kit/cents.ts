/** Converts amounts as people type them, in dollars and cents, to whole cents: digit by digit, never through a fraction. */
const AMOUNT = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/

/** `1,425.5` → 142550. Text that is not an amount becomes NaN, which the service refuses at its field. */
export function centsOf(text: string): number {
  const [, sign, dollars, fraction = ''] = AMOUNT.exec(text.trim()) ?? []
  if (dollars === undefined) return Number.NaN
  const cents = Number(`${dollars.replaceAll(',', '')}${fraction.padEnd(2, '0')}`)
  return sign && cents !== 0 ? -cents : cents
}

/** 142550 → `1425.50`, the initial value of a field. */
export function dollarsOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
