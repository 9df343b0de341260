/** Business dates: `YYYY-MM-DD` strings, which compare and sort as dates do. They have no time of day and no zone. */

const DAY_MS = 86_400_000

/** Whether `text` is a real calendar day written as `YYYY-MM-DD`, in the years 1900 to 2999. */
export function isBusinessDate(text: string): boolean {
  if (!/^(19|2\d)\d\d-(0[1-9]|1[0-2])-\d\d$/.test(text)) return false
  // Every month has these days, so the check of the calendar, which costs 1 µs, is made only for the others.
  const day = text.slice(8)
  if (day >= '01' && day <= '28') return true
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/**
 * The date at `nowMs` in the IANA zone `timeZone`. Cached for a minute, because formatting costs 1 % of a call and days begin on a full minute in
 * every zone.
 */
export function todayIn(timeZone: string, nowMs: number): string {
  const minute = Math.floor(nowMs / 60_000)
  const kept = days.get(timeZone)
  if (kept?.minute === minute) return kept.day
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const day = format.format(nowMs)
  days.set(timeZone, { minute, day })
  return day
}

/** The instant at which clocks in the IANA zone `timeZone` show `minute` minutes after midnight of `day`; if the clocks skip that hour, the instant an hour later. */
export function instantIn(timeZone: string, day: string, minute: number): string {
  const shown = Date.parse(`${day}T00:00:00Z`) + minute * 60_000
  const near = shown - offsetAt(timeZone, shown)
  // The offset may be different at the resulting instant. If the clocks skip the hour, no offset leads back to `minute`.
  const offset = offsetAt(timeZone, near)
  const isShown = offsetAt(timeZone, shown - offset) === offset
  return new Date(isShown ? shown - offset : near).toISOString()
}

/** How far the zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(timeZone: string, ms: number): number {
  let format = clocks.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(timeZone, format)
  }
  return Date.parse(`${format.format(ms).replace(' ', 'T')}Z`) - ms
}

/**
 * The IANA time zone that `text` names in any case, or undefined if the runtime knows none. It is in the registry's own case, because programs that
 * look a zone up in files find it in no other. An offset such as +01:00 is not a zone: PostgreSQL counts it in the other direction.
 */
export function readTimeZone(text: string): string | undefined {
  if (!/^[a-z]/i.test(text)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-CA', { timeZone: text }).resolvedOptions()
    // The runtime resolves an old name, such as US/Eastern, to a new one; what was chosen is kept.
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text
  } catch {
    return undefined
  }
}

/**
 * `date` plus a number of whole days. Results on days 1 to 28 need no Date object and take a tenth of the time; seeding calls this a million times.
 */
export function addDays(date: string, days: number): string {
  const day = Number(date.slice(8)) + days
  if (day >= 1 && day <= 28) return `${date.slice(0, 8)}${day < 10 ? '0' : ''}${day}`
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** `date` plus a number of whole months; a day that the target month does not have becomes its last day. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(day, lastDay))
  return first.toISOString().slice(0, 10)
}

/** Whole days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

/** The date in each time zone; there are at most as many entries as time zones. */
const days = new Map<string, { minute: number; day: string }>()
/** A formatter for each time zone; there are at most as many entries as time zones. */
const clocks = new Map<string, Intl.DateTimeFormat>()
