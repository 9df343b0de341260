/** A property as it is stored. */
import type { PROPERTY_TYPES } from '#contract/v1/properties.ts'

export type PropertyRecord = {
  id: string
  portfolio_id: string | null
  owner_id: string | null
  name: string
  type: (typeof PROPERTY_TYPES)[number]
  address_line: string
  city: string
  state: string
  postal_code: string
  year_built: number | null
  /** In cents; 0 if unknown. */
  current_value_cents: number
  is_active: boolean
  external_id: string | null
}
