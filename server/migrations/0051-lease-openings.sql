-- What a rent roll said a lease owed on its day, so that a history that is imported later ends in the same balance. Adds a table, and an index of the
-- administrative log that has the new kind of import; writers of the log wait while it is built.

create table lease_openings (
  organization_id uuid not null,
  lease_id text collate "C" not null,
  stated_on date not null,
  -- Negative when prepaid.
  balance_cents bigint not null,
  primary key (organization_id, lease_id),
  foreign key (organization_id, lease_id) references leases (organization_id, id)
);
alter table lease_openings enable row level security;
alter table lease_openings force row level security;
create policy tenant on lease_openings to gatehouse_app using (organization_id = (select current_organization()));
grant select, insert on lease_openings to gatehouse_app;

drop index administrative_log_imports;
create index administrative_log_imports on administrative_log (organization_id, id desc)
  where action in ('import.rent_roll', 'import.payments', 'import.work_orders', 'import.ledger');
