-- Reads units by one probe for each. Before there are statistics, `= any(…)` made PostgreSQL read all units of the organization for each batch of its first
-- import, until there were about 8,000. Replaces two functions and locks nothing.

create or replace function lock_listed(organization uuid, units text[]) returns text[] language plpgsql as $$
begin
  perform
     from (select organization as organization_id, named.id from unnest(units) as named (id) order by named.id offset 0) unit
    cross join lateral (select from units u where u.organization_id = unit.organization_id and u.id = unit.id for no key update) locked;
  -- A statement of its own, which sees what others stored while this one waited.
  return array(
    select named.id
      from unnest(units) as named (id)
     cross join lateral (select u.is_listed from units u where u.organization_id = organization and u.id = named.id offset 0) u
     where u.is_listed
  );
end
$$;

create or replace function unit_status_history(organization uuid, units text[]) returns table (
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
      from (select organization, named.id from unnest(units) as named (id) offset 0) as wanted (organization_id, id)
     cross join lateral (
       select u.id, u.in_service_from, u.in_service_to from units u where u.organization_id = wanted.organization_id and u.id = wanted.id offset 0
     ) u
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
