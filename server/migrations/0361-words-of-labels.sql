-- A unit labeled A204 is found by 204 as well, as one labeled A-204 is: the lists looked for text anywhere, and now look for word prefixes. And the
-- units of a property that is renamed get their new words in the transaction that renames it, up to 1,000 of them, 0.2 ms each on a busy machine, so
-- that the total of a search is right at once. Only larger properties, and records that are written in bulk, get them from upkeep.
-- Replaces functions, and leaves the units whose labels have such words to upkeep. Locks nothing.

-- The words of a label, which is given as plain words: its own, the label without what divides it, and letters and digits that stand next to each other.
create function label_words(label text) returns text language sql immutable parallel safe as $$
  select concat_ws(
    ' ',
    label,
    replace(label, ' ', ''),
    case when label ~ '[a-z][0-9]|[0-9][a-z]' then regexp_replace(label, '([a-z])(?=[0-9])|([0-9])(?=[a-z])', '\1\2 ', 'g') end
  )
$$;

-- The words of records of a type: the one definition.
create or replace function search_words_of(organization uuid, record_type text, ids text[]) returns table (id text, word text) language plpgsql stable as $$
begin
  case record_type
    when 'resident' then
      return query
        select distinct r.id, w.word
          from residents r
         cross join lateral string_to_table(contact_words(r.full_name, r.email, r.phone), ' ') w (word)
         where r.organization_id = organization and r.id = any(ids) and w.word <> '';
    when 'lead' then
      return query
        select distinct d.id, w.word
          from leads d
         cross join lateral string_to_table(contact_words(d.first_name || ' ' || d.last_name, d.email, d.phone), ' ') w (word)
         where d.organization_id = organization and d.id = any(ids) and w.word <> '';
    when 'property' then
      return query
        select distinct p.id, w.word
          from properties p
         cross join lateral string_to_table(plain_words(concat_ws(' ', p.name, p.address_line, p.city, p.postal_code)), ' ') w (word)
         where p.organization_id = organization and p.id = any(ids) and w.word <> '';
    when 'unit' then
      return query
        with named as materialized (
          select u.id, u.property_id, plain_words(u.label) as label
            from units u
           where u.organization_id = organization and u.id = any(ids)
        ), of_properties as materialized (
          select p.id, w.word
            from properties p
           cross join lateral string_to_table(plain_words(p.name), ' ') w (word)
           where p.organization_id = organization and p.id in (select n.property_id from named n)
        )
        select n.id, p.word from named n join of_properties p on p.id = n.property_id where p.word <> ''
         union
        select n.id, w.word
          from named n
         cross join lateral string_to_table(label_words(n.label), ' ') w (word)
         where w.word <> '';
  end case;
end
$$;

-- The argument is the type of the record. A row that is written as it was keeps its words, and a property that is renamed renames its units.
create or replace function keep_search_words() returns trigger language plpgsql as $$
declare
  most constant integer := 40;
  most_renamed constant integer := 1000;
  organization uuid;
  ids text[];
  renamed text[];
begin
  if tg_op = 'INSERT' then
    for organization, ids in select c.organization_id, array_agg(c.id) from changed c group by c.organization_id loop
      if cardinality(ids) > most then
        perform owe_words(organization, tg_argv[0], ids);
      else
        perform keep_words(organization, tg_argv[0], ids);
      end if;
    end loop;
    return null;
  end if;
  for organization, ids in
    select c.organization_id, array_agg(c.id) from (select * from changed except select * from was) c group by c.organization_id
  loop
    if cardinality(ids) > most then
      perform owe_words(organization, tg_argv[0], ids);
    else
      perform keep_words(organization, tg_argv[0], ids);
    end if;
    if tg_argv[0] = 'property' then
      renamed := array(
        select u.id
          from changed c
          join was w on w.id = c.id and w.name <> c.name
         cross join lateral (
           select n.id from units n where n.organization_id = organization and n.property_id = c.id offset 0
         ) u
      );
      if cardinality(renamed) > most_renamed then
        perform owe_words(organization, 'unit', renamed);
      else
        perform lock_named(organization, 'unit', renamed);
        perform keep_words(organization, 'unit', renamed);
      end if;
    end if;
  end loop;
  return null;
end
$$;

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
    perform owe_words(
      organization,
      'unit',
      array(select u.id from units u where u.organization_id = organization and plain_words(u.label) ~ '[a-z][0-9]|[0-9][a-z]' order by u.id)
    );
  end loop;
  perform set_config('app.org', '', true);
  set local role none;
end
$$;
