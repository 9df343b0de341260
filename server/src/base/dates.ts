/** Business dates: `YYYY-MM-DD` strings, which compare and sort as dates do. They have no time of day and no zone. */

/** The first day that is accepted. No record has an earlier one. */
export const FIRST_DAY = '1900-01-01'

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
 * The date at `nowMs` in the IANA zone `timeZone`. Cached for a minute, because formatting costs 1% of a call and days begin on a full minute in
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
 * Abbreviations that the runtime accepts as zones, although the IANA registry does not have them. PostgreSQL reads most of them as something else: CST is
 * Chicago to the runtime, and an hour behind Chicago in summer to PostgreSQL.
 */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(' '),
)

/** The current names of zones for which the runtime still uses an old one. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/**
 * The IANA time zone that `text` names in any case, or undefined if the runtime knows none. The name is in the registry's case, because programs
 * that look zones up in files find no other spelling. An offset such as +01:00 is not a zone: PostgreSQL counts it in the other direction.
 */
export function readTimeZone(text: string): string | undefined {
  if (!/^[a-z]/i.test(text) || ABBREVIATIONS.has(text.toUpperCase())) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-CA', { timeZone: text }).resolvedOptions()
    // The runtime resolves an old name, such as US/Eastern, to a new one. An old name in the registry's case is kept. In any other case it becomes the
    // new name, because the runtime does not say how the registry spells the old one.
    const isOther = timeZone.toLowerCase() !== text.toLowerCase()
    if (text === timeZone || (isOther && hasRegistryCase(text))) return text
    return CURRENT_NAMES[timeZone] ?? timeZone
  } catch {
    return undefined
  }
}

/** Whether the name of a zone is in the registry's case: each word begins with a capital, and an abbreviation, such as US or EST5EDT, has no other letters. */
function hasRegistryCase(name: string): boolean {
  const begin = name.split(/[/_-]/).every(word => /^([A-Z\d]|of$|es$|au$)/.test(word))
  return begin && !WRONG_CASE.test(name)
}

/** Matches Us/Eastern and Est5edt; Etc/Utc; AMERICA/NUUK; JAPAN. */
const WRONG_CASE = /^(?!Etc\/)[A-Z][a-z]{1,2}(?![a-z])|\/(Gmt|Uct|Utc)|^[^a-z]+\/[^a-z]+$|^[A-Z]{4,}/

/** `date` plus a number of whole days. */
export function addDays(date: string, days: number): string {
  const day = dayOf(date) + days
  if (day >= 1 && day <= 28) return date.slice(0, 8) + DAYS[day]
  return dateAt(numberOf(date) + days)
}

/** `date` plus a number of whole months; a day that the target month does not have becomes its last day. */
export function addMonths(date: string, months: number): string {
  const month = yearOf(date) * 12 + monthOf(date) - 1 + months
  const [year, ofYear] = [Math.floor(month / 12), (((month % 12) + 12) % 12) + 1]
  const day = dayOf(date)
  return written(year, ofYear, day <= 28 ? day : Math.min(day, lastDayOf(year, ofYear)))
}

/** The earlier of two days. */
export function earlier(a: string, b: string): string {
  return a < b ? a : b
}

/** The later of two days. */
export function later(a: string, b: string): string {
  return a > b ? a : b
}

/** A span of days in words, such as `from 2025-09-01 to 2026-08-31`. */
export function spanInWords(from: string, to: string | null): string {
  return to === null ? `from ${from} with no end date` : `from ${from} to ${to}`
}

/** Whole days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return numberOf(to) - numberOf(from)
}

// A Date object for each step took a sixth of what the seed's generator costs, which works on a million dates.

const yearOf = (date: string) => Number(date.slice(0, 4))
const monthOf = (date: string) => Number(date.slice(5, 7))
const dayOf = (date: string) => Number(date.slice(8))

/** The days since 0000-03-01, so that a leap day is the last day of a year; exact for all years of the Gregorian calendar. */
function numberOf(date: string): number {
  const month = monthOf(date)
  const year = month > 2 ? yearOf(date) : yearOf(date) - 1
  const before = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5)
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + before + dayOf(date) - 1
}

function dateAt(number: number): string {
  const cycle = Math.floor(number / 146_097)
  const ofCycle = number - cycle * 146_097
  const ofFour = Math.floor(ofCycle / 1_460)
  const years = Math.floor((ofCycle - ofFour + Math.floor(ofCycle / 36_524) - Math.floor(ofCycle / 146_096)) / 365)
  const ofYear = ofCycle - (365 * years + Math.floor(years / 4) - Math.floor(years / 100))
  const since = Math.floor((5 * ofYear + 2) / 153)
  const month = since < 10 ? since + 3 : since - 9
  return written(cycle * 400 + years + (month <= 2 ? 1 : 0), month, ofYear - Math.floor((153 * since + 2) / 5) + 1)
}

function lastDayOf(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

function written(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${DAYS[month]}-${DAYS[day]}`
}

/** The numbers of days and months in two digits. */
const DAYS = Array.from({ length: 32 }, (_, number) => String(number).padStart(2, '0'))

/** The date in each time zone; there are at most as many entries as time zones. */
const days = new Map<string, { minute: number; day: string }>()
/** A formatter for each time zone; there are at most as many entries as time zones. */
const clocks = new Map<string, Intl.DateTimeFormat>()
