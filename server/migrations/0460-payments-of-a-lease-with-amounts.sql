-- What a search of payments finds is added up inside the indexes by lease and by reference, which now also hold the method and the amount, and the latter
-- everything that the search reads. For the 257 payments of a label, the rows of all payments were read, because PostgreSQL expects many more, and for a word
-- with which most references begin, such as ACH, each row was looked up. The key of entries needs the index by lease, so it is made again; the next
-- migration checks it. An entry by lease takes 16 bytes more, one by reference 60. Building them locks payments against writes, some three seconds per million
-- rows. Readers wait for a moment at the end.

create unique index payments_of_lease on payments (organization_id, lease_id, id)
  include (payment_date, updated_at, status, method, amount_cents);
create index payments_with_reference on payments (organization_id, reference collate "C")
  include (lease_id, payment_date, updated_at, status, method, amount_cents) where reference is not null;
alter table ledger_entries drop constraint ledger_entries_payment_of_lease_fkey;
drop index payments_by_lease;
drop index payments_by_reference;
alter table ledger_entries
  add constraint ledger_entries_payment_of_lease_fkey
    foreign key (organization_id, lease_id, payment_id) references payments (organization_id, lease_id, id)
    deferrable initially deferred not valid;
