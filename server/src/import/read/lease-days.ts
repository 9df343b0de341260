/** Reads the days of a lease: its end, which may be none, and its term in one cell. */
import type { CellKind } from './cells.ts'
import { parseDay } from './days.ts'
import type { RowCells } from './row-cells.ts'

export const LEASE_END: CellKind<string | 'MONTH_TO_MONTH'> = {
  parse: text => (NO_END.test(text.replace(/^\((.*)\)$/, '$1')) ? 'MONTH_TO_MONTH' : parseDay(text)),
  is: 'a date',
  write:
    'Write it month first, such as 3/31/2026, or leave it empty for a month-to-month lease. Years go from 1900 to 2999.',
  isDay: true,
}

/** The ways to write that a lease has no end. The last day of the year 9999 is what programs store for it. */
const NO_END =
  /^(?:month(?:ly)?(?:[- ]?(?:to|2)[- ]?month\b.*)?|mo\.?(?:[- ]to[- ]|[-/])mo\.?|m[- /]?(?:t|to|2)?[- /]?m|at[- ]will|open(?:[- ]ended)?|ongoing|present|perpetual|indefinite|rolling|rollover|no end(?: date)?|12\/31\/9999|9999-12-31.*)$/i

/** A term of a lease as its first and last day: `1/1/2026 - 12/31/2026`, `1/1/2026 to MTM`, or only `Month-to-month`. */
export const LEASE_TERM: CellKind<{ from: string | undefined; to: string | undefined }> = {
  parse(text) {
    if (LEASE_END.parse(text) === 'MONTH_TO_MONTH') return { from: undefined, to: undefined }
    const [first = '', last = '', ...more] = text.split(
      /\s+(?:-{1,2}|[–—]|to|thru|through|until)\s+|\s*[–—]\s*|(?<=\/\d{2}|\d{4})-(?=\d{1,2}\/)/i,
    )
    const [from, to] = [parseDay(first), LEASE_END.parse(last)]
    return more.length > 0 || from === undefined || to === undefined
      ? undefined
      : { from, to: to === 'MONTH_TO_MONTH' ? undefined : to }
  },
  is: 'the first and the last day of a lease',
  write: 'Write it as 1/1/2026 - 12/31/2026, or in two columns, Lease From and Lease To.',
}

/** The end of a lease. What has no digit, such as `expired`, is not a day that was mistyped, so it rejects nothing. */
export function leaseEndOf(cells: RowCells, asOf: string | undefined): string | undefined {
  const to = cells.take('leaseTo', LEASE_END, /\d/.test(cells.text('leaseTo')) ? 'row' : 'value')
  if (to === undefined || to === 'MONTH_TO_MONTH' || asOf === undefined || to >= asOf) return to
  const isMonthly = (['leaseType', 'leaseStatus', 'status'] as const).some(field => MONTHLY.test(cells.text(field)))
  if (!isMonthly) return to
  cells.drop('leaseTo', 'The lease is month to month, so its end in the past is not imported.')
  return undefined
}

const MONTHLY = /\bmonth[- ]?(?:to|2)[- ]?month\b|^(?:mtm|m2m|m-t-m|m\/m|monthly|at[- ]will)$|\(mtm\)/i
