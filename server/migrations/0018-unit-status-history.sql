-- The status history of units: which status a unit shows on which days, and which lease has it. It follows from dated facts (leases, notices,
-- offline spans and so on) and is stored once, in the transaction that changes one, so that any day is asked by one look-up.
-- Adds a table, functions and triggers, and drops units_on(), which it replaces; 0024 fills the table. Whoever writes units or leases waits for an
-- instant, and nobody who reads.

-- From the first day in service to the last without a gap; adjoining spans differ. The last day of a unit that stays in service is 'infinity'.
create table unit_status_spans (
  organization_id uuid not null references organizations,
  unit_id text collate "C" not null,
  from_day date not null check (from_day > '-infinity'),
  to_day date not null,
  status text not null check (
    status in ('CURRENT', 'NOTICE_RENTED', 'NOTICE_UNRENTED', 'EVICT', 'VACANT_RENTED', 'VACANT_UNRENTED', 'OFFLINE')
  ),
  -- The one that occupies the unit.
  lease_id text collate "C",
  -- The one that is to have it next.
  next_lease_id text collate "C",
  primary key (organization_id, unit_id, from_day),
  check (to_day >= from_day),
  check ((lease_id is not null) = (status in ('CURRENT', 'NOTICE_RENTED', 'NOTICE_UNRENTED', 'EVICT')))
);
-- Of the spans that are not over on a day, few begin after it.
create index unit_status_spans_by_status on unit_status_spans (organization_id, status, to_day, from_day, unit_id);
alter table unit_status_spans enable row level security;
alter table unit_status_spans force row level security;
create policy tenant on unit_status_spans to gatehouse_app using (organization_id = (select current_organization()));
grant select, insert, update, delete on unit_status_spans to gatehouse_app;

