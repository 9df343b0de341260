-- Accounting: invoices and payments, the ledger entries that both make, closed books, and the counts of long lists.
-- Adds columns without rewriting a table; making the new indexes of ledger_entries and leases holds up writes to them for its length.

-- The last closed day: no ledger entry is effective on it or before.
alter table organizations add column books_closed_through date;

-- What a row says of its lease's place is what the lease says.
alter table leases add unique (organization_id, id, property_id, unit_id);

create table invoice_numbers (
  organization_id uuid primary key references organizations,
  last_number integer not null check (last_number > 0)
);

-- Lines belong to their invoice and never change, so they are kept in it: [{charge_code, description, amount_cents}].
-- A loop, for it runs with every insert and update of an invoice: as one query over jsonb_array_elements it took 57 µs instead of 4.
create function invoice_lines_fit(lines jsonb, total_cents bigint, is_deposit boolean) returns boolean
  language plpgsql immutable parallel safe as $$
declare
  line jsonb;
  cents bigint;
  code text;
  sum_cents numeric := 0;
begin
  if jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 100 then
    return false;
  end if;
  for place in 0 .. jsonb_array_length(lines) - 1 loop
    line := lines -> place;
    cents := (line ->> 'amount_cents')::bigint;
    code := line ->> 'charge_code';
    if (
      code in (
        'RENT', 'PARKING', 'PET', 'UTILITY', 'STORAGE', 'LATE_FEE', 'CONCESSION', 'DEPOSIT', 'OPENING_BALANCE', 'OTHER'
      )
      and (code = 'DEPOSIT') = is_deposit
      and (code = 'CONCESSION') = (cents < 0)
      and length(line ->> 'description') between 1 and 200
    ) is not true then
      return false;
    end if;
    sum_cents := sum_cents + cents;
  end loop;
  return sum_cents = total_cents;
end
$$;

create table invoices (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  number integer not null check (number > 0),
  lease_id text collate "C" not null,
  property_id text collate "C" not null,
  unit_id text collate "C" not null,
  resident_id text collate "C",
  is_draft boolean not null,
  is_deposit boolean not null,
  issue_date date not null,
  due_date date not null,
  period_start date,
  period_end date,
  -- The first day of the month whose recurring charges it bills: a month is billed once, also when its invoice was voided.
  recurring_month date check (extract(day from recurring_month) = 1),
  lines jsonb not null,
  total_cents bigint not null check (total_cents between 0 and 10000000000000),
  -- Kept by settle_entries() below.
  paid_cents bigint not null default 0,
  paid_at timestamptz(3),
  first_paid_at timestamptz(3),
  voided_on date,
  voided_at timestamptz(3),
  status text not null generated always as (
    case
      when voided_on is not null then 'VOID'
      when is_draft then 'DRAFT'
      when paid_cents = total_cents then 'PAID'
      when paid_cents > 0 then 'PARTIALLY_PAID'
      else 'OPEN'
    end
  ) stored,
  external_id text collate "C" check (length(external_id) between 1 and 200),
  created_at timestamptz(3) not null default transaction_timestamp(),
  updated_at timestamptz(3) not null default transaction_timestamp(),
  primary key (organization_id, id),
  unique (organization_id, number),
  foreign key (organization_id, lease_id, property_id, unit_id) references leases (organization_id, id, property_id, unit_id),
  foreign key (organization_id, resident_id) references residents,
  check (invoice_lines_fit(lines, total_cents, is_deposit)),
  check (paid_cents between 0 and total_cents),
  check (paid_cents = 0 or (voided_on is null and not is_draft)),
  check ((voided_on is null) = (voided_at is null)),
  check ((paid_at is not null) = (voided_on is null and not is_draft and paid_cents = total_cents)),
  check (paid_at is null or first_paid_at is not null),
  check (voided_on >= issue_date),
  check ((period_start is null) = (period_end is null) and period_end >= period_start)
);
create index invoices_by_issue on invoices (organization_id, issue_date desc, id desc);
create index invoices_by_status on invoices (organization_id, status, issue_date desc, id desc);
create index invoices_by_property on invoices (organization_id, property_id, issue_date desc, id desc);
create index invoices_by_lease on invoices (organization_id, lease_id, issue_date desc, id desc);
create index invoices_due on invoices (organization_id, due_date) where status in ('OPEN', 'PARTIALLY_PAID');
create index invoices_by_change on invoices (organization_id, updated_at);
create unique index invoices_by_month on invoices (organization_id, lease_id, recurring_month) where recurring_month is not null;
create unique index invoices_by_external_id on invoices (organization_id, external_id) where external_id is not null;

