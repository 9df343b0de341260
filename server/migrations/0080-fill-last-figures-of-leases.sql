-- In batches: computes the last balance and rent of the leases that were there before the triggers of 0079 kept them.
-- Locks 1,000 leases at a time, and nobody who reads; whoever posts to one of them waits for its batch alone. Where it was cut short, it goes on.

-- As the application and one organization at a time: an owner who is not a superuser is held to the policies too.
do $$
declare
  -- The organization and the last lease that is done.
  place text[] := string_to_array(current_setting('gatehouse.progress'), ' ');
  organization uuid := place[1];
  last_lease text := coalesce(place[2], '');
  leases text[];
  most integer := 1000;
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
      insert into lease_last_figures as f (organization_id, lease_id, balance_from, rent_from, balance_cents, rent_cents)
      select organization, c.lease_id, c.balance_from, c.rent_from, c.balance_cents, c.rent_cents
        from last_figures_of(organization, leases) c
       order by c.lease_id
          on conflict (organization_id, lease_id) do update set
             balance_from = excluded.balance_from, rent_from = excluded.rent_from, balance_cents = excluded.balance_cents, rent_cents = excluded.rent_cents;
      most := most - cardinality(leases);
      last_lease := leases[cardinality(leases)];
    end if;
  end loop;
  perform set_config('app.org', '', true);
  perform set_config('gatehouse.progress', concat_ws(' ', organization, case when organization is not null then last_lease end), true);
  set local role none;
  if organization is null then
    analyze lease_last_figures;
  end if;
end
$$;

select nullif(current_setting('gatehouse.progress'), '') as progress;
