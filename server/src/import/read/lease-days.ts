/** Reads the days of a lease: its end, which may be none, and its term in one cell. Pure. */
import type { CellKind } from './cells.ts'
import { parseDay } from './days.ts'

export const LEASE_END: CellKind<string | 'MONTH_TO_MONTH'> = {
  parse: text => (NO_END.test(text.replace(/^\((.*)\)$/, '$1')) ? 'MONTH_TO_MONTH' : parseDay(text)),
  is: 'a date',
  write:
    'Write it month first, such as 3/31/2026, or leave it empty for a month-to-month lease. Years go from 1900 to 2999.',
  isDay: true,
}

/** The ways to write that a lease has no end. The last day of the year 9999 is what programs store for it. */
const NO_END =
  /^(?:month(?:ly)?(?:[- ]?(?:to|2)[- ]?month\b.*)?|mo\.?[- ]to[- ]mo\.?|m[- /]?(?:t|to|2)?[- /]?m|at[- ]will|open(?:[- ]ended)?|ongoing|present|perpetual|indefinite|rolling|rollover|no end(?: date)?|12\/31\/9999|9999-12-31.*)$/i

/** A term of a lease as its first and last day: `1/1/2026 - 12/31/2026`, `1/1/2026 to MTM`, or only `Month-to-month`. */
export const LEASE_TERM: CellKind<{ from: string | undefined; to: string | undefined }> = {
  parse(text) {
    if (LEASE_END.parse(text) === 'MONTH_TO_MONTH') return { from: undefined, to: undefined }
    const [first = '', last = '', ...more] = text.split(
      /\s+(?:-{1,2}|[–—]|to|thru|through|until)\s+|\s*[–—]\s*|(?<=\d{4})-(?=\d{1,2}\/)/i,
    )
    const [from, to] = [parseDay(first), LEASE_END.parse(last)]
    return more.length > 0 || from === undefined || to === undefined
      ? undefined
      : { from, to: to === 'MONTH_TO_MONTH' ? undefined : to }
  },
  is: 'the first and the last day of a lease',
  write: 'Write it as 1/1/2026 - 12/31/2026, or in two columns, Lease From and Lease To.',
}
