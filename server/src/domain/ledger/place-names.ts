/** SQL that names the place of an invoice or a payment: its property, its unit and its resident. `$1` is the organization. */

/** Joins `resident`: the resident of the row `of` (an invoice or a payment), or else the primary resident of its lease. */
export const residentOf = (of: string) =>
  `left join lease_residents lr on lr.organization_id = $1 and lr.lease_id = ${of}.lease_id and lr.is_primary
     left join residents resident on resident.organization_id = $1 and resident.id = coalesce(${of}.resident_id, lr.resident_id)`

/** Joins `place` and `u`: the property and the unit of the row `of`. */
export const placeOf = (
  of: string,
) => `join properties place on place.organization_id = $1 and place.id = ${of}.property_id
     join units u on u.organization_id = $1 and u.id = ${of}.unit_id`

/** The names themselves, once `placeOf` and `residentOf` are joined. */
export const PLACE_NAMES = `place.name as property_name, u.label as unit_label, resident.full_name as resident_name`

export type PlaceNames = { property_name: string; unit_label: string; resident_name: string | null }
