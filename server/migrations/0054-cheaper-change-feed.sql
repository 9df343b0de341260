-- The change feed costs less where one transaction writes several facts of a record: what the transaction has entered is not worked out again. A new lease
-- with its residents and charges entered its residents once for each of these tables, and an import spent more on that than on any table of its own.
-- Replaces functions and three triggers; lease_residents and units are locked for a moment, until the transaction is over.

-- Who enters a lease enters everybody on it, so where the transaction has entered the lease before, everybody who was on it then is entered.
-- Whoever is put on it afterwards is entered by feed_added_residents(), and whoever is taken off it by feed_lease_residents().
create or replace function feed_leases(organization uuid, leases text[]) returns void language sql as $$
  with entered as (
    insert into record_changes (organization_id, type, id)
    select organization, 'lease', l.id from unnest(leases) as l (id)
        on conflict do nothing
    returning id
  )
  insert into record_changes (organization_id, type, id)
  select organization, 'resident', r.resident_id
    from entered
   cross join lateral (
     select lr.resident_id from lease_residents lr where lr.organization_id = organization and lr.lease_id = entered.id offset 0
   ) r
      on conflict do nothing
$$;

-- Who enters a unit enters its listing, and feed_changed_units() enters the listings that an update begins or ends.
create or replace function feed_units(organization uuid, units text[]) returns void language sql as $$
  with entered as (
    insert into record_changes (organization_id, type, id)
    select organization, 'unit', u.id from unnest(units) as u (id)
        on conflict do nothing
    returning id
  )
  insert into record_changes (organization_id, type, id)
  select organization, 'listing', listed.id
    from entered
   cross join lateral (
     select n.id from units n where n.organization_id = organization and n.id = entered.id and n.is_listed offset 0
   ) listed
      on conflict do nothing
$$;

create function feed_added_residents() returns trigger language plpgsql as $$
declare
  organization uuid;
  leases text[];
begin
  insert into record_changes (organization_id, type, id)
  select c.organization_id, 'resident', c.resident_id from changed c
      on conflict do nothing;
  for organization, leases in select c.organization_id, array_agg(distinct c.lease_id) from changed c group by c.organization_id loop
    perform feed_leases(organization, leases);
  end loop;
  return null;
end
$$;

drop trigger feed_inserted on lease_residents;
create trigger feed_inserted after insert on lease_residents referencing new table as changed
  for each statement execute function feed_added_residents();

-- A renamed resident's leases are entered like any lease, with everybody on them.
create or replace function feed_changed_residents() returns trigger language plpgsql as $$
declare
  organization uuid;
  leases text[];
begin
  insert into record_changes (organization_id, type, id)
  select d.organization_id, 'resident', d.id from (select * from changed except select * from was) d
      on conflict do nothing;
  for organization, leases in
    select c.organization_id, array_agg(distinct l.lease_id)
      from changed c
      join was w on w.id = c.id and (w.first_name, w.last_name) <> (c.first_name, c.last_name)
     cross join lateral (
       select lr.lease_id from lease_residents lr where lr.organization_id = c.organization_id and lr.resident_id = c.id offset 0
     ) l
     group by c.organization_id
  loop
    perform feed_leases(organization, leases);
  end loop;
  return null;
end
$$;

create or replace function feed_changed_leases() returns trigger language plpgsql as $$
declare
  organization uuid;
  leases text[];
begin
  if tg_op = 'UPDATE' then
    select c.organization_id, array_agg(c.id) into organization, leases
      from (select * from changed except select * from was) c group by c.organization_id;
  else
    select c.organization_id, array_agg(c.id) into organization, leases from changed c group by c.organization_id;
  end if;
  if leases is null then
    return null;
  end if;
  perform feed_leases(organization, leases || array(
    select later.id
      from changed c
     cross join lateral (
       select n.id
         from leases n
        where n.organization_id = organization and n.unit_id = c.unit_id and n.stage = 'SIGNED' and n.start_date > c.start_date
       offset 0
     ) later
     where tg_op = 'INSERT' or c.id = any(leases)
  ));
  return null;
end
$$;

create or replace function feed_changed_units() returns trigger language plpgsql as $$
declare
  organization uuid;
  units text[];
begin
  if tg_op = 'INSERT' then
    insert into record_changes (organization_id, type, id)
    select c.organization_id, 'unit', c.id from changed c
     union all
    select c.organization_id, 'listing', c.id from changed c where c.is_listed
     union all
    select distinct c.organization_id, 'property', c.property_id from changed c
        on conflict do nothing;
    return null;
  end if;
  for organization, units in
    select c.organization_id, array_agg(c.id) from (select * from changed except select * from was) c group by c.organization_id
  loop
    perform feed_units(organization, units);
    insert into record_changes (organization_id, type, id)
    select organization, 'listing', c.id
      from changed c
      join was w on w.id = c.id
     where c.organization_id = organization and c.id = any(units) and (c.is_listed or w.is_listed)
     union
    select organization, 'property', c.property_id
      from changed c
      join was w on w.id = c.id
     where c.id = any(units) and (c.in_service_from, c.in_service_to) is distinct from (w.in_service_from, w.in_service_to)
        on conflict do nothing;
    perform feed_leases(organization, array(
      select l.id
        from changed c
        join was w on w.id = c.id and w.label <> c.label
       cross join lateral (
         select n.id from leases n where n.organization_id = organization and n.unit_id = c.id offset 0
       ) l
    ));
  end loop;
  return null;
end
$$;

-- Triggers fire in the order of their names. The spans come after the units are entered, so that nobody looks for their listings.
drop trigger begin_statuses on units;
create trigger keep_statuses_inserted after insert on units referencing new table as now_stored
  for each statement execute function begin_statuses();
