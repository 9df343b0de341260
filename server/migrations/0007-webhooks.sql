-- Webhooks: subscriptions, their deliveries and every attempt; events by month, so that old ones are dropped whole.
-- Makes `events` anew as a partitioned table: it is locked while its rows are copied.

alter table events rename to events_before;
alter table events_before rename constraint events_pkey to events_before_pkey;

-- `data` is json and not jsonb: every attempt sends the same bytes, with the fields in the order of the API.
create table events (
  organization_id uuid not null references organizations,
  id uuid not null,
  type text collate "C" not null
    check (type in ('lead.created', 'ticket.created', 'payment.received', 'lease.signed', 'invoice.paid')),
  data json not null,
  -- Sent by hand to one subscription, with made-up data.
  is_test boolean not null default false,
  occurred_at timestamptz(3) not null,
  primary key (organization_id, id)
) partition by range (id);
-- Holds what no month's partition takes, so that a late upkeep loses nothing.
create table events_default partition of events default;
-- An owner who is no superuser is held to the policies too, and would copy nothing.
alter table events_before no force row level security;
insert into events (organization_id, id, type, data, occurred_at)
select organization_id, id, type, data::json, occurred_at from events_before;
drop table events_before;
create index events_by_time on events (organization_id, occurred_at, id);
create index events_by_type on events (organization_id, type, occurred_at, id);

-- A secret is derived from a root key that is not in this database; of the secret only its hash and a mask are here.
create table webhook_subscriptions (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  event text collate "C" not null
    check (event in ('lead.created', 'ticket.created', 'payment.received', 'lease.signed', 'invoice.paid')),
  target_url text not null check (length(target_url) between 1 and 2048),
  description text check (length(description) between 1 and 200),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED')),
  paused_reason text check (length(paused_reason) between 1 and 500),
  root_key_id text collate "C" not null,
  epoch integer not null default 1 check (epoch > 0),
  secret_sha256 bytea not null check (length(secret_sha256) = 32),
  secret_hint text not null,
  -- Of the very first secret: a replayed creation derives that one again.
  first_root_key_id text collate "C" not null,
  -- While a rotation overlaps, the secret before signs too.
  previous_root_key_id text collate "C",
  previous_epoch integer,
  previous_secret_sha256 bytea,
  previous_until timestamptz(3),
  consecutive_failures integer not null default 0 check (consecutive_failures >= 0),
  failing_since timestamptz(3),
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default transaction_timestamp(),
  updated_at timestamptz(3) not null default transaction_timestamp(),
  primary key (organization_id, id),
  check ((status = 'PAUSED') = (paused_reason is not null)),
  check ((failing_since is null) = (consecutive_failures = 0)),
  check (num_nonnulls(previous_root_key_id, previous_epoch, previous_secret_sha256, previous_until) in (0, 4))
);
create index webhook_subscriptions_by_creation on webhook_subscriptions (organization_id, created_at desc, id desc) where deleted_at is null;
create index webhook_subscriptions_by_event on webhook_subscriptions (organization_id, event) where deleted_at is null and status = 'ACTIVE';

-- One event for one subscription. Due while it waits, for its first attempt or the next; a worker takes it until claimed_until, after
-- which others may.
create table webhook_deliveries (
  organization_id uuid not null references organizations,
  id uuid not null,
  subscription_id text collate "C" not null,
  event_id uuid not null,
  status text not null check (status in ('PENDING', 'DELIVERED', 'RETRYING', 'EXHAUSTED', 'CANCELLED')),
  attempts integer not null default 0 check (attempts >= 0),
  -- Attempts since it was last begun: a redelivery goes through the schedule anew.
  attempts_in_schedule integer not null default 0 check (attempts_in_schedule >= 0),
  due_at timestamptz(3),
  claimed_until timestamptz(3),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, subscription_id) references webhook_subscriptions,
  check ((status in ('PENDING', 'RETRYING')) = (due_at is not null)),
  check ((due_at is null) = (finished_at is not null)),
  check (claimed_until is null or due_at is not null)
) partition by range (id);
create table webhook_deliveries_default partition of webhook_deliveries default;
create index webhook_deliveries_due on webhook_deliveries (organization_id, subscription_id, due_at) where due_at is not null;
create index webhook_deliveries_by_subscription on webhook_deliveries (organization_id, subscription_id, created_at desc, id desc);

create table webhook_attempts (
  organization_id uuid not null references organizations,
  id uuid not null,
  delivery_id uuid not null,
  number integer not null check (number > 0),
  attempted_at timestamptz(3) not null,
  -- DELIVERED, or what went wrong, in a word.
  outcome text not null,
  response_status integer,
  latency_ms integer not null check (latency_ms >= 0),
  -- The beginning of the receiver's answer.
  excerpt text,
  error text,
  primary key (organization_id, id)
) partition by range (id);
create table webhook_attempts_default partition of webhook_attempts default;
create index webhook_attempts_by_delivery on webhook_attempts (organization_id, delivery_id, number);

-- Workers listen; they would find what is due within a second by themselves.
create function announce_deliveries() returns trigger language plpgsql as $$
begin
  if exists (select from added) then
    perform pg_notify('gatehouse_deliveries', '');
  end if;
  return null;
end
$$;
create trigger announce after insert on webhook_deliveries
  referencing new table as added for each statement execute function announce_deliveries();

-- How deliveries fare is no change of the subscription.
create trigger touch before update on webhook_subscriptions for each row
  when ((old.status, old.epoch, old.deleted_at) is distinct from (new.status, new.epoch, new.deleted_at)) execute function touch_updated_at();

do $$
declare
  table_name text;
begin
  foreach table_name in array array['events', 'webhook_subscriptions', 'webhook_deliveries', 'webhook_attempts'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy tenant on %I to gatehouse_app using (organization_id = (select current_organization()))', table_name);
    execute format('grant select, insert on %I to gatehouse_app', table_name);
  end loop;
end
$$;

grant update on webhook_subscriptions, webhook_deliveries to gatehouse_app;

-- Workers take what is due of any organization and write down how it went; targets, secrets' places and events they read as one organization.
create policy delivery on webhook_deliveries to gatehouse_platform using (true);
create policy delivery on webhook_attempts for insert to gatehouse_platform with check (true);
create policy delivery on webhook_subscriptions to gatehouse_platform using (true);
grant select, update on webhook_deliveries to gatehouse_platform;
grant insert on webhook_attempts to gatehouse_platform;
grant select (organization_id, id, status, consecutive_failures, failing_since, last_success_at, last_failure_at, deleted_at, paused_reason)
  on webhook_subscriptions to gatehouse_platform;
grant update (status, consecutive_failures, failing_since, last_success_at, last_failure_at, paused_reason)
  on webhook_subscriptions to gatehouse_platform;
