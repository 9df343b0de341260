/** A unit as it is stored: the unit, its rates, its offline spans and its preleases. */

export type UnitRecord = {
  id: string
  property_id: string
  label: string
  bedrooms: number | null
  bathrooms: number | null
  sqft: number | null
  in_service_from: string
  in_service_to: string | null
  available_from: string | null
  is_listed: boolean
  listing_title: string | null
  listing_description: string | null
  photos: readonly string[]
  amenities: readonly string[]
  external_id: string | null
}

/** The floor plan and market rent of a unit, from a day until the next rate. */
export type UnitRate = {
  unit_id: string
  effective_from: string
  unit_type: string | null
  market_rent_cents: number | null
}

/**
 * Days, first and last included, on which a unit can be neither occupied nor leased; without an end while that is unknown. A withdrawn span was a
 * mistake, or will not take place.
 */
export type OfflineSpan = {
  unit_id: string
  starts_on: string
  ends_on: string | null
  reason: string
  is_withdrawn?: true
}

/**
 * Days, first and last included, on which a unit is preleased to someone not yet named; without an end until a lease starts or the prelease is
 * canceled.
 */
export type Prelease = { unit_id: string; starts_on: string; ends_on: string | null }

/** A unit as it is stored, with the rate in force on a day and its offline spans and preleases from that day on. */
export type KnownUnit = UnitRecord & {
  unit_type: string | null
  market_rent_cents: number | null
  /** The offline spans that end on the day or later, earliest first. */
  offline_spans: Omit<OfflineSpan, 'unit_id'>[]
  /** The preleases that end on the day or later, earliest first. */
  preleases: Omit<Prelease, 'unit_id'>[]
}
