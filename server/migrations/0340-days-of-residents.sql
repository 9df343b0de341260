-- A lease had its residents on all of its days, so a roommate who joined later appeared on every earlier rent roll, and none could leave before the
-- lease ended. A resident of a lease now has a first and a last day, and what they were before the present role. Nearly all rows have none of these, and
-- a row of 0.1.0, which knows none of them, has the residents on all days of the lease as before. Locks lease_residents and leases for a moment: no row is
-- rewritten, and 0341 checks them. The index has no rows yet.

-- former_roles is an array of {"role", "until"} in the order of the days: the role that the resident had until the end of a day, and null where they were
-- not on the lease. Entries before from_day are those of an earlier stay on the same lease.
alter table lease_residents
  add column from_day date,
  add column to_day date,
  add column former_roles jsonb,
  add constraint lease_residents_days_check check (to_day >= from_day) not valid,
  add constraint lease_residents_former_roles_check check (jsonb_typeof(former_roles) = 'array') not valid;

create index lease_residents_with_days on lease_residents (organization_id, from_day, to_day)
  include (lease_id) where from_day is not null or to_day is not null;

-- The one definition of the role of a resident on a day of the lease: null if they are not on it. It is stable, and not immutable, so that PostgreSQL puts its
-- expression in the place of the call; nearly all rows have no former roles and are decided by their days.
create function lease_role_on(role text, from_day date, to_day date, former_roles jsonb, day date) returns text
  language sql stable parallel safe
  return case
    when to_day < day then null
    when former_roles is null then case when from_day > day then null else role end
    when from_day > day then jsonb_path_query_first(
      former_roles, '$[*] ? (@.until >= $day && @.until < $first)', jsonb_build_object('day', day, 'first', from_day)
    ) ->> 'role'
    else coalesce(jsonb_path_query_first(former_roles, '$[*] ? (@.until >= $day)', jsonb_build_object('day', day)) ->> 'role', role)
  end;

-- The definitions of the status and of the stays of residents follow their days on each lease. A resident whose days end before the lease begins, or begin after
-- it has ended, as they may when its dates change, is not on it.
create or replace function resident_status_history(organization uuid, residents text[]) returns table (
  resident_id text, from_day date, to_day date, lease_id text, begins_on date, last_day date, notice_given_on date, eviction_filed_on date
) language sql stable parallel safe as $$
  with held as materialized (
    select resident.id as resident_id, l.id as lease_id, l.start_date, l.begins_on, l.last_day, l.notice_given_on, l.eviction_filed_on,
           count(*) over (partition by resident.id) > 1 as is_one_of_several
      from (select organization, named.id from unnest(residents) as named (id) offset 0) as resident (organization_id, id)
     cross join lateral (
       select lr.lease_id, lr.from_day, coalesce(lr.to_day, 'infinity') as to_day
         from lease_residents lr
        where lr.organization_id = resident.organization_id and lr.resident_id = resident.id
       offset 0
     ) lr
     cross join lateral (
       select l.id, greatest(l.start_date, lr.from_day) as start_date, least(l.move_out_date, lr.to_day) as last_day, l.notice_given_on, l.eviction_filed_on,
              case when exists (
                select from leases earlier
                 where earlier.organization_id = resident.organization_id and earlier.unit_id = l.unit_id and earlier.stage = 'SIGNED'
                   and earlier.move_out_date is null and earlier.start_date < l.start_date
                offset 0
              ) then 'infinity' else greatest(l.start_date, lr.from_day) end as begins_on
         from leases l
        where l.organization_id = resident.organization_id and l.id = lr.lease_id and l.stage = 'SIGNED'
          and greatest(l.start_date, lr.from_day) <= least(l.move_out_date, lr.to_day)
       offset 0
     ) l
  ),
  known as (
    select h.resident_id, array_agg(h.lease_id) as lease_ids, array_agg(h.start_date) as start_dates, array_agg(h.begins_on) as begins_on,
           array_agg(h.last_day) as last_days, array_agg(h.notice_given_on) as notices, array_agg(h.eviction_filed_on) as evictions
      from held h
     where h.is_one_of_several
     group by h.resident_id
  ),
  turns as (
    select k.resident_id, turn.day, shown.*, lag(shown.lease_id) over (partition by k.resident_id order by turn.day) as previous_id
      from known k
     cross join lateral (
       select date '-infinity' as day
       union
       select unnest(k.begins_on)
       union
       select last.day + 1 from unnest(k.last_days) as last (day) where last.day < 'infinity'
     ) turn
     cross join lateral (
       select l.lease_id, l.begins_on, l.last_day, l.notice_given_on, l.eviction_filed_on
         from unnest(k.lease_ids, k.start_dates, k.begins_on, k.last_days, k.notices, k.evictions)
           as l (lease_id, start_date, begins_on, last_day, notice_given_on, eviction_filed_on)
        cross join lateral (
          select case when l.last_day < turn.day then 2 when l.begins_on > turn.day then 1 else 0 end as place
        ) among
        order by among.place, case when among.place = 1 then l.start_date end, l.start_date desc, l.lease_id desc
        limit 1
     ) shown
     where turn.day < 'infinity'
  )
  select h.resident_id, '-infinity', 'infinity', h.lease_id, h.begins_on, h.last_day, h.notice_given_on, h.eviction_filed_on
    from held h
   where not h.is_one_of_several
   union all
  select t.resident_id, t.day, coalesce(lead(t.day) over (partition by t.resident_id order by t.day) - 1, 'infinity'),
         t.lease_id, t.begins_on, t.last_day, t.notice_given_on, t.eviction_filed_on
    from turns t
   where t.lease_id is distinct from t.previous_id
