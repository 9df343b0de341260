-- In batches: computes the running balances of the leases that had entries before the trigger of 0019 kept them.
-- Locks 500 leases at a time, and nobody who reads; whoever posts to one of them waits for its batch alone. Where it was cut short, it goes on.

-- As the application and one organization at a time: an owner who is not a superuser is held to the policies too.
do $$
declare
  -- The organization and the last lease that is done.
  place text[] := string_to_array(current_setting('gatehouse.progress'), ' ');
  organization uuid := place[1];
  last_lease text := coalesce(place[2], '');
  leases text[];
  most integer := 500;
begin
  if organization is null then
    set local role gatehouse_platform;
    select o.id into organization from organizations o order by o.id limit 1;
  end if;
  while organization is not null and most > 0 loop
    set local role gatehouse_app;
    perform set_config('app.org', organization::text, true);
    leases := array(select l.id from leases l where l.organization_id = organization and l.id > last_lease order by l.id limit most);
    if cardinality(leases) = 0 then
      set local role gatehouse_platform;
      select (select o.id from organizations o where o.id > organization order by o.id limit 1) into organization;
      last_lease := '';
    else
      perform from leases l where l.organization_id = organization and l.id = any(leases) order by l.id for no key update;
      delete from lease_balances b where b.organization_id = organization and b.lease_id = any(leases);
      insert into lease_balances (organization_id, lease_id, from_day, receivable_cents, deposit_cents, past_due_cents)
      select organization, b.lease_id, b.from_day, b.receivable_cents, b.deposit_cents, b.past_due_cents
        from lease_balances_of(organization, leases) b
       order by b.lease_id, b.from_day;
      most := most - cardinality(leases);
      last_lease := leases[cardinality(leases)];
    end if;
  end loop;
  perform set_config('app.org', '', true);
  perform set_config('gatehouse.progress', concat_ws(' ', organization, case when organization is not null then last_lease end), true);
  set local role none;
  if organization is null then
    analyze lease_balances;
  end if;
end
$$;

select nullif(current_setting('gatehouse.progress'), '') as progress;
