-- What a lease asks as a deposit, agreed with its draft and billed as it is signed.
-- Adds a column without a default to leases, which is locked while its rows are read once.

alter table leases add column deposit_asked_cents bigint check (deposit_asked_cents between 1 and 10000000000000);
