/** What a search query means: word prefixes, and perhaps the number of an invoice or a work order. */

/** The search parameter of a list, which version 1 does not have. */
export type Search = { search?: string | undefined }

const MAX_TERMS = 8
/** The country code of a phone number. Records are found by the digits after it. */
const COUNTRY_CODE = /\+1(?=\D?\d|\D?\()|(?<!\S)1(?=\d{10}(?!\S)|[\s.-]\(?\d{3}\D{1,2}\d{3}\D?\d{4}(?!\S))/g
/** What is written in front of the label of a unit, which is found by the label itself. */
const WORD_FOR_UNIT = /(?<!\S)(?:unit|apartment|apt|suite|ste)\.?\s+(?=\S*\d)/gi
const NUMBER = /^\s*(?:#|(inv(?:oice)?|bill)|(wo|work\s*order|order))?\s*#?\s*(\d{1,9})\s*$/i

/**
 * The word prefixes of a query, the longest first, because it is likely to match the fewest records. A query is read as `plain_words` in the schema reads
 * a record: in lower case, without accents, divided at spaces and ASCII punctuation.
 */
export function termsOf(query: string): string[] {
  const terms = new Set(
    query
      // Pages write a unit as `Maple Court · 204`.
      .replaceAll(' · ', ' ')
      // A dash that a program put in place of the hyphen of a phone number.
      .replace(/(?<=\d)[\u2010-\u2015](?=\d)/g, '-')
      .replace(COUNTRY_CODE, '')
      .replace(WORD_FOR_UNIT, '')
      .split(/\s+/)
      .flatMap(part => (part.includes('@') ? [lower(part)] : wordsOf(part))),
  )
  return [...terms].sort((a, b) => b.length - a.length).slice(0, MAX_TERMS)
}

/** The filter of a list by what a member typed. */
export function wordsTyped(search: string | undefined): { search?: string[] } {
  return search === undefined ? {} : { search: termsOf(search) }
}

/** The number that the query may refer to: that of an invoice, of a work order or of either. */
export function numbersIn(query: string): { invoice: number | null; workOrder: number | null } {
  const [, invoice, workOrder, digits] = NUMBER.exec(query) ?? []
  const number = digits === undefined ? null : Number(digits)
  return { invoice: workOrder === undefined ? number : null, workOrder: invoice === undefined ? number : null }
}

/**
 * The references of a payment that the query may be: as it was typed, as `ACH 1914` and `Card 5008` are written, and without the word for a check in
 * front of its number. The index has references as they are stored, so the case of letters is tried in each of these ways. None begins with another one, so
 * that no payment is found twice.
 */
export function referencesIn(query: string): string[] {
  const typed = query.trim()
  const capitalized = `${typed.charAt(0).toUpperCase()}${typed.slice(1).toLowerCase()}`
  const number = typed.replace(/^(?:check|chk|ck)?\s*(?:#|no\.?\s)?\s*(?=\d)/i, '')
  const ways = [...new Set([typed, typed.toUpperCase(), capitalized, number])]
  return ways.filter(way => !ways.some(other => other !== way && way.startsWith(other)))
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
