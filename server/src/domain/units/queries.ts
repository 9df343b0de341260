/** SQL of units. `$1` is the organization, `$2` the day. */
import type { Static } from 'typebox'
import type { Unit, UnitStatus } from '#contract/v1/units.ts'
import { columns } from '#server/db/columns.ts'
import { statement } from '#server/db/statement.ts'
import { rateOf, statusOf } from './on-day.ts'
import type { KnownUnit, UnitRate } from './records.ts'

const UNITS = `insert into units (
     organization_id, id, property_id, label, bedrooms, bathrooms, sqft, in_service_from, in_service_to, available_from, is_listed,
     listing_title, listing_description, photos, amenities, external_id
   )
   select $1, t.id, t.property_id, t.label, t.bedrooms, t.bathrooms, t.sqft, t.in_service_from, t.in_service_to, t.available_from,
          t.is_listed, t.listing_title, t.listing_description, t.photos, t.amenities, t.external_id
     from json_to_recordset($2::json) as t (
       id text, property_id text, label text, bedrooms integer, bathrooms numeric, sqft integer, in_service_from date, in_service_to date,
       available_from date, is_listed boolean, listing_title text, listing_description text, photos text[], amenities text[],
       external_id text
     )`

export const upsertUnits = statement<never>(
  'upsert_units',
  `${UNITS}
   on conflict (organization_id, id) do update set
     label = excluded.label, bedrooms = excluded.bedrooms, bathrooms = excluded.bathrooms, sqft = excluded.sqft,
     in_service_from = excluded.in_service_from, in_service_to = excluded.in_service_to, available_from = excluded.available_from,
     is_listed = excluded.is_listed, listing_title = excluded.listing_title, listing_description = excluded.listing_description,
     photos = excluded.photos, amenities = excluded.amenities, external_id = excluded.external_id`,
)
export const insertUnits = statement<never>('insert_units', UNITS)

export const GIVEN_RATES = columns({
  unit_id: 'text',
  effective_from: 'date',
  unit_type: 'text',
  market_rent_cents: 'bigint',
})
const insertRatesFrom = (given: string) =>
  `insert into unit_rates (organization_id, unit_id, effective_from, unit_type, market_rent_cents)
   select $1, t.unit_id, t.effective_from, t.unit_type, t.market_rent_cents
     from ${given}`

/** Stores rates, and sets `updated_at` of the units whose rate becomes different, unless this transaction stored them. */
export const upsertUnitRates = statement<never>(
  'upsert_unit_rates',
  `with given as materialized (
     select t.* from ${GIVEN_RATES.from(2)} t
   ),
   different as materialized (
     select distinct given.unit_id
       from given
       left join lateral (
         select r.unit_type, r.market_rent_cents
           from unit_rates r
          where r.organization_id = $1 and r.unit_id = given.unit_id and r.effective_from <= given.effective_from
          order by r.effective_from desc
          limit 1
       ) was on true
      where (was.unit_type, was.market_rent_cents) is distinct from (given.unit_type, given.market_rent_cents)
   ),
   touched as (
     update units u
        set updated_at = transaction_timestamp()
       from different d
      where u.organization_id = $1 and u.id = d.unit_id and u.updated_at <> transaction_timestamp()
   )
   ${insertRatesFrom('given t')}
   on conflict (organization_id, unit_id, effective_from)
   do update set unit_type = excluded.unit_type, market_rent_cents = excluded.market_rent_cents`,
)
export const insertUnitRates = statement<never>('insert_unit_rates', insertRatesFrom(`${GIVEN_RATES.from(2)} t`))

export const upsertOfflineSpans = statement<never>(
  'upsert_offline_spans',
  `insert into unit_offline_spans (organization_id, unit_id, starts_on, ends_on, reason)
   select $1, t.unit_id, t.starts_on, t.ends_on, t.reason
     from jsonb_to_recordset($2::jsonb) as t (unit_id text, starts_on date, ends_on date, reason text)
   on conflict (organization_id, unit_id, starts_on) do update set ends_on = excluded.ends_on, reason = excluded.reason`,
)

