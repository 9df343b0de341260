/** SQL that checks and corrects the status history and the stays of residents. `$1` is the organization, `$2` the IDs of residents. */
import { statement } from '#server/db/statement.ts'
import type { Difference } from '../history.ts'

/** At most `$3` residents after `$2`. */
export const listResidentIds = statement<{ id: string }>(
  'list_resident_ids',
  'select id from residents where organization_id = $1 and id > $2 order by id limit $3::int',
)

const shown = (row: string) => `case when ${row}.resident_id is not null then jsonb_build_object(
            'to_day', ${row}.to_day, 'lease_id', ${row}.lease_id, 'begins_on', ${row}.begins_on, 'last_day', ${row}.last_day,
            'notice_given_on', ${row}.notice_given_on, 'eviction_filed_on', ${row}.eviction_filed_on
          ) end`

export const listResidentStatusDifferences = statement<Difference>(
  'list_resident_status_differences',
  `select place.key, place.from_day, ${shown('stored')} as stored, ${shown('computed')} as computed
     from (select * from resident_status_spans s where s.organization_id = $1 and s.resident_id = any($2::text[])) stored
     full join resident_status_history($1, $2::text[]) computed on computed.resident_id = stored.resident_id and computed.from_day = stored.from_day
    cross join lateral (
      select coalesce(stored.resident_id, computed.resident_id), coalesce(stored.from_day, computed.from_day)
    ) place (key, from_day)
    where (stored.to_day, stored.lease_id, stored.begins_on, stored.last_day, stored.notice_given_on, stored.eviction_filed_on) is distinct from
          (computed.to_day, computed.lease_id, computed.begins_on, computed.last_day, computed.notice_given_on, computed.eviction_filed_on)
    order by 1, 2`,
)

/** Stores the status history and the stays of the residents as their definitions have them. Rows that are already right are not written. */
export const refreshResidentStatuses = statement<never>(
  'refresh_resident_statuses',
  'select refresh_resident_statuses($1, $2::text[])',
)

const shownStay = (row: string) => `case when ${row}.resident_id is not null then jsonb_build_object(
            'lease_id', ${row}.lease_id, 'property_id', ${row}.property_id, 'last_name', ${row}.last_name, 'first_name', ${row}.first_name,
            'to_day', ${row}.to_day
          ) end`

export const listResidentStayDifferences = statement<Difference>(
  'list_resident_stay_differences',
  `select coalesce(stored.resident_id, computed.resident_id) as key, coalesce(stored.from_day, computed.from_day) as from_day,
          ${shownStay('stored')} as stored, ${shownStay('computed')} as computed
     from (select * from resident_stays s where s.organization_id = $1 and s.resident_id = any($2::text[])) stored
     full join resident_stays_of($1, $2::text[]) computed on computed.resident_id = stored.resident_id and computed.lease_id = stored.lease_id
    where (stored.property_id, stored.last_name, stored.first_name, stored.from_day, stored.to_day) is distinct from
          (computed.property_id, computed.last_name, computed.first_name, computed.from_day, computed.to_day)
    order by 1, 2, coalesce(stored.lease_id, computed.lease_id)`,
)
