/** Reads days as people and spreadsheets write them. Pure. */
import { isBusinessDate } from '#server/base/dates.ts'
import { DAY_MS } from '#server/base/instants.ts'
import { remembering } from './remembering.ts'

/** The longest text that is read as a day: the name of a day, a date in words, a time and a time zone. A cell of 10,000 line breaks took 0.3 s. */
const MAX_DAY_LENGTH = 120

/** Reads the day of a cell, which may have a time of day, or be the number by which a spreadsheet stores it. */
export const parseDay: (text: string) => string | undefined = remembering(text =>
  text.length > MAX_DAY_LENGTH ? undefined : (parseDate(text.replace(TIME_OF_DAY, '')) ?? dayOfSerial(text)),
)

/** A time zone after a time of day, as the source of a pattern: an offset, perhaps named, or one of the abbreviations of the United States. */
export const ZONE = String.raw`\(?(?:(?:UTC|GMT)?[+-](?:0\d|1[0-4]):?[0-5]\d(?: ?\([a-z ]+\))?|Z|UTC|GMT|[ECMP][SD]?T|AK[SD]?T|H[SD]?T)\)?`

const TIME_OF_DAY = new RegExp(
  String.raw`(?:T|,?\s+(?:at\s+)?)\d{1,2}(?::\d\d(?::\d\d(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?|\s*[ap]\.?m\.?)\s*(?:${ZONE})?$`,
  'i',
)

/** The beginning of the long form of a date that spreadsheets offer, `Sunday, March 1, 2026`, as the source of a pattern. */
export const WEEKDAY = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+`
const WEEKDAY_FIRST = new RegExp(`^${WEEKDAY}`, 'i')

/**
 * Reads a date, month first: `3/1/2026`, `3-1-26`, `2026-03-01`, `2026/03/01`, `20260301`, `1-Mar-2026`, `Mar 1, 2026`, `Sunday, March 1st, 2026`.
 * `1.3.2026` is not read, because those who write dots mostly write the day first.
 */
export function parseDate(written: string): string | undefined {
  const text = written.replace(WEEKDAY_FIRST, '')
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? /^(\d{4})()(\d\d)(\d\d)$/.exec(text)
  const american = /^(\d{1,2}) ?([-/]) ?(\d{1,2}) ?\2 ?(\d{4}|\d\d)$/.exec(text)
  const [year, month, day] = iso
    ? [iso[1], iso[3], iso[4]]
    : american
      ? [american[4], american[1], american[3]]
      : dateInWords(text)
  if (!year || !month || !day) return undefined
  const century = year.length === 4 ? '' : Number(year) < 70 ? '20' : '19'
  const date = `${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isBusinessDate(date) ? date : undefined
}

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

/** The year, month and day of `1-Mar-2026` or `March 1st, 2026`. */
function dateInWords(text: string): (string | undefined)[] {
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?(?: of)?[- ]([a-z]{3,9})\.?[- ,]+(\d{4}|\d\d)$/i.exec(text)
  const monthFirst = /^([a-z]{3,9})\.?[- ](\d{1,2})(?:st|nd|rd|th)?(?:,\s*(\d{4}|\d\d)|[- ](\d{4}))$/i.exec(text)
  const [day, name, year] = dayFirst
    ? dayFirst.slice(1)
    : monthFirst
      ? [monthFirst[2], monthFirst[1], monthFirst[3] ?? monthFirst[4]]
      : []
  const month = name === undefined ? 0 : MONTHS.findIndex(each => each.startsWith(name.toLowerCase())) + 1
  return month > 0 ? [year, String(month), day] : []
}

const SERIAL = /^(\d{5})(\.\d+)?$/

/** Converts the number of a day that counts from 1904 to the number of the same day that counts from 1899-12-30. Other text is not changed. */
export function serialSince1900(text: string): string {
  return text.replace(SERIAL, (_, days: string, time = '') => `${Number(days) + 1_462}${time}`)
}

/** Reads the day of a number that counts days from 1899-12-30, as spreadsheets store them. Only the years 1954 to 2119 are accepted. */
export function dayOfSerial(text: string): string | undefined {
  const [, days] = SERIAL.exec(text) ?? []
  const serial = Number(days)
  if (!days || serial < 20_000 || serial > 80_000) return undefined
  return new Date(Date.UTC(1899, 11, 30) + serial * DAY_MS).toISOString().slice(0, 10)
}

/**
 * How spreadsheets and programs show a day that is not set, which they store as zero: Excel as 1/0/1900, Google Sheets as 12/30/1899, and SQL Server
 * as 1/1/1900.
 */
export const NO_DAY =
  /^(?:0|0?[01]\/0?0\/(?:00|0000|1900)|0000-00-00|0?1\/0?1\/0001|0001-01-01|0?1\/0?1\/1900|1900-01-01|12\/3[01]\/1899|1899-12-3[01])(?:[T ].{0,20})?$/
