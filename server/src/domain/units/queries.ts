/** SQL of units. `$1` is the organization, `$2` the day. */
import type { UnitStatus } from '#contract/v1/units.ts'
import { statement } from '#server/db/statement.ts'
import type { KnownUnit } from './records.ts'

export type UnitRow = {
  unit_id: string
  label: string
  unit_type: string | null
  bedrooms: number | null
  bathrooms: number | null
  sqft: number | null
  market_rent_cents: number
  status: UnitStatus
  available_from: string | null
  is_listed: boolean
  current_lease_id: string | null
  external_id: string | null
  created_at: string
  updated_at: string
}

export const listUnitsOfProperty = statement<UnitRow>(
  'list_units_of_property',
  `select u.id as unit_id, u.label, on_day.unit_type, u.bedrooms, u.bathrooms::float8 as bathrooms, u.sqft,
          coalesce(on_day.market_rent_cents, 0) as market_rent_cents, on_day.status, u.available_from, u.is_listed,
          on_day.lease_id as current_lease_id, u.external_id, u.created_at, u.updated_at
     from units_on($1, $2) on_day
     join units u on u.organization_id = $1 and u.id = on_day.unit_id
    where u.property_id = $3
    order by u.label, u.id`,
)

export const upsertUnits = statement<never>(
  'upsert_units',
  `insert into units (
     organization_id, id, property_id, label, bedrooms, bathrooms, sqft, in_service_from, in_service_to, available_from, is_listed,
     listing_title, listing_description, photos, amenities, external_id
   )
   select $1, t.id, t."propertyId", t.label, t.bedrooms, t.bathrooms, t.sqft, t."inServiceFrom", t."inServiceTo", t."availableFrom",
          t."isListed", t."listingTitle", t."listingDescription", t.photos, t.amenities, t."externalId"
     from jsonb_to_recordset($2::jsonb) as t (
       id text, "propertyId" text, label text, bedrooms integer, bathrooms numeric, sqft integer, "inServiceFrom" date, "inServiceTo" date,
       "availableFrom" date, "isListed" boolean, "listingTitle" text, "listingDescription" text, photos text[], amenities text[],
       "externalId" text
     )
   on conflict (organization_id, id) do update set
     label = excluded.label, bedrooms = excluded.bedrooms, bathrooms = excluded.bathrooms, sqft = excluded.sqft,
     in_service_from = excluded.in_service_from, in_service_to = excluded.in_service_to, available_from = excluded.available_from,
     is_listed = excluded.is_listed, listing_title = excluded.listing_title, listing_description = excluded.listing_description,
     photos = excluded.photos, amenities = excluded.amenities, external_id = excluded.external_id`,
)

export const upsertUnitRates = statement<never>(
  'upsert_unit_rates',
  `insert into unit_rates (organization_id, unit_id, effective_from, unit_type, market_rent_cents)
   select $1, t."unitId", t."effectiveFrom", t."unitType", t."marketRentCents"
     from jsonb_to_recordset($2::jsonb) as t ("unitId" text, "effectiveFrom" date, "unitType" text, "marketRentCents" bigint)
   on conflict (organization_id, unit_id, effective_from)
   do update set unit_type = excluded.unit_type, market_rent_cents = excluded.market_rent_cents`,
)

export const upsertOfflineSpans = statement<never>(
  'upsert_offline_spans',
  `insert into unit_offline_spans (organization_id, unit_id, starts_on, ends_on, reason)
   select $1, t."unitId", t."startsOn", t."endsOn", t.reason
     from jsonb_to_recordset($2::jsonb) as t ("unitId" text, "startsOn" date, "endsOn" date, reason text)
   on conflict (organization_id, unit_id, starts_on) do update set ends_on = excluded.ends_on, reason = excluded.reason`,
)

export const listUnitsKnownAs = statement<KnownUnit>(
  'list_units_known_as',
  `select u.id, u.property_id as "propertyId", u.label, u.bedrooms, u.bathrooms, u.sqft, u.in_service_from as "inServiceFrom",
          u.in_service_to as "inServiceTo", u.available_from as "availableFrom", u.is_listed as "isListed",
          u.listing_title as "listingTitle", u.listing_description as "listingDescription", u.photos, u.amenities,
          u.external_id as "externalId", rate.unit_type as "unitType", rate.market_rent_cents as "marketRentCents",
          offline.spans as "offlineSpans"
     from units u
     left join lateral (
       select r.unit_type, r.market_rent_cents
         from unit_rates r
        where r.organization_id = $1 and r.unit_id = u.id and r.effective_from <= $2::date
        order by r.effective_from desc
        limit 1
     ) rate on true
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object(
                'startsOn', s.starts_on, 'endsOn', s.ends_on, 'reason', s.reason
              ) order by s.starts_on), '[]') as spans
         from unit_offline_spans s
        where s.organization_id = $1 and s.unit_id = u.id and (s.ends_on is null or s.ends_on >= $2::date)
     ) offline
    where u.organization_id = $1 and u.id in (
      select n.id
        from unnest($3::text[], $4::text[]) as wanted (property_id, label)
        join units n on n.organization_id = $1 and n.property_id = wanted.property_id and lower(n.label) = lower(wanted.label)
      union
      select e.id from units e where e.organization_id = $1 and e.external_id = any($5::text[])
    )
    order by u.id`,
)

export const listUnitsInService = statement<{ id: string; propertyId: string; label: string }>(
  'list_units_in_service',
  `select u.id, u.property_id as "propertyId", u.label
     from units u
    where u.organization_id = $1 and u.property_id = any($3::text[])
      and u.in_service_from <= $2::date and (u.in_service_to is null or u.in_service_to >= $2::date)
    order by u.property_id, u.label, u.id`,
)

export const sumMarketRents = statement<{ units: number; marketRentCents: number }>(
  'sum_market_rents',
  `select count(*)::int as units, coalesce(sum(rate.market_rent_cents), 0)::bigint as "marketRentCents"
     from units u
     left join lateral (
       select r.market_rent_cents
         from unit_rates r
        where r.organization_id = $1 and r.unit_id = u.id and r.effective_from <= $2::date
        order by r.effective_from desc
        limit 1
     ) rate on true
    where u.organization_id = $1 and u.id = any($3::text[])`,
)
