-- In batches: stores the stays of residents who were stored before the triggers of 0185 kept them.
-- Locks 500 residents at a time; readers do not wait, and a change of a lease of one of them waits for their batch alone. If interrupted, it continues.

-- As the application and one organization at a time, because an owner who is not a superuser is held to the policies too.
do $$
declare
  -- The organization and the last resident that is done.
  place text[] := string_to_array(current_setting('gatehouse.progress'), ' ');
  organization uuid := place[1];
  last_resident text := coalesce(place[2], '');
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
    batch := array(select r.id from residents r where r.organization_id = organization and r.id > last_resident order by r.id limit most);
    if cardinality(batch) = 0 then
      set local role gatehouse_platform;
      select (select o.id from organizations o where o.id > organization order by o.id limit 1) into organization;
      last_resident := '';
    else
      perform refresh_resident_statuses(organization, batch);
      most := most - cardinality(batch);
      last_resident := batch[cardinality(batch)];
    end if;
  end loop;
  perform set_config('app.org', '', true);
  perform set_config('gatehouse.progress', concat_ws(' ', organization, case when organization is not null then last_resident end), true);
  set local role none;
  if organization is null then
    analyze resident_stays;
  end if;
end
$$;

select nullif(current_setting('gatehouse.progress'), '') as progress;
