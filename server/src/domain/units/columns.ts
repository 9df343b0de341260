/**
 * A unit as the contract shows it on a day, wherever units are read: `u` is the unit, `on_day` its row of unit_status_spans, and `rate` the rate in
 * force (see standing.ts).
 */

export const UNIT_COLUMNS = `u.id as unit_id, u.label, rate.unit_type, u.bedrooms, u.bathrooms::float8 as bathrooms, u.sqft,
  coalesce(rate.market_rent_cents, 0) as market_rent_cents, on_day.status, u.available_from, u.is_listed,
  on_day.lease_id as current_lease_id, u.external_id, u.created_at, u.updated_at`
