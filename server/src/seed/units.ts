/** Builds one unit: its floor plan, its market rent, its history of leases and, if it is vacant, its listing. */
import { addDays } from '#server/base/dates.ts'
import type { Fees } from './charges.ts'
import type { FloorPlan } from './floor-plans.ts'
import { drawLeads } from './leads.ts'
import { buildLease } from './leases.ts'
import { drawListing, UNLISTED } from './listings.ts'
import { drawHomeWork } from './maintenance/work-orders.ts'
import { type MarketRent, marketRentHistory, roundToFiveDollars } from './market-rents.ts'
import type { Situation } from './occupancy.ts'
import type { Place } from './places.ts'
import type { Random } from './random.ts'
import type { SeedUnit } from './records.ts'
import { type Calendar, drawTenancies, type Tenancy } from './tenancies.ts'

/** What the units of one property have in common. */
export type PropertyTraits = {
  externalId: string
  name: string
  place: Place
  /** 1 is typical of the place; rents are proportional to it. */
  quality: number
  floorPlans: FloorPlan[]
  fees: Fees
  amenities: string[]
  yearlyGrowth: number
  reviewDay: string
  calendar: Calendar
}

export function buildUnit(random: Random, property: PropertyTraits, label: string, situation: Situation): SeedUnit {
  const { place, calendar } = property
  const plan = random.pickWeighted(property.floorPlans)
  const market = drawMarketRent(random, property, plan)
  const externalId = `${property.externalId}-${label}`
  const amenities = [...property.amenities, ...random.shuffle(UNIT_AMENITIES).slice(0, random.integer(2, 5))]
  const tenancies = drawTenancies(random.branch('tenancies'), situation, calendar)
  const setting = { market, fees: property.fees, bedrooms: plan.bedrooms, areaCode: place.areaCode, days: calendar }
  const leases = tenancies.map((tenancy, index) =>
    buildLease(random.branch(`lease ${index}`), `${externalId}-L${index + 1}`, tenancy, setting),
  )
  const isOffered = situation === 'VACANT_UNRENTED' && random.chance(0.92)
  const wanted = {
    ...{ externalId, leases, bedrooms: plan.bedrooms, marketRentCents: market.amountCents, areaCode: place.areaCode },
    isOffered: isOffered || situation === 'NOTICE_UNRENTED',
  }
  const offered = { propertyName: property.name, city: place.city, plan, amenities, today: calendar.today }
  return {
    external_id: externalId,
    label,
    unitType: plan.unitType,
    bedrooms: plan.bedrooms,
    bathrooms: plan.bathrooms,
    sqft: plan.sqft,
    in_service_from: calendar.inServiceFrom,
    marketRents: marketRentHistory(market, calendar.inServiceFrom, calendar.recordsFrom),
    offlineSpans: situation === 'OFFLINE' ? [drawOfflineSpan(random, tenancies, calendar.today)] : [],
    ...(isOffered ? drawListing(random.branch('listing'), offered) : UNLISTED),
    amenities,
    leases,
    workOrders: drawHomeWork(random.branch('work'), externalId, leases, calendar),
    leads: drawLeads(random.branch('leads'), wanted, calendar),
  }
}

/** The typical rent by city and bedrooms, times quality, times size (a tenth larger costs four percent more), with a little chance. */
function drawMarketRent(random: Random, property: PropertyTraits, plan: FloorPlan): MarketRent {
  const typicalDollars = property.place.typicalRents[plan.bedrooms]!
  const size = 1 + 0.4 * (plan.sqft / TYPICAL_SQFT[plan.bedrooms]! - 1)
  const renovation = plan.isRenovated ? 1.09 : 1
  const dollars = typicalDollars * property.quality * size * renovation * random.between(0.97, 1.03)
  return {
    today: property.calendar.today,
    amountCents: roundToFiveDollars(dollars * 100),
    yearlyGrowth: property.yearlyGrowth,
    reviewDay: property.reviewDay,
  }
}

/** An offline span that begins after the last residents left, a month ago or more, and ends on a future day or is open. */
function drawOfflineSpan(random: Random, tenancies: Tenancy[], today: string) {
  const emptySince = tenancies.at(-1)?.moveOutDate ?? addDays(today, -30)
  return {
    from: addDays(emptySince, random.integer(1, 14)),
    to: random.chance(0.5) ? addDays(today, random.integer(10, 90)) : null,
    reason: random.pick(['Water damage', 'Fire damage', 'Full renovation', 'Mold remediation', 'Foundation repair']),
  }
}

const TYPICAL_SQFT = [500, 720, 1020, 1420, 2100]
const UNIT_AMENITIES = [
  'in-unit washer and dryer',
  'private balcony',
  'walk-in closet',
  'stainless steel appliances',
  'quartz countertops',
  'hardwood-style floors',
  'central air conditioning',
  'ceiling fans',
  'dishwasher',
  'smart thermostat',
]
