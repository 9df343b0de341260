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

-- The words of a text: in lower case, without accents and apostrophes, and divided at everything else that is not a letter or a digit.
-- `termsOf` in server/src/domain/words/terms.ts reads what is searched for in the same way.
create function words_of(content text) returns setof text language sql immutable parallel safe as $$
  select distinct word
    from regexp_split_to_table(
           lower(regexp_replace(normalize(content, nfkd), '[\u0300-\u036f''’]', '', 'g') collate "C"),
           '[\s!-/:-@[-`{-~]+'
         ) word
   where word <> ''
$$;

-- A telephone number is known by its ten digits, by its last seven and by its last four.
create function phone_words_of(phone text) returns setof text language sql immutable parallel safe as $$
  select distinct right(digits, length)
    from regexp_replace(phone, '\D', '', 'g') digits
   cross join (values (10), (7), (4)) of_length (length)
   where length(digits) >= length
$$;

-- An address is known as a whole and by the words before the @, because what follows it is shared by too many.
create function contact_words_of(name text, email text, phone text) returns setof text language sql immutable parallel safe as $$
  select words_of(concat_ws(' ', name, split_part(email, '@', 1)))
  union
  select lower(email collate "C") where email is not null
  union
  select phone_words_of(phone) where phone is not null
$$;

-- The words of records of a type: the one definition, which the triggers below and 0036 use. A unit is also known by the
-- words of its property, and by its label without what divides it (`204-B` by 204, b and 204b).
create function search_words_of(organization uuid, record_type text, ids text[]) returns table (id text, word text) language sql stable as $$
  select r.id, w.word
    from residents r
   cross join lateral contact_words_of(r.full_name, r.email, r.phone) w (word)
   where record_type = 'resident' and r.organization_id = organization and r.id = any(ids)
  union all
  select d.id, w.word
    from leads d
   cross join lateral contact_words_of(d.first_name || ' ' || d.last_name, d.email, d.phone) w (word)
   where record_type = 'lead' and d.organization_id = organization and d.id = any(ids)
  union all
  select p.id, w.word
    from properties p
   cross join lateral words_of(concat_ws(' ', p.name, p.address_line, p.city, p.postal_code)) w (word)
   where record_type = 'property' and p.organization_id = organization and p.id = any(ids)
  union all
  select u.id, w.word
    from units u
    join properties p on p.organization_id = organization and p.id = u.property_id
   cross join lateral words_of(concat_ws(' ', p.name, u.label, regexp_replace(u.label, '[\s!-/:-@[-`{-~]+', '', 'g'))) w (word)
   where record_type = 'unit' and u.organization_id = organization and u.id = any(ids)
$$;

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

-- The argument is the type of the record. A row that is written as it was keeps its words, and a property that is renamed renames its units.
create function keep_search_words() returns trigger language plpgsql as $$
declare
  organization uuid;
  ids text[];
begin
  if tg_op = 'INSERT' then
    for organization, ids in select c.organization_id, array_agg(c.id) from changed c group by c.organization_id loop
      insert into search_words (organization_id, type, word, id)
      select organization, tg_argv[0], w.word, w.id from search_words_of(organization, tg_argv[0], ids) w
          on conflict do nothing;
    end loop;
    return null;
  end if;
  for organization, ids in
    select c.organization_id, array_agg(c.id) from (select * from changed except select * from was) c group by c.organization_id
  loop
    perform keep_words(organization, tg_argv[0], ids);
    if tg_argv[0] = 'property' then
      perform keep_words(organization, 'unit', array(
        select u.id
          from changed c
          join was w on w.id = c.id and w.name <> c.name
          join units u on u.organization_id = organization and u.property_id = c.id
      ));
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
