-- Queues the work orders that were closed before 0520, so that upkeep stores their words, as it does for those that an import writes. Until it has, the search
-- does not find them by their titles; nothing else waits for it. Reads all work orders once, and locks nothing.

-- Runs as the application, one organization at a time, because row-level security also applies to an owner who is not a superuser.
do $$
declare
  organization uuid;
  organizations uuid[];
begin
  set local role gatehouse_platform;
  select array(select o.id from organizations o) into organizations;
  set local role gatehouse_app;
  foreach organization in array organizations loop
    perform set_config('app.org', organization::text, true);
    perform owe_words(organization, 'work_order', array(
      select w.id from work_orders w where w.organization_id = organization and w.status in ('COMPLETED', 'CANCELLED') order by w.id
    ));
  end loop;
  perform set_config('app.org', '', true);
  set local role none;
end
$$;
