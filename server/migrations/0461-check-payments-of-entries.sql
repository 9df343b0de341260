-- Checks that the payment of every ledger entry is one of its lease, as migration 0460 promises. Reads every entry once; nobody waits.

alter table ledger_entries validate constraint ledger_entries_payment_of_lease_fkey;
