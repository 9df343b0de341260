/** What is stored of a property. */

export type PropertyRecord = {
  id: string
  portfolioId: string | null
  ownerId: string | null
  name: string
  type: 'SINGLE_FAMILY' | 'MULTI_FAMILY' | 'CONDO' | 'TOWNHOUSE' | 'COMMERCIAL' | 'OTHER'
  addressLine: string
  city: string
  state: string
  postalCode: string
  yearBuilt: number | null
  /** 0 when unknown. */
  currentValueCents: number
  isActive: boolean
  externalId: string | null
}
