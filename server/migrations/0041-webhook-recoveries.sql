-- Recoveries: the events of a time that are sent again to one subscription, in the background.
-- Adds a table; holds up writes to organizations and webhook_subscriptions for an instant.

create table webhook_recoveries (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  subscription_id text collate "C" not null,
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  -- Every event, also those that were delivered before.
  is_all boolean not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'COMPLETED', 'CANCELLED')),
  -- How many there were when it was asked for, and how many deliveries were begun since.
  event_count integer not null check (event_count >= 0),
  queued_count integer not null default 0 check (queued_count >= 0),
  -- The last event that was looked at.
  through_at timestamptz(3),
  through_id uuid,
  -- Events of transactions before this one may be stored without a delivery; so it begins when all of those are over.
  asked_in xid8 not null default pg_current_xact_id(),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (organization_id, subscription_id, id),
  foreign key (organization_id, subscription_id) references webhook_subscriptions,
  check ((status = 'RUNNING') = (finished_at is null)),
  check ((through_at is null) = (through_id is null))
);
create unique index webhook_recoveries_running on webhook_recoveries (organization_id, subscription_id) where status = 'RUNNING';
alter table webhook_recoveries enable row level security;
alter table webhook_recoveries force row level security;
create policy tenant on webhook_recoveries to gatehouse_app using (organization_id = (select current_organization()));
create policy delivery on webhook_recoveries for select to gatehouse_platform using (true);
grant select, insert, update on webhook_recoveries to gatehouse_app;
grant select on webhook_recoveries to gatehouse_platform;
