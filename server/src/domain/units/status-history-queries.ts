/** SQL that checks and corrects the status history of units. `$1` is the organization, `$2` the IDs of units. */
import { statement } from '#server/db/statement.ts'
import type { Difference } from '../history.ts'

/** At most `$3` units after `$2`. */
export const listUnitIds = statement<{ id: string }>(
  'list_unit_ids',
  'select id from units where organization_id = $1 and id > $2 order by id limit $3::int',
)

export const listStatusDifferences = statement<Difference>(
  'list_unit_status_differences',
  `select place.key, place.from_day,
          case when stored.unit_id is not null then jsonb_build_object(
            'to_day', stored.to_day, 'status', stored.status, 'lease_id', stored.lease_id, 'next_lease_id', stored.next_lease_id
          ) end as stored,
          case when computed.unit_id is not null then jsonb_build_object(
            'to_day', computed.to_day, 'status', computed.status, 'lease_id', computed.lease_id, 'next_lease_id', computed.next_lease_id
          ) end as computed
     from (select * from unit_status_spans s where s.organization_id = $1 and s.unit_id = any($2::text[])) stored
     full join unit_status_history($1, $2::text[]) computed on computed.unit_id = stored.unit_id and computed.from_day = stored.from_day
    cross join lateral (select coalesce(stored.unit_id, computed.unit_id), coalesce(stored.from_day, computed.from_day)) place (key, from_day)
    where (stored.to_day, stored.status, stored.lease_id, stored.next_lease_id)
          is distinct from (computed.to_day, computed.status, computed.lease_id, computed.next_lease_id)
    order by 1, 2`,
)

/**
 * Keeps the organization's time zone from changing until this transaction ends; if `$2` is true, also keeps others from relying on it. Never waits.
 */
export const lockTimeZone = statement<never>('hold_time_zone', 'select hold_time_zone($1, $2::boolean)')

/** Locks the units, and stores their rows, and the listings that follow from them, as their definitions have them. Rows that are already right are not written. */
export const computeStatuses = statement<never>('compute_unit_statuses', 'select refresh_unit_statuses($1, $2::text[])')

/** At most `$5` units after `$2` that have a lease whose day of signing differs between the zones `$3` and `$4`. */
export const listUnitsByZone = statement<{ id: string }>(
  'list_units_signed_on_other_days',
  `select distinct l.unit_id as id
     from leases l
    where l.organization_id = $1 and l.unit_id > $2
      and (l.signed_at at time zone $3)::date <> (l.signed_at at time zone $4)::date
    order by 1
    limit $5::int`,
)
