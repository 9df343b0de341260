-- What an organization answers about its files: a word for a status may mean any status of a unit, because an office that writes “E” for an eviction
-- could only answer that the unit is occupied; and ResMan's rent roll is a layout of its own.
-- Replaces one check of import_mappings, which holds a few hundred rows per organization at most; it is validated after the lock is released to readers.

alter table import_mappings
  drop constraint import_mappings_check1,
  add constraint import_mappings_check1 check (
    case kind
      when 'PROPERTY' then meaning is null
      when 'CHARGE' then meaning = any ('{RENT,PARKING,PET,UTILITY,STORAGE,LATE_FEE,CONCESSION,OTHER}')
      when 'LAYOUT' then meaning = any ('{yardi-lease-charges,yardi-rent-roll,yardi-breeze,onesite,entrata,buildium,resman,template}')
      else meaning = any ('{CURRENT,NOTICE_RENTED,NOTICE_UNRENTED,EVICT,VACANT_RENTED,VACANT_UNRENTED,OFFLINE}')
    end
  ) not valid;
alter table import_mappings validate constraint import_mappings_check1;
