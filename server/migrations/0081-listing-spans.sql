-- The listings of today were found from the spans of all vacant units, with a lookup of each one's unit, property and rate: 3 ms of PostgreSQL for the
-- first page of 375 listings, nearly all of it to count them. Now listing_spans holds from which day to which a unit is listed with which rent, by the facts
-- stored now, next to all that the list is filtered and sorted by, in an index in the list's order. listing_spans_of() is the definition, and triggers
-- keep the table equal to it. 0082 fills it.
-- Whoever changes a fact holds the lock of the unit, or takes it here; a property that is renamed locks all its units, so that a unit that is listed
-- at the same time is listed under the new name.
-- Locks nothing that exists, except for the moment in which triggers are added to units, properties and unit_rates.

create table listing_spans (
  organization_id uuid not null,
  unit_id text collate "C" not null,
  from_day date not null,
  to_day date not null,
  property_name text collate "C" not null,
  label text collate "C" not null,
  -- In lower case.
  city text not null,
  state text not null,
  market_rent_cents bigint not null,
  primary key (organization_id, unit_id, from_day),
  check (to_day >= from_day)
);
create index listing_spans_in_order on listing_spans (organization_id, property_name, label, unit_id)
  include (from_day, to_day, city, state, market_rent_cents);
alter table listing_spans enable row level security;
alter table listing_spans force row level security;
create policy tenant on listing_spans for all to gatehouse_app using (organization_id = (select current_organization()));
grant insert, select, update, delete on listing_spans to gatehouse_app;

-- A unit is listed on the days on which it is vacant and not rented ahead and has a rate with a rent, if it is marked as listed, its bedrooms and
-- bathrooms are known, and its property is active. Each unit is looked up by itself, however many there are and whatever the planner thinks of them.
create function listing_spans_of(organization uuid, units text[])
returns table (unit_id text, from_day date, to_day date, property_name text, label text, city text, state text, market_rent_cents bigint)
language sql stable parallel safe as $$
  select wanted.id, greatest(s.from_day, rate.from_day), least(s.to_day, rate.to_day), p.name, u.label, lower(p.city), p.state, rate.market_rent_cents
    from unnest(units) as wanted (id)
   cross join lateral (
     select u.property_id, u.label
       from units u
      where u.organization_id = organization and u.id = wanted.id and u.is_listed and u.bedrooms is not null and u.bathrooms is not null
     offset 0
   ) u
   cross join lateral (
     select p.name, p.city, p.state from properties p where p.organization_id = organization and p.id = u.property_id and p.is_active offset 0
   ) p
   cross join lateral (
     select r.market_rent_cents, r.effective_from as from_day,
            coalesce(lead(r.effective_from) over (order by r.effective_from) - 1, 'infinity') as to_day
       from unit_rates r
      where r.organization_id = organization and r.unit_id = wanted.id
   ) rate
   cross join lateral (
     select s.from_day, s.to_day
       from unit_status_spans s
      where s.organization_id = organization and s.unit_id = wanted.id and s.status = 'VACANT_UNRENTED'
        and s.from_day <= rate.to_day and s.to_day >= rate.from_day
     offset 0
   ) s
   where rate.market_rent_cents is not null
$$;

-- The units are locked.
create function refresh_listings(organization uuid, units text[]) returns void language plpgsql as $$
begin
  with computed as materialized (
    select * from listing_spans_of(organization, units)
  ), gone as (
    delete from listing_spans l
     where l.organization_id = organization and l.unit_id = any(refresh_listings.units)
       and not exists (select from computed c where c.unit_id = l.unit_id and c.from_day = l.from_day)
  )
  insert into listing_spans as l (organization_id, unit_id, from_day, to_day, property_name, label, city, state, market_rent_cents)
  select organization, c.unit_id, c.from_day, c.to_day, c.property_name, c.label, c.city, c.state, c.market_rent_cents
    from computed c
      on conflict (organization_id, unit_id, from_day) do update set
         to_day = excluded.to_day, property_name = excluded.property_name, label = excluded.label, city = excluded.city, state = excluded.state,
         market_rent_cents = excluded.market_rent_cents
   where (l.to_day, l.property_name, l.label, l.city, l.state, l.market_rent_cents)
         is distinct from
         (excluded.to_day, excluded.property_name, excluded.label, excluded.city, excluded.state, excluded.market_rent_cents);
