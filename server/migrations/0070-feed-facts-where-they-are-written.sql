-- The change feed records leases and units where their facts are written, and no longer once more where rows follow from them. The balances of a lease follow
-- from its entries, and the status of a unit from leases, their dates, preleases and days offline, so the triggers of lease_balances and unit_status_spans
-- fired several times for each of those writes and found nothing new. They now fire only for statements outside of a trigger, such as a correction.
-- Replaces functions and triggers; the tables whose triggers are replaced are locked for a moment, until the transaction is over.

-- Every entry changes what its lease owes. Entries that only move allocations change their payment as well, and one of them is positive.
create function feed_entries() returns trigger language plpgsql as $$
declare
  organization uuid;
  lease text;
  leases text[];
  has_more boolean;
  may_move boolean;
begin
  select e.organization_id, e.lease_id, exists (select from changed o where o.lease_id <> e.lease_id),
         exists (select from changed m where m.amount_cents > 0 and m.payment_id is not null and m.invoice_id is not null)
    into organization, lease, has_more, may_move
    from changed e;
  if has_more then
    for organization, leases in select e.organization_id, array_agg(distinct e.lease_id) from changed e group by e.organization_id loop
      perform feed_leases(organization, leases);
    end loop;
  elsif lease is not null then
    insert into record_changes (organization_id, type, id)
    select organization, 'lease', lease
     union all
    select organization, 'resident', r.resident_id from lease_residents r where r.organization_id = organization and r.lease_id = lease
        on conflict do nothing;
  end if;
  if may_move then
    insert into record_changes (organization_id, type, id)
    select e.organization_id, 'payment', e.payment_id
      from changed e
     where e.payment_id is not null and e.invoice_id is not null
     group by e.organization_id, e.payment_id
    having sum(e.amount_cents) = 0
        on conflict do nothing;
  end if;
  return null;
end
$$;

-- The dates that a lease had on earlier days also determine the status of its unit.
create function feed_date_changes() returns trigger language plpgsql as $$
declare
  organization uuid;
  lease text;
  leases text[];
  has_more boolean;
begin
  select c.organization_id, c.lease_id, exists (select from changed offset 1) into organization, lease, has_more from changed c;
  if has_more is null then
    return null;
  end if;
  if not has_more then
    insert into record_changes (organization_id, type, id)
    select organization, 'lease', lease
     union all
    select organization, 'resident', r.resident_id from lease_residents r where r.organization_id = organization and r.lease_id = lease
     union all
    select organization, 'unit', l.unit_id from leases l where l.organization_id = organization and l.id = lease
     union all
    select organization, 'listing', u.id
      from (select n.unit_id from leases n where n.organization_id = organization and n.id = lease offset 0) l
      join units u on u.organization_id = organization and u.id = l.unit_id and u.is_listed
        on conflict do nothing;
    return null;
  end if;
  for organization, leases in select c.organization_id, array_agg(distinct c.lease_id) from changed c group by c.organization_id loop
    perform feed_leases(organization, leases);
    perform feed_units(organization, array(
      select distinct l.unit_id
        from unnest(leases) as d (id)
       cross join lateral (select n.unit_id from leases n where n.organization_id = organization and n.id = d.id offset 0) l
    ));
  end loop;
  return null;
end
$$;

-- Dates of earlier days are seldom corrected, but each change of dates looks for some. Recorded for each row, those that are not there cost nothing.
create function feed_corrected_dates() returns trigger language plpgsql as $$
begin
  perform feed_leases(new.organization_id, array[new.lease_id]);
  perform feed_units(new.organization_id, array(
    select l.unit_id from leases l where l.organization_id = new.organization_id and l.id = new.lease_id
  ));
  return null;
end
$$;

create or replace function feed_changed_leases() returns trigger language plpgsql as $$
declare
  organization uuid;
  lease text;
  unit text;
  first_day date;
  leases text[];
  units text[];
  later text[];
  is_one boolean;
  is_other boolean;
  is_other_status boolean;
