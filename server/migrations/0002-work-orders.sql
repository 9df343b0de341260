-- Work orders, and what makes a write safe to repeat: idempotency records, and the outbox of events.
-- Creates tables only; their foreign keys hold writes to properties, units and residents up for an instant.

-- The last number given to a work order. A row and no sequence: numbers have no gaps and belong to one organization.
create table work_order_numbers (
  organization_id uuid primary key references organizations,
  last_number integer not null check (last_number > 0)
);

create table work_orders (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  number integer not null check (number > 0),
  title text not null check (length(title) between 1 and 200),
  description text check (length(description) between 1 and 5000),
  status text not null check (status in ('NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED')),
  priority text not null check (priority in ('LOW', 'NORMAL', 'HIGH', 'EMERGENCY')),
  category text not null check (
    category in (
      'PLUMBING', 'ELECTRICAL', 'HVAC', 'APPLIANCE', 'PEST_CONTROL', 'LOCKS', 'STRUCTURAL', 'CLEANING', 'UNIT_TURN', 'SAFETY', 'OTHER'
    )
  ),
  source text not null check (source in ('API', 'RESIDENT', 'STAFF', 'IMPORT')),
  property_id text collate "C" not null,
  unit_id text collate "C",
  resident_id text collate "C",
  vendor_name text check (length(vendor_name) between 1 and 200),
  entry_permission text not null check (entry_permission in ('YES', 'NO', 'CALL_FIRST')),
  entry_notes text check (length(entry_notes) between 1 and 1000),
  has_pets boolean,
  due_date date,
  scheduled_start timestamptz(3),
  scheduled_end timestamptz(3),
  completed_at timestamptz(3),
  cost_cents bigint check (cost_cents between 0 and 10000000000000),
  external_id text collate "C" check (length(external_id) between 1 and 200),
  -- To the millisecond, as replies show it: lists are ordered by what their readers see.
  created_at timestamptz(3) not null default transaction_timestamp(),
  updated_at timestamptz(3) not null default transaction_timestamp(),
  primary key (organization_id, id),
  unique (organization_id, number),
  foreign key (organization_id, property_id) references properties,
  foreign key (organization_id, property_id, unit_id) references units (organization_id, property_id, id),
  foreign key (organization_id, resident_id) references residents,
  check (scheduled_end is null or (scheduled_start is not null and scheduled_end >= scheduled_start)),
  check ((status = 'COMPLETED') = (completed_at is not null))
);
create index work_orders_by_creation on work_orders (organization_id, created_at desc, id desc);
create index work_orders_by_status on work_orders (organization_id, status, created_at desc, id desc);
create index work_orders_by_priority on work_orders (organization_id, priority, created_at desc, id desc);
create index work_orders_by_category on work_orders (organization_id, category, created_at desc, id desc);
create index work_orders_by_property on work_orders (organization_id, property_id, created_at desc, id desc);
create index work_orders_by_unit on work_orders (organization_id, unit_id, created_at desc, id desc);
create index work_orders_by_change on work_orders (organization_id, updated_at);
create unique index work_orders_by_external_id on work_orders (organization_id, external_id) where external_id is not null;
create trigger touch before update on work_orders
  for each row when (old.* is distinct from new.*) execute function touch_updated_at();

-- The first successful reply to an Idempotency-Key, replayed for a day. Of the request only its hash is kept.
create table idempotency_records (
  organization_id uuid not null references organizations,
  key_family text collate "C" not null,
  method text not null,
  path text collate "C" not null,
  key text collate "C" not null check (length(key) between 8 and 128),
  body_sha256 bytea not null check (length(body_sha256) = 32),
  status integer not null check (status between 200 and 299),
  reply text not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, key_family, method, path, key)
);
create index idempotency_records_by_age on idempotency_records (created_at);

-- What happened and subscribers want to know, written in the transaction of the change itself.
create table events (
  organization_id uuid not null references organizations,
  id uuid not null,
  type text not null check (type in ('lead.created', 'ticket.created', 'payment.received', 'lease.signed', 'invoice.paid')),
  data jsonb not null,
  occurred_at timestamptz(3) not null,
  primary key (organization_id, id)
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['work_order_numbers', 'work_orders', 'idempotency_records', 'events'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy tenant on %I to gatehouse_app using (organization_id = (select current_organization()))', table_name);
    execute format('grant select, insert on %I to gatehouse_app', table_name);
  end loop;
end
$$;

grant update on work_order_numbers, work_orders, idempotency_records to gatehouse_app;

-- Upkeep removes what has expired; it sees how old a record is, not what was answered.
create policy upkeep on idempotency_records to gatehouse_platform using (true);
grant select (organization_id, key_family, method, path, key, created_at), delete on idempotency_records to gatehouse_platform;