export const upsertPreleases = statement<never>(
  'upsert_unit_preleases',
  `insert into unit_preleases (organization_id, unit_id, starts_on, ends_on)
   select $1, t.unit_id, t.starts_on, t.ends_on
     from jsonb_to_recordset($2::jsonb) as t (unit_id text, starts_on date, ends_on date)
   on conflict (organization_id, unit_id, starts_on) do update set ends_on = excluded.ends_on`,
)

export const listUnitsKnownAs = statement<KnownUnit>(
  'list_units_known_as',
  `select u.id, u.property_id, u.label, u.bedrooms, u.bathrooms, u.sqft, u.in_service_from,
          u.in_service_to, u.available_from, u.is_listed,
          u.listing_title, u.listing_description, u.photos, u.amenities,
          u.external_id, rate.unit_type, rate.market_rent_cents,
          offline.spans as offline_spans, ahead.preleases
     from units u
     ${rateOf('u.id')}
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object(
                'starts_on', s.starts_on, 'ends_on', s.ends_on, 'reason', s.reason
              ) order by s.starts_on), '[]') as spans
         from unit_offline_spans s
        where s.organization_id = $1 and s.unit_id = u.id and (s.ends_on is null or s.ends_on >= $2::date)
     ) offline
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('starts_on', p.starts_on, 'ends_on', p.ends_on) order by p.starts_on), '[]') as preleases
         from unit_preleases p
        where p.organization_id = $1 and p.unit_id = u.id and (p.ends_on is null or p.ends_on >= $2::date)
     ) ahead
    where u.organization_id = $1 and u.id in (
      select n.id
        from unnest($3::text[], $4::text[]) as wanted (property_id, label)
        join units n on n.organization_id = $1 and n.property_id = wanted.property_id and lower(n.label) = lower(wanted.label)
      union
      select e.id from units e where e.organization_id = $1 and e.external_id = any($5::text[])
    )
    order by u.id`,
)

export const listUnitsInService = statement<{ id: string; property_id: string; label: string }>(
  'list_units_in_service',
  `select u.id, u.property_id, u.label
     from units u
    where u.organization_id = $1 and u.property_id = any($3::text[])
      and u.in_service_from <= $2::date and (u.in_service_to is null or u.in_service_to >= $2::date)
    order by u.property_id, u.label, u.id`,
)

export const sumMarketRents = statement<{ units: number; market_rent_cents: number }>(
  'sum_market_rents',
  `select count(*)::int as units, coalesce(sum(rate.market_rent_cents), 0)::bigint as market_rent_cents
     from unnest($3::text[]) as wanted (id)
    cross join lateral (select u.id from units u where u.organization_id = $1 and u.id = wanted.id offset 0) u
     ${rateOf('u.id')}`,
)

export type UnitFacts = Omit<Static<typeof Unit>, 'market_rent_cents' | 'status'> & {
  property_id: string
  property_is_active: boolean
  /** The market rent in force today; null if unknown. */
  market_rent_cents: number | null
  /** Null if the unit is not in service today. */
  status: UnitStatus | null
  in_service_from: string
  in_service_to: string | null
  /** The signed lease that has the unit next. */
  next_lease_id: string | null
  listing_title: string | null
  listing_description: string | null
  photos: string[]
  amenities: string[]
  /** The spans that have not ended, earliest first. */
  offline_spans: { starts_on: string; ends_on: string | null; reason: string }[]
}

