-- The residents of a property were found through its leases, by some lookups for each resident: with 200 residents on average, a first page of 20 took
-- PostgreSQL 1.2 ms, and the larger the properties are, the longer it took. resident_stays holds the days on which each lease of a resident is ACTIVE, in
-- the order of the list, so that the page and its total are read inside one index. 0186 fills the table for residents who are stored already. Adds a
-- table, functions and a trigger of residents, which are locked for a moment.

-- A lease that waits for another one to end is not ACTIVE on any day yet and has no row. No record is referenced, since the keys of lease_residents prove
-- them.
create table resident_stays (
  organization_id uuid not null,
  resident_id text collate "C" not null,
  lease_id text collate "C" not null,
  property_id text collate "C" not null,
  last_name text collate "C" not null,
  first_name text collate "C" not null,
  from_day date not null,
  to_day date not null,
  primary key (organization_id, resident_id, lease_id)
);
create index resident_stays_by_property on resident_stays
  (organization_id, property_id, last_name, first_name, resident_id, lease_id) include (from_day, to_day);
alter table resident_stays enable row level security;
alter table resident_stays force row level security;
alter table resident_stays alter column organization_id set (n_distinct = 1);
create policy tenant on resident_stays for all to gatehouse_app using (organization_id = (select current_organization()));
grant delete, insert, select, update on resident_stays to gatehouse_app;

-- The one definition of the stays of residents. Its lookups are those of resident_status_history(), and are not reordered for the same reasons.
create function resident_stays_of(organization uuid, residents text[]) returns table (
  resident_id text, lease_id text, property_id text, last_name text, first_name text, from_day date, to_day date
) language sql stable parallel safe as $$
  select resident.id, l.id, l.property_id, r.last_name, r.first_name, l.start_date, coalesce(l.move_out_date, 'infinity')
    from (select organization, named.id from unnest(residents) as named (id) offset 0) as resident (organization_id, id)
   cross join lateral (
     select r.last_name, r.first_name from residents r where r.organization_id = resident.organization_id and r.id = resident.id offset 0
   ) r
   cross join lateral (
     select lr.lease_id from lease_residents lr where lr.organization_id = resident.organization_id and lr.resident_id = resident.id offset 0
   ) lr
   cross join lateral (
     select l.id, l.property_id, l.start_date, l.move_out_date
       from leases l
      where l.organization_id = resident.organization_id and l.id = lr.lease_id and l.stage = 'SIGNED'
        and not exists (
          select from leases earlier
           where earlier.organization_id = resident.organization_id and earlier.unit_id = l.unit_id and earlier.stage = 'SIGNED'
             and earlier.move_out_date is null and earlier.start_date < l.start_date
          offset 0
        )
     offset 0
   ) l
$$;

-- Stores the history and the stays of the residents and changes no row that is right. Leases are locked before their residents: of two transactions that
-- change leases of one resident, the later sees what the earlier wrote.
create or replace function refresh_resident_statuses(organization uuid, residents text[]) returns void language plpgsql as $$
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
  with stays as materialized (
    select * from resident_stays_of(organization, residents)
  ), gone as (
    delete from resident_stays s
     where s.organization_id = organization and s.resident_id = any(refresh_resident_statuses.residents)
       and (s.resident_id, s.lease_id) not in (select t.resident_id, t.lease_id from stays t)
  )
  insert into resident_stays as s (organization_id, resident_id, lease_id, property_id, last_name, first_name, from_day, to_day)
  select organization, t.resident_id, t.lease_id, t.property_id, t.last_name, t.first_name, t.from_day, t.to_day
    from stays t
      on conflict (organization_id, resident_id, lease_id) do update set
         property_id = excluded.property_id, last_name = excluded.last_name, first_name = excluded.first_name,
         from_day = excluded.from_day, to_day = excluded.to_day
   where (s.property_id, s.last_name, s.first_name, s.from_day, s.to_day) is distinct from
         (excluded.property_id, excluded.last_name, excluded.first_name, excluded.from_day, excluded.to_day);
end
$$;

-- The stays of a resident whose name changes. The update has locked the resident, so a transaction that puts them on a lease comes before or after it.
-- For each row, because names rarely change: a trigger for each statement, which compares the names of all rows, took a tenth of an update of one resident.
create function keep_stays_of_name() returns trigger language plpgsql as $$
begin
  update resident_stays s
     set last_name = new.last_name, first_name = new.first_name
   where s.organization_id = new.organization_id and s.resident_id = new.id;
  return null;
end
$$;

create trigger keep_stays_renamed after update on residents
  for each row when ((old.last_name, old.first_name) is distinct from (new.last_name, new.first_name)) execute function keep_stays_of_name();
