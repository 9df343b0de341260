/** Months, as `2026-04`: in words, and some months later. */

const inWords = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-04` in words: April 2026. */
export function monthInWords(month: string): string {
  return inWords.format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`))
}

/** The month of a day, or one some months later: `2026-04`. */
export function monthAfter(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7)
}
