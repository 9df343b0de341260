-- The list of all residents by status derived the status of each resident from all leases, which took PostgreSQL 70 to 260 ms of processor time for 83,000
-- residents. Now resident_status_spans holds by day from which lease the status of a resident follows, with the days on which that lease turns: one row
-- for a resident on one lease. A total is counted inside one index; the list finds its first page in an index of residents in its own order.
-- 0089 fills the table for residents who are stored already. Adds a table, functions and triggers of leases and their residents, which are locked for a
-- moment, and an index of residents, which locks them against writes: some two seconds per million rows.

-- The status that a lease gives its residents on a day; null without a lease.
create function resident_status(begins_on date, last_day date, notice_given_on date, eviction_filed_on date, day date) returns text
  language sql immutable parallel safe
  return case
    when last_day < day then 'PAST'
    when begins_on > day then 'FUTURE'
    when eviction_filed_on <= day then 'EVICT'
    when notice_given_on <= day then 'NOTICE'
    when begins_on <= day then 'CURRENT'
  end;

-- The spans of a resident who is on a signed lease cover all days from -infinity to infinity; other residents have none. No record is referenced, since the
-- keys of lease_residents prove them.
create table resident_status_spans (
  organization_id uuid not null,
  resident_id text collate "C" not null,
  from_day date not null,
  to_day date not null,
  -- The lease from which the status follows.
  lease_id text collate "C" not null,
  -- Its first day; infinity as long as an earlier lease of its unit has no move-out date, because it then waits for that one to end.
  begins_on date not null,
  last_day date not null,
  notice_given_on date,
  eviction_filed_on date,
  primary key (organization_id, resident_id, from_day),
  check (to_day >= from_day)
);
-- Residents who have left are skipped by their last day, and all other columns that a status follows from are compared inside the index.
create index resident_status_spans_by_day on resident_status_spans
  (organization_id, last_day, resident_id, from_day, to_day, begins_on, notice_given_on, eviction_filed_on);
alter table resident_status_spans enable row level security;
alter table resident_status_spans force row level security;
create policy tenant on resident_status_spans for all to gatehouse_app using (organization_id = (select current_organization()));
grant delete, insert, select, update on resident_status_spans to gatehouse_app;

create index residents_by_last_name on residents (organization_id, last_name, first_name, id);

