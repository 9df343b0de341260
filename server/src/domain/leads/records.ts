/** A lead, a prospective resident, as it is stored. */

export type LeadRecord = {
  id: string
  /** One of the two names may be empty. */
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  /** How the lead found the property. */
  source: string
  status: 'NEW' | 'CONTACTED' | 'TOURED' | 'APPLIED' | 'LEASED' | 'LOST'
  /** Set if `unit_id` is. */
  property_id: string | null
  unit_id: string | null
  desired_move_in: string | null
  bedrooms_wanted: number | null
  max_rent_cents: number | null
  notes: string | null
  external_id: string | null
  /** RFC 3339; now if left out. */
  created_at?: string
}
