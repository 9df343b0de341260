-- The total of payments by a method, such as ACH, was counted inside an index: more than a million entries of an organization with 50,000 units, 123 ms for
-- each page. It is now kept by the trigger that keeps the totals by status, with one more row per statement that writes payments. Its status is both,
-- such as `PAID ACH`.
-- Locks payments against writes while those that exist are counted inside an index, about half a second per million. Readers continue.

alter table list_counts validate constraint list_counts_list_check;

-- Waits for transactions that have written payments without counting them by method.
lock table payments in share row exclusive mode;

-- Payments are counted twice in one statement: by status, and by status and method.
create or replace function count_changes() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'payments' and tg_op = 'INSERT' then
    insert into list_counts (organization_id, list, status, change)
    select organization_id, 'payments', status, count(*) from added group by organization_id, status
    union all
    select organization_id, 'payments_by_method', status || ' ' || method, count(*) from added group by organization_id, status, method;
  elsif tg_table_name = 'payments' then
    insert into list_counts (organization_id, list, status, change)
    select changes.organization_id, counted.list, counted.status, sum(changes.change)
      from (
        select organization_id, status, method, -1 as change from removed
        union all
        select organization_id, status, method, 1 from added
      ) changes
     cross join lateral (
       values ('payments', changes.status), ('payments_by_method', changes.status || ' ' || changes.method)
     ) counted (list, status)
     group by changes.organization_id, counted.list, counted.status
    having sum(changes.change) <> 0;
  elsif tg_op = 'INSERT' then
    insert into list_counts (organization_id, list, status, change)
    select organization_id, tg_table_name, status, count(*) from added group by organization_id, status;
  else
    insert into list_counts (organization_id, list, status, change)
    select organization_id, tg_table_name, status, sum(change)
      from (
        select organization_id, status, -1 as change from removed
        union all
        select organization_id, status, 1 from added
      ) changes
     group by organization_id, status
    having sum(change) <> 0;
  end if;
  return null;
end
$$;

-- As the application and one organization at a time: an owner who is not a superuser is held to the policies too.
do $$
declare
  organization uuid;
  organizations uuid[];
begin
  set local role gatehouse_platform;
  select array(select o.id from organizations o) into organizations;
  set local role gatehouse_app;
  foreach organization in array organizations loop
    perform set_config('app.org', organization::text, true);
    insert into list_counts (organization_id, list, status, change)
    select p.organization_id, 'payments_by_method', p.status || ' ' || p.method, count(*)
      from payments p
     where p.organization_id = organization
     group by p.organization_id, p.status, p.method;
  end loop;
  perform set_config('app.org', '', true);
  set local role none;
end
$$;