-- The one definition of the lease from which the status of residents follows: on each day one that has begun and not ended before one to come before
-- one that has ended; of those to come the one that starts first, otherwise the one that started last. Rows that have just been stored have no
-- statistics, so each is found by a lookup that the planner does not reorder. Its organization is a column, because for a constant that the statistics do
-- not know yet the planner takes an index that begins with nothing but the organization, and reads all of its rows for each lookup.
create function resident_status_history(organization uuid, residents text[]) returns table (
  resident_id text, from_day date, to_day date, lease_id text, begins_on date, last_day date, notice_given_on date, eviction_filed_on date
) language sql stable parallel safe as $$
  with held as materialized (
    select resident.id as resident_id, l.id as lease_id, l.start_date, l.begins_on, l.last_day, l.notice_given_on, l.eviction_filed_on,
           count(*) over (partition by resident.id) > 1 as is_one_of_several
      from (select organization, named.id from unnest(residents) as named (id) offset 0) as resident (organization_id, id)
     cross join lateral (
       select lr.lease_id from lease_residents lr where lr.organization_id = resident.organization_id and lr.resident_id = resident.id offset 0
     ) lr
     cross join lateral (
       select l.id, l.start_date, coalesce(l.move_out_date, 'infinity') as last_day, l.notice_given_on, l.eviction_filed_on,
              case when exists (
                select from leases earlier
                 where earlier.organization_id = resident.organization_id and earlier.unit_id = l.unit_id and earlier.stage = 'SIGNED'
                   and earlier.move_out_date is null and earlier.start_date < l.start_date
                offset 0
              ) then 'infinity' else l.start_date end as begins_on
         from leases l
        where l.organization_id = resident.organization_id and l.id = lr.lease_id and l.stage = 'SIGNED'
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

-- Stores the history of the residents and changes no row that is right. Leases are locked before their residents: of two transactions that change
-- leases of one resident, the later sees what the earlier wrote.
create function refresh_resident_statuses(organization uuid, residents text[]) returns void language plpgsql as $$
begin
  perform
     from (select organization as organization_id, named.id from unnest(residents) as named (id) order by named.id offset 0) resident
    cross join lateral (
      select from residents r where r.organization_id = resident.organization_id and r.id = resident.id for no key update
    ) locked;
  with history as materialized (
    select * from resident_status_history(organization, residents)
  ), gone as (
    delete from resident_status_spans s
     where s.organization_id = organization and s.resident_id = any(refresh_resident_statuses.residents)
       and (s.resident_id, s.from_day) not in (select h.resident_id, h.from_day from history h)
  )
  insert into resident_status_spans as s
         (organization_id, resident_id, from_day, to_day, lease_id, begins_on, last_day, notice_given_on, eviction_filed_on)
  select organization, h.resident_id, h.from_day, h.to_day, h.lease_id, h.begins_on, h.last_day, h.notice_given_on, h.eviction_filed_on
    from history h
      on conflict (organization_id, resident_id, from_day) do update set
         to_day = excluded.to_day, lease_id = excluded.lease_id, begins_on = excluded.begins_on, last_day = excluded.last_day,
         notice_given_on = excluded.notice_given_on, eviction_filed_on = excluded.eviction_filed_on
   where (s.to_day, s.lease_id, s.begins_on, s.last_day, s.notice_given_on, s.eviction_filed_on) is distinct from
         (excluded.to_day, excluded.lease_id, excluded.begins_on, excluded.last_day, excluded.notice_given_on, excluded.eviction_filed_on);
end
$$;

-- Those who are added to a lease, or removed from one. A lease that is not signed gives nobody a status.
create function keep_statuses_of_lease_residents() returns trigger language plpgsql as $$
declare
  organization uuid;
  residents text[];
begin
  for organization, residents in
    select c.organization_id, array_agg(distinct c.resident_id)
      from changed c
     cross join lateral (
       select from leases l where l.organization_id = c.organization_id and l.id = c.lease_id and l.stage = 'SIGNED' offset 0
     ) signed
     group by c.organization_id
  loop
    perform refresh_resident_statuses(organization, residents);
  end loop;
  return null;
end
$$;

-- Those on a lease that changes, and on later leases of its unit, which may wait for it. Nobody is on a lease yet that is inserted.
create function keep_resident_statuses() returns trigger language plpgsql as $$
declare
  organization uuid;
  residents text[];
begin
  if tg_op = 'INSERT' then
    for organization, residents in
      select n.organization_id, array_agg(distinct later.resident_id)
        from now_stored n
       cross join lateral (
         select lr.resident_id
           from leases l
           join lease_residents lr on lr.organization_id = n.organization_id and lr.lease_id = l.id
          where l.organization_id = n.organization_id and l.unit_id = n.unit_id and l.stage = 'SIGNED' and l.start_date > n.start_date
         offset 0
       ) later
       where n.stage = 'SIGNED'
       group by n.organization_id
    loop
      perform refresh_resident_statuses(organization, residents);
    end loop;
  else
    for organization, residents in
      select n.organization_id, array_agg(distinct affected.resident_id)
        from now_stored n
        join was_stored w on w.organization_id = n.organization_id and w.id = n.id
       cross join lateral (
         select lr.resident_id from lease_residents lr where lr.organization_id = n.organization_id and lr.lease_id = n.id
          union all
         select lr.resident_id
           from (values (n.unit_id, n.start_date), (w.unit_id, w.start_date)) side (unit_id, start_date)
           join leases l on l.organization_id = n.organization_id and l.unit_id = side.unit_id and l.stage = 'SIGNED' and l.start_date > side.start_date
           join lease_residents lr on lr.organization_id = n.organization_id and lr.lease_id = l.id
         offset 0
       ) affected
       where (n.unit_id, n.stage, n.start_date, n.move_out_date, n.notice_given_on, n.eviction_filed_on)
             is distinct from (w.unit_id, w.stage, w.start_date, w.move_out_date, w.notice_given_on, w.eviction_filed_on)
         and 'SIGNED' in (n.stage, w.stage)
       group by n.organization_id
    loop
      perform refresh_resident_statuses(organization, residents);
    end loop;
  end if;
  return null;
end
$$;

create trigger keep_statuses_inserted after insert on lease_residents referencing new table as changed
  for each statement execute function keep_statuses_of_lease_residents();
create trigger keep_statuses_deleted after delete on lease_residents referencing old table as changed
  for each statement execute function keep_statuses_of_lease_residents();
create trigger keep_residents_inserted after insert on leases referencing new table as now_stored
  for each statement execute function keep_resident_statuses();
create trigger keep_residents_updated after update on leases referencing old table as was_stored new table as now_stored
  for each statement execute function keep_resident_statuses();
