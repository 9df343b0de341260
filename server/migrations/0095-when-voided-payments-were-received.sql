-- A voided payment keeps the instant at which it was received, because that is when it was received if it is restored. Replies do not show that instant while
-- the payment is void. Locks payments for an instant; 0096 checks the existing rows.

alter table payments
  drop constraint payments_check2,
  add constraint payments_received_check
    check (received_at is not null or status <> all ('{PAID,REVERSED,REFUNDED}')) not valid,
  add constraint payments_not_received_check
    check (received_at is null or voided_at is not null or status = any ('{PAID,REVERSED,REFUNDED}')) not valid;
