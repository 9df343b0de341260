/** SQL that checks and corrects the days on which units are listed. `$1` is the organization, `$2` the IDs of units. */
import { statement } from '#server/db/statement.ts'
import type { Difference } from '../history.ts'

/** At most `$3` units after `$2` that are marked as listed, or have days nevertheless. */
export const listListedUnits = statement<{ id: string }>(
  'list_listed_units',
  `select u.id
     from units u
    where u.organization_id = $1 and u.id > $2
      and (u.is_listed or exists (select from listing_spans s where s.organization_id = $1 and s.unit_id = u.id))
    order by u.id
    limit $3::int`,
)

const shown = (
  row: string,
) => `jsonb_build_object('to_day', ${row}.to_day, 'property_name', ${row}.property_name, 'label', ${row}.label,
            'city', ${row}.city, 'state', ${row}.state, 'market_rent_cents', ${row}.market_rent_cents)`

export const listListingDifferences = statement<Difference>(
  'list_listing_differences',
  `select coalesce(stored.unit_id, computed.unit_id) as key, coalesce(stored.from_day, computed.from_day) as from_day,
          case when stored.unit_id is not null then ${shown('stored')} end as stored,
          case when computed.unit_id is not null then ${shown('computed')} end as computed
     from (select * from listing_spans s where s.organization_id = $1 and s.unit_id = any($2::text[])) stored
     full join listing_spans_of($1, $2::text[]) computed on computed.unit_id = stored.unit_id and computed.from_day = stored.from_day
    where ${shown('stored')} <> ${shown('computed')}
    order by 1, 2`,
)

export const lockListedUnits = statement<never>('lock_listed_units', 'select lock_listed($1, $2::text[])')

/** Stores the days of the units, which are locked, as their definition has them, and records that the units changed. */
export const computeListings = statement<never>(
  'compute_listings',
  'select refresh_listings($1, $2::text[]), feed_units($1, $2::text[])',
)
