-- Validates the keys of 0061 and drops those that they imply. Validating reads the ledger, some two seconds per million entries, and nobody waits for it;
-- dropping locks ledger_entries, leases, invoices and payments for a moment.

alter table ledger_entries validate constraint ledger_entries_direct_lease_check;
alter table ledger_entries validate constraint ledger_entries_direct_lease_fkey;
alter table ledger_entries validate constraint ledger_entries_invoice_of_lease_fkey;
alter table ledger_entries validate constraint ledger_entries_payment_of_lease_fkey;

alter table ledger_entries
  drop constraint ledger_entries_organization_id_lease_id_fkey,
  drop constraint ledger_entries_organization_id_invoice_id_fkey,
  drop constraint ledger_entries_organization_id_payment_id_fkey;

revoke update (direct_lease_id) on ledger_entries from gatehouse_app;
