/** Reads the label of a unit, and knows what a spreadsheet turns a label into: 01 into 1, and 3-4 into 4-Mar. */
import { type CellKind, textOf } from './cells.ts'
import { quote, type RowCells } from './row-cells.ts'

/** The label of a unit. Programs write a column of numbers with an empty cell as fractions, `101.0`. */
export const UNIT_LABEL: CellKind<string> = {
  ...textOf(100),
  parse: text => textOf(100).parse(text.replace(/^(\d{1,6})\.0$/, '$1')),
}

/**
 * `1-2` becomes `2-Jan` or `1/2/2026`, `12-26` becomes `Dec-26`, or a day if it is typed, and `3E2` becomes `3.00E+02`. Building codes are written in
 * capitals.
 */
const TURNED =
  /^(?:\d{1,2}\/\d{1,2}\/(?:\d\d|\d{4})|\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d\d|\d{4}-\d\d-\d\d|\d\.\d+E\+\d+)$/

export function readLabel(cells: RowCells<'unit'>): string | undefined {
  const label = cells.take('unit', UNIT_LABEL, 'row')
  if (label === undefined || !TURNED.test(label)) return label
  const reason = `${quote(label)} looks like a label that a spreadsheet turned into a day or a number, such as 1-2 or 3E2. It is imported as it is. If it is wrong, format the column as text and export the report again.`
  cells.drop('unit', reason)
  return label
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** The longest label that a spreadsheet is assumed to have shortened by its leading zeros. */
const MAX_NUMBER_LENGTH = 4

/** Returns the other labels that the same unit may have in another file: those that spreadsheets make of it, and those with another word in front. */
export function otherLabels(label: string): string[] {
  return [...changedLabels(label), ...labelsWithWords(label)]
}

/** The words that some systems write in front of a label. A lot, a space or a room may be a unit next to the one of the same number. */
const WORDS = ['', '#', 'Unit ', 'Unit #', 'Apt ', 'Apt. ', 'Apt #', 'Apartment ', 'Suite ', 'Ste ']
const WITH_WORD = /^(?:(?:unit|apt\.?|apartment|suite|ste\.?)(?: ?#|\.? )|#) ?(?=[a-z\d-]{0,9}\d[a-z\d-]{0,9}$|[a-z]$)/i
const BARE = /^(?:[a-z\d-]{0,9}\d[a-z\d-]{0,9}|[a-z])$/i

/** The label without the word in front of it: `Apt 1` and `#1` are 1. */
export function bareLabel(label: string): string {
  return label.replace(WITH_WORD, '')
}

/** `#1`, `Unit 1` and the like of `1`, and the other way around. */
function labelsWithWords(label: string): string[] {
  const bare = bareLabel(label)
  if (!BARE.test(bare)) return []
  return WORDS.map(word => word + bare).filter(other => other.toLowerCase() !== label.toLowerCase())
}

/** Returns the other labels that the same unit may have in a file that a spreadsheet has, or has not, saved in between. */
export function changedLabels(label: string): string[] {
  const others = /^\d+$/.test(label) ? paddings(label) : (daysOf(label) ?? powersOf(label))
  return others.filter(other => other !== label)
}

/** The number with fewer or more leading zeros. */
function paddings(label: string): string[] {
  const digits = label.replace(/^0+(?=\d)/, '')
  if (digits.length > MAX_NUMBER_LENGTH) return []
  const widths = MAX_NUMBER_LENGTH - digits.length + 1
  return Array.from({ length: widths }, (_, zeros) => '0'.repeat(zeros) + digits)
}

const SHORT_DAY = /^(\d{1,2})\/(\d{1,2})\/(?:\d\d|\d{4})$/

/** The labels of two numbers that are a month and a day, or a month and a year. */
function daysOf(label: string): string[] | undefined {
  const [, first, second] = /^(\d{1,2})-(\d{1,2})$/.exec(label) ?? []
  if (first && second) {
    const month = MONTHS[Number(first) - 1]
    return month === undefined ? [] : [`${Number(second)}-${month}`, `${month}-${second}`]
  }
  const [, day, name] = /^(\d{1,2})-([A-Z][a-z]{2})$/.exec(label) ?? []
  const [, month, rest] =
    /^([A-Z][a-z]{2})-(\d\d)$/.exec(label) ?? /^\d{4}-(\d\d)-(\d\d)$/.exec(label) ?? SHORT_DAY.exec(label) ?? []
  const [of, number] = [name ?? month, day ?? rest]
  if (of === undefined || number === undefined) return undefined
  const index = /^\d/.test(of) ? Number(of) : MONTHS.indexOf(of) + 1
  if (index === 0) return undefined
  const padded = (value: number) => new Set([String(value), String(value).padStart(2, '0')])
  return [...padded(index)].flatMap(one => [...padded(Number(number))].map(other => `${one}-${other}`))
}

/** `3E2`, which a spreadsheet shows as `3.00E+02`. */
function powersOf(label: string): string[] {
  const [, whole, fraction = '', exponent] = /^(\d)\.(\d+?)0*E\+(\d+)$/.exec(label) ?? []
  if (whole === undefined) return []
  const digits = fraction === '0' ? '' : fraction
  return [`${whole}${digits}E${Number(exponent) - digits.length}`]
}