-- The one definition of the status of units, for the units named; on each day:
-- The signed lease that began first and has not moved out occupies the unit, whatever day it was signed; whether a notice or an eviction stands is
-- what that day shows of the lease's dates. Another lease is next once it is signed and until it is cancelled or out. A unit is rented ahead
-- without a lease until one begins. What is offline and unoccupied is neither occupied nor vacant.
create function unit_status_history(organization uuid, units text[]) returns table (
  unit_id text, from_day date, to_day date, status text, lease_id text, next_lease_id text
) language sql stable parallel safe as $$
  with signed as (
    select l.id, l.unit_id, l.stage, l.start_date, coalesce(l.move_out_date, 'infinity') as last_day, l.notice_given_on, l.eviction_filed_on,
           (l.signed_at at time zone o.time_zone)::date as signed_on,
           case when l.stage = 'SIGNED' then 'infinity' else l.cancelled_on - 1 end as stood_until
      from organizations o
      join leases l on l.organization_id = organization and l.unit_id = any(units)
     where o.id = organization and (l.stage = 'SIGNED' or (l.cancelled_on is not null and l.signed_at is not null))
  ),
  -- What each lease said of a notice and of an eviction, and from which day to which.
  dated as (
    select s.id, s.unit_id, s.start_date, coalesce(lag(c.changed_on) over (partition by s.id order by c.changed_on), '-infinity') as from_day,
           c.changed_on - 1 as to_day, c.previous_notice_given_on as notice_given_on, c.previous_eviction_filed_on as eviction_filed_on
      from signed s
      join lease_date_changes c on c.organization_id = organization and c.lease_id = s.id
     where s.stage = 'SIGNED'
    union all
    select s.id, s.unit_id, s.start_date,
           coalesce((select max(c.changed_on) from lease_date_changes c where c.organization_id = organization and c.lease_id = s.id), '-infinity'),
           'infinity', s.notice_given_on, s.eviction_filed_on
      from signed s
     where s.stage = 'SIGNED' and (s.notice_given_on is not null or s.eviction_filed_on is not null)
  ),
  facts (unit_id, kind, from_day, to_day, lease_id, start_date) as (
    select s.unit_id, 'OCCUPIES', s.start_date, s.last_day, s.id, s.start_date from signed s where s.stage = 'SIGNED'
    union all
    select s.unit_id, 'AGREED', s.signed_on, least(s.last_day, s.stood_until), s.id, s.start_date from signed s
    union all
    select d.unit_id, 'NOTICE', greatest(d.from_day, d.notice_given_on), d.to_day, d.id, d.start_date
      from dated d where d.notice_given_on is not null
    union all
    select d.unit_id, 'EVICTION', greatest(d.from_day, d.eviction_filed_on), d.to_day, d.id, d.start_date
      from dated d where d.eviction_filed_on is not null
    union all
    select p.unit_id, 'AHEAD', p.starts_on, least(coalesce(p.ends_on, 'infinity'), begun.first_day - 1), null, p.starts_on
      from unit_preleases p
      left join lateral (
        select min(l.start_date) as first_day
          from leases l
         where l.organization_id = organization and l.unit_id = p.unit_id and l.stage = 'SIGNED' and l.start_date > p.starts_on
      ) begun on true
     where p.organization_id = organization and p.unit_id = any(units)
    union all
    select o.unit_id, 'OFFLINE', o.starts_on, coalesce(o.ends_on, 'infinity'), null, o.starts_on
      from unit_offline_spans o
     where o.organization_id = organization and o.unit_id = any(units)
  ),
  -- In arrays, so that a unit is held against its own facts alone, however many units there are and whatever the planner thinks of them.
  known as (
    select f.unit_id, array_agg(f.kind order by f.start_date, f.lease_id) as kinds,
           array_agg(f.from_day order by f.start_date, f.lease_id) as from_days,
           array_agg(f.to_day order by f.start_date, f.lease_id) as to_days,
           array_agg(f.lease_id order by f.start_date, f.lease_id) as lease_ids
      from facts f
     where f.from_day <= f.to_day
     group by f.unit_id
  ),
  turns as (
    select u.id as unit_id, u.in_service_to, turn.day, stood.occupant, stood.agreed, stood.noticed, stood.evicted, stood.is_ahead, stood.is_offline
      from units u
      left join known k on k.unit_id = u.id
     cross join lateral (
       select u.in_service_from as day
       union
       select turn.day
         from (
           select unnest(k.from_days)
           union all
           select last.day + 1 from unnest(k.to_days) as last (day) where last.day < 'infinity'
         ) turn (day)
        where turn.day > u.in_service_from and turn.day <= coalesce(u.in_service_to, 'infinity')
     ) turn
     cross join lateral (
       select (array_agg(f.lease_id order by f.place) filter (where f.kind = 'OCCUPIES'))[1] as occupant,
              array_agg(f.lease_id order by f.place) filter (where f.kind = 'AGREED') as agreed,
              array_agg(f.lease_id) filter (where f.kind = 'NOTICE') as noticed,
              array_agg(f.lease_id) filter (where f.kind = 'EVICTION') as evicted,
              coalesce(bool_or(f.kind = 'AHEAD'), false) as is_ahead,
              coalesce(bool_or(f.kind = 'OFFLINE'), false) as is_offline
         from unnest(k.kinds, k.from_days, k.to_days, k.lease_ids) with ordinality as f (kind, from_day, to_day, lease_id, place)
        where f.from_day <= turn.day and f.to_day >= turn.day
     ) stood
     where u.organization_id = organization and u.id = any(units)
  ),
  named as (
    select t.unit_id, t.in_service_to, t.day, t.occupant, next.lease_id as next,
           case
             when t.occupant = any(t.evicted) then 'EVICT'
             when t.occupant = any(t.noticed) then case when next.lease_id is null and not t.is_ahead then 'NOTICE_UNRENTED' else 'NOTICE_RENTED' end
             when t.occupant is not null then 'CURRENT'
             when t.is_offline then 'OFFLINE'
             when next.lease_id is not null or t.is_ahead then 'VACANT_RENTED'
             else 'VACANT_UNRENTED'
           end as status
      from turns t
     cross join lateral (select case when t.agreed[1] is distinct from t.occupant then t.agreed[1] else t.agreed[2] end) next (lease_id)
  ),
  changed as (
    select n.*, lag(n.status) over of_unit is null
                  or (n.status, n.occupant, n.next) is distinct from (lag(n.status) over of_unit, lag(n.occupant) over of_unit, lag(n.next) over of_unit) as is_new
      from named n
    window of_unit as (partition by n.unit_id order by n.day)
  )
  select c.unit_id, c.day,
         coalesce(lead(c.day) over (partition by c.unit_id order by c.day) - 1, c.in_service_to, 'infinity'),
         c.status, c.occupant, c.next
    from changed c
   where c.is_new
$$;

