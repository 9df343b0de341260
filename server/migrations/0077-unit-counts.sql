-- A page of properties counted the units of each that are in service today, 56 entries of an index each for large ones, and found the name of each owner by
-- reading all owners: with 189 properties and 45 owners, the properties of a city took PostgreSQL three times as long as from stored columns. Now
-- unit_counts holds by how many each day changes the number of units in service, which is one row for most properties, the names of owners are in an index,
-- and the properties of a state have one in the order of the list.
-- No organization is referenced, since the keys of the counted units prove it. units_in_service, the index that was for counting, stays: of the indexes that
-- begin with the property, PostgreSQL takes the newest until units are analyzed, and by label it would read all units of a property to find one of them.
-- Locks units against writes while they are counted, about a second per million.

create table unit_counts (
  organization_id uuid not null,
  property_id text collate "C" not null,
  day date not null,
  change integer not null,
  primary key (organization_id, property_id, day) include (change)
);
alter table unit_counts enable row level security;
alter table unit_counts force row level security;
create policy tenant on unit_counts for all to gatehouse_app using (organization_id = (select current_organization()));
grant insert, select, update on unit_counts to gatehouse_app;

-- What begins with a unit: its status, and its part of the counts. Units that are stored again begin nothing. Two transactions that change the count of
-- one property on one day wait for each other; creating units holds the lock of their property already.
create function begin_units() returns trigger language plpgsql as $$
begin
  if not exists (select from now_stored) then
    return null;
  end if;
  insert into unit_status_spans (organization_id, unit_id, from_day, to_day, status)
  select n.organization_id, n.id, n.in_service_from, coalesce(n.in_service_to, 'infinity'), 'VACANT_UNRENTED'
    from now_stored n
      on conflict do nothing;
  insert into unit_counts as c (organization_id, property_id, day, change)
  select n.organization_id, n.property_id, turn.day, sum(turn.change)
    from now_stored n
   cross join lateral (values (n.in_service_from, 1), (n.in_service_to + 1, -1)) turn (day, change)
   where turn.day is not null
   group by n.organization_id, n.property_id, turn.day
   order by n.organization_id, n.property_id, turn.day
      on conflict (organization_id, property_id, day) do update set change = c.change + excluded.change;
  return null;
end
$$;

create function recount_unit() returns trigger language plpgsql as $$
begin
  insert into unit_counts as c (organization_id, property_id, day, change)
  select new.organization_id, turn.property_id, turn.day, sum(turn.change)
    from (
      values (old.property_id, old.in_service_from, -1), (old.property_id, old.in_service_to + 1, 1),
             (new.property_id, new.in_service_from, 1), (new.property_id, new.in_service_to + 1, -1)
    ) turn (property_id, day, change)
   where turn.day is not null
   group by turn.property_id, turn.day
  having sum(turn.change) <> 0
   order by turn.property_id, turn.day
      on conflict (organization_id, property_id, day) do update set change = c.change + excluded.change;
  return null;
end
$$;

drop trigger keep_statuses_inserted on units;
drop function begin_statuses();
create trigger keep_statuses_inserted after insert on units referencing new table as now_stored for each statement execute function begin_units();
create trigger count_updated after update of property_id, in_service_from, in_service_to on units for each row
  when ((old.property_id, old.in_service_from, old.in_service_to) is distinct from (new.property_id, new.in_service_from, new.in_service_to))
  execute function recount_unit();

insert into unit_counts (organization_id, property_id, day, change)
select u.organization_id, u.property_id, turn.day, sum(turn.change)
  from units u
 cross join lateral (values (u.in_service_from, 1), (u.in_service_to + 1, -1)) turn (day, change)
 where turn.day is not null
 group by u.organization_id, u.property_id, turn.day;

create index owners_by_id on owners (organization_id, id) include (name);
create index properties_by_state on properties (organization_id, state, name, id);
