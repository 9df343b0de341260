/** What a search query means: word prefixes, and perhaps the number of an invoice or a work order. */

type Terms = {
  /** The word prefixes, the longest first, because it is likely to match the fewest records. */
  lows: string[]
  /** For each prefix, a string that sorts after every word that begins with it. */
  highs: string[]
}

/** The search parameter of a list, which version 1 does not have. */
export type Search = { search?: string | undefined }

const MOST_TERMS = 8
const BEHIND_EVERY_CHARACTER = '\u{10ffff}'
/** The country code of a phone number. Records are found by the digits after it. */
const COUNTRY_CODE = /\+1(?=\D?\d|\D?\()|(?<!\S)1(?=\d{10}(?!\S))/g
const NUMBER = /^\s*(?:#|(inv(?:oice)?|bill)|(wo|work\s*order|order))?\s*#?\s*(\d{1,9})\s*$/i

/** Reads a query as `plain_words` in the schema reads a record: in lower case, without accents, divided at spaces and ASCII punctuation. */
export function termsOf(query: string): Terms {
  const terms = new Set(
    query
      // Pages write a unit as `Maple Court · 204`.
      .replaceAll(' · ', ' ')
      .replace(COUNTRY_CODE, '')
      .split(/\s+/)
      .flatMap(part => (part.includes('@') ? [lower(part)] : wordsOf(part))),
  )
  const lows = [...terms].sort((a, b) => b.length - a.length).slice(0, MOST_TERMS)
  return { lows, highs: lows.map(behind) }
}

/** A string that sorts directly after every string that begins with `low`. */
export function behind(low: string): string {
  return low + BEHIND_EVERY_CHARACTER
}

/** The number that the query may refer to: that of an invoice, of a work order or of either. */
export function numbersIn(query: string): { invoice: number | null; workOrder: number | null } {
  const [, invoice, workOrder, digits] = NUMBER.exec(query) ?? []
  const number = digits === undefined ? null : Number(digits)
  return { invoice: workOrder === undefined ? number : null, workOrder: invoice === undefined ? number : null }
}

/**
 * The references of a payment that the query may be: as it was typed, as `ACH 1914` and `Card 5008` are written, and without the word for a check in
 * front of its number. The index has references as they are stored, so the case of letters is tried in each of these ways.
 */
export function referencesIn(query: string): string[] {
  const typed = query.trim()
  const capitalized = `${typed.charAt(0).toUpperCase()}${typed.slice(1).toLowerCase()}`
  const number = typed.replace(/^(?:check|chk|ck)?\s*(?:#|no\.?\s)?\s*(?=\d)/i, '')
  return [...new Set([typed, typed.toUpperCase(), capitalized, number])]
}

function wordsOf(part: string): string[] {
  const plain = part.normalize('NFKD').replace(/[\u0300-\u036f'’]/g, '')
  return lower(plain)
    .split(/[\s!-/:-@[-`{-~]+/)
    .filter(word => word !== '')
}

/** Lowers only ASCII letters, as `lower` does under the collation of the bytes. */
function lower(text: string): string {
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase())
}
