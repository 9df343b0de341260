-- The days on which upkeep ran, by the clock of the database. What is past retention is deleted only if that clock has gone on for weeks (see
-- server/src/db/upkeep-days.ts). That a month has its partition says too little, because partitions are made two months ahead. It is a row per day.
-- Locks nothing, because the table is new.
create table upkeep_days (
  day date primary key
);
grant select, insert, delete on upkeep_days to gatehouse_platform;
