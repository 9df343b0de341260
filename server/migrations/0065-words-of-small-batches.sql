-- The search words of an import that gives way to calls are made by upkeep as well. While others call, a batch has 50 rows, and the words of 100 records
-- were still made in the transaction of their import: a quarter of PostgreSQL's time, 552 instead of 424 µs per unit. Now it makes those of 40.
-- Replaces a function. Locks nothing.

create or replace function keep_search_words() returns trigger language plpgsql as $$
declare
  most constant integer := 40;
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
      if cardinality(renamed) > most then
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
