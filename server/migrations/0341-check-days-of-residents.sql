-- Checks the residents of leases that were stored before 0340. Reads the table once, which takes about a second per million rows; neither reads nor writes
-- wait for it.

alter table lease_residents validate constraint lease_residents_days_check;
alter table lease_residents validate constraint lease_residents_former_roles_check;
