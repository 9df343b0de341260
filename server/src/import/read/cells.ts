/** Reads the value of a cell: dates, counts, statuses and others. Pure; each kind states how to write it correctly. */
import { parseCents } from '#server/base/money.ts'
import { isBlank } from '#server/base/text.ts'
import { parseDay } from './days.ts'
import type { PropertyType, UnitStatus } from './records.ts'
import { remembering } from './remembering.ts'
import { STATUSES } from './status-words.ts'
import { withoutStrayQuotes } from './stray-quotes.ts'
import { stateLetters } from './us-states.ts'

/**
 * A kind of cell: `parse` returns undefined for text that it cannot read; `is` and `write` complete the message that reports it. `isDay` is set if a
 * number can be a day as spreadsheets store it.
 */
export type CellKind<T> = {
  parse(text: string): T | undefined
  is: string
  write: string
  isDay?: true
  isMoney?: true
}

export const DATE: CellKind<string> = {
  parse: parseDay,
  is: 'a date',
  write: 'Write it month first, such as 3/31/2026, or as 2026-03-31, with a year from 1900 to 2999.',
  isDay: true,
}

export const MONEY: CellKind<number> = {
  parse: remembering(parseMoney),
  is: 'an amount',
  write: 'Write dollars with at most two decimals, such as 1,250.00 or (25.00).',
  isMoney: true,
}

export const BED_BATH: CellKind<{ bedrooms: number | undefined; bathrooms: number | undefined }> = {
  parse: parseBedBath,
  is: 'a number of bedrooms and bathrooms',
  write: 'Write it as 2/1.5 or Studio/1; a spreadsheet may have turned it into a date.',
}

export const BEDROOMS: CellKind<number> = {
  parse: text => (STUDIO.test(text) ? 0 : parseCount(text.replace(/ ?(?:bd|br|beds?|bedrooms?)\.?$/i, ''), 99)),
  is: 'a number of bedrooms',
  write: 'Write a whole number, 0 or Studio for a studio.',
}

const STUDIO = /^(?:studio|s|eff|efficiency)$/i

export const BATHROOMS: CellKind<number> = {
  parse: text => parseHalves(text.replace(/ ?(?:ba|baths?|bathrooms?)\.?$/i, '')),
  is: 'a number of bathrooms',
  write: 'Write a number such as 1 or 2.5.',
}

/** The longest text that is read as an area, for the same reason as that of an amount. */
const MAX_AREA_LENGTH = 60

export const SQUARE_FEET: CellKind<number> = {
  parse: text =>
    text.length > MAX_AREA_LENGTH
      ? undefined
      : (areaOf(text) ?? parseCount(text.replace(/\s*(sq\.?\s*(?:ft|feet)\.?|sf|ft[²2])$/i, ''), 10_000_000)),
  is: 'a number of square feet',
  write: 'Write a whole number such as 1,035.',
}

/** A width and a depth in feet, as storage has them, but not the bedrooms and bathrooms of a home: `10x10`, `5' x 7.5'`. */
const SIDES = /^(\d{1,3}(?:\.\d{1,2})?) ?(?:'|ft)? ?[x×] ?(\d{1,3}(?:\.\d{1,2})?) ?(?:'|ft)?$/i
const MIN_SIDE_FEET = 5

function areaOf(text: string): number | undefined {
  const [width, depth] = (SIDES.exec(text)?.slice(1) ?? []).map(Number)
  if (width === undefined || depth === undefined || Math.max(width, depth) < MIN_SIDE_FEET) return undefined
  return Math.round(width * depth)
}

export const YEAR: CellKind<number> = {
  parse: text => (/^1[6-9]\d\d$|^2[01]\d\d$/.test(text) ? Number(text) : undefined),
  is: 'a year',
  write: 'Write four digits such as 1987.',
}

export const YES_NO: CellKind<boolean> = {
  parse: text => (/^(yes|y|true|1)$/i.test(text) ? true : /^(no|n|false|0)$/i.test(text) ? false : undefined),
  is: 'a yes or no',
  write: 'Write Yes or No.',
}

export const STATUS: CellKind<UnitStatus> = {
  parse: parseStatus,
  is: 'a unit status',
  write: 'Use Current, Notice-Rented, Notice-Unrented, Evict, Vacant-Rented, Vacant-Unrented or Offline.',
}

export const PROPERTY_TYPE: CellKind<PropertyType> = {
  parse: text => PROPERTY_TYPES.get(comparable(text)),
  is: 'a property type',
  write: 'Use Single-Family, Multi-Family, Condo, Townhouse, Commercial or Other.',
}

export const STATE: CellKind<string> = {
  parse: stateLetters,
  is: 'a state',
  write: 'Write its two letters, such as OH.',
}

