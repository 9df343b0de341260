/** Instants: RFC 3339, in UTC once they are read. */
import { isBusinessDate } from './dates.ts'

/** The instant as RFC 3339 in UTC, or undefined when `text` is none or its year in UTC is not one from 1900 to 2999. */
export function readInstant(text: string): string | undefined {
  // A `+` in an unencoded query arrives as a space; the offset can mean nothing else there.
  const match =
    /^((?:19|2\d)\d\d-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,9})?)(?:([Zz])|([+ -])(\d\d:\d\d))$/.exec(
      text,
    )
  if (!match || !isBusinessDate(match[1] as string)) return undefined
  const offset = match[3] ? 'Z' : `${match[4] === '-' ? '-' : '+'}${match[5]}`
  const instant = new Date(`${match[1]}T${match[2]}${offset}`)
  if (Number.isNaN(instant.getTime())) return undefined
  const inUtc = instant.toISOString()
  // At the ends of the range an offset leads out of it.
  return isBusinessDate(inUtc.slice(0, 10)) ? inUtc : undefined
}

/** An instant as PostgreSQL writes it inside JSON, its session in UTC: `2026-01-02T03:04:05.678901+00:00`, cut to the millisecond. */
export function instantFromJson(text: string): string {
  return `${text.slice(0, 19)}.${text.slice(20, -6).slice(0, 3).padEnd(3, '0')}Z`
}
