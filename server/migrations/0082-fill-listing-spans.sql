-- In batches: works out the listings of the units that were marked as listed before the triggers of 0081 kept them.
-- Locks 500 units at a time, and nobody who reads; whoever changes one of them or its leases waits for its batch alone. Where it was cut short, it
-- goes on.

-- As the application and one organization at a time: an owner who is not a superuser is held to the policies too.
do $$
declare
  -- The organization and the last unit that is done.
  place text[] := string_to_array(current_setting('gatehouse.progress'), ' ');
  organization uuid := place[1];
  last_unit text := coalesce(place[2], '');
  batch text[];
  most integer := 500;
begin
  if organization is null then
    set local role gatehouse_platform;
    select o.id into organization from organizations o order by o.id limit 1;
  end if;
  while organization is not null and most > 0 loop
    set local role gatehouse_app;
    perform set_config('app.org', organization::text, true);
    batch := array(
      select u.id from units u where u.organization_id = organization and u.is_listed and u.id > last_unit order by u.id limit most
    );
    if cardinality(batch) = 0 then
      set local role gatehouse_platform;
      select (select o.id from organizations o where o.id > organization order by o.id limit 1) into organization;
      last_unit := '';
    else
      perform lock_and_refresh_listings(organization, batch);
      most := most - cardinality(batch);
      last_unit := batch[cardinality(batch)];
    end if;
  end loop;
  perform set_config('app.org', '', true);
  perform set_config('gatehouse.progress', concat_ws(' ', organization, case when organization is not null then last_unit end), true);
  set local role none;
  if organization is null then
    analyze listing_spans;
  end if;
end
$$;

select nullif(current_setting('gatehouse.progress'), '') as progress;
