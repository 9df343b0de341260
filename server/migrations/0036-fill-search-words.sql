-- Upkeep makes the words of the records that existed before 0035, as it does for those that an import writes. Nobody waits for it; until it has made
-- them, some seconds per 100,000 records, the search does not find these records.

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
    perform owe_words(organization, 'property', array(select p.id from properties p where p.organization_id = organization order by p.id));
    perform owe_words(organization, 'unit', array(select u.id from units u where u.organization_id = organization order by u.id));
    perform owe_words(organization, 'resident', array(select r.id from residents r where r.organization_id = organization order by r.id));
    perform owe_words(organization, 'lead', array(select d.id from leads d where d.organization_id = organization order by d.id));
  end loop;
  perform set_config('app.org', '', true);
  set local role none;
end
$$;
