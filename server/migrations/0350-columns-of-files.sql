-- What an organization says that a column of its files means is kept with its other answers, for each kind of file: the header is the word, and the meaning
-- is the name of a column of an import, which the service checks, or null if the column is ignored.
-- Replaces two checks of import_mappings, which holds a few hundred rows per organization at most; they are validated after the lock is released to readers.
-- The previous release reads the kinds that it knows and leaves the others as they are.

alter table import_mappings
  drop constraint import_mappings_kind_check,
  drop constraint import_mappings_check1,
  add constraint import_mappings_kind_check check (
    kind = any ('{PROPERTY,CHARGE,STATUS,LAYOUT,RENT_ROLL_COLUMN,PAYMENTS_COLUMN,LEDGER_COLUMN,WORK_ORDERS_COLUMN}')
  ) not valid,
  add constraint import_mappings_check1 check (
    case kind
      when 'PROPERTY' then meaning is null
      when 'CHARGE' then meaning = any ('{RENT,PARKING,PET,UTILITY,STORAGE,LATE_FEE,CONCESSION,OTHER}')
      when 'STATUS' then meaning = any ('{CURRENT,NOTICE_RENTED,NOTICE_UNRENTED,EVICT,VACANT_RENTED,VACANT_UNRENTED,OFFLINE}')
      when 'LAYOUT' then meaning = any ('{yardi-lease-charges,yardi-rent-roll,yardi-breeze,onesite,entrata,buildium,resman,template}')
      else meaning is null or length(meaning) between 1 and 100
    end
  ) not valid;
alter table import_mappings validate constraint import_mappings_kind_check;
alter table import_mappings validate constraint import_mappings_check1;
