/** Reads days as people and spreadsheets write them. Pure. */
import { isBusinessDate } from '#server/base/dates.ts'
import { DAY_MS } from '#server/base/instants.ts'

/** Reads the day of a cell, which may have a time of day, or be the number by which a spreadsheet stores it. */
export function parseDay(text: string): string | undefined {
  return parseDate(text.replace(TIME_OF_DAY, '')) ?? dayOfSerial(text)
}

const TIME_OF_DAY =
  /(?:T|,?\s+(?:at\s+)?)\d{1,2}(?::\d\d(?::\d\d(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?|\s*[ap]\.?m\.?)\s*(?:Z|[+-]\d\d:?\d\d)?$/i

/** The beginning of the long form of a date that spreadsheets offer: `Sunday, March 1, 2026`. */
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+/i

/** Reads a date, month first: `3/1/2026`, `3-1-26`, `2026-03-01`, `2026/03/01`, `1-Mar-2026`, `Mar 1, 2026`, `Sunday, March 1, 2026`. */
export function parseDate(written: string): string | undefined {
  const text = written.replace(WEEKDAY, '')
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text)
  const american = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d\d)$/.exec(text)
  const [year, month, day] = iso ? iso.slice(1) : american ? [american[4], american[1], american[3]] : dateInWords(text)
  if (!year || !month || !day) return undefined
  const century = year.length === 4 ? '' : Number(year) < 70 ? '20' : '19'
  const date = `${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isBusinessDate(date) ? date : undefined
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The year, month and day of `1-Mar-2026` or `March 1, 2026`. */
function dateInWords(text: string): (string | undefined)[] {
  const dayFirst = /^(\d{1,2})[- ]([a-z]{3})[a-z]*\.?[- ,]+(\d{4}|\d\d)$/i.exec(text)
  const monthFirst = /^([a-z]{3})[a-z]*\.?[- ](\d{1,2})(?:,\s*|[- ])(\d{4})$/i.exec(text)
  const [day, name, year] = dayFirst
    ? dayFirst.slice(1)
    : monthFirst
      ? [monthFirst[2], monthFirst[1], monthFirst[3]]
      : []
  const month = MONTHS.indexOf(name?.toLowerCase() ?? '') + 1
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
