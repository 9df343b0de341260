-- In batches: fills ledger_entries.direct_lease_id for the entries from before 0059. Nobody waits for it, because entries never change otherwise.

-- As the application and one organization at a time: an owner who is not a superuser is held to the policies too.
do $$
declare
  -- The organization and the last entry that is done.
  place text[] := string_to_array(current_setting('gatehouse.progress'), ' ');
  organization uuid := place[1];
  last_entry uuid := coalesce(place[2]::uuid, '00000000-0000-0000-0000-000000000000');
  entries uuid[];
  most integer := 20000;
begin
  if organization is null then
    set local role gatehouse_platform;
    select o.id into organization from organizations o order by o.id limit 1;
  end if;
  while organization is not null and most > 0 loop
    set local role gatehouse_app;
    perform set_config('app.org', organization::text, true);
    entries := array(select e.id from ledger_entries e where e.organization_id = organization and e.id > last_entry order by e.id limit most);
    if cardinality(entries) = 0 then
      set local role gatehouse_platform;
      select (select o.id from organizations o where o.id > organization order by o.id limit 1) into organization;
      last_entry := '00000000-0000-0000-0000-000000000000';
    else
      update ledger_entries e
         set direct_lease_id = e.lease_id
       where e.organization_id = organization and e.id = any(entries) and e.invoice_id is null and e.payment_id is null
         and e.direct_lease_id is null;
      most := most - cardinality(entries);
      last_entry := entries[cardinality(entries)];
    end if;
  end loop;
  perform set_config('app.org', '', true);
  perform set_config('gatehouse.progress', concat_ws(' ', organization, case when organization is not null then last_entry end), true);
  set local role none;
end
$$;

select nullif(current_setting('gatehouse.progress'), '') as progress;
