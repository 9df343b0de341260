-- A change of a record made its search words again even if it changed nothing that they come from: a new rate of a unit touches its row, a lead gets a
-- note, a resident gives consent. After an import that changed the rents, upkeep made the words of all of its units again. Now only the columns that words
-- come from are compared. PostgreSQL takes 0.76 of its time for the note of a lead, and 0.80 for the consent of a resident (decisions/0027).
-- Replaces a function. Locks nothing.

create or replace function keep_search_words() returns trigger language plpgsql as $$
declare
  most constant integer := 40;
  most_renamed constant integer := 1000;
  renaming refcursor;
  organization uuid;
  ids text[];
  renamed text[];
begin
  if tg_op = 'INSERT' then
    open renaming for select c.organization_id, array_agg(c.id) from changed c group by c.organization_id;
  elsif tg_argv[0] = 'unit' then
    open renaming for
      select c.organization_id, array_agg(c.id)
        from (select organization_id, id, label, property_id from changed except select organization_id, id, label, property_id from was) c
       group by c.organization_id;
  elsif tg_argv[0] = 'property' then
    open renaming for
      select c.organization_id, array_agg(c.id)
        from (
          select organization_id, id, name, address_line, city, postal_code from changed
          except
          select organization_id, id, name, address_line, city, postal_code from was
        ) c
       group by c.organization_id;
  else
    open renaming for
      select c.organization_id, array_agg(c.id)
        from (
          select organization_id, id, first_name, last_name, email, phone from changed
          except
          select organization_id, id, first_name, last_name, email, phone from was
        ) c
       group by c.organization_id;
  end if;
  loop
    fetch renaming into organization, ids;
    exit when not found;
    if cardinality(ids) > most then
      perform owe_words(organization, tg_argv[0], ids);
    else
      perform keep_words(organization, tg_argv[0], ids);
    end if;
    if tg_op = 'UPDATE' and tg_argv[0] = 'property' then
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
  close renaming;
  return null;
end
$$;
