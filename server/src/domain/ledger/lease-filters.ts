/**
 * The filters by which invoices and payments are narrowed to the leases of a place. They are found by their lease, because only the indexes by lease
 * lead to so few rows. `$1` is the organization.
 */

/**
 * The rows of `alias` that belong to a lease of the unit `?`. A unit has few leases, so no index by unit is needed. They are an array, so that
 * PostgreSQL looks each of them up in the index by lease.
 */
export const inUnit = (alias: string) =>
  `${alias}.lease_id = any (array(select l.id from leases l where l.organization_id = $1 and l.unit_id = ?))`

/** A lease determines its unit, and either of them the property. */
export const WITHIN_LEASES = {
  property_id: [
    {
      narrower: 'lease_id',
      condition: '(select l.property_id from leases l where l.organization_id = $1 and l.id = ?) = ?',
    },
    {
      narrower: 'unit_id',
      condition: '(select u.property_id from units u where u.organization_id = $1 and u.id = ?) = ?',
    },
  ],
  unit_id: [
    {
      narrower: 'lease_id',
      condition: '(select l.unit_id from leases l where l.organization_id = $1 and l.id = ?) = ?',
    },
  ],
} as const
