-- Photos and documents of units, work orders and leases. Their bytes are in a folder or a bucket, under random keys; a row says whose they are.
-- Adds a table; its foreign keys hold writes to units, work orders and leases up for an instant.

create table files (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  unit_id text collate "C",
  work_order_id text collate "C",
  lease_id text collate "C",
  record_id text collate "C" generated always as (coalesce(unit_id, work_order_id, lease_id)) stored,
  name text not null check (length(name) between 1 and 200),
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf')),
  size_bytes bigint not null check (size_bytes > 0),
  storage_key text collate "C" not null check (storage_key ~ '^[0-9a-f]{32}$'),
  uploaded_by text not null,
  created_at timestamptz(3) not null,
  -- Null until all of it has arrived: nobody reads it before, and what never arrives is deleted by upkeep.
  stored_at timestamptz(3),
  -- From then on nobody reads it; upkeep deletes the bytes first and then the row, so that no bytes are forgotten.
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, storage_key),
  check (num_nonnulls(unit_id, work_order_id, lease_id) = 1),
  foreign key (organization_id, unit_id) references units,
  foreign key (organization_id, work_order_id) references work_orders,
  foreign key (organization_id, lease_id) references leases
);
create index files_by_record on files (organization_id, record_id, created_at, id) where deleted_at is null;
create index files_to_remove on files (organization_id, id) where deleted_at is not null or stored_at is null;

alter table files enable row level security;
alter table files force row level security;
create policy tenant on files to gatehouse_app using (organization_id = (select current_organization()));
create policy upkeep on files to gatehouse_platform using (true);
grant select, insert, update (stored_at, deleted_at) on files to gatehouse_app;
grant select (organization_id, id, storage_key, created_at, stored_at, deleted_at), delete on files to gatehouse_platform;
