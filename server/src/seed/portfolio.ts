/** Generates a realistic synthetic portfolio, one property at a time. It is the same for the same units, months, seed and today. */
import { addMonths, isBusinessDate } from '#server/base/dates.ts'
import { monthsBetween } from './money/invoices.ts'
import { assignSituations } from './occupancy.ts'
import { chooseMarkets } from './places.ts'
import { type PlannedProperty, planProperties } from './plan.ts'
import { buildProperty, type PropertyIdentity } from './properties.ts'
import { nameAddress, nameCommunity, nameOwner, nameTownhouses } from './property-names.ts'
import { createRandom, type Random } from './random.ts'
import type { SeedProperty } from './records.ts'

export type PortfolioOptions = {
  /** 1 to 1,000,000. */
  units: number
  /** How many months of history leases have, 1 to 240. */
  months: number
  seed: string | number
  /** The day for which the portfolio is generated, `YYYY-MM-DD`. */
  today: string
}

/** Yields one property at a time, so that memory holds about 500 units at most; throws RangeError for an option out of range. */
export function generatePortfolio(options: PortfolioOptions): Generator<SeedProperty, void> {
  const { units, months, today } = options
  if (!Number.isInteger(units) || units < 1 || units > 1_000_000) throw new RangeError('units is not 1 to 1,000,000')
  if (!Number.isInteger(months) || months < 1 || months > 240) throw new RangeError('months is not 1 to 240')
  if (!isBusinessDate(today)) throw new RangeError('today is not a day written YYYY-MM-DD')
  return generate(options)
}

function* generate({ units, months, seed, today }: PortfolioOptions): Generator<SeedProperty, void> {
  const random = createRandom(`seed ${seed}`)
  const nameIdentity = createNamer(random, units)
  const situationOf = assignSituations(`seed ${seed}/situations`)
  const recordsFrom = addMonths(today, -months)
  const days = { today, recordsFrom, months: monthsBetween(recordsFrom, today) }
  for (const [index, planned] of planProperties(random.branch('plan'), units).entries()) {
    const propertyRandom = random.branch(`property ${index}`)
    const identity = nameIdentity(propertyRandom.branch('identity'), planned, index)
    const deal = (unitIndex: number, unitRandom: Random) => situationOf(planned.unitsBefore + unitIndex, unitRandom)
    yield buildProperty(propertyRandom, planned, identity, deal, days)
  }
}

/** Gives each property its place, its owner, and a name and address that no earlier property has. */
function createNamer(random: Random, units: number) {
  const markets = chooseMarkets(random.branch('markets'), Math.ceil(Math.sqrt(units) / 6))
  const ownerCount = 2 + Math.round(Math.sqrt(units) / 4)
  const taken = new Set<string>()
  return (own: Random, { kind }: PlannedProperty, index: number): PropertyIdentity => {
    const addressLine = distinct(taken, () => nameAddress(own))
    const owner = random.branch(`${kind === 'COMMUNITY' ? 'company' : 'owner'} ${own.integer(1, ownerCount)}`)
    const drawName = {
      COMMUNITY: nameCommunity,
      TOWNHOUSES: nameTownhouses,
      SMALL_BUILDING: null,
      HOUSE: null,
      CONDO: null,
    }[kind]
    return {
      externalId: `P${String(index + 1).padStart(4, '0')}`,
      name: drawName ? distinct(taken, () => drawName(own)) : addressLine,
      addressLine,
      ownerName: nameOwner(owner, kind === 'COMMUNITY'),
      place: own.pickWeighted(markets),
    }
  }
}

/** Draws until the name is new; if a portfolio has used all names, adds a number. */
function distinct(taken: Set<string>, draw: () => string): string {
  let name = draw()
  for (let attempt = 1; attempt < 50 && taken.has(name); attempt++) name = draw()
  if (taken.has(name)) name = `${name} ${taken.size}`
  taken.add(name)
  return name
}
