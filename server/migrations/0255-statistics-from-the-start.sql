-- Until a table is analyzed, PostgreSQL expects one row in 200 to belong to the organization of a statement, which for a table of some thousand rows
-- is one row in every step of a plan. Then reading all records of the organization again and again looks as cheap as looking each one up: after an
-- import of 1,200 units, and until autovacuum came by a minute later, a search took seconds, and storing a month of payments half a minute. PostgreSQL
-- 18 lets us state what every table of ours has in common, in the same words as migration 0094: whatever there is may belong to one organization. The
-- first analysis of a table replaces this. Older versions have no such function; what took longest is written so that it needs no statistics.
-- Reads and writes continue.

do $$
declare
  tenant record;
begin
  if current_setting('server_version_num')::int >= 180000 then
    for tenant in
      select n.nspname::text as schema, c.relname::text as name
        from pg_attribute a
        join pg_class c on c.oid = a.attrelid
        join pg_namespace n on n.oid = c.relnamespace
       where a.attname = 'organization_id' and not a.attisdropped and c.relkind = 'r' and not c.relispartition
         and c.reltuples <= 0 and n.nspname in ('public', 'audit', 'console')
       order by c.oid
    loop
      perform pg_restore_attribute_stats(
        'schemaname', tenant.schema, 'relname', tenant.name, 'attname', 'organization_id'::text, 'inherited', false,
        'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real
      );
    end loop;
  end if;
end
$$;
