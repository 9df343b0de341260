-- Until a table is analyzed, PostgreSQL expects that a unit, a lease, a resident, an invoice or a payment is named by one row in 200 of a table that
-- refers to it, 22 of 4,300 leases for a unit, and that a status is that of one row in 200, 42 of 8,500 payments that are nearly all PAID. So for each
-- lease it combined the lookup of its unit with an index of all signed leases, and the page of one property read 193,000 pages. As in migrations 0255
-- and 0256, PostgreSQL 18 lets us state what is nearly always so: few rows refer to each of them, however many there are, and most invoices,
-- payments and work orders have the same status, and most leases the same stage. The first analysis of a table replaces this. Reads and writes continue.

do $$
declare
  stated record;
begin
  if current_setting('server_version_num')::int >= 180000 then
    for stated in
      select c.relname::text as name, a.attname::text as column, known.width, known.n_distinct
        from (
          values ('unit_id', 31, -0.2), ('lease_id', 32, -0.2), ('resident_id', 30, -0.2), ('invoice_id', 30, -0.2), ('payment_id', 30, -0.2),
                 ('status', 8, 1), ('stage', 7, 1)
        ) known (name, width, n_distinct)
        join pg_attribute a on a.attname = known.name
        join pg_class c on c.oid = a.attrelid
        join pg_namespace n on n.oid = c.relnamespace
       where a.atttypid = 'text'::regtype and not a.attisdropped and c.relkind = 'r' and not c.relispartition and c.reltuples <= 0
         and n.nspname = 'public' and (known.name <> 'status' or c.relname in ('invoices', 'payments', 'work_orders'))
       order by c.oid, a.attnum
    loop
      perform pg_restore_attribute_stats(
        'schemaname', 'public', 'relname', stated.name, 'attname', stated.column, 'inherited', false,
        'null_frac', 0::real, 'avg_width', stated.width, 'n_distinct', stated.n_distinct::real
      );
    end loop;
  end if;
end
$$;
