/** Instants, which are read from any RFC 3339 text and kept in UTC from then on. */
import { isBusinessDate } from './dates.ts'

/** The instant as RFC 3339 in UTC, or undefined if `text` is not an instant or its year in UTC is not from 1900 to 2999. */
export function readInstant(text: string): string | undefined {
  // A `+` that was not encoded in the query arrives as a space, which can only mean `+` in front of an offset.
  const match =
    /^((?:19|2\d)\d\d-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,9})?)(?:([Zz])|([+ -])(\d\d:\d\d))$/.exec(
      text,
    )
  if (!match || !isBusinessDate(match[1] as string)) return undefined
  const offset = match[3] ? 'Z' : `${match[4] === '-' ? '-' : '+'}${match[5]}`
  const instant = new Date(`${match[1]}T${match[2]}${offset}`)
  if (Number.isNaN(instant.getTime())) return undefined
  const inUtc = instant.toISOString()
  // Near the ends of the range, the offset may move the instant out of it.
  return isBusinessDate(inUtc.slice(0, 10)) ? inUtc : undefined
}
