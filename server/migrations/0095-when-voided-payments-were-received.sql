-- A voided payment keeps when it was received, because a payment that is restored was received then. Its reply shows no such time while it is void. Locks
-- payments for an instant; 0096 checks the rows that exist.

alter table payments
  drop constraint payments_check2,
  add constraint payments_received_check
    check (received_at is not null or status <> all ('{PAID,REVERSED,REFUNDED}')) not valid,
  add constraint payments_not_received_check
    check (received_at is null or voided_at is not null or status = any ('{PAID,REVERSED,REFUNDED}')) not valid;
