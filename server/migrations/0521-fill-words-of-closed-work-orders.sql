-- Upkeep makes the words of the work orders that were closed before 0520, as it does for those that an import writes. Nobody waits for it; until it has
-- made them, the search does not find these work orders by their titles. Reads all work orders once, and locks nothing.

-- As the application and one organization at a time: an owner who is not a superuser is held to the policies too.
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
