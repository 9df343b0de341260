-- In batches: gives every record that existed before 0035 its words in search_words. Nobody waits for it. Where it was cut short, it goes on.

-- As the application and one organization at a time: an owner who is not a superuser is held to the policies too.
do $$
declare
  -- The organization, the number of the type and the last record that is done.
  place text[] := string_to_array(current_setting('gatehouse.progress'), ' ');
  organization uuid := place[1];
  number integer := coalesce(place[2]::integer, 1);
  last_id text := coalesce(place[3], '');
  types text[] := array['property', 'unit', 'resident', 'lead'];
  tables text[] := array['properties', 'units', 'residents', 'leads'];
  ids text[];
  most integer := 5000;
begin
  if organization is null then
    set local role gatehouse_platform;
    select o.id into organization from organizations o order by o.id limit 1;
  end if;
  while organization is not null and most > 0 loop
    if number > cardinality(types) then
      set local role gatehouse_platform;
      select (select o.id from organizations o where o.id > organization order by o.id limit 1) into organization;
      number := 1;
      last_id := '';
    else
      set local role gatehouse_app;
      perform set_config('app.org', organization::text, true);
      execute format(
        'select array(select t.id from %I t where t.organization_id = $1 and t.id > $2 order by t.id limit $3)', tables[number]
      ) into ids using organization, last_id, most;
      insert into search_words (organization_id, type, word, id)
      select organization, types[number], w.word, w.id from search_words_of(organization, types[number], ids) w
          on conflict do nothing;
      if cardinality(ids) < most then
        number := number + 1;
        last_id := '';
      else
        last_id := ids[cardinality(ids)];
      end if;
      most := most - cardinality(ids);
    end if;
  end loop;
  perform set_config('app.org', '', true);
  perform set_config(
    'gatehouse.progress',
    case when organization is null then '' else concat_ws(' ', organization, number, nullif(last_id, '')) end,
    true
  );
  set local role none;
  if organization is null then
    analyze search_words;
  end if;
end
$$;

select nullif(current_setting('gatehouse.progress'), '') as progress;