$$;

create or replace function resident_stays_of(organization uuid, residents text[]) returns table (
  resident_id text, lease_id text, property_id text, last_name text, first_name text, from_day date, to_day date
) language sql stable parallel safe as $$
  select resident.id, l.id, l.property_id, r.last_name, r.first_name, l.from_day, l.to_day
    from (select organization, named.id from unnest(residents) as named (id) offset 0) as resident (organization_id, id)
   cross join lateral (
     select r.last_name, r.first_name from residents r where r.organization_id = resident.organization_id and r.id = resident.id offset 0
   ) r
   cross join lateral (
     select lr.lease_id, lr.from_day, coalesce(lr.to_day, 'infinity') as to_day
       from lease_residents lr
      where lr.organization_id = resident.organization_id and lr.resident_id = resident.id
     offset 0
   ) lr
   cross join lateral (
     select l.id, l.property_id, greatest(l.start_date, lr.from_day) as from_day, least(l.move_out_date, lr.to_day) as to_day
       from leases l
      where l.organization_id = resident.organization_id and l.id = lr.lease_id and l.stage = 'SIGNED'
        and greatest(l.start_date, lr.from_day) <= least(l.move_out_date, lr.to_day)
        and not exists (
          select from leases earlier
           where earlier.organization_id = resident.organization_id and earlier.unit_id = l.unit_id and earlier.stage = 'SIGNED'
             and earlier.move_out_date is null and earlier.start_date < l.start_date
          offset 0
        )
     offset 0
   ) l
$$;

-- Days of a resident that change are those of a status and a stay. The leases are locked already, as for every change of a lease.
create function keep_statuses_of_changed_days() returns trigger language plpgsql as $$
declare
  organization uuid;
  residents text[];
begin
  for organization, residents in
    select c.organization_id, array_agg(distinct c.resident_id)
      from changed c
      join was w on w.organization_id = c.organization_id and w.lease_id = c.lease_id and w.resident_id = c.resident_id
     where (c.from_day, c.to_day) is distinct from (w.from_day, w.to_day)
     group by c.organization_id
  loop
    perform refresh_resident_statuses(organization, residents);
  end loop;
  return null;
end
$$;

create trigger keep_statuses_updated after update on lease_residents referencing old table as was new table as changed
  for each statement execute function keep_statuses_of_changed_days();

-- The calendar alone makes a change on the first day of a resident, and on the day after the last.
create or replace function feed_calendar(organization uuid, after_day date, day date) returns void language plpgsql as $$
begin
  perform feed_leases(organization, array(
    select l.id from leases l
     where l.organization_id = organization and l.stage = 'SIGNED'
       and (l.start_date > after_day and l.start_date <= day
         or l.move_out_date >= after_day and l.move_out_date < day
         or l.notice_given_on > after_day and l.notice_given_on <= day
         or l.eviction_filed_on > after_day and l.eviction_filed_on <= day)
     union
    -- What waits for a unit that was left.
    select later.id
      from leases l
      join leases later on later.organization_id = organization and later.unit_id = l.unit_id and later.stage = 'SIGNED' and later.start_date > l.start_date
     where l.organization_id = organization and l.stage = 'SIGNED' and l.move_out_date >= after_day and l.move_out_date < day
     union
    select n.lease_id from lease_renewals n where n.organization_id = organization and n.starts_on > after_day and n.starts_on <= day
     union
    select d.lease_id from lease_date_changes d where d.organization_id = organization and d.changed_on > after_day and d.changed_on <= day
     union
    select c.lease_id from lease_charges c
     where c.organization_id = organization
       and (c.effective_from > after_day and c.effective_from <= day or c.effective_to >= after_day and c.effective_to < day)
     union
    select lr.lease_id from lease_residents lr
     where lr.organization_id = organization and (lr.from_day is not null or lr.to_day is not null)
       and (lr.from_day > after_day and lr.from_day <= day or lr.to_day >= after_day and lr.to_day < day)
     union
    select b.lease_id from lease_balances b where b.organization_id = organization and b.from_day > after_day and b.from_day <= day
  ));
  perform feed_units(organization, array(
    select s.unit_id from unit_status_spans s
     where s.organization_id = organization
       and (s.from_day > after_day and s.from_day <= day or s.to_day >= after_day and s.to_day < day)
     union
    select r.unit_id from unit_rates r where r.organization_id = organization and r.effective_from > after_day and r.effective_from <= day
  ));
  insert into record_changes (organization_id, type, id)
  select organization, 'property', u.property_id from units u
   where u.organization_id = organization
     and (u.in_service_from > after_day and u.in_service_from <= day or u.in_service_to >= after_day and u.in_service_to < day)
   union
  select organization, 'invoice', i.id from invoices i
   where i.organization_id = organization and i.status in ('OPEN', 'PARTIALLY_PAID') and i.due_date >= after_day and i.due_date < day
      on conflict do nothing;
end
$$;