export const findUnit = statement<UnitFacts>(
  'find_unit',
  `select u.id as unit_id, u.property_id, u.label, rate.unit_type, u.bedrooms, u.bathrooms::float8 as bathrooms, u.sqft,
          rate.market_rent_cents, on_day.status, on_day.lease_id as current_lease_id, u.available_from, u.is_listed,
          u.in_service_from, u.in_service_to, u.listing_title, u.listing_description, u.photos,
          u.amenities, u.external_id, u.created_at, u.updated_at, p.is_active as property_is_active,
          on_day.next_lease_id, offline.offline_spans
     from units u
     join properties p on p.organization_id = $1 and p.id = u.property_id
     left join ${statusOf('u.id')}
     ${rateOf('u.id')}
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object(
                'starts_on', s.starts_on, 'ends_on', s.ends_on, 'reason', s.reason
              ) order by s.starts_on), '[]') as offline_spans
         from unit_offline_spans s
        where s.organization_id = $1 and s.unit_id = u.id and (s.ends_on is null or s.ends_on >= $2::date)
     ) offline
    where u.organization_id = $1 and u.id = $3`,
)

/** Locks the unit: nobody else can change it, or sign a lease for it, until this transaction ends. */
export const lockUnit = statement<{ id: string }>(
  'lock_unit',
  'select id from units where organization_id = $1 and id = $2 for no key update',
)

/** Locks the property of the unit `$2` before the unit gets another label, because a property is locked before its units. */
export const lockPropertyOfUnit = statement<never>(
  'lock_property_of_unit',
  `select from properties p
    where p.organization_id = $1 and p.id = (select u.property_id from units u where u.organization_id = $1 and u.id = $2)
      for no key update`,
)

/** Locks the property `$2`, so that its units get labels one at a time. */
export const lockPropertyOfUnits = statement<{ id: string }>(
  'lock_property_of_units',
  'select id from properties where organization_id = $1 and id = $2 for no key update',
)

export const findUnitLabeled = statement<{ id: string; label: string }>(
  'find_unit_labeled',
  'select id, label from units where organization_id = $1 and property_id = $2 and lower(label) = lower($3) order by id limit 1',
)

type LeaseOfUnit = { lease_id: string; start_date: string; move_out_date: string | null }

/** All units of the properties `$2`, in the order of their IDs. */
export const lockUnitsOf = statement<{ count: number }>(
  'lock_units_of_properties',
  `select count(*)::int as count
     from (
       select from units where organization_id = $1 and property_id = any($2::text[]) order by id for no key update
     ) locked`,
)

/** A signed lease that has a day before `$3` or after `$4`. */
export const findLeaseBeyond = statement<LeaseOfUnit>(
  'find_lease_beyond',
  `select l.id as lease_id, l.start_date, l.move_out_date
     from leases l
    where l.organization_id = $1 and l.unit_id = $2 and l.stage = 'SIGNED'
      and (l.start_date < $3::date or coalesce(l.move_out_date, 'infinity') > coalesce($4::date, 'infinity'))
    order by l.start_date
    limit 1`,
)

/** A signed lease that has a day from `$3` to `$4`. */
export const findLeaseWithin = statement<LeaseOfUnit>(
  'find_lease_within',
  `select l.id as lease_id, l.start_date, l.move_out_date
     from leases l
    where l.organization_id = $1 and l.unit_id = $2 and l.stage = 'SIGNED'
      and l.start_date <= coalesce($4::date, 'infinity') and coalesce(l.move_out_date, 'infinity') >= $3::date
    order by l.start_date
    limit 1`,
)

/** The rates of the unit `$2` in their order. */
export const listUnitRates = statement<UnitRate>(
  'list_unit_rates',
  `select unit_id, effective_from, unit_type, market_rent_cents
     from unit_rates
    where organization_id = $1 and unit_id = $2
    order by effective_from`,
)

/** Withdraws the days offline of units that begin on a day, both given as the JSON `$2`. */
export const deleteOfflineSpans = statement<never>(
  'delete_offline_spans',
  `delete from unit_offline_spans s
    using jsonb_to_recordset($2::jsonb) as t (unit_id text, starts_on date)
    where s.organization_id = $1 and s.unit_id = t.unit_id and s.starts_on = t.starts_on`,
)

export const listOfflineSpans = statement<{ starts_on: string; ends_on: string | null; reason: string }>(
  'list_offline_spans',
  `select starts_on, ends_on, reason from unit_offline_spans where organization_id = $1 and unit_id = $2 order by starts_on`,
)