create table payments (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  lease_id text collate "C" not null,
  property_id text collate "C" not null,
  unit_id text collate "C" not null,
  resident_id text collate "C",
  status text not null check (status in ('PENDING', 'PAID', 'FAILED', 'REVERSED', 'REFUNDED', 'CANCELLED')),
  method text not null check (method in ('ACH', 'CARD', 'CHECK', 'CASH', 'MONEY_ORDER', 'OTHER')),
  amount_cents bigint not null check (amount_cents between 1 and 10000000000000),
  -- Kept by settle_entries() below; what is neither allocated nor refunded is credit of the lease.
  allocated_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  payment_date date not null,
  received_at timestamptz(3),
  reversed_at timestamptz(3),
  reference text check (length(reference) between 1 and 200),
  memo text check (length(memo) between 1 and 1000),
  failure_reason text check (length(failure_reason) between 1 and 500),
  external_id text collate "C" check (length(external_id) between 1 and 200),
  created_at timestamptz(3) not null default transaction_timestamp(),
  updated_at timestamptz(3) not null default transaction_timestamp(),
  primary key (organization_id, id),
  foreign key (organization_id, lease_id, property_id, unit_id) references leases (organization_id, id, property_id, unit_id),
  foreign key (organization_id, resident_id) references residents,
  check (allocated_cents >= 0 and refunded_cents >= 0 and allocated_cents + refunded_cents <= amount_cents),
  check (allocated_cents = 0 or status = 'PAID'),
  check ((status in ('PAID', 'REVERSED', 'REFUNDED')) = (received_at is not null)),
  check ((status = 'REFUNDED') = (refunded_cents = amount_cents)),
  check ((status = 'REVERSED') = (reversed_at is not null)),
  check (failure_reason is null or status in ('FAILED', 'REVERSED'))
);
create index payments_by_date on payments (organization_id, payment_date desc, id desc);
create index payments_by_status on payments (organization_id, status, payment_date desc, id desc);
create index payments_by_property on payments (organization_id, property_id, status, payment_date desc, id desc);
create index payments_by_lease on payments (organization_id, lease_id, status, payment_date desc, id desc);
create index payments_by_change on payments (organization_id, updated_at);
create unique index payments_by_external_id on payments (organization_id, external_id) where external_id is not null;

-- An entry of an invoice bears it and the day it was due; an entry of a payment bears the payment. What a payment settles bears both.
-- RECEIVABLE entries without an invoice are credit of the lease (or, positive, credit given back), which is due at once.
alter table ledger_entries
  add column invoice_id text collate "C",
  add column payment_id text collate "C",
  add column due_on date,
  drop constraint ledger_entries_code_check,
  add constraint ledger_entries_code_check check (
    code in (
      'RENT', 'PARKING', 'PET', 'UTILITY', 'STORAGE', 'LATE_FEE', 'CONCESSION', 'DEPOSIT', 'OPENING_BALANCE', 'OTHER', 'PAYMENT', 'REFUND'
    )
  ),
  add foreign key (organization_id, invoice_id) references invoices,
  add foreign key (organization_id, payment_id) references payments,
  add check ((due_on is not null) = (account = 'RECEIVABLE' and invoice_id is not null));
drop index ledger_entries_by_lease;
create index ledger_entries_by_lease on ledger_entries (organization_id, lease_id, account) include (amount_cents, effective_on, due_on);
create index ledger_entries_by_invoice on ledger_entries (organization_id, invoice_id) where invoice_id is not null;
create index ledger_entries_by_payment on ledger_entries (organization_id, payment_id) where payment_id is not null;

