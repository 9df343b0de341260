-- What a renewal changed about the recurring charges of its lease, so that a renewal that has not begun can be canceled: before each charge as it was
-- (null if there was none), after as the renewal stored it. Null for renewals that were stored before. A canceled renewal is deleted: no day has shown
-- its term, and the administrative log keeps it. Locks the table for a moment: no row is rewritten.
alter table lease_renewals add column changed_charges jsonb;
grant delete on lease_renewals to gatehouse_app;
create trigger feed_deleted after delete on lease_renewals referencing old table as changed for each statement execute function feed_lease_facts();
