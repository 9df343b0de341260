-- Finds the payments, refunds and reversals that count from a later day, and the invoices that are void from a later day, so that the overview shows what is
-- owed today without reading the whole ledger. An entry is recorded on a day of the organization's time zone, which is never earlier than the day at
-- UTC-12, so the first index holds every entry that is dated after the day on which it was recorded, and hardly any other.
-- Reads the ledger and the invoices once, which takes about a second per million rows; writes to them wait for that.

create index ledger_entries_ahead on ledger_entries (organization_id, effective_on)
  where payment_id is not null and due_on is not null and effective_on > ((recorded_at at time zone 'UTC') - interval '12 hours')::date;
create index invoices_by_void on invoices (organization_id, voided_on) where voided_on is not null;
