-- Checks the payments that were stored before 0095. Reads the table once, which takes about a second per million rows; neither reads nor writes wait for it.

alter table payments validate constraint payments_received_check;
alter table payments validate constraint payments_not_received_check;
