/** What members type, or copy from a page, to find a record in a list that looks for text anywhere (decisions/0012). */

const LEAST_DIGITS = 3

/** The condition that a phone number contains the digits `?`, whichever signs stand between its own. */
export const hasDigits = (column: string) => `strpos(translate(${column}, ' ()+-./', ''), ?) > 0`

/** What finds a person: the digits of a number, which may have been typed in any form, a name as lists show it, such as `Whitfield, Dana`, or any text. */
export function personTyped(search: string | undefined): { search?: string; digits?: string; last_first?: string } {
  if (search === undefined) return {}
  const digits = search.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  if (digits.length >= LEAST_DIGITS && /^[\d\s()+./\u2010-\u2015-]+$/.test(search)) return { digits }
  return search.includes(',') ? { last_first: partsOf(search, ',').join(', ') } : { search }
}

/** What finds a unit. Pages show it as `Maple Court · 204`. */
export function placeTyped(search: string | undefined): { search?: string } {
  return search === undefined ? {} : { search: partsOf(search, ' · ').join(' ') }
}

function partsOf(text: string, sign: string): string[] {
  return text.split(sign).map(part => part.trim())
}
