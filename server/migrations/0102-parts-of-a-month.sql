-- Every invoice that generating the charges of a month issues for a lease is marked with the month. Until now only the first one was, and an invoice for the
-- rest of the month was recognized by its number, its days and its lines: an invoice that a member had created for the same days was taken for it, and
-- once the first one was void, the rest could be neither billed nor voided with the month. 0103 marks those that exist.
-- Writes to invoices wait while the index is built, about a second per million rows; readers wait for an instant.

create unique index invoices_by_part_of_month on invoices (organization_id, lease_id, recurring_month, period_start)
  where recurring_month is not null;
drop index invoices_by_month;
