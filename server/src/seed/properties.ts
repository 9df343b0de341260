/** Builds one property and all its units. */
import { addMonths } from '#server/base/dates.ts'
import { drawFloorPlans } from './floor-plans.ts'
import { drawBuildingWork } from './maintenance/work-orders.ts'
import type { MoneyDays } from './money/invoices.ts'
import type { Situation } from './occupancy.ts'
import type { Place } from './places.ts'
import type { PlannedProperty, PropertyKind } from './plan.ts'
import type { Random } from './random.ts'
import type { SeedProperty, SeedUnit } from './records.ts'
import { chooseLabels } from './unit-labels.ts'
import { buildUnit, type PropertyTraits } from './units.ts'

export type PropertyIdentity = {
  externalId: string
  name: string
  addressLine: string
  ownerName: string
  place: Place
}

export function buildProperty(
  random: Random,
  planned: PlannedProperty,
  identity: PropertyIdentity,
  situationOf: (unitIndex: number, random: Random) => Situation,
  days: MoneyDays,
): SeedProperty {
  const { kind, unitCount } = planned
  const { place, externalId, name, addressLine, ownerName } = identity
  const inServiceFrom = addMonths(days.recordsFrom, -random.integer(12, 120))
  const age = random.integer(1, 45)
  const yearBuilt = Number(inServiceFrom.slice(0, 4)) - age
  const traits = drawTraits(random, kind, age, identity, { ...days, inServiceFrom })
  const labelOf = chooseLabels(random, kind, unitCount)
  const units = Array.from({ length: unitCount }, (_, index) => {
    const unitRandom = random.branch(index)
    return buildUnit(unitRandom, traits, labelOf(index), situationOf(index, unitRandom))
  })
  return {
    external_id: externalId,
    name,
    type: TYPES[kind],
    address_line: addressLine,
    city: place.city,
    state: place.state,
    postal_code: random.pick(place.postalCodes),
    year_built: yearBuilt,
    current_value_cents: appraise(kind, units),
    ownerName,
    portfolioName: `${place.region} ${kind === 'COMMUNITY' ? 'Communities' : 'Homes'}`,
    units,
    workOrders: drawBuildingWork(random.branch('work'), externalId, unitCount, days),
  }
}

function drawTraits(
  random: Random,
  kind: PropertyKind,
  age: number,
  { externalId, name, place }: PropertyIdentity,
  calendar: PropertyTraits['calendar'],
): PropertyTraits {
  return {
    externalId,
    name,
    place,
    quality: 1.15 - age * 0.006 + random.between(-0.08, 0.08),
    floorPlans: drawFloorPlans(random, kind, kind === 'COMMUNITY' && age > 12 ? random.between(0, 0.6) : 0),
    fees: drawFees(random, kind),
    amenities: random.shuffle(AMENITIES[kind]).slice(0, random.integer(2, 5)),
    yearlyGrowth: random.between(0.015, 0.05),
    reviewDay: `${random.pick(['01', '03', '05', '07', '09'])}-01`,
    calendar,
  }
}

/** The value: a multiple of a year's market rent, rounded to $1,000. */
function appraise(kind: PropertyKind, units: SeedUnit[]): number {
  const monthly = units.reduce((sum, unit) => sum + unit.marketRents.at(-1)!.amountCents, 0)
  return Math.round((monthly * 12 * YEARS_OF_RENT[kind]) / 100_000) * 100_000
}

function drawFees(random: Random, kind: PropertyKind): PropertyTraits['fees'] {
  if (kind === 'HOUSE') return { parkingCents: null, utilityCents: null, storageCents: null }
  return {
    parkingCents: random.chance(0.6) ? random.pick([3500, 5000, 7500, 12500]) : null,
    utilityCents: random.chance(0.55) ? random.integer(9, 19) * 500 : null,
    storageCents: kind === 'COMMUNITY' && random.chance(0.5) ? random.pick([2500, 4000, 6000]) : null,
  }
}

const TYPES: Record<PropertyKind, SeedProperty['type']> = {
  COMMUNITY: 'MULTI_FAMILY',
  TOWNHOUSES: 'TOWNHOUSE',
  SMALL_BUILDING: 'MULTI_FAMILY',
  HOUSE: 'SINGLE_FAMILY',
  CONDO: 'CONDO',
}

const YEARS_OF_RENT: Record<PropertyKind, number> = {
  COMMUNITY: 10.5,
  TOWNHOUSES: 12.5,
  SMALL_BUILDING: 11.5,
  HOUSE: 15.5,
  CONDO: 14,
}

const HOME_AMENITIES = ['fenced yard', 'attached garage', 'covered patio', 'fireplace', 'driveway parking']
const SHARED_AMENITIES = ['laundry room', 'off-street parking', 'bike storage', 'shared courtyard', 'package lockers']
const AMENITIES: Record<PropertyKind, string[]> = {
  COMMUNITY: [...SHARED_AMENITIES, 'swimming pool', 'fitness center', 'clubhouse', 'dog park', 'controlled access'],
  TOWNHOUSES: [...HOME_AMENITIES, 'swimming pool', 'playground'],
  SMALL_BUILDING: SHARED_AMENITIES,
  HOUSE: HOME_AMENITIES,
  CONDO: [...SHARED_AMENITIES, 'fitness center', 'rooftop terrace'],
}
