-- Where the database was when the numbers of its transactions were stored: the server, the database in it, and this table. A dump that is restored is
-- elsewhere, where those numbers mean nothing, and the service notices that when it starts. Adds a column to a table of one row; locks nothing for longer
-- than a moment.

alter table database_identity add column home text collate "C";

update database_identity
   set home = concat_ws(
         '/',
         (select system_identifier from pg_control_system()),
         (select oid from pg_database where datname = current_database()),
         tableoid
       );
