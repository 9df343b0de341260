-- In batches: records every lease as changed, because the residents of a lease have two further fields since 0340, `from` and `to`. Without this, a copy
-- would have them only for leases that change later. Adds rows to record_changes; nobody waits for it. If interrupted, it continues.

-- As the application and one organization at a time, because an owner who is not a superuser is held to the policies too.
do $$
declare
  -- The organization and the last lease that is done.
  place text[] := string_to_array(current_setting('gatehouse.progress'), ' ');
  organization uuid := place[1];
  last_lease text := coalesce(place[2], '');
  batch text[];
  most integer := 5000;
begin
  if organization is null then
    set local role gatehouse_platform;
    select o.id into organization from organizations o order by o.id limit 1;
  end if;
  while organization is not null and most > 0 loop
    set local role gatehouse_app;
    perform set_config('app.org', organization::text, true);
    batch := array(select l.id from leases l where l.organization_id = organization and l.id > last_lease order by l.id limit most);
    if cardinality(batch) = 0 then
      set local role gatehouse_platform;
      select (select o.id from organizations o where o.id > organization order by o.id limit 1) into organization;
      last_lease := '';
    else
      insert into record_changes (organization_id, type, id)
      select organization, 'lease', named.id from unnest(batch) as named (id)
          on conflict do nothing;
      most := most - cardinality(batch);
      last_lease := batch[cardinality(batch)];
    end if;
  end loop;
  perform set_config('app.org', '', true);
  perform set_config('gatehouse.progress', concat_ws(' ', organization, case when organization is not null then last_lease end), true);
  set local role none;
end
$$;

select nullif(current_setting('gatehouse.progress'), '') as progress;
