/** Money: amounts are integer cents everywhere, from an imported file to the reply. */
import { MAX_CENTS } from '#contract/values.ts'

/**
 * Reads an amount as people write it: `$1,234.50`, `1234.5`, `(25.00)`, `-25`, `-$25.00`.
 * Returns cents, or undefined if the text is not an amount with at most two decimals within MAX_CENTS.
 */
export function parseCents(text: string): number | undefined {
  const match = /^(\()?(-)?\s*\$?\s*(-)?(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?(\))?$/.exec(text.trim())
  if (!match) return undefined
  const [, open, minusBefore, minusAfter, whole, decimals, close] = match
  if (Boolean(open) !== Boolean(close)) return undefined
  const signs = [open, minusBefore, minusAfter].filter(Boolean).length
  if (signs > 1 || (!whole && !decimals)) return undefined
  const digits = (whole ?? '0').replaceAll(',', '')
  if (digits.length > 12) return undefined
  const cents = Number(digits) * 100 + Number((decimals ?? '').padEnd(2, '0'))
  if (cents > MAX_CENTS) return undefined
  return signs === 1 && cents !== 0 ? -cents : cents
}

/** Formats cents for people, never for storage: `123450` becomes `$1,234.50`. */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-$' : '$'
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString('en-US')
  return `${sign}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}
