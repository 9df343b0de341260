-- The words by which residents, units, properties and leads are found (decisions/0020), kept by triggers in the transaction that writes the record.
-- Adds a table and functions, and triggers to four tables. Each of these is locked against writes for a moment, until the transaction is over.
-- Records that exist already get their words from 0036.

-- No foreign keys: every row follows from one that has them. A word is looked up by its beginning, so its collation is that of the bytes.
create table search_words (
  organization_id uuid not null,
  type text collate "C" not null,
  word text collate "C" not null,
  id text collate "C" not null,
  primary key (organization_id, type, word, id)
);
create index search_words_by_record on search_words (organization_id, id, word);
alter table search_words enable row level security;
alter table search_words force row level security;
create policy tenant on search_words to gatehouse_app using (organization_id = (select current_organization()));
grant select, insert, delete on search_words to gatehouse_app;

-- What divides words, and as many spaces. A label is also known without them (`204-B` by 204, b and 204b).
create function dividers() returns text language sql immutable parallel safe as $$
  select E' \t\n\x0b\f\r!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\u1680\u2028\u2029\ufeff'
$$;

-- A text in lower case, without accents and apostrophes, and with spaces where words are divided. Most texts are ASCII, which takes a fifth of the time.
-- `termsOf` in server/src/domain/search-words/terms.ts reads what is searched for in the same way.
create function plain_words(content text) returns text language sql immutable parallel safe as $$
  select lower(
    translate(
      case
        when octet_length(content) = length(content) then content
        else regexp_replace(normalize(content, nfkd), '[\u0300-\u036f]', '', 'g')
      end,
      dividers() || '''’',
      repeat(' ', length(dividers()))
    ) collate "C"
  )
$$;

-- A telephone number is known by its ten digits, by its last seven and by its last four.
create function digits_of(phone text) returns text language sql immutable parallel safe as $$
  select translate(phone, translate(phone, '0123456789', ''), '')
$$;
create function phone_words(phone text) returns text language sql immutable parallel safe as $$
  select concat_ws(
    ' ',
    case when length(digits_of(phone)) >= 10 then right(digits_of(phone), 10) end,
    case when length(digits_of(phone)) >= 7 then right(digits_of(phone), 7) end,
    case when length(digits_of(phone)) >= 4 then right(digits_of(phone), 4) end
  )
$$;

-- An address is known as a whole and by the words before the @, because what follows it is shared by too many.
create function contact_words(name text, email text, phone text) returns text language sql immutable parallel safe as $$
  select concat_ws(' ', plain_words(name), plain_words(split_part(email, '@', 1)), lower(email collate "C"), phone_words(phone))
$$;

-- The words of records of a type: the one definition, which the triggers below and 0036 use. A unit is also known by the words of its property,
-- which are made once for all of its units: made for each, they took half of the time of an import.
create function search_words_of(organization uuid, record_type text, ids text[]) returns table (id text, word text) language plpgsql stable as $$
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
         cross join lateral string_to_table(n.label || ' ' || replace(n.label, ' ', ''), ' ') w (word)
         where w.word <> '';
  end case;
end
$$;

-- The records whose words are still to be made, because one statement wrote many: an import would be a fifth slower, and it has 30 seconds.
-- Upkeep makes them within seconds (server/src/domain/search-words/due-words.ts).
create table search_words_due (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  type text collate "C" not null,
  ids text[] not null check (cardinality(ids) between 1 and 1000),
  primary key (organization_id, id)
);
alter table search_words_due enable row level security;
alter table search_words_due force row level security;
create policy tenant on search_words_due to gatehouse_app using (organization_id = (select current_organization()));
create policy upkeep on search_words_due for select to gatehouse_platform using (true);
grant select, insert, update, delete on search_words_due to gatehouse_app;
grant select on search_words_due to gatehouse_platform;

create function owe_words(organization uuid, kept_type text, ids text[]) returns void language sql as $$
  insert into search_words_due (organization_id, type, ids)
  select organization, kept_type, array_agg(record.id)
    from unnest(ids) with ordinality record (id, place)
   group by (record.place - 1) / 1000
$$;

create function lock_named(organization uuid, record_type text, ids text[]) returns void language plpgsql as $$
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
  end case;
end
$$;

-- Makes the words of records that the transaction has written or locked, so that nobody changes them meanwhile.
create function keep_words(organization uuid, kept_type text, ids text[]) returns void language plpgsql as $$
begin
  with computed as materialized (
    select w.id, w.word from search_words_of(organization, kept_type, ids) w
  ), gone as (
    delete from search_words s
     where s.organization_id = organization and s.id = any(ids)
       and not exists (select from computed c where c.id = s.id and c.word = s.word)
  )
  insert into search_words (organization_id, type, word, id)
  select organization, kept_type, c.word, c.id from computed c
      on conflict do nothing;
end
$$;

-- Makes what is due of one statement's part; null if nothing is.
create function keep_words_due(organization uuid) returns integer language plpgsql as $$
declare
  due search_words_due;
begin
  delete from search_words_due d
   where d.organization_id = organization
     and d.id = (
       select n.id from search_words_due n where n.organization_id = organization order by n.id limit 1 for update skip locked
     )
  returning d.* into due;
  if not found then
    return null;
  end if;
  perform lock_named(organization, due.type, due.ids);
  perform keep_words(organization, due.type, due.ids);
  return cardinality(due.ids);
end
$$;

-- The argument is the type of the record. A row that is written as it was keeps its words, and a property that is renamed renames its units.
create function keep_search_words() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
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

create trigger keep_words_inserted after insert on residents
  referencing new table as changed for each statement execute function keep_search_words('resident');
create trigger keep_words_updated after update on residents
  referencing old table as was new table as changed for each statement execute function keep_search_words('resident');
create trigger keep_words_inserted after insert on leads
  referencing new table as changed for each statement execute function keep_search_words('lead');
create trigger keep_words_updated after update on leads
  referencing old table as was new table as changed for each statement execute function keep_search_words('lead');
create trigger keep_words_inserted after insert on properties
  referencing new table as changed for each statement execute function keep_search_words('property');
create trigger keep_words_updated after update on properties
  referencing old table as was new table as changed for each statement execute function keep_search_words('property');
create trigger keep_words_inserted after insert on units
  referencing new table as changed for each statement execute function keep_search_words('unit');
create trigger keep_words_updated after update on units
  referencing old table as was new table as changed for each statement execute function keep_search_words('unit');
