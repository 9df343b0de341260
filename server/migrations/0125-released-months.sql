-- An invoice for a month that was voided with its month, or whose days were billed again, no longer has its `recurring_month`. From now on it keeps the
-- month here, because what bills the same days again is issued on the day of the void: until then, the void invoice stands. Of an invoice that was
-- voided before this, nothing says that it billed the month.
-- Also finds the invoices that were issued after their month, because the void was. Both indexes are empty, or nearly so.
-- Writes to invoices wait while they are built, about a second per million rows; readers wait for an instant.

alter table invoices add column released_month date;
create index invoices_by_released_month on invoices (organization_id, lease_id, released_month) where released_month is not null;
create index invoices_billed_after_month on invoices (organization_id, recurring_month)
  where issue_date >= recurring_month + interval '1 month';
