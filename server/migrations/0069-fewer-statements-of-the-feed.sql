-- Triggers of the change feed end at once if their statement changed no row, as every second one of an upsert does, and a lease and the residents on it, or
-- a unit and its listing, are recorded by one statement instead of two. If they are recorded already, the conflicts of three rows cost less than starting
-- a second statement. Replaces functions; locks nothing.

create or replace function feed_records() returns trigger language plpgsql as $$
declare
  organization uuid;
  record text;
  has_more boolean;
  is_other boolean;
begin
  if tg_op = 'UPDATE' then
    select c.organization_id, c.id, exists (select from changed offset 1), c is distinct from w
      into organization, record, has_more, is_other
      from changed c cross join was w;
    if has_more then
      insert into record_changes (organization_id, type, id)
      select c.organization_id, tg_argv[0], c.id from (select * from changed except select * from was) c
          on conflict do nothing;
    elsif is_other then
      insert into record_changes (organization_id, type, id) values (organization, tg_argv[0], record) on conflict do nothing;
    end if;
  elsif tg_table_name = 'payments' then
    insert into record_changes (organization_id, type, id)
    select c.organization_id, tg_argv[0], c.id from changed c
        on conflict do nothing;
  -- Invoices and work orders are only inserted; of the others, an upsert may insert none.
  elsif tg_table_name in ('invoices', 'work_orders') or exists (select from changed) then
    insert into record_changes (organization_id, type, id) select c.organization_id, tg_argv[0], c.id from changed c;
  end if;
  return null;
end
$$;

create or replace function feed_lease_facts() returns trigger language plpgsql as $$
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
    if tg_op = 'UPDATE' then
      if (select c from changed c) is not distinct from (select w from was w) then
        return null;
      end if;
    end if;
    insert into record_changes (organization_id, type, id)
    select organization, 'lease', lease
     union all
    select organization, 'resident', r.resident_id from lease_residents r where r.organization_id = organization and r.lease_id = lease
        on conflict do nothing;
    return null;
  end if;
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

create or replace function feed_unit_facts() returns trigger language plpgsql as $$
declare
  organization uuid;
  unit text;
  units text[];
  has_more boolean;
begin
  select c.organization_id, c.unit_id, exists (select from changed offset 1) into organization, unit, has_more from changed c;
  if has_more is null then
    return null;
  end if;
  if not has_more then
    if tg_op = 'UPDATE' then
      if (select c from changed c) is not distinct from (select w from was w) then
        return null;
      end if;
    end if;
    insert into record_changes (organization_id, type, id)
    select organization, 'unit', unit
     union all
    select organization, 'listing', u.id from units u where u.organization_id = organization and u.id = unit and u.is_listed
        on conflict do nothing;
    return null;
  end if;
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

-- As they were, but for ending at once if an upsert updates none.
create or replace function feed_changed_units() returns trigger language plpgsql as $$
declare
  organization uuid;
  unit text;
  property text;
  units text[];
  has_more boolean;
  is_other boolean;
  is_listing boolean;
  has_other_days boolean;
  has_other_label boolean;
begin
  if tg_op = 'INSERT' then
    if not exists (select from changed) then
      return null;
    end if;
    insert into record_changes (organization_id, type, id)
    select c.organization_id, 'unit', c.id from changed c
     union all
    select c.organization_id, 'listing', c.id from changed c where c.is_listed;
    insert into record_changes (organization_id, type, id)
    select distinct c.organization_id, 'property', c.property_id from changed c
        on conflict do nothing;
    return null;
  end if;
  select c.organization_id, c.id, c.property_id, exists (select from changed offset 1), c is distinct from w, c.is_listed or w.is_listed,
         (c.in_service_from, c.in_service_to) is distinct from (w.in_service_from, w.in_service_to), c.label <> w.label
    into organization, unit, property, has_more, is_other, is_listing, has_other_days, has_other_label
    from changed c cross join was w;
  if has_more is null then
    return null;
  end if;
  if not has_more then
    if is_other then
      insert into record_changes (organization_id, type, id) values (organization, 'unit', unit) on conflict do nothing;
    end if;
    if is_other and is_listing then
      insert into record_changes (organization_id, type, id) values (organization, 'listing', unit) on conflict do nothing;
    end if;
    if has_other_days then
      insert into record_changes (organization_id, type, id) values (organization, 'property', property) on conflict do nothing;
    end if;
    if has_other_label then
      perform feed_leases(organization, array(select l.id from leases l where l.organization_id = organization and l.unit_id = unit));
    end if;
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

create or replace function feed_changed_residents() returns trigger language plpgsql as $$
declare
  organization uuid;
  resident text;
  lease text;
  leases text[];
  has_more boolean;
  is_other boolean;
  has_other_name boolean;
begin
  select c.organization_id, c.id, exists (select from changed offset 1), c is distinct from w,
         (w.first_name, w.last_name) <> (c.first_name, c.last_name)
    into organization, resident, has_more, is_other, has_other_name
    from changed c cross join was w;
  if has_more is null then
    return null;
  end if;
  if not has_more then
    if is_other then
      insert into record_changes (organization_id, type, id) values (organization, 'resident', resident) on conflict do nothing;
    end if;
    if not has_other_name then
      return null;
    end if;
  end if;
  if has_more then
    insert into record_changes (organization_id, type, id)
    select d.organization_id, 'resident', d.id from (select * from changed except select * from was) d
        on conflict do nothing;
  end if;
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
