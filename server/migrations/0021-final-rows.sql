-- Invoices and payments are inserted as they stand: the entries that settle an invoice may be posted before the invoice is stored, in the same
-- transaction, and the row then begins with their sum. Stored first, each was inserted and updated at once, in every index, which took a third
-- of the time of a bulk load and left every second row version dead.
-- Locks most tables for a moment and rewrites none; one index of units is built anew, which holds up writes to them for less than a second.

-- Checked as the transaction commits: an entry without its invoice or payment is refused as before. Nobody else can have stored the invoice
-- meanwhile, unseen by settle_entries(): the transaction that made its id alone knows it.
alter table ledger_entries
  alter constraint ledger_entries_organization_id_invoice_id_fkey deferrable initially deferred,
  alter constraint ledger_entries_organization_id_payment_id_fkey deferrable initially deferred;

-- That the organization exists follows from the property, unit or lease, whose own reference is not null; checking it again for every row
-- took 5 to 10 % of a bulk load, and locked the row of the organization each time.
do $$
declare
  table_name text;
begin
  foreach table_name in array array[
    'units', 'unit_rates', 'unit_offline_spans', 'unit_preleases', 'leases', 'lease_residents', 'lease_charges', 'lease_renewals',
    'lease_date_changes', 'work_orders', 'invoices', 'payments', 'ledger_entries'
  ] loop
    execute format('alter table %I drop constraint %I', table_name, table_name || '_organization_id_fkey');
  end loop;
end
$$;

-- Whoever inserts an invoice or a payment, it begins with what the entries say that were posted before it; settle_entries() keeps it so. The
-- constraints of both tables then refuse more than a total or an amount. A check of each statement, and not a trigger of each row that sets
-- the sums, which took three times as long as a foreign key.
create function check_begun() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if tg_table_name = 'invoices' then
    if exists (
      select
        from added i
       cross join lateral (
         select coalesce(-sum(e.amount_cents), 0) as cents
           from ledger_entries e
          where e.organization_id = i.organization_id and e.invoice_id = i.id and e.account = 'RECEIVABLE' and e.payment_id is not null
       ) settled
       where i.paid_cents <> settled.cents
    ) then
      raise check_violation using message = 'invoices begin with what their entries settled';
    end if;
  elsif exists (
    select
      from added p
     cross join lateral (
       select coalesce(-sum(e.amount_cents), 0) as cents
         from ledger_entries e
        where e.organization_id = p.organization_id and e.payment_id = p.id and e.account = 'RECEIVABLE' and e.invoice_id is not null
     ) settled
     where p.allocated_cents <> settled.cents
  ) then
    raise check_violation using message = 'payments begin with what their entries allocated';
  end if;
  return null;
end
$$;
create trigger check_begun after insert on invoices
  referencing new table as added for each statement execute function check_begun();
create trigger check_begun after insert on payments
  referencing new table as added for each statement execute function check_begun();

-- Without statistics, as in the transaction of an import, PostgreSQL takes the index that was made last among those that look alike, and so
-- checked the unit of each new lease by a walk through all units of its property: 126,250 rows read to import a property of 500 units, and 1,500
-- now. With the id as a key this index serves that check as well.
drop index units_in_service;
create index units_in_service on units (organization_id, property_id, id) include (in_service_from, in_service_to);