-- Makes the stored history of the units what it should be, and changes no row that is. Whoever changes a fact about a unit has its lock, or takes
-- it here: of two at once, the later sees what the earlier wrote.
create function refresh_unit_statuses(organization uuid, units text[]) returns void language plpgsql as $$
begin
  perform from units u where u.organization_id = organization and u.id = any(refresh_unit_statuses.units) order by u.id for no key update;
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
end
$$;

create function keep_statuses_of_units() returns trigger language plpgsql as $$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    for touched in select n.organization_id, array_agg(n.id) as units from now_stored n group by n.organization_id loop
      perform refresh_unit_statuses(touched.organization_id, touched.units);
    end loop;
  else
    for touched in
      select n.organization_id, array_agg(n.id) as units
        from now_stored n
        join was_stored w on w.organization_id = n.organization_id and w.id = n.id
       where (n.in_service_from, n.in_service_to) is distinct from (w.in_service_from, w.in_service_to)
       group by n.organization_id
    loop
      perform refresh_unit_statuses(touched.organization_id, touched.units);
    end loop;
  end if;
  return null;
end
$$;

create function keep_statuses_of_leases() returns trigger language plpgsql as $$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    for touched in
      select n.organization_id, array_agg(distinct n.unit_id) as units from now_stored n where n.signed_at is not null group by n.organization_id
    loop
      perform refresh_unit_statuses(touched.organization_id, touched.units);
    end loop;
  else
    for touched in
      select n.organization_id, array_agg(distinct side.unit_id) as units
        from now_stored n
        join was_stored w on w.organization_id = n.organization_id and w.id = n.id
       cross join lateral (values (n.unit_id), (w.unit_id)) side (unit_id)
       where (n.unit_id, n.stage, n.start_date, n.move_out_date, n.notice_given_on, n.eviction_filed_on, n.signed_at, n.cancelled_on)
             is distinct from
             (w.unit_id, w.stage, w.start_date, w.move_out_date, w.notice_given_on, w.eviction_filed_on, w.signed_at, w.cancelled_on)
       group by n.organization_id
    loop
      perform refresh_unit_statuses(touched.organization_id, touched.units);
    end loop;
  end if;
  return null;
end
$$;

create function keep_statuses_of_date_changes() returns trigger language plpgsql as $$
declare
  touched record;
begin
  for touched in
    select n.organization_id, array_agg(distinct l.unit_id) as units
      from now_stored n
      join leases l on l.organization_id = n.organization_id and l.id = n.lease_id
     group by n.organization_id
  loop
    perform refresh_unit_statuses(touched.organization_id, touched.units);
  end loop;
  return null;
end
$$;

-- Of preleases and offline spans.
create function keep_statuses_of_spans() returns trigger language plpgsql as $$
declare
  touched record;
begin
  for touched in select n.organization_id, array_agg(distinct n.unit_id) as units from now_stored n group by n.organization_id loop
    perform refresh_unit_statuses(touched.organization_id, touched.units);
  end loop;
  return null;
end
$$;

create trigger keep_statuses_inserted after insert on units referencing new table as now_stored
  for each statement execute function keep_statuses_of_units();
create trigger keep_statuses_updated after update on units referencing old table as was_stored new table as now_stored
  for each statement execute function keep_statuses_of_units();
create trigger keep_statuses_inserted after insert on leases referencing new table as now_stored
  for each statement execute function keep_statuses_of_leases();
create trigger keep_statuses_updated after update on leases referencing old table as was_stored new table as now_stored
  for each statement execute function keep_statuses_of_leases();
create trigger keep_statuses_inserted after insert on lease_date_changes referencing new table as now_stored
  for each statement execute function keep_statuses_of_date_changes();
create trigger keep_statuses_updated after update on lease_date_changes referencing new table as now_stored
  for each statement execute function keep_statuses_of_date_changes();
create trigger keep_statuses_inserted after insert on unit_preleases referencing new table as now_stored
  for each statement execute function keep_statuses_of_spans();
create trigger keep_statuses_updated after update on unit_preleases referencing new table as now_stored
  for each statement execute function keep_statuses_of_spans();
create trigger keep_statuses_inserted after insert on unit_offline_spans referencing new table as now_stored
  for each statement execute function keep_statuses_of_spans();
create trigger keep_statuses_updated after update on unit_offline_spans referencing new table as now_stored
  for each statement execute function keep_statuses_of_spans();

drop function units_on(uuid, date);
