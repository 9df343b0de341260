-- From here on every change of a record has its row in record_changes (0029).
-- Adds functions, and triggers to the tables that records are read from. Each of them is locked against writes for a moment, until the transaction is over.

-- A lease that waits for its unit begins once the one before it has an end, so the later leases of the unit change with it.
create function feed_changed_leases() returns trigger language plpgsql as $$
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
      from unnest(leases) as wanted (id)
     cross join lateral (
       select l.unit_id, l.start_date from leases l where l.organization_id = organization and l.id = wanted.id offset 0
     ) l
     cross join lateral (
       select n.id
         from leases n
        where n.organization_id = organization and n.unit_id = l.unit_id and n.stage = 'SIGNED' and n.start_date > l.start_date
       offset 0
     ) later
  ));
  return null;
end
$$;

-- A unit counts in its property while it is in service, and its label is shown with its leases and residents.
create function feed_changed_units() returns trigger language plpgsql as $$
declare
  organization uuid;
  units text[];
begin
  if tg_op = 'INSERT' then
    for organization, units in select c.organization_id, array_agg(c.id) from changed c group by c.organization_id loop
      perform feed_units(organization, units);
    end loop;
    insert into record_changes (organization_id, type, id)
    select distinct c.organization_id, 'property', c.property_id from changed c
        on conflict do nothing;
    return null;
  end if;
  for organization, units in
    select c.organization_id, array_agg(c.id) from (select * from changed except select * from was) c group by c.organization_id
  loop
    perform feed_units(organization, units);
    insert into record_changes (organization_id, type, id)
    select organization, 'listing', w.id from was w where w.organization_id = organization and w.id = any(units) and w.is_listed
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

-- A property is counted by its owner and its portfolio; its name is shown with its residents, and its address with its listings.
create function feed_changed_properties() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_changes (organization_id, type, id)
    select c.organization_id, 'property', c.id from changed c
     union
    select c.organization_id, 'owner', c.owner_id from changed c where c.owner_id is not null
     union
    select c.organization_id, 'portfolio', c.portfolio_id from changed c where c.portfolio_id is not null
        on conflict do nothing;
    return null;
  end if;
  with differing as materialized (select * from changed except select * from was)
  insert into record_changes (organization_id, type, id)
  select d.organization_id, 'property', d.id from differing d
   union
  select d.organization_id, 'owner', o.id
    from differing d join was w on w.id = d.id and w.owner_id is distinct from d.owner_id
   cross join lateral (values (d.owner_id), (w.owner_id)) o (id)
   where o.id is not null
   union
  select d.organization_id, 'portfolio', p.id
    from differing d join was w on w.id = d.id and w.portfolio_id is distinct from d.portfolio_id
   cross join lateral (values (d.portfolio_id), (w.portfolio_id)) p (id)
   where p.id is not null
   union
  select d.organization_id, 'listing', u.id
    from differing d
   cross join lateral (
     select n.id from units n where n.organization_id = d.organization_id and n.property_id = d.id and n.is_listed offset 0
   ) u
   union
  select d.organization_id, 'resident', r.resident_id
    from differing d
    join was w on w.id = d.id and w.name <> d.name
   cross join lateral (
     select lr.resident_id
       from leases l
       join lease_residents lr on lr.organization_id = l.organization_id and lr.lease_id = l.id
      where l.organization_id = d.organization_id and l.property_id = d.id
     offset 0
   ) r
      on conflict do nothing;
  return null;
end
$$;

-- An owner's name is shown with their properties.
create function feed_changed_owners() returns trigger language plpgsql as $$
begin
  with differing as materialized (select * from changed except select * from was)
  insert into record_changes (organization_id, type, id)
  select d.organization_id, 'owner', d.id from differing d
   union
  select d.organization_id, 'property', p.id
    from differing d
    join was w on w.id = d.id and w.name <> d.name
    join properties p on p.organization_id = d.organization_id and p.owner_id = d.id
      on conflict do nothing;
  return null;
end
$$;

-- A resident's name is shown with their leases.
create function feed_changed_residents() returns trigger language plpgsql as $$
begin
  with differing as materialized (select * from changed except select * from was)
  insert into record_changes (organization_id, type, id)
  select d.organization_id, 'resident', d.id from differing d
   union
  select d.organization_id, 'lease', l.lease_id
    from differing d
    join was w on w.id = d.id and (w.first_name, w.last_name) <> (d.first_name, d.last_name)
   cross join lateral (
     select lr.lease_id from lease_residents lr where lr.organization_id = d.organization_id and lr.resident_id = d.id offset 0
   ) l
      on conflict do nothing;
  return null;
end
$$;

