/** Instants, which are read from any RFC 3339 text and kept in UTC from then on. */
import { isBusinessDate } from './dates.ts'

export const DAY_MS = 86_400_000

/** A `+` that was not encoded in the query arrives as a space, which can only mean `+` in front of an offset. */
const INSTANT =
  /^((?:19|2\d)\d\d-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):\d\d:)(\d\d)(\.\d{1,9})?(?:([Zz])|([+ -])(\d\d:\d\d))$/

/**
 * The instant as RFC 3339 in UTC, or undefined if `text` is not an instant or its year in UTC is not from 1900 to 2999. A leap second, which occurs
 * only at the end of a month in UTC, becomes the second after it, because clocks that count the seconds since 1970 have no other name for it.
 */
export function readInstant(text: string): string | undefined {
  const [, day = '', minute, second, fraction = '', utc, sign, offset] = INSTANT.exec(text) ?? []
  if (!isBusinessDate(day)) return undefined
  const isLeap = second === '60'
  const zone = utc ? 'Z' : `${sign === '-' ? '-' : '+'}${offset}`
  const read = new Date(`${day}T${minute}${isLeap ? '59' : second}${fraction}${zone}`).getTime()
  if (Number.isNaN(read)) return undefined
  const inUtc = new Date(isLeap ? read + 1_000 : read).toISOString()
  if (isLeap && inUtc.slice(8, 19) !== '01T00:00:00') return undefined
  // Near the ends of the range, the offset may move the instant out of it.
  return isBusinessDate(inUtc.slice(0, 10)) ? inUtc : undefined
}

/** An instant in milliseconds since the epoch as part of a file name, in UTC and to the second: `20260301T120000`. */
export function instantInFileName(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')
}
