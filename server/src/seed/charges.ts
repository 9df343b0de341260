/** The monthly charges of a lease: rent by term, and extras that depend on the building and the residents. */
import { addDays, addMonths, earlier } from '#server/base/dates.ts'
import { type MarketRent, marketRentOn, roundToFiveDollars } from './market-rents.ts'
import type { Random } from './random.ts'
import type { SeedCharge } from './records.ts'
import type { Tenancy } from './tenancies.ts'

/** Monthly prices of a property; null if it does not charge for the item. */
export type Fees = { parkingCents: number | null; utilityCents: number | null; storageCents: number | null }

/** The charges, rent first and oldest first. Their spans end with a stay that is over, and are open otherwise. */
export function drawCharges(random: Random, tenancy: Tenancy, market: MarketRent, fees: Fees): SeedCharge[] {
  const from = tenancy.termStarts[0]
  const isOver = tenancy.moveOutDate !== null && tenancy.moveOutDate < market.today
  const to = isOver ? tenancy.moveOutDate : null
  const charges = drawRent(random, tenancy, market, to)
  const add = (code: SeedCharge['code'], description: string, amountCents: number) =>
    charges.push({ code, description, amountCents, from, to })

  if (fees.utilityCents) add('UTILITY', 'Water, sewer and trash', fees.utilityCents)
  if (fees.parkingCents && random.chance(0.35)) add('PARKING', 'Reserved parking', fees.parkingCents)
  if (random.chance(0.28)) add('PET', 'Pet rent', random.pick([2500, 3000, 3500, 5000]))
  if (fees.storageCents && random.chance(0.12)) add('STORAGE', 'Storage unit', fees.storageCents)
  if (random.chance(0.1)) charges.push(drawConcession(random, tenancy))
  return charges
}

/**
 * The rent of each term. It is signed a little below market and then raised toward it with each renewal, but never lowered and never raised by more
 * than 8%.
 */
function drawRent(random: Random, tenancy: Tenancy, market: MarketRent, to: string | null): SeedCharge[] {
  const steps: SeedCharge[] = []
  for (const from of tenancy.termStarts) {
    const previous = steps.at(-1)
    const offered = marketRentOn(market, from) * random.between(0.965, 1.02)
    const amountCents = roundToFiveDollars(
      previous ? Math.min(Math.max(offered, previous.amountCents), previous.amountCents * 1.08) : offered,
    )
    if (amountCents === previous?.amountCents) continue
    if (previous) previous.to = addDays(from, -1)
    steps.push({ code: 'RENT', description: 'Rent', amountCents, from, to })
  }
  return steps
}

/** A concession on the first months, spread over them. */
function drawConcession(random: Random, tenancy: Tenancy): SeedCharge {
  const from = tenancy.termStarts[0]
  const lastDay = addDays(addMonths(from, random.pick([1, 2, 3, 6])), -1)
  const to = earlier(tenancy.moveOutDate ?? lastDay, lastDay)
  return { code: 'CONCESSION', description: 'Move-in special', amountCents: -500 * random.integer(10, 40), from, to }
}