-- A payment whose allocations move from one invoice to another stays the same row.
create function feed_moved_allocations() returns trigger language plpgsql as $$
begin
  insert into record_changes (organization_id, type, id)
  select e.organization_id, 'payment', e.payment_id
    from changed e
   where e.payment_id is not null and e.invoice_id is not null
   group by e.organization_id, e.payment_id
  having sum(e.amount_cents) = 0
      on conflict do nothing;
  return null;
end
$$;

create trigger feed_inserted after insert on portfolios referencing new table as changed for each statement execute function feed_records('portfolio');
create trigger feed_updated after update on portfolios referencing old table as was new table as changed for each statement execute function feed_records('portfolio');
create trigger feed_inserted after insert on invoices referencing new table as changed for each statement execute function feed_records('invoice');
create trigger feed_updated after update on invoices referencing old table as was new table as changed for each statement execute function feed_records('invoice');
create trigger feed_inserted after insert on payments referencing new table as changed for each statement execute function feed_records('payment');
create trigger feed_updated after update on payments referencing old table as was new table as changed for each statement execute function feed_records('payment');
create trigger feed_inserted after insert on work_orders referencing new table as changed for each statement execute function feed_records('work_order');
create trigger feed_updated after update on work_orders referencing old table as was new table as changed for each statement execute function feed_records('work_order');
create trigger feed_inserted after insert on leads referencing new table as changed for each statement execute function feed_records('lead');
create trigger feed_updated after update on leads referencing old table as was new table as changed for each statement execute function feed_records('lead');
create trigger feed_inserted after insert on owners referencing new table as changed for each statement execute function feed_records('owner');
create trigger feed_updated after update on owners referencing old table as was new table as changed for each statement execute function feed_changed_owners();
create trigger feed_inserted after insert on residents referencing new table as changed for each statement execute function feed_records('resident');
create trigger feed_updated after update on residents referencing old table as was new table as changed for each statement execute function feed_changed_residents();
create trigger feed_inserted after insert on properties referencing new table as changed for each statement execute function feed_changed_properties();
create trigger feed_updated after update on properties referencing old table as was new table as changed for each statement execute function feed_changed_properties();
create trigger feed_inserted after insert on units referencing new table as changed for each statement execute function feed_changed_units();
create trigger feed_updated after update on units referencing old table as was new table as changed for each statement execute function feed_changed_units();
create trigger feed_inserted after insert on leases referencing new table as changed for each statement execute function feed_changed_leases();
create trigger feed_updated after update on leases referencing old table as was new table as changed for each statement execute function feed_changed_leases();

create trigger feed_inserted after insert on unit_rates referencing new table as changed for each statement execute function feed_unit_facts();
create trigger feed_updated after update on unit_rates referencing old table as was new table as changed for each statement execute function feed_unit_facts();
create trigger feed_inserted after insert on unit_status_spans referencing new table as changed for each statement execute function feed_unit_facts();
create trigger feed_updated after update on unit_status_spans referencing old table as was new table as changed for each statement execute function feed_unit_facts();
create trigger feed_deleted after delete on unit_status_spans referencing old table as changed for each statement execute function feed_unit_facts();

create trigger feed_inserted after insert on lease_charges referencing new table as changed for each statement execute function feed_lease_facts();
create trigger feed_updated after update on lease_charges referencing old table as was new table as changed for each statement execute function feed_lease_facts();
create trigger feed_deleted after delete on lease_charges referencing old table as changed for each statement execute function feed_lease_facts();
create trigger feed_inserted after insert on lease_renewals referencing new table as changed for each statement execute function feed_lease_facts();
create trigger feed_updated after update on lease_renewals referencing old table as was new table as changed for each statement execute function feed_lease_facts();
create trigger feed_inserted after insert on lease_date_changes referencing new table as changed for each statement execute function feed_lease_facts();
create trigger feed_updated after update on lease_date_changes referencing old table as was new table as changed for each statement execute function feed_lease_facts();
create trigger feed_inserted after insert on lease_residents referencing new table as changed for each statement execute function feed_lease_facts();
create trigger feed_updated after update on lease_residents referencing old table as was new table as changed for each statement execute function feed_lease_facts();
create trigger feed_deleted after delete on lease_residents referencing old table as changed for each statement execute function feed_lease_facts();
create trigger feed_removed after delete on lease_residents referencing old table as changed for each statement execute function feed_lease_residents();
create trigger feed_inserted after insert on lease_balances referencing new table as changed for each statement execute function feed_lease_facts();
create trigger feed_updated after update on lease_balances referencing old table as was new table as changed for each statement execute function feed_lease_facts();
create trigger feed_deleted after delete on lease_balances referencing old table as changed for each statement execute function feed_lease_facts();
create trigger feed_inserted after insert on ledger_entries referencing new table as changed for each statement execute function feed_moved_allocations();
