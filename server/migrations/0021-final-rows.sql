-- Invoices and payments are inserted as they stand: the entries that settle an invoice may be posted before the invoice is stored, in the same
-- transaction, and the row then begins with their sum. Stored first, each was inserted and updated at once, in every index, which took a third
-- of the time of a bulk load and left every second row version dead.
-- Locks ledger_entries, invoices and payments for a moment; reads and rewrites no row.

-- Checked as the transaction commits: an entry without its invoice or payment is refused as before.
alter table ledger_entries
  alter constraint ledger_entries_organization_id_invoice_id_fkey deferrable initially deferred,
  alter constraint ledger_entries_organization_id_payment_id_fkey deferrable initially deferred;

-- That the organization exists follows from the lease, whose own reference is not null; checking it again for every row took 7 % of a bulk
-- load, and locked the row of the organization each time.
alter table ledger_entries drop constraint ledger_entries_organization_id_fkey;
alter table invoices drop constraint invoices_organization_id_fkey;
alter table payments drop constraint payments_organization_id_fkey;

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
