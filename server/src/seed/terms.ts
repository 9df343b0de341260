/** The terms of a lease: a first one and its renewals. */
import { addDays, addMonths, later } from '#server/base/dates.ts'
import type { Random } from './random.ts'

type Terms = { firstMonths: number; renewals: number }

/** A first term, most often a year, and yearly renewals: 54 out of 100 leases are renewed when a term ends. */
export function drawTerms(random: Random): Terms {
  let renewals = 0
  while (renewals < 15 && random.chance(0.54)) renewals++
  return { firstMonths: random.pick([12, 12, 12, 12, 12, 12, 13, 15, 9, 6]), renewals }
}

/** The first day of each term, counted back from the end, so that every renewal is on the same day of the year. */
export function termStarts(terms: Terms, endDate: string, inServiceFrom: string): [string, ...string[]] {
  const dayAfterEnd = addDays(endDate, 1)
  const fullStart = addMonths(dayAfterEnd, -terms.renewals * 12 - terms.firstMonths)
  const start = later(fullStart, inServiceFrom)
  const renewals = Array.from({ length: terms.renewals }, (_, term) =>
    addMonths(dayAfterEnd, (term - terms.renewals) * 12),
  )
  return [start, ...renewals.filter(renewal => renewal > start)]
}