export const POSTAL_CODE: CellKind<string> = {
  parse: parsePostalCode,
  is: 'a ZIP code',
  write: 'Write five digits, or nine as 43215-1234.',
}

export const WEB_ADDRESSES: CellKind<string[]> = {
  parse: text => wholeList(text, /[\s;|]+/, part => (isWebAddress(part) ? part : undefined)),
  is: 'a list of web addresses',
  write: 'Write addresses that begin with https://, separated by spaces.',
}

export const WORDS: CellKind<string[]> = {
  parse: text => wholeList(text, /[,;\n]+/, part => (part.length <= 200 ? part : undefined)),
  is: 'a list',
  write: 'Separate at most 50 short entries with commas.',
}

/** Returns a kind of cell for text of at most `most` characters. */
export function textOf(most: number): CellKind<string> {
  return {
    parse: text => (text.length <= most ? text.replaceAll('\n', ' ') : undefined),
    is: `text of at most ${most} characters`,
    write: 'Shorten it.',
  }
}

/**
 * Returns the cell without surrounding white space, control characters and the marks that spreadsheets put around text. Returns an empty string for
 * the ways to write "none". Line breaks inside remain, because they separate residents.
 */
export function cleanCell(cell: string): string {
  // Nearly every cell is already clean, and looking for characters to remove costs several times as much.
  if (CLEAN.test(cell) && !cell.endsWith('"')) return cell
  let text = cell
  // Excel's `="00123"` preserves zeros; a leading apostrophe prevents text from being run as a formula, and
  // marks a number as text.
  if (text.startsWith('="') && text.endsWith('"') && text.length > 3) text = text.slice(2, -1)
  else if (/^'(?:[=+\-@]|\d+$)/.test(text)) text = text.slice(1)
  text = text
    .replace(/[^\S\n]+/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u200b\ufeff\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/ ?\n ?/g, '\n')
    .trim()
  if (text.includes('"')) text = withoutStrayQuotes(text)
  return NONE.test(text) || isBlank(text) ? '' : text
}

/** The ways to write "none", one of which is how Excel's accounting format shows zero: `$ -`. */
const NONE = /^(\$? ?-{1,3}|\$? ?[—–]|n\/a)$/i

/** A clean cell: printable ASCII with single spaces inside, which begins with no mark of a spreadsheet and is not a way to write "none". */
const CLEAN = /^(?!n\/a$|\$ ?-{1,3}$)[a-z0-9$(][!-~]*(?: [!-~]+)*$/i

/** The longest text that is read as an amount. A cell of 10,000 digits took 0.3 s, and a file has room for 1,600 of them. */
const MAX_AMOUNT_LENGTH = 60

/** Reads an amount as reports write it: a minus may follow it, parentheses may come after the dollar sign, and `CR` marks a credit. */
function parseMoney(text: string): number | undefined {
  if (text.length > MAX_AMOUNT_LENGTH || THOUSANDS_BY_DOT.test(text)) return undefined
  const plain = withPoint(text)
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/^USD?\s*(?=[$\d(-])|\s*USD$|\s*\/\s*mo(?:nth)?\.?$/i, '')
    .replace(/^\+\s*(?=[$\d.])/, '')
    .replace(/^([^$]*\d[^$]*)\$$/, '$1')
    .trim()
    .replace(/^CR\s+(.*)$/i, '$1 CR')
    .replace(/^\$?\s*[(<]\s*(.*[^\s>)])\s*[)>]$/, '($1)')
    .replace(BINARY_NOISE, number => String(Math.round(Number(number) * 1e6) / 1e6))
    .replace(/(\.\d\d)0+(?=\D*$)/, '$1')
  const [, credit] = /^([^()-]*\d[^()-]*?)\s*(?:-|CR\.?)$/i.exec(plain) ?? []
  return parseCents(credit === undefined ? plain.replace(/\s*DR$/i, '') : `-${credit}`)
}

/** `1.200,00` and `950,50`: a comma before two digits at the end, which no thousands can be. */
export const WITH_COMMA = /^[^\d.,]*(?:\d{1,3}(?:\.\d{3})+|\d+),\d\d[^\d.,]*$/

/** The amount with a point before the cents, and without separators of thousands, if it is written with a comma. */
function withPoint(text: string): string {
  return WITH_COMMA.test(text) ? text.replaceAll('.', '').replace(',', '.') : text
}

/** `1.200`, which may be twelve hundred dollars where dots separate thousands. `950.000` and `950.0000` are amounts with more zeros than cents. */
const THOUSANDS_BY_DOT = /^\D*[1-9]\d?\.\d\d0\D*$/

/** A number as programs write the sum of binary fractions to a CSV file: `1234.5600000000002`, and for zero `-1.13687E-13`. */
const BINARY_NOISE = /^-?(?:\d{1,12}\.\d{7,20}|\d(?:\.\d{1,20})?E-\d{2,3})$/i

/** What some systems add to the status of an occupied unit about its lease, such as `Active (Month-to-month)` and `Occupied - Renewed`. */
const OF_A_LEASE =
  /^(active|current|leased|occupied|rented)(?:atwill|fixed|fixedterm|holdover|monthtomonth|mtm|nonotice|renewed)$/

export function parseStatus(text: string): UnitStatus | undefined {
  const word = comparable(text)
  return STATUSES.get(word) ?? STATUSES.get(word.replace(OF_A_LEASE, '$1'))
}

function parseBedBath(text: string): { bedrooms: number | undefined; bathrooms: number | undefined } | undefined {
  const [, beds, baths] = BEDS_AND_BATHS.exec(text) ?? []
  if (beds === undefined || baths === undefined) return undefined
  return {
    bedrooms: STUDIO.test(beds) ? 0 : beds.startsWith('-') ? undefined : Number.parseInt(beds, 10),
    bathrooms: baths.startsWith('-') ? undefined : parseHalves(baths),
  }
}

/** `2/1.5`, `2x1`, `2 bed / 1 bath`, `2BR 1BA` and `Studio/1`. Numbers with only a space or a hyphen between them are not read. */
const BEDS_AND_BATHS =
  /^(studio|s|--?|\d{1,2}(?:\.0{1,2})?)(?: ?(?:(?:b|bd|br|beds?|bedrooms?)(?: ?[/,|] ?| )| ?[/x|] ?))(--?|\d{1,2}(?:\.\d{1,2}| 1\/2|½)?)(?: ?(?:b|ba|baths?|bathrooms?))?$/i

/** Reads `1.5`, which is also written `1 1/2` and `1½`. */
function parseHalves(text: string): number | undefined {
  const [, whole, half] = /^(\d{1,2}(?:\.\d{1,2})?)(?: ?(1\/2|½))?$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) + (half === undefined ? 0 : 0.5)
}

