-- What an organization answered about its files of other systems: which property, charge code or status a word of theirs means.
-- Asked once and used for every later import. Adds a table; locks nothing but, for an instant, properties, to which it refers.

create table import_mappings (
  organization_id uuid not null references organizations (id),
  kind text collate "C" not null check (kind in ('PROPERTY', 'CHARGE', 'STATUS')),
  -- The word without case and punctuation, which is how it is looked up.
  key text collate "C" not null check (length(key) between 1 and 200),
  word text not null check (length(word) between 1 and 200),
  property_id text collate "C",
  meaning text collate "C",
  primary key (organization_id, kind, key),
  foreign key (organization_id, property_id) references properties (organization_id, id),
  check ((kind = 'PROPERTY') = (property_id is not null)),
  check (
    case kind
      when 'PROPERTY' then meaning is null
      when 'CHARGE' then meaning in ('RENT', 'PARKING', 'PET', 'UTILITY', 'STORAGE', 'LATE_FEE', 'CONCESSION', 'OTHER')
      else meaning in ('OFFLINE', 'VACANT_UNRENTED', 'CURRENT')
    end
  )
);
alter table import_mappings enable row level security;
alter table import_mappings force row level security;
create policy tenant on import_mappings to gatehouse_app using (organization_id = (select current_organization()));
grant select, insert, update, delete on import_mappings to gatehouse_app;
