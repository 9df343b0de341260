/**
 * The columns of a unit on a day, for every statement that reads units: `u` is the unit, `on_day` its row of unit_status_spans, and `rate` the rate
 * in force (see on-day.ts).
 */

export const UNIT_COLUMNS = `u.id as unit_id, u.label, rate.unit_type, u.bedrooms, u.bathrooms::float8 as bathrooms, u.sqft,
  coalesce(rate.market_rent_cents, 0) as market_rent_cents, on_day.status, u.available_from, u.is_listed,
  on_day.lease_id as current_lease_id, u.external_id, u.created_at, u.updated_at`
