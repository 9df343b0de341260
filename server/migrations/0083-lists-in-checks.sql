-- In batches: a check that allows a list of values compares with one constant, such as '{NEW,OPEN}', instead of an array of many. PostgreSQL reads the
-- checks of a table from its catalog for each statement that writes to it, and computed such an array each time: a twentieth of its time for a small
-- write. 0084 checks the rows that exist. Locks one table per batch, for an instant. Where it was cut short, it goes on.

do $$
declare
  list record;
begin
  for list in
    select conrelid::regclass as table_name, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
     where conrelid = (
             select min(conrelid) from pg_constraint
              where contype = 'c' and connamespace = 'public'::regnamespace and coninhcount = 0 and pg_get_constraintdef(oid) like '%ARRAY[%''::text]%'
           )
       and contype = 'c' and pg_get_constraintdef(oid) like '%ARRAY[%''::text]%'
  loop
    execute format('alter table %s drop constraint %I', list.table_name, list.name);
    execute format(
      'alter table %s add constraint %I %s not valid', list.table_name, list.name,
      regexp_replace(replace(list.definition, '''::text, ''', ','), 'ARRAY\[''([^'']*)''::text\]', '''{\1}''::text[]', 'g')
    );
  end loop;
end
$$;

select min(conname) as progress
  from pg_constraint
 where contype = 'c' and connamespace = 'public'::regnamespace and coninhcount = 0 and pg_get_constraintdef(oid) like '%ARRAY[%''::text]%';
