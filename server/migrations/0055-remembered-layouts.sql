-- An organization that said how its files are to be read is not asked again: the layout that was chosen for files of a layout is kept with its other answers.
-- Replaces two checks of import_mappings, which holds a few hundred rows per organization at most; the checks are validated after the lock is released to readers.

alter table import_mappings
  drop constraint import_mappings_kind_check,
  drop constraint import_mappings_check1,
  add constraint import_mappings_kind_check check (kind in ('PROPERTY', 'CHARGE', 'STATUS', 'LAYOUT')) not valid,
  add constraint import_mappings_check1 check (
    case kind
      when 'PROPERTY' then meaning is null
      when 'CHARGE' then meaning in ('RENT', 'PARKING', 'PET', 'UTILITY', 'STORAGE', 'LATE_FEE', 'CONCESSION', 'OTHER')
      when 'LAYOUT' then meaning in ('yardi-lease-charges', 'yardi-rent-roll', 'yardi-breeze', 'onesite', 'entrata', 'buildium', 'template')
      else meaning in ('OFFLINE', 'VACANT_UNRENTED', 'CURRENT')
    end
  ) not valid;
alter table import_mappings validate constraint import_mappings_kind_check;
alter table import_mappings validate constraint import_mappings_check1;
