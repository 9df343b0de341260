/** The term that the form of a renewal proposes. */
import { daysAfter, isDay } from '../kit/format.ts'

/**
 * The likely next term, with as many months as the one that was agreed last. It starts on the day after that one or, if the residents have stayed
 * beyond it, on the first of the next month, or today if that is the first: a term in the past would restate rents that were billed.
 */
export function nextTerm(
  { starts_on, end_date }: { starts_on: string; end_date: string | null },
  today: string,
): { from: string; to: string } {
  if (end_date === null) return { from: '', to: '' }
  const after = daysAfter(end_date, 1)
  const months = Math.max(1, monthsBetween(starts_on, after))
  const from = after < today ? firstOfMonthFrom(today) : after
  return { from, to: daysAfter(plusMonths(from, months), -1) }
}

function firstOfMonthFrom(day: string): string {
  const first = `${day.slice(0, 8)}01`
  return first === day ? day : plusMonths(first, 1)
}

const LENGTHS: readonly [text: string, months: number][] = [
  ['6 months', 6],
  ['1 year', 12],
  ['2 years', 24],
]

/** The last days of terms of the usual lengths that begin on `from`; undefined while that is not a day. */
export function termEnds(from: string): { text: string; value: string }[] | undefined {
  if (!isDay(from)) return undefined
  return LENGTHS.map(([text, months]) => ({ text, value: daysAfter(plusMonths(from, months), -1) }))
}

/**
 * The months of a term. Many terms begin or end with a part of a month: one from September 15 to August 31 and one until September 30 are both meant to
 * be a year. So a term that is not a number of whole months counts as the multiple of three next to it, if there is one.
 */
function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number)
  const begun = 12 * (toYear - fromYear) + toMonth - fromMonth
  const whole = plusMonths(from, begun) > to ? begun - 1 : begun
  const isExact = plusMonths(from, whole) === to
  return !isExact && (whole + 1) % 3 === 0 ? whole + 1 : whole
}

/** The day `months` months after `day`, or the last day of that month if it is shorter. */
function plusMonths(day: string, months: number): string {
  const [year = 0, month = 0, on = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(on, last))).toISOString().slice(0, 10)
}
