-- Occupancy counts from the dates of a lease, whenever it was keyed in: a lease that was signed after it had begun occupies its unit from
-- its first day. The day of the signature only decides since when a lease to come makes its unit rented ahead. A signed lease whose unit is
-- still occupied by an earlier one is to come, so that a unit never shows two active leases.
-- Replaces two functions; locks nothing.

-- The status a lease shows on a day. It waits while an earlier lease still occupies its unit.
drop function lease_status(text, date, date, date);
create function lease_status(stage text, start_date date, move_out_date date, waits boolean, day date) returns text
  language sql immutable parallel safe
  return case
    when stage <> 'SIGNED' then stage
    when day < start_date then 'FUTURE'
    when day > move_out_date then 'ENDED'
    when waits then 'FUTURE'
    else 'ACTIVE'
  end;

-- Every unit in service on a day: what it is then, who occupies it, and so its rent-roll status. One row per unit. The earliest lease that
-- is still running occupies it. Whoever is to have the unit next has signed by the end of the day; a lease that was cancelled counted until
-- then, and never occupied the unit.
create or replace function units_on(organization uuid, day date) returns table (
  unit_id text, property_id text, unit_type text, market_rent_cents bigint, status text, lease_id text, next_lease_id text
) language sql stable parallel safe as $$
  select u.id, u.property_id, rate.unit_type, rate.market_rent_cents,
         case
           when occupying.id is not null then case
             when occupying.eviction_filed_on <= day then 'EVICT'
             when occupying.notice_given_on <= day then
               case when next.id is null and ahead.unit_id is null then 'NOTICE_UNRENTED' else 'NOTICE_RENTED' end
             else 'CURRENT'
           end
           when offline.unit_id is not null then 'OFFLINE'
           when next.id is not null or ahead.unit_id is not null then 'VACANT_RENTED'
           else 'VACANT_UNRENTED'
         end,
         occupying.id, next.id
    from units u
    left join lateral (
      select r.unit_type, r.market_rent_cents
        from unit_rates r
       where r.organization_id = organization and r.unit_id = u.id and r.effective_from <= day
       order by r.effective_from desc
       limit 1
    ) rate on true
    left join lateral (
      select l.id, l.eviction_filed_on, l.notice_given_on
        from leases l
       where l.organization_id = organization and l.unit_id = u.id and l.stage = 'SIGNED'
         and l.start_date <= day and (l.move_out_date is null or l.move_out_date >= day)
       order by l.start_date
       limit 1
    ) occupying on true
    left join lateral (
      select l.id
        from leases l
       where l.organization_id = organization and l.unit_id = u.id
         and (l.stage = 'SIGNED' or l.cancelled_on > day)
         and l.signed_at < (select (day + 1)::timestamp at time zone o.time_zone from organizations o where o.id = organization)
         and l.id is distinct from occupying.id and (l.move_out_date is null or l.move_out_date >= day)
       order by l.start_date
       limit 1
    ) next on true
    left join lateral (
      select p.unit_id
        from unit_preleases p
       where p.organization_id = organization and p.unit_id = u.id
         and p.starts_on <= day and (p.ends_on is null or p.ends_on >= day)
         and not exists (
           select from leases l
            where l.organization_id = organization and l.unit_id = u.id and l.stage = 'SIGNED'
              and l.start_date > p.starts_on and l.start_date <= day
         )
       limit 1
    ) ahead on true
    left join lateral (
      select o.unit_id
        from unit_offline_spans o
       where o.organization_id = organization and o.unit_id = u.id
         and o.starts_on <= day and (o.ends_on is null or o.ends_on >= day)
       limit 1
    ) offline on true
   where u.organization_id = organization and u.in_service_from <= day and (u.in_service_to is null or u.in_service_to >= day)
$$;
