/** What is stored of a unit, and what of it changes from a day on. */

export type UnitRecord = {
  id: string
  propertyId: string
  label: string
  bedrooms: number | null
  bathrooms: number | null
  sqft: number | null
  inServiceFrom: string
  inServiceTo: string | null
  availableFrom: string | null
  isListed: boolean
  listingTitle: string | null
  listingDescription: string | null
  photos: readonly string[]
  amenities: readonly string[]
  externalId: string | null
}

/** What a unit is and would rent for, from a day until the next rate. */
export type UnitRate = {
  unitId: string
  effectiveFrom: string
  unitType: string | null
  marketRentCents: number | null
}

/** Days, both included, on which a unit can be neither occupied nor let; no end while unknown. */
export type OfflineSpan = { unitId: string; startsOn: string; endsOn: string | null; reason: string }

/** Days, both included, on which a unit is rented ahead to someone not yet named; no end until a lease begins or the word is taken back. */
export type Prelease = { unitId: string; startsOn: string; endsOn: string | null }

/** A unit as it is stored, with the rate in force on a day and its offline spans and preleases from that day on. */
export type KnownUnit = UnitRecord & {
  unitType: string | null
  marketRentCents: number | null
  /** Those that end on the day or later, earliest first. */
  offlineSpans: Omit<OfflineSpan, 'unitId'>[]
  /** The same of being rented ahead. */
  preleases: Omit<Prelease, 'unitId'>[]
}
