/** Plans the changes to a unit: the unit itself, its rate, and whether it is offline. Pure. */
import { addDays, earlier } from '#server/base/dates.ts'
import { formatCents } from '#server/base/money.ts'
import type { KnownUnit, UnitRecord } from '#server/domain/units/records.ts'
import { type RentRollRow, statusName } from '../read/records.ts'
import { isSame } from './properties.ts'
import type { PlanTerms, RowPlan } from './row-plan.ts'

/** Plans the unit. `earliestDay` is the first day that the file mentions for it. */
export function planUnit(
  plan: RowPlan,
  propertyId: string,
  known: KnownUnit | undefined,
  earliestDay: string,
  { asOf }: PlanTerms,
): UnitRecord {
  const unit = unitAfter(plan, propertyId, known, earliestDay)
  if (!known || !isSame(unit, known)) {
    plan.changes.units.push({ to: unit, isNew: !known })
    plan.words.push(...(known ? unitWords(known, unit) : [`new unit, ${statusName(plan.row.status)}`]))
  }
  const marketRentCents = planRate(plan, known, known ? asOf : unit.in_service_from)
  planOffline(plan, known, asOf)
  reportListing(plan, unit, marketRentCents)
  return unit
}

/** What changes about a unit, in words. */
function unitWords(before: UnitRecord, after: UnitRecord): string[] {
  const words = Object.entries(UNIT_FACTS).flatMap(([fact, name]) => {
    const [old, now] = [before, after].map(unit => unit[fact as keyof typeof UNIT_FACTS])
    return old === now ? [] : [`${name} ${old ?? 'none'} → ${now ?? 'none'}`]
  })
  if (before.is_listed !== after.is_listed) words.push(after.is_listed ? 'listed' : 'no longer listed')
  const listing = ({ listing_title: title, listing_description: text, photos, amenities }: UnitRecord) =>
    JSON.stringify([title, text, photos, amenities])
  if (listing(before) !== listing(after)) words.push('text, photos or amenities of the listing')
  return words
}

const UNIT_FACTS = {
  label: 'label',
  bedrooms: 'bedrooms',
  bathrooms: 'bathrooms',
  sqft: 'square feet',
  available_from: 'available from',
  in_service_from: 'in service from',
  external_id: 'unit ID',
} as const

/** Returns the unit with the values of the file; values that the file does not state are unchanged. */
function unitAfter(
  { row, unitId }: RowPlan,
  propertyId: string,
  known: KnownUnit | undefined,
  earliestDay: string,
): UnitRecord {
  const { unit } = row
  const { listing } = unit
  const isRelabelled = known && known.label.toLowerCase() !== unit.label.toLowerCase()
  return {
    id: unitId,
    property_id: propertyId,
    label: known && !isRelabelled ? known.label : unit.label,
    bedrooms: unit.bedrooms ?? known?.bedrooms ?? null,
    bathrooms: unit.bathrooms ?? known?.bathrooms ?? null,
    sqft: unit.sqft ?? known?.sqft ?? null,
    in_service_from: earlier(known?.in_service_from ?? earliestDay, earliestDay),
    in_service_to: null,
    available_from: unit.availableFrom ?? known?.available_from ?? null,
    is_listed: isListed(row, known?.is_listed ?? false),
    listing_title: listing?.title ?? known?.listing_title ?? null,
    listing_description: listing?.description ?? known?.listing_description ?? null,
    photos: listing?.photos.length ? listing.photos : (known?.photos ?? []),
    amenities: listing?.amenities.length ? listing.amenities : (known?.amenities ?? []),
    external_id: unit.externalId ?? known?.external_id ?? null,
  }
}

/** Whether the unit is listed. A preleased unit is not, because it has no lease that would exclude it from the listings. Otherwise the file decides, and by default a vacant unit is listed. */
function isListed({ unit, status, futureTenancies }: RentRollRow, before: boolean): boolean {
  if (status === 'VACANT_RENTED' && futureTenancies.length === 0) return false
  if (unit.listing?.isListed !== undefined) return unit.listing.isListed
  return status === 'VACANT_UNRENTED' ? true : before
}

/** Plans the floor plan and the market rent from a day on, and returns the market rent. A value that the file does not state is unchanged. */
function planRate(plan: RowPlan, known: KnownUnit | undefined, effectiveFrom: string): number | null {
  const { unitType: statedType, marketRentCents: statedRent } = plan.row.unit
  const unitType = statedType ?? known?.unit_type ?? null
  // A rent roll that was saved from here shows 0 for a unit without a market rent.
  const isStillUnknown = statedRent === 0 && known?.market_rent_cents === null
  const marketRentCents = isStillUnknown ? null : (statedRent ?? known?.market_rent_cents ?? null)
  plan.figures.marketRentCents = marketRentCents ?? 0
  if (unitType === (known?.unit_type ?? null) && marketRentCents === (known?.market_rent_cents ?? null))
    return marketRentCents
  plan.changes.rates.push({
    to: {
      unit_id: plan.unitId,
      effective_from: effectiveFrom,
      unit_type: unitType,
      market_rent_cents: marketRentCents,
    },
    isNew: true,
  })
  if (!known) return marketRentCents
  const before = known.market_rent_cents === null ? 'none' : formatCents(known.market_rent_cents)
  if (marketRentCents !== known.market_rent_cents)
    plan.words.push(`market rent ${before} → ${formatCents(marketRentCents ?? 0)}`)
  else plan.words.push(`floor plan ${unitType}`)
  return marketRentCents
}

function planOffline(plan: RowPlan, known: KnownUnit | undefined, asOf: string): void {
  const spans = known?.offline_spans ?? []
  const covering = spans.find(span => span.starts_on <= asOf)
  const { unitId } = plan
  if (plan.row.status === 'OFFLINE') {
    if (covering) return
    const [next] = spans
    const endsOn = next ? addDays(next.starts_on, -1) : null
    plan.changes.offlineSpans.push({
      to: { unit_id: unitId, starts_on: asOf, ends_on: endsOn, reason: 'Offline in the rent roll' },
      isNew: true,
    })
    if (known) plan.words.push('offline')
  } else if (covering) {
    const beganToday = covering.starts_on === asOf
    const ended = beganToday ? ({ is_withdrawn: true } as const) : { ends_on: addDays(asOf, -1) }
    plan.changes.offlineSpans.push({ to: { ...covering, unit_id: unitId, ...ended }, isNew: false })
    plan.words.push('no longer offline')
  }
}

function reportListing(plan: RowPlan, unit: UnitRecord, marketRentCents: number | null): void {
  if (plan.row.status !== 'VACANT_UNRENTED' || !unit.is_listed) return
  if (unit.bedrooms === null) plan.notListed.push('bedrooms')
  if (unit.bathrooms === null) plan.notListed.push('bathrooms')
  if (marketRentCents === null) plan.notListed.push('market rent')
}
