-- Until a table is analyzed, PostgreSQL expects an ID to name one row in 200, and so combined the lookup of a lease by its ID with all signed leases
-- of everybody, for each resident of an import. As in migration 0255, PostgreSQL 18 lets us state what is always so: no ID occurs twice. The first
-- analysis of a table replaces this. Reads and writes continue.

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
       where a.attname = 'id' and a.atttypid = 'text'::regtype and not a.attisdropped and c.relkind = 'r' and not c.relispartition
         and c.reltuples <= 0 and n.nspname = 'public'
         and exists (
           select from pg_index i
            where i.indrelid = c.oid and i.indisprimary and i.indnkeyatts = 2
              and i.indkey[1] = a.attnum
         )
       order by c.oid
    loop
      perform pg_restore_attribute_stats(
        'schemaname', tenant.schema, 'relname', tenant.name, 'attname', 'id'::text, 'inherited', false,
        'null_frac', 0::real, 'avg_width', 31, 'n_distinct', (-1)::real
      );
    end loop;
  end if;
end
$$;