function parseCount(text: string, most: number): number | undefined {
  if (!/^(\d{1,3}(,\d{3})+|\d{1,9})(\.0{1,2})?$/.test(text)) return undefined
  const count = Number(text.replaceAll(',', ''))
  return count <= most ? count : undefined
}

/** Reads a ZIP code. Spreadsheets drop the leading zeros of 02134, and show 43215 as 43215.0. */
function parsePostalCode(text: string): string | undefined {
  const [, five, four] = /^(\d{3,5}|\d{5}(?=[- ]?\d{4}$))(?:[- ]?(\d{4})|\.0|-)?$/.exec(text) ?? []
  if (five === undefined) return undefined
  return four === undefined ? five.padStart(5, '0') : `${five.padStart(5, '0')}-${four}`
}

function isWebAddress(text: string): boolean {
  return text.length <= 2000 && /^https?:\/\/[^\s/]+/i.test(text) && URL.canParse(text)
}

/** Reads every part, at most 50; undefined if one of them cannot be read. */
export function wholeList(
  text: string,
  separator: RegExp,
  read: (part: string) => string | undefined,
): string[] | undefined {
  const parts = text
    .split(separator)
    .map(part => part.trim())
    .filter(Boolean)
  const values = parts.map(read).filter(value => value !== undefined)
  return values.length === parts.length && values.length > 0 && values.length <= 50 ? values : undefined
}

/** Finds the value that lists a given text among its words, ignoring case and punctuation. */
export function oneOfWords<Value extends string>(
  words: Partial<Record<Value, readonly string[]>>,
): (text: string) => Value | undefined {
  const all = Object.entries(words) as [Value, readonly string[]][]
  const known = new Map(all.flatMap(([value, texts]) => texts.map(text => [comparable(text), value] as const)))
  return text => known.get(comparable(text))
}

/** The form in which a word is looked up: without case and punctuation. */
export function wordKey(word: string): string {
  return comparable(word) || word.trim().toLowerCase()
}

/** Returns text without case and punctuation, for comparison. */
export function comparable(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '')
}

const PROPERTY_TYPES = new Map<string, PropertyType>([
  ['singlefamily', 'SINGLE_FAMILY'],
  ['singlefamilyhome', 'SINGLE_FAMILY'],
  ['multifamily', 'MULTI_FAMILY'],
  ['apartment', 'MULTI_FAMILY'],
  ['condo', 'CONDO'],
  ['condominium', 'CONDO'],
  ['townhouse', 'TOWNHOUSE'],
  ['townhome', 'TOWNHOUSE'],
  ['commercial', 'COMMERCIAL'],
  ['other', 'OTHER'],
])
