-- Makes the titles of completed and canceled work orders searchable by words, in the table that 0035 created for other records (decisions/0020), because a
-- million titles are too many to look through. Titles of open work orders are looked through as before, so creating one stores no words: closing it stores
-- them, and reopening it removes them. Adds triggers to work_orders, which locks it against writes for a moment, and replaces two functions. 0521 adds the
-- words of work orders that are closed already.

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
    when 'work_order' then
      return query
        select distinct o.id, w.word
          from work_orders o
         cross join lateral string_to_table(plain_words(o.title), ' ') w (word)
         where o.organization_id = organization and o.id = any(ids) and o.status in ('COMPLETED', 'CANCELLED') and w.word <> '';
  end case;
end
$$;

create or replace function lock_named(organization uuid, record_type text, ids text[]) returns void language plpgsql as $$
begin
  case record_type
    when 'property' then
      perform from properties t where t.organization_id = organization and t.id = any(ids) order by t.id for no key update;
    when 'unit' then
      perform from units t where t.organization_id = organization and t.id = any(ids) order by t.id for no key update;
    when 'resident' then
      perform from residents t where t.organization_id = organization and t.id = any(ids) order by t.id for no key update;
    when 'lead' then
      perform from leads t where t.organization_id = organization and t.id = any(ids) order by t.id for no key update;
    when 'work_order' then
      perform from work_orders t where t.organization_id = organization and t.id = any(ids) order by t.id for no key update;
  end case;
end
$$;

create function keep_words_of_closed() returns trigger language plpgsql as $$
declare
  most constant integer := 40;
  closing refcursor;
  organization uuid;
  ids text[];
begin
  if tg_op = 'INSERT' then
    open closing for
      select c.organization_id, array_agg(c.id) from changed c where c.status in ('COMPLETED', 'CANCELLED') group by c.organization_id;
  else
    open closing for
      select c.organization_id, array_agg(c.id)
        from (
          select organization_id, id, title, status in ('COMPLETED', 'CANCELLED') from changed
          except
          select organization_id, id, title, status in ('COMPLETED', 'CANCELLED') from was
        ) c
       group by c.organization_id;
  end if;
  loop
    fetch closing into organization, ids;
    exit when not found;
    if cardinality(ids) > most then
      perform owe_words(organization, 'work_order', ids);
    else
      perform keep_words(organization, 'work_order', ids);
    end if;
  end loop;
  close closing;
  return null;
end
$$;
create trigger keep_words_inserted after insert on work_orders referencing new table as changed
  for each statement execute function keep_words_of_closed();
create trigger keep_words_updated after update on work_orders referencing old table as was new table as changed
  for each statement execute function keep_words_of_closed();
