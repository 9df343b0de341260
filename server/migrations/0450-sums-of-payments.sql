-- The total of payments by a method, such as ACH, or of several months was counted inside an index: a million entries of an organization with 50,000 units,
-- 120 ms for each page. What they add up to, which the console shows below such a list, was read from a million rows. The trigger that counts payments by
-- status now also adds them up by method, day and status. These sums have tables of their own, because 0.1.0 takes every row of list_counts for a count by
-- status. A write only adds rows that say what it changed, so that writers never wait for one another, and upkeep moves these into payment_sums. The sums of
-- payments are both together. No organization is referenced, since the payments prove it. The next migration adds up those that exist.
-- Locks payments against writes for an instant. Readers continue.

create table payment_sums (
  organization_id uuid not null,
  method text collate "C" not null,
  payment_date date not null,
  status text collate "C" not null,
  payments bigint not null,
  amount_cents bigint not null,
  primary key (organization_id, method, payment_date, status)
);
alter table payment_sums alter column organization_id set (n_distinct = 1);
alter table payment_sums enable row level security;
alter table payment_sums force row level security;
create policy tenant on payment_sums for all to gatehouse_app using (organization_id = (select current_organization()));
grant select, insert, update on payment_sums to gatehouse_app;

create table payment_sum_changes (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  method text collate "C" not null,
  payment_date date not null,
  status text collate "C" not null,
  payments bigint not null,
  amount_cents bigint not null,
  primary key (organization_id, id)
);
alter table payment_sum_changes alter column organization_id set (n_distinct = 1);
alter table payment_sum_changes enable row level security;
alter table payment_sum_changes force row level security;
create policy tenant on payment_sum_changes for all to gatehouse_app using (organization_id = (select current_organization()));
create policy upkeep on payment_sum_changes for select to gatehouse_platform using (true);
grant select, insert, delete on payment_sum_changes to gatehouse_app;
-- Upkeep finds out which organizations have changes, and nothing of the payments.
grant select (organization_id) on payment_sum_changes to gatehouse_platform;

-- As migration 0255 does for the tables that were there before.
do $$
declare
  kept text;
begin
  if current_setting('server_version_num')::int >= 180000 then
    foreach kept in array array['payment_sums', 'payment_sum_changes'] loop
      perform pg_restore_attribute_stats(
        'schemaname', 'public', 'relname', kept, 'attname', 'organization_id', 'inherited', false,
        'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real
      );
    end loop;
  end if;
end
$$;

-- The payments of a statement are grouped once, for both tables.
create function sum_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    with by_day as materialized (
      select organization_id, method, payment_date, status, count(*) as payments, sum(amount_cents)::bigint as amount_cents
        from added
       group by organization_id, method, payment_date, status
    ), summed as (
      insert into payment_sum_changes (organization_id, method, payment_date, status, payments, amount_cents)
      select organization_id, method, payment_date, status, payments, amount_cents from by_day
    )
    insert into list_counts (organization_id, list, status, change)
    select organization_id, 'payments', status, sum(payments) from by_day group by organization_id, status;
  else
    with by_day as materialized (
      select organization_id, method, payment_date, status, sum(change) as payments, sum(change * amount_cents)::bigint as amount_cents
        from (
          select organization_id, method, payment_date, status, amount_cents, -1 as change from removed
          union all
          select organization_id, method, payment_date, status, amount_cents, 1 from added
        ) changes
       group by organization_id, method, payment_date, status
      having sum(change) <> 0 or sum(change * amount_cents) <> 0
    ), summed as (
      insert into payment_sum_changes (organization_id, method, payment_date, status, payments, amount_cents)
      select organization_id, method, payment_date, status, payments, amount_cents from by_day
    )
    insert into list_counts (organization_id, list, status, change)
    select organization_id, 'payments', status, sum(payments) from by_day group by organization_id, status having sum(payments) <> 0;
  end if;
  return null;
end
$$;

create or replace trigger count_inserts after insert on payments
  referencing new table as added for each statement execute function sum_payments();
create or replace trigger count_updates after update on payments
  referencing old table as removed new table as added for each statement execute function sum_payments();
