/** A lead, a prospective resident, as it is stored. */
import type { Static } from 'typebox'
import type { Lead } from '#contract/v1/leads.ts'

/** One of the two names may be empty, `property_id` is set if `unit_id` is, and `created_at` is now if left out. */
export type LeadRecord = Omit<Static<typeof Lead>, 'lead_id' | 'created_at' | 'updated_at'> & {
  id: string
  created_at?: string
}