begin
  if tg_op = 'INSERT' then
    if not exists (select from changed) then
      return null;
    end if;
    insert into record_changes (organization_id, type, id) select c.organization_id, 'lease', c.id from changed c;
    select c.organization_id, array_agg(c.id), array_agg(distinct c.unit_id) filter (where c.signed_at is not null)
      into organization, leases, units
      from changed c group by c.organization_id;
  else
    select c.organization_id, c.id, c.unit_id, c.start_date, c.unit_id = w.unit_id and not exists (select from changed offset 1), c is distinct from w,
           (c.signed_at is not null or w.signed_at is not null)
             and (c.stage, c.start_date, c.move_out_date, c.notice_given_on, c.eviction_filed_on, c.signed_at, c.cancelled_on) is distinct from
                 (w.stage, w.start_date, w.move_out_date, w.notice_given_on, w.eviction_filed_on, w.signed_at, w.cancelled_on)
      into organization, lease, unit, first_day, is_one, is_other, is_other_status
      from changed c cross join was w;
    if is_one is null or is_one and not is_other then
      return null;
    end if;
    if is_one then
      -- The lease, the signed ones that follow it in its unit, and the residents on each; the unit and its listing if its status may differ.
      insert into record_changes (organization_id, type, id)
      select organization, named.type, named.id
        from (
          select n.id, n.stage, n.start_date from leases n
           where n.organization_id = organization and n.unit_id = unit and n.start_date >= first_day
          offset 0
        ) l
       cross join lateral (
         select 'lease' as type, l.id
          union all
         select 'resident', r.resident_id from lease_residents r where r.organization_id = organization and r.lease_id = l.id
       ) named
       where l.id = lease or l.stage = 'SIGNED' and l.start_date > first_day
       union all
      select organization, 'unit', unit where is_other_status
       union all
      select organization, 'listing', u.id
        from units u where is_other_status and u.organization_id = organization and u.id = unit and u.is_listed
          on conflict do nothing;
      return null;
    end if;
    select c.organization_id, array_agg(c.id) into organization, leases
      from (select * from changed except select * from was) c group by c.organization_id;
    units := array(
      select distinct side.unit_id
        from changed c
        join was w on w.id = c.id
       cross join lateral (values (c.unit_id), (w.unit_id)) side (unit_id)
       where (c.signed_at is not null or w.signed_at is not null)
         and (c.unit_id, c.stage, c.start_date, c.move_out_date, c.notice_given_on, c.eviction_filed_on, c.signed_at, c.cancelled_on) is distinct from
             (w.unit_id, w.stage, w.start_date, w.move_out_date, w.notice_given_on, w.eviction_filed_on, w.signed_at, w.cancelled_on)
    );
  end if;
  if leases is null then
    return null;
  end if;
  later := array(
    select n.id
      from changed c
     cross join lateral (
       select l.id, l.stage
         from leases l
        where l.organization_id = organization and l.unit_id = c.unit_id and l.start_date > c.start_date
       offset 0
     ) n
     where n.stage = 'SIGNED' and (tg_op = 'INSERT' or c.id = any(leases))
  );
  if tg_op = 'UPDATE' then
    perform feed_leases(organization, leases || later);
  elsif cardinality(later) > 0 then
    perform feed_leases(organization, later);
  end if;
  if cardinality(units) > 0 then
    perform feed_units(organization, units);
  end if;
  return null;
end
$$;

drop trigger feed_inserted on ledger_entries;
drop function feed_moved_allocations();
create trigger feed_inserted after insert on ledger_entries referencing new table as changed for each statement execute function feed_entries();

drop trigger feed_inserted on lease_date_changes;
drop trigger feed_updated on lease_date_changes;
create trigger feed_inserted after insert on lease_date_changes referencing new table as changed
  for each statement execute function feed_date_changes();
create trigger feed_updated after update on lease_date_changes
  for each row when (old.* is distinct from new.*) execute function feed_corrected_dates();

create trigger feed_inserted after insert on unit_offline_spans referencing new table as changed
  for each statement execute function feed_unit_facts();
create trigger feed_updated after update on unit_offline_spans referencing old table as was new table as changed
  for each statement execute function feed_unit_facts();
create trigger feed_inserted after insert on unit_preleases referencing new table as changed
  for each statement execute function feed_unit_facts();
create trigger feed_updated after update on unit_preleases referencing old table as was new table as changed
  for each statement execute function feed_unit_facts();

-- What follows from other rows is recorded with those, so this is for rows that are written by themselves. It is called for each row, because with transition
-- tables PostgreSQL would keep the rows of every statement, also of those for which the trigger does not fire.
create function feed_derived() returns trigger language plpgsql as $$
declare
  derived record;
begin
  derived := case when tg_op = 'DELETE' then old else new end;
  if tg_table_name = 'lease_balances' then
    perform feed_leases(derived.organization_id, array[derived.lease_id]);
  else
    perform feed_units(derived.organization_id, array[derived.unit_id]);
  end if;
  return null;
end
$$;

drop trigger feed_deleted on lease_balances;
drop trigger feed_inserted on lease_balances;
drop trigger feed_updated on lease_balances;
create trigger feed_derived after insert or update or delete on lease_balances
  for each row when (pg_trigger_depth() = 0) execute function feed_derived();

drop trigger feed_deleted on unit_status_spans;
drop trigger feed_inserted on unit_status_spans;
drop trigger feed_updated on unit_status_spans;
create trigger feed_derived after insert or update or delete on unit_status_spans
  for each row when (pg_trigger_depth() = 0) execute function feed_derived();

drop function feed_lease(uuid, text);
drop function feed_unit(uuid, text);
