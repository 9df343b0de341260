/** SQL that checks and corrects the number of units of properties by day. `$1` is the organization, `$2` the IDs of properties. */
import { statement } from '#server/db/statement.ts'
import type { Difference } from '../history.ts'

/** At most `$3` properties after `$2`. */
export const listCountedProperties = statement<{ id: string }>(
  'list_counted_properties',
  'select id from properties where organization_id = $1 and id > $2 order by id limit $3::int',
)

const COMPUTED = `(
    select u.property_id, turn.day, sum(turn.change)::int as change
      from units u
     cross join lateral (values (u.in_service_from, 1), (u.in_service_to + 1, -1)) turn (day, change)
     where u.organization_id = $1 and u.property_id = any($2::text[]) and turn.day is not null
     group by u.property_id, turn.day
    having sum(turn.change) <> 0
  )`

export const listCountDifferences = statement<Difference>(
  'list_unit_count_differences',
  `select place.key, place.from_day,
          case when stored.property_id is not null then jsonb_build_object('change', stored.change) end as stored,
          case when computed.property_id is not null then jsonb_build_object('change', computed.change) end as computed
     from (
       select * from unit_counts c where c.organization_id = $1 and c.property_id = any($2::text[]) and c.change <> 0
     ) stored
     full join ${COMPUTED} computed on computed.property_id = stored.property_id and computed.day = stored.day
    cross join lateral (select coalesce(stored.property_id, computed.property_id), coalesce(stored.day, computed.day)) place (key, from_day)
    where stored.change is distinct from computed.change
    order by 1, 2`,
)

export const lockCountedProperties = statement<never>(
  'lock_counted_properties',
  'select from properties where organization_id = $1 and id = any($2::text[]) order by id for no key update',
)

/** Stores the changes as the units have them. A row that no unit accounts for becomes 0. */
export const computeCounts = statement<never>(
  'compute_unit_counts',
  `insert into unit_counts as c (organization_id, property_id, day, change)
   select $1, coalesce(stored.property_id, computed.property_id), coalesce(stored.day, computed.day), coalesce(computed.change, 0)
     from (select * from unit_counts c where c.organization_id = $1 and c.property_id = any($2::text[])) stored
     full join ${COMPUTED} computed on computed.property_id = stored.property_id and computed.day = stored.day
       on conflict (organization_id, property_id, day) do update set change = excluded.change
    where c.change <> excluded.change`,
)
