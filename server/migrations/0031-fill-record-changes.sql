-- In batches: gives every record that existed before 0030 its row in record_changes, so that a copy can be built from the start of the changes alone,
-- and enters the calendar's changes from yesterday on. Nobody waits for it. Where it was cut short, it goes on.

-- As the application and one organization at a time: an owner who is not a superuser is held to the policies too.
do $$
declare
  -- The organization, the number of the type and the last record that is done.
  place text[] := string_to_array(current_setting('gatehouse.progress'), ' ');
  organization uuid := place[1];
  number integer := coalesce(place[2]::integer, 1);
  last_id text := coalesce(place[3], '');
  types text[] := array['property', 'unit', 'listing', 'lease', 'resident', 'invoice', 'payment', 'work_order', 'lead', 'owner', 'portfolio'];
  tables text[] := array['properties', 'units', 'units', 'leases', 'residents', 'invoices', 'payments', 'work_orders', 'leads', 'owners', 'portfolios'];
  zone text;
  found_id text;
  found_count integer;
  most integer := 5000;
begin
  if organization is null then
    set local role gatehouse_platform;
    select o.id into organization from organizations o order by o.id limit 1;
  end if;
  while organization is not null and most > 0 loop
    if number > cardinality(types) then
      set local role gatehouse_platform;
      select o.time_zone into zone from organizations o where o.id = organization;
      set local role gatehouse_app;
      perform set_config('app.org', organization::text, true);
      insert into calendar_days (organization_id, entered_through)
      values (organization, (now() at time zone zone)::date - 1)
          on conflict do nothing;
      set local role gatehouse_platform;
      select (select o.id from organizations o where o.id > organization order by o.id limit 1) into organization;
      number := 1;
      last_id := '';
    else
      set local role gatehouse_app;
      perform set_config('app.org', organization::text, true);
      execute format(
        'with batch as (select t.id from %I t where t.organization_id = $1 and t.id > $2 %s order by t.id limit $3),
              added as (insert into record_changes (organization_id, type, id) select $1, $4, b.id from batch b on conflict do nothing)
         select max(b.id collate "C"), count(*) from batch b',
        tables[number], case types[number] when 'listing' then 'and t.is_listed' else '' end
      ) into found_id, found_count using organization, last_id, most, types[number];
      if found_count < most then
        number := number + 1;
        last_id := '';
      else
        last_id := found_id;
      end if;
      most := most - found_count;
    end if;
  end loop;
  perform set_config('app.org', '', true);
  perform set_config(
    'gatehouse.progress',
    case when organization is null then '' else concat_ws(' ', organization, number, nullif(last_id, '')) end,
    true
  );
  set local role none;
  if organization is null then
    analyze record_changes;
  end if;
end
$$;

select nullif(current_setting('gatehouse.progress'), '') as progress;
