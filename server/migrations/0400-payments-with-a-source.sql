-- In batches: records payments as changed that are withheld deposits or prepaid opening balances, because payments say so since this version (`source`).
-- All others come from a payer, and a copy may go on without that: recording 1.9 million payments as changed would have each copy of a large
-- organization read changes for hours. Adds rows to record_changes; nobody waits for it. If interrupted, it continues.

-- As the application and one organization at a time, because an owner who is not a superuser is held to the policies too.
do $$
declare
  -- The organization and the last payment that is done.
  place text[] := string_to_array(current_setting('gatehouse.progress'), ' ');
  organization uuid := place[1];
  last_payment text := coalesce(place[2], '');
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
    batch := array(select p.id from payments p where p.organization_id = organization and p.id > last_payment order by p.id limit most);
    if cardinality(batch) = 0 then
      set local role gatehouse_platform;
      select (select o.id from organizations o where o.id > organization order by o.id limit 1) into organization;
      last_payment := '';
    else
      insert into record_changes (organization_id, type, id)
      select organization, 'payment', p.id
        from unnest(batch) as named (id)
       cross join lateral (
         select y.id from payments y where y.organization_id = organization and y.id = named.id and y.method = 'OTHER' offset 0
       ) p
       cross join lateral (
         select
           from ledger_entries e
          where e.organization_id = organization and e.payment_id = p.id
            and (e.code = 'OPENING_BALANCE' or e.account = 'DEPOSIT' and e.invoice_id is null)
          limit 1
       ) sourced
          on conflict do nothing;
      most := most - cardinality(batch);
      last_payment := batch[cardinality(batch)];
    end if;
  end loop;
  perform set_config('app.org', '', true);
  perform set_config('gatehouse.progress', concat_ws(' ', organization, case when organization is not null then last_payment end), true);
  set local role none;
end
$$;

select nullif(current_setting('gatehouse.progress'), '') as progress;
