-- How far the import of an organization is, for who waits for it; one row each, as one import runs at a time.
-- Written beside the import's own transaction, of which nobody sees anything before its end. Adds a table; locks nothing.

create table import_progress (
  organization_id uuid primary key references organizations (id),
  -- Chosen by who asked for the import.
  id text collate "C" not null check (length(id) between 1 and 64),
  rows_done integer not null check (rows_done >= 0),
  rows_known integer not null check (rows_known >= rows_done)
);
alter table import_progress enable row level security;
alter table import_progress force row level security;
create policy tenant on import_progress to gatehouse_app using (organization_id = (select current_organization()));
grant select, insert, update on import_progress to gatehouse_app;
