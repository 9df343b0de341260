/** The market rent of a unit: today's amount and, derived from its yearly reviews, the amount on any earlier day. */
import type { SeedUnit } from './records.ts'

export type MarketRent = {
  today: string
  /** The amount in force today. */
  amountCents: number
  /** The increase at each yearly review: 0.03 is three percent. */
  yearlyGrowth: number
  /** The day of the year from which a review counts, `MM-DD`. */
  reviewDay: string
}

/** The market rent on `date`, rounded to $5; after today it stays at today's amount. */
export function marketRentOn(market: MarketRent, date: string): number {
  const reviewsSince = reviewYear(market, market.today) - reviewYear(market, date)
  let amount = market.amountCents
  for (let review = 0; review < reviewsSince; review++) amount /= 1 + market.yearlyGrowth
  return roundToFiveDollars(amount)
}

/** The amounts on record: one from the day on which the unit entered service, and one for every review since `recordsFrom`. */
export function marketRentHistory(market: MarketRent, inServiceFrom: string, recordsFrom: string) {
  const history: SeedUnit['marketRents'] = [{ from: inServiceFrom, amountCents: marketRentOn(market, recordsFrom) }]
  for (let year = reviewYear(market, recordsFrom) + 1; year <= reviewYear(market, market.today); year++) {
    const from = `${year}-${market.reviewDay}`
    history.push({ from, amountCents: marketRentOn(market, from) })
  }
  return history
}

export function roundToFiveDollars(cents: number): number {
  return Math.round(cents / 500) * 500
}

/** The year of the latest review on or before `date`. */
function reviewYear(market: MarketRent, date: string): number {
  const year = Number(date.slice(0, 4))
  return date.slice(5) < market.reviewDay ? year - 1 : year
}
