-- New invoices and payments are recorded in the change feed in no order. In the order of their IDs, each row comes after the one before it, but in the
-- middle of the indexes, where PostgreSQL divides a full page into halves and adds nothing more to the first: pages stay half empty. In no order they
-- are two thirds full. Replaces a function; locks nothing.

create or replace function feed_records() returns trigger language plpgsql as $$
declare
  organization uuid;
  record text;
  has_more boolean;
  is_other boolean;
begin
  if tg_op = 'UPDATE' then
    select c.organization_id, c.id, exists (select from changed offset 1), c is distinct from w
      into organization, record, has_more, is_other
      from changed c cross join was w;
    if has_more then
      insert into record_changes (organization_id, type, id)
      select c.organization_id, tg_argv[0], c.id from (select * from changed except select * from was) c
          on conflict do nothing;
    elsif is_other then
      insert into record_changes (organization_id, type, id) values (organization, tg_argv[0], record) on conflict do nothing;
    end if;
  elsif tg_table_name = 'payments' then
    insert into record_changes (organization_id, type, id)
    select c.organization_id, tg_argv[0], c.id from changed c order by hashtextextended(c.id, 0)
        on conflict do nothing;
  elsif tg_table_name = 'invoices' then
    insert into record_changes (organization_id, type, id)
    select c.organization_id, tg_argv[0], c.id from changed c order by hashtextextended(c.id, 0);
  -- Work orders are only inserted; of the others, an upsert may insert none.
  elsif tg_table_name = 'work_orders' or exists (select from changed) then
    insert into record_changes (organization_id, type, id) select c.organization_id, tg_argv[0], c.id from changed c;
  end if;
  return null;
end
$$;