end
$$;

-- Locks the units, and returns those that are marked as listed; the others have no spans here.
create function lock_listed(organization uuid, units text[]) returns text[] language plpgsql as $$
begin
  perform from units u where u.organization_id = organization and u.id = any(units) order by u.id for no key update;
  -- A statement of its own, which sees what others stored while this one waited.
  return array(select u.id from units u where u.organization_id = organization and u.id = any(units) and u.is_listed);
end
$$;

create function lock_and_refresh_listings(organization uuid, units text[]) returns void language plpgsql as $$
declare
  listed text[] := lock_listed(organization, units);
begin
  if cardinality(listed) > 0 then
    perform refresh_listings(organization, listed);
  end if;
end
$$;

create or replace function refresh_unit_statuses(organization uuid, units text[]) returns void language plpgsql as $$
declare
  listed text[];
begin
  perform hold_time_zone(organization, false);
  listed := lock_listed(organization, units);
  with history as materialized (
    select * from unit_status_history(organization, units)
  ), gone as (
    delete from unit_status_spans s
     where s.organization_id = organization and s.unit_id = any(refresh_unit_statuses.units)
       and (s.unit_id, s.from_day) not in (select h.unit_id, h.from_day from history h)
  )
  insert into unit_status_spans as s (organization_id, unit_id, from_day, to_day, status, lease_id, next_lease_id)
  select organization, h.unit_id, h.from_day, h.to_day, h.status, h.lease_id, h.next_lease_id
    from history h
      on conflict (organization_id, unit_id, from_day) do update set
         to_day = excluded.to_day, status = excluded.status, lease_id = excluded.lease_id, next_lease_id = excluded.next_lease_id
   where (s.to_day, s.status, s.lease_id, s.next_lease_id)
         is distinct from (excluded.to_day, excluded.status, excluded.lease_id, excluded.next_lease_id);
  if cardinality(listed) > 0 then
    perform refresh_listings(organization, listed);
  end if;
end
$$;

-- A unit that is inserted is not listed yet, because it has no rate.
create function keep_listings_of_units() returns trigger language plpgsql as $$
declare
  touched record;
begin
  for touched in
    select n.organization_id, array_agg(n.id) as units
      from now_stored n
      join was_stored w on w.organization_id = n.organization_id and w.id = n.id
     where (n.is_listed or w.is_listed)
       and (n.is_listed, n.property_id, n.label, n.bedrooms is null, n.bathrooms is null)
           is distinct from (w.is_listed, w.property_id, w.label, w.bedrooms is null, w.bathrooms is null)
     group by n.organization_id
  loop
    perform refresh_listings(touched.organization_id, touched.units);
  end loop;
  return null;
end
$$;

create function keep_listings_of_properties() returns trigger language plpgsql as $$
declare
  touched record;
begin
  for touched in
    select n.organization_id, array_agg(n.id) as properties
      from now_stored n
      join was_stored w on w.organization_id = n.organization_id and w.id = n.id
     where (n.name, n.city, n.state, n.is_active) is distinct from (w.name, w.city, w.state, w.is_active)
     group by n.organization_id
  loop
    perform lock_and_refresh_listings(touched.organization_id, array(
      select u.id from units u where u.organization_id = touched.organization_id and u.property_id = any(touched.properties)
    ));
  end loop;
  return null;
end
$$;

create function keep_listings_of_rates() returns trigger language plpgsql as $$
declare
  touched record;
begin
  for touched in select n.organization_id, array_agg(distinct n.unit_id) as units from now_stored n group by n.organization_id loop
    perform lock_and_refresh_listings(touched.organization_id, touched.units);
  end loop;
  return null;
end
$$;

create trigger keep_listings_updated after update on units referencing old table as was_stored new table as now_stored
  for each statement execute function keep_listings_of_units();
create trigger keep_listings_updated after update on properties referencing old table as was_stored new table as now_stored
  for each statement execute function keep_listings_of_properties();
create trigger keep_listings_inserted after insert on unit_rates referencing new table as now_stored
  for each statement execute function keep_listings_of_rates();
create trigger keep_listings_updated after update on unit_rates referencing new table as now_stored
  for each statement execute function keep_listings_of_rates();

-- It was for finding the listings; no other statement can read it.
drop index units_listed;
