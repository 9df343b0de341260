/** What is stored of a lead: someone who asked after a home. */

export type LeadRecord = {
  id: string
  /** One of the two names may be empty. */
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  /** Where they heard of it. */
  source: string
  status: 'NEW' | 'CONTACTED' | 'TOURED' | 'APPLIED' | 'LEASED' | 'LOST'
  /** Set where a unit is. */
  propertyId: string | null
  unitId: string | null
  desiredMoveIn: string | null
  bedroomsWanted: number | null
  maxRentCents: number | null
  notes: string | null
  externalId: string | null
  /** RFC 3339; now, when left out. */
  createdAt?: string
}
