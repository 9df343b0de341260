-- What changed since a copy was last brought up to date: one row per changed record and transaction, written by statement triggers, so that no way of
-- writing can leave one out.
-- Adds three tables and functions that write them; locks nothing. The triggers follow in 0030, and records that exist already get their row from 0031.

-- A row says that the transaction `xid` changed what readers of a record see. It is inserted and never updated, so writers do not wait for each other here;
-- of several rows of one record the latest counts, and upkeep deletes the others. Readers go through the rows in the order of `xid` and stop at
-- the oldest transaction that is still running, so no transaction can commit behind a position that was handed out.
-- No foreign keys: every row follows from one that has them.
create table record_changes (
  organization_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  type text collate "C" not null,
  id text collate "C" not null,
  changed_at timestamptz not null default transaction_timestamp(),
  primary key (organization_id, xid, type, id)
);
create index record_changes_by_record on record_changes (organization_id, type, id, xid);
alter table record_changes enable row level security;
alter table record_changes force row level security;
create policy tenant on record_changes to gatehouse_app using (organization_id = (select current_organization()));
create policy upkeep on record_changes to gatehouse_platform using (true);
grant select, insert on record_changes to gatehouse_app;
grant select, delete on record_changes to gatehouse_platform;

-- Through which day the changes that only the calendar makes are entered.
create table calendar_days (
  organization_id uuid primary key references organizations (id),
  entered_through date not null
);
alter table calendar_days enable row level security;
alter table calendar_days force row level security;
create policy tenant on calendar_days to gatehouse_app using (organization_id = (select current_organization()));
create policy upkeep on calendar_days to gatehouse_platform using (true);
grant select, insert, update on calendar_days to gatehouse_app;
grant select on calendar_days to gatehouse_platform;

-- Which database a position belongs to. Restoring a copy gives it another value, because what its transactions were called may be used again.
create table database_identity (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null unique default true check (is_only)
);
insert into database_identity default values;
grant select on database_identity to gatehouse_app, gatehouse_platform;

-- The triggers name their rows `changed`, and on an update what they were `was`. A row that is written as it was is no change.

-- For a table whose rows are records; the argument is their type.
create function feed_records() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into record_changes (organization_id, type, id)
    select c.organization_id, tg_argv[0], c.id from (select * from changed except select * from was) c
        on conflict do nothing;
  else
    insert into record_changes (organization_id, type, id)
    select c.organization_id, tg_argv[0], c.id from changed c
        on conflict do nothing;
  end if;
  return null;
end
$$;

-- The leases and everybody on them.
create function feed_leases(organization uuid, leases text[]) returns void language sql as $$
  insert into record_changes (organization_id, type, id)
  select organization, 'lease', l.id from unnest(leases) as l (id)
   union
  select organization, 'resident', r.resident_id
    from unnest(leases) as l (id)
   cross join lateral (
     select lr.resident_id from lease_residents lr where lr.organization_id = organization and lr.lease_id = l.id offset 0
   ) r
      on conflict do nothing
$$;

-- The units, and the listings of those that are listed.
create function feed_units(organization uuid, units text[]) returns void language sql as $$
  insert into record_changes (organization_id, type, id)
  select organization, 'unit', u.id from unnest(units) as u (id)
   union
  select organization, 'listing', listed.id
    from unnest(units) as u (id)
   cross join lateral (
     select n.id from units n where n.organization_id = organization and n.id = u.id and n.is_listed offset 0
   ) listed
      on conflict do nothing
$$;

-- For the tables that say something of a unit.
create function feed_unit_facts() returns trigger language plpgsql as $$
declare
  organization uuid;
  units text[];
begin
  if tg_op = 'UPDATE' then
    for organization, units in
      select c.organization_id, array_agg(distinct c.unit_id) from (select * from changed except select * from was) c group by c.organization_id
    loop
      perform feed_units(organization, units);
    end loop;
  else
    for organization, units in select c.organization_id, array_agg(distinct c.unit_id) from changed c group by c.organization_id loop
      perform feed_units(organization, units);
    end loop;
  end if;
  return null;
end
$$;

-- For the tables that say something of a lease.
create function feed_lease_facts() returns trigger language plpgsql as $$
declare
  organization uuid;
  leases text[];
begin
  if tg_op = 'UPDATE' then
    for organization, leases in
      select c.organization_id, array_agg(distinct c.lease_id) from (select * from changed except select * from was) c group by c.organization_id
    loop
      perform feed_leases(organization, leases);
    end loop;
  else
    for organization, leases in select c.organization_id, array_agg(distinct c.lease_id) from changed c group by c.organization_id loop
      perform feed_leases(organization, leases);
    end loop;
  end if;
  return null;
end
$$;

-- Who is taken off a lease changes as well.
create function feed_lease_residents() returns trigger language plpgsql as $$
begin
  insert into record_changes (organization_id, type, id)
  select c.organization_id, 'resident', c.resident_id from changed c
      on conflict do nothing;
  return null;
end
$$;

-- Enters what changes after `after_day`, up to and with `day`, because of the date alone: a span of days, a charge or a rate begins or is over, a
-- balance counts, an invoice falls overdue.
create function feed_calendar(organization uuid, after_day date, day date) returns void language plpgsql as $$
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
