/** Formats money, dates and instants. Instants are shown in the time zone of the organization, not of the browser. */

// Zero has no sign.
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', signDisplay: 'negative' })
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

export function money(cents: number): string {
  return dollars.format(cents / 100)
}

export function number(value: number): string {
  return value.toLocaleString('en-US')
}

export function percent(value: number): string {
  const digits = Number.isInteger(value) ? 0 : 2
  return `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}%`
}

/** The share of some units, in percent; a dash if there are no units. */
export function shareOf(units: number, share: number): string {
  return units === 0 ? '–' : percent(share)
}

/** `(614) 555-0134`; a number of another country stays as it is. */
export function phone(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}

/** A business date, which is the same day in every time zone. Other text, as in a URL that somebody has typed, stays as it is. */
export function date(businessDate: string): string {
  return isDay(businessDate) ? day.format(new Date(businessDate)) : businessDate
}

/** A business date close to today, without its year. */
export function shortDate(businessDate: string): string {
  return isDay(businessDate) ? dayOfYear.format(new Date(businessDate)) : businessDate
}

/** Whether text from a URL is a day, as `2026-03-15`. A browser takes February 30 for March 2. */
export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const midnight = new Date(text)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

const instants = new Map<string, Intl.DateTimeFormat>()

/** `log` has seconds, and no year if it is the present one, for narrow columns of recent events. */
export type Precision = 'day' | 'minutes' | 'seconds' | 'log'

const PRECISIONS: Record<Precision, Intl.DateTimeFormatOptions> = {
  day: { dateStyle: 'medium' },
  minutes: { dateStyle: 'medium', timeStyle: 'short' },
  seconds: { dateStyle: 'medium', timeStyle: 'medium' },
  log: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' },
}

export function instant(iso: string, timeZone: string, precision: Precision = 'minutes'): string {
  if (precision === 'log' && dayIn(timeZone, Date.parse(iso)).slice(0, 4) !== todayIn(timeZone).slice(0, 4)) {
    return instant(iso, timeZone, 'seconds')
  }
  const key = `${timeZone} ${precision}`
  const format = instants.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...PRECISIONS[precision] })
  instants.set(key, format)
  // The time and AM or PM stay on one line.
  return format.format(new Date(iso)).replace(/\s([AP]M)$/, '\u00a0$1')
}

/** Today's business date in `timeZone`. */
export function todayIn(timeZone: string): string {
  return dayIn(timeZone, Date.now())
}

const days = new Map<string, Intl.DateTimeFormat>()

function dayIn(timeZone: string, at: number): string {
  const format = days.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  days.set(timeZone, format)
  return format.format(at)
}

export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

const STEPS: [limit: number, unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  [60_000, 'second', 1000],
  [3_600_000, 'minute', 60_000],
  [86_400_000, 'hour', 3_600_000],
  [Number.POSITIVE_INFINITY, 'day', 86_400_000],
]
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** `3 minutes ago`. */
export function ago(iso: string): string {
  const elapsed = Date.parse(iso) - Date.now()
  const [, unit, ms] = STEPS.find(([limit]) => Math.abs(elapsed) < limit)!
  return relative.format(Math.trunc(elapsed / ms), unit)
}
