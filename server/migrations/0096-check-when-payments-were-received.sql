-- Checks the payments that were there before 0095. Reads the table once, about a second per million rows, and locks nobody who reads or writes.

alter table payments validate constraint payments_received_check;
alter table payments validate constraint payments_not_received_check;
