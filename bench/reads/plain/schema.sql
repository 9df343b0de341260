-- The tables of the plain baseline: what is true today is stored in columns, so nothing has to be derived when it is read.
create schema plain;

create table plain.api_keys (
  organization_id uuid not null, api_key_id text primary key, secret_sha256 bytea not null unique, scopes text[] not null
);

create table plain.properties (
  organization_id uuid not null, property_id text collate "C" not null, name text collate "C" not null, type text not null,
  address_line text not null, city text not null, state text not null, postal_code text not null, owner_name text,
  owner_id text collate "C", portfolio_id text collate "C", unit_count integer not null, current_value bigint not null,
  is_active boolean not null, external_id text, created_at timestamptz not null, updated_at timestamptz not null, year_built integer,
  occupied_unit_count integer not null, vacant_unit_count integer not null,
  primary key (organization_id, property_id)
);

-- A unit out of service has no status; one that GET /listings shows is available.
create table plain.units (
  organization_id uuid not null, unit_id text collate "C" not null, property_id text collate "C" not null,
  label text collate "C" not null, unit_type text, bedrooms integer, bathrooms numeric(4, 2), sqft integer, market_rent_cents bigint,
  status text, available_from date, is_listed boolean not null, current_lease_id text collate "C", external_id text,
  created_at timestamptz not null, updated_at timestamptz not null, is_available boolean not null, available_at timestamptz,
  listing_title text, listing_desc text, photos text[] not null, amenities text[] not null,
  primary key (organization_id, unit_id)
);

create table plain.leases (
  organization_id uuid not null, lease_id text collate "C" not null, property_id text collate "C" not null,
  unit_id text collate "C" not null, status text not null, resident_status text, term_type text not null, start_date date not null,
  end_date date, move_in_date date, move_out_date date, notice_given_on date, eviction_filed_on date, signed_at timestamptz,
  rent_cents bigint not null, deposit_held_cents bigint not null, balance_cents bigint not null, rent_due_day integer not null,
  external_id text, created_at timestamptz not null, updated_at timestamptz not null,
  primary key (organization_id, lease_id)
);

create table plain.lease_charges (
  organization_id uuid not null, lease_id text collate "C" not null, code text not null, description text not null,
  amount_cents bigint not null, effective_from date not null, effective_to date
);

create table plain.lease_residents (
  organization_id uuid not null, lease_id text collate "C" not null, resident_id text collate "C" not null, role text not null,
  is_primary boolean not null, from_day date, to_day date, updated_at timestamptz not null,
  primary key (organization_id, lease_id, resident_id)
);

create table plain.residents (
  organization_id uuid not null, resident_id text collate "C" not null, first_name text collate "C" not null,
  last_name text collate "C" not null, email text, phone text, sms_opt_in text not null, external_id text,
  created_at timestamptz not null, updated_at timestamptz not null,
  primary key (organization_id, resident_id)
);

create table plain.invoices (
  organization_id uuid not null, invoice_id text collate "C" not null, number integer not null, lease_id text collate "C" not null,
  resident_id text collate "C", property_id text collate "C" not null, unit_id text collate "C" not null, status text not null,
  issue_date date not null, due_date date not null, period_start date, period_end date, lines jsonb not null, total_cents bigint not null,
  paid_cents bigint not null, balance_cents bigint not null, paid_at timestamptz, voided_at timestamptz, external_id text,
  created_at timestamptz not null, updated_at timestamptz not null
);

create table plain.payments (
  organization_id uuid not null, payment_id text collate "C" not null, status text not null, method text not null, source text not null,
  amount_cents bigint not null, refunded_cents bigint not null, payment_date date not null, received_at timestamptz, reference text,
  memo text, lease_id text collate "C" not null, resident_id text collate "C", property_id text collate "C" not null,
  unit_id text collate "C" not null, unapplied_cents bigint not null, failure_reason text, reversed_at timestamptz, external_id text,
  created_at timestamptz not null, updated_at timestamptz not null
);

create table plain.allocations (
  organization_id uuid not null, payment_id text collate "C" not null, invoice_id text collate "C" not null, amount_cents bigint not null
);

create table plain.work_orders (
  organization_id uuid not null, work_order_id text collate "C" not null, number integer not null, title text not null, description text,
  status text not null, priority text not null, category text not null, source text not null, property_id text collate "C" not null,
  unit_id text collate "C", resident_id text collate "C", vendor_name text, entry_permission text not null, entry_notes text,
  has_pets boolean, due_date date, scheduled_start timestamptz, scheduled_end timestamptz, completed_at timestamptz, cost_cents bigint,
  external_id text, created_at timestamptz not null, updated_at timestamptz not null
);
