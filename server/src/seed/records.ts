/** What the generator yields: plain nested values without ids. Money is integer cents, dates are `YYYY-MM-DD`, and a span includes both its days. */

export type SeedProperty = {
  externalId: string
  /** Unique within the portfolio. */
  name: string
  type: 'SINGLE_FAMILY' | 'MULTI_FAMILY' | 'CONDO' | 'TOWNHOUSE' | 'COMMERCIAL' | 'OTHER'
  addressLine: string
  city: string
  state: string
  postalCode: string
  yearBuilt: number
  currentValueCents: number
  /** Properties that bear the same owner name or portfolio name share that owner or portfolio. */
  ownerName: string
  portfolioName: string
  units: SeedUnit[]
}

export type SeedUnit = {
  externalId: string
  /** Unique within the property. */
  label: string
  unitType: string
  bedrooms: number
  bathrooms: number
  sqft: number
  inServiceFrom: string
  /** Oldest first; each amount holds until the next one's day. */
  marketRents: { from: string; amountCents: number }[]
  offlineSpans: { from: string; to: string | null; reason: string }[]
  isListed: boolean
  availableFrom: string | null
  listingTitle: string | null
  listingDescription: string | null
  photos: string[]
  amenities: string[]
  /** Oldest first. */
  leases: SeedLease[]
}

export type SeedLease = {
  externalId: string
  stage: 'SIGNED' | 'PENDING_SIGNATURE' | 'DRAFT'
  termType: 'FIXED' | 'MONTH_TO_MONTH'
  startDate: string
  endDate: string | null
  moveInDate: string | null
  moveOutDate: string | null
  noticeGivenOn: string | null
  evictionFiledOn: string | null
  /** RFC 3339, UTC; set exactly when the stage is SIGNED. */
  signedAt: string | null
  rentDueDay: number
  depositCents: number
  charges: SeedCharge[]
  residents: SeedResident[]
}

/** Charged every month of the span; a CONCESSION is negative. */
export type SeedCharge = {
  code: 'RENT' | 'PARKING' | 'PET' | 'UTILITY' | 'STORAGE' | 'CONCESSION'
  description: string
  amountCents: number
  from: string
  to: string | null
}

export type SeedResident = {
  externalId: string
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  role: 'PRIMARY' | 'CO_TENANT' | 'OCCUPANT' | 'GUARANTOR'
  isPrimary: boolean
  smsOptIn: 'NOT_SET' | 'OPTED_IN' | 'OPTED_OUT'
}