-- What entries mean for the invoices and payments they bear, and that closed books stay closed. The constraints of both tables then
-- refuse to pay an invoice beyond its total or to allocate a payment beyond its amount.
-- Planned for few entries whatever came first: a plan made for a bulk load would read whole tables for a single payment.
create function settle_entries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  -- Closing the books takes the lock alone: it waits for whoever is entering something, and whoever comes later sees them closed.
  perform pg_advisory_xact_lock_shared(hashtextextended('books ' || o.organization_id, 0))
     from (select distinct organization_id from posted) o;
  if exists (
    select from posted e join organizations o on o.id = e.organization_id where e.effective_on <= o.books_closed_through
  ) then
    raise exception using errcode = 'GH001', message = 'The books of the organization are closed on that day.';
  end if;
  update invoices i
     set paid_cents = i.paid_cents + settled.cents,
         paid_at = case when i.paid_cents + settled.cents = i.total_cents then settled.at end,
         first_paid_at = case when i.paid_cents + settled.cents = i.total_cents then coalesce(i.first_paid_at, settled.at) else i.first_paid_at end
    from (
      select e.organization_id, e.invoice_id, -sum(e.amount_cents) as cents, max(e.recorded_at) as at
        from posted e
       where e.account = 'RECEIVABLE' and e.invoice_id is not null and e.payment_id is not null
       group by e.organization_id, e.invoice_id
      having sum(e.amount_cents) <> 0
    ) settled
   where i.organization_id = settled.organization_id and i.id = settled.invoice_id;
  update payments p
     set allocated_cents = p.allocated_cents + allocated.cents
    from (
      select e.organization_id, e.payment_id, -sum(e.amount_cents) as cents
        from posted e
       where e.account = 'RECEIVABLE' and e.invoice_id is not null and e.payment_id is not null
       group by e.organization_id, e.payment_id
      having sum(e.amount_cents) <> 0
    ) allocated
   where p.organization_id = allocated.organization_id and p.id = allocated.payment_id;
  return null;
end
$$;
create trigger settle after insert on ledger_entries
  referencing new table as posted for each statement execute function settle_entries();

-- How many rows a long list has, by status: counting 1.7 million on every page takes 100 ms. Each statement adds what it changed, in rows
-- of its own, so that writers never wait for one another; upkeep adds them up.
create table list_counts (
  organization_id uuid not null references organizations,
  list text collate "C" not null check (list in ('work_orders', 'invoices', 'payments')),
  status text collate "C" not null,
  id uuid not null default gen_random_uuid(),
  change bigint not null,
  primary key (organization_id, list, status, id) include (change)
);

create function count_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
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

-- Unconditional for invoices: a condition cannot look at whole rows that have a generated column.
create trigger touch before update on invoices for each row execute function touch_updated_at();
create trigger touch before update on payments
  for each row when (old.* is distinct from new.*) execute function touch_updated_at();

-- An owner who is no superuser is held to the policies too, and would count nothing.
alter table work_orders no force row level security;
insert into list_counts (organization_id, list, status, change)
select organization_id, 'work_orders', status, count(*) from work_orders group by organization_id, status;
alter table work_orders force row level security;

do $$
declare
  table_name text;
begin
  foreach table_name in array array['work_orders', 'invoices', 'payments'] loop
    execute format(
      'create trigger count_inserts after insert on %I referencing new table as added for each statement execute function count_changes()',
      table_name
    );
    execute format(
      'create trigger count_updates after update on %I referencing old table as removed new table as added for each statement execute function count_changes()',
      table_name
    );
  end loop;
  foreach table_name in array array['invoice_numbers', 'invoices', 'payments', 'list_counts'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy tenant on %I to gatehouse_app using (organization_id = (select current_organization()))', table_name);
    execute format('grant select, insert on %I to gatehouse_app', table_name);
  end loop;
end
$$;

grant update on invoice_numbers, invoices, payments to gatehouse_app;

create policy upkeep on list_counts to gatehouse_platform using (true);
grant select, insert, delete on list_counts to gatehouse_platform;
