-- The refusal to post an entry in closed books names the day through which they are closed. Replaces a function; locks nothing.

create or replace function settle_entries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  closed_through date;
begin
  -- Closing the books takes the lock alone: it waits for whoever is entering something, and whoever comes later sees them closed.
  perform pg_advisory_xact_lock_shared(hashtextextended('books ' || o.organization_id, 0))
     from (select distinct organization_id from posted) o;
  select o.books_closed_through
    into closed_through
    from posted e
    join organizations o on o.id = e.organization_id
   where e.effective_on <= o.books_closed_through
   limit 1;
  if closed_through is not null then
    raise exception using errcode = 'GH001', message = format('The books of the organization are closed through %s.', closed_through);
  end if;
  if not exists (select from posted e where e.account = 'RECEIVABLE' and e.invoice_id is not null and e.payment_id is not null) then
    return null;
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
  -- A payment that is applied to another invoice instead has changed as well, although as much of it is applied as before.
  update payments p
     set allocated_cents = p.allocated_cents + allocated.cents, updated_at = transaction_timestamp()
    from (
      select i.organization_id, i.payment_id, sum(i.cents) as cents
        from (
          select e.organization_id, e.payment_id, -sum(e.amount_cents) as cents
            from posted e
           where e.account = 'RECEIVABLE' and e.invoice_id is not null and e.payment_id is not null
           group by e.organization_id, e.payment_id, e.invoice_id
          having sum(e.amount_cents) <> 0
        ) i
       group by i.organization_id, i.payment_id
    ) allocated
   where p.organization_id = allocated.organization_id and p.id = allocated.payment_id;
  return null;
end
$$;
