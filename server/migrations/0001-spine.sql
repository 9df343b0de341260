-- The spine: organizations and their keys, the portfolio, leases, the ledger's first entries, and the audit log.
-- Runs on an empty database; locks nothing that anyone uses.
--
-- Every tenant table leads its keys with organization_id and carries two locks: the predicate each statement states, and
-- forced row-level security for the unprivileged roles below. Ids are TypeIDs, compared by code point on every host.

create extension if not exists btree_gist;

-- gatehouse_app sees one organization, the one named by app.org for the length of a transaction.
-- gatehouse_platform looks keys up across organizations and writes the audit log; it sees no portfolio.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['gatehouse_app', 'gatehouse_platform'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin', role_name);
      exception when duplicate_object or unique_violation then
        null; -- another database of the same cluster was faster
      end;
    end if;
    if not (select rolsuper from pg_roles where rolname = current_user) then
      begin
        execute format('grant %I to %I', role_name, current_user);
      exception when insufficient_privilege then
        null; -- an administrator made the role and granted it beforehand
      end;
    end if;
  end loop;
end
$$;

grant usage on schema public to gatehouse_app, gatehouse_platform;

-- The organization whose rows the current transaction may see; null, so no row at all, when none is named.
create function current_organization() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.org', true), '')::uuid;

-- transaction_timestamp, not clock_timestamp: readers of updated_since overlap by 60 s, and no transaction lives longer than 30 s.
create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := transaction_timestamp();
  return new;
end
$$;

-- Organizations and keys ---------------------------------------------------------------------------------------------

create table organizations (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  plan text not null check (plan in ('STARTER', 'GROWTH', 'PRO', 'SCALE', 'ENTERPRISE')),
  has_partner_agreement boolean not null default false,
  time_zone text not null,
  is_sandbox boolean not null default false,
  created_at timestamptz not null default transaction_timestamp(),
  updated_at timestamptz not null default transaction_timestamp()
);

create table api_keys (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  -- Rotation makes a second key of the same family; idempotency records belong to the family.
  family_id text collate "C" not null,
  name text not null check (length(name) between 1 and 200),
  secret_sha256 bytea not null check (length(secret_sha256) = 32),
  mask text not null,
  scopes text[] not null check (
    cardinality(scopes) > 0
    and scopes <@ array['properties:read', 'accounting:read', 'maintenance:read', 'maintenance:write', 'comms:write', 'webhooks:manage']
  ),
  requests_per_minute integer check (requests_per_minute between 1 and 100000),
  allowed_cidrs cidr[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null default transaction_timestamp(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_address inet,
  primary key (organization_id, id)
);
-- Not unique: a unique key without organization_id could not be distributed. 178 random bits do not collide.
create index api_keys_by_secret on api_keys (secret_sha256);
create index api_keys_by_creation on api_keys (created_at);

-- Every process that caches keys listens; its cache would expire by itself within a second.
create function announce_key_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('gatehouse_keys', '');
  return null;
end
$$;
create trigger announce after insert or delete or update of scopes, requests_per_minute, allowed_cidrs, expires_at, revoked_at on api_keys
  for each statement execute function announce_key_change();
create trigger announce after update of plan, has_partner_agreement, time_zone on organizations
  for each statement execute function announce_key_change();

-- What administrators and operators did: keys, plans, imports. Never a secret.
create table administrative_log (
  organization_id uuid not null references organizations,
  id uuid not null,
  occurred_at timestamptz not null default transaction_timestamp(),
  actor text not null,
  action text not null,
  subject text,
  before jsonb,
  after jsonb,
  primary key (organization_id, id)
);

-- Portfolio ----------------------------------------------------------------------------------------------------------

create table owners (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  name text not null check (length(name) between 1 and 200),
  external_id text collate "C" check (length(external_id) between 1 and 200),
  created_at timestamptz not null default transaction_timestamp(),
  updated_at timestamptz not null default transaction_timestamp(),
  primary key (organization_id, id)
);
create unique index owners_by_external_id on owners (organization_id, external_id) where external_id is not null;
create index owners_by_name on owners (organization_id, lower(name));

create table portfolios (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  name text not null check (length(name) between 1 and 200),
  external_id text collate "C" check (length(external_id) between 1 and 200),
  created_at timestamptz not null default transaction_timestamp(),
  updated_at timestamptz not null default transaction_timestamp(),
  primary key (organization_id, id)
);
create unique index portfolios_by_external_id on portfolios (organization_id, external_id) where external_id is not null;
create index portfolios_by_name on portfolios (organization_id, lower(name));

create table properties (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  portfolio_id text collate "C",
  owner_id text collate "C",
  name text collate "C" not null check (length(name) between 1 and 200),
  type text not null check (type in ('SINGLE_FAMILY', 'MULTI_FAMILY', 'CONDO', 'TOWNHOUSE', 'COMMERCIAL', 'OTHER')),
  address_line text not null check (length(address_line) between 1 and 200),
  city text not null check (length(city) between 1 and 100),
  state text not null check (state ~ '^[A-Z]{2}$'),
  postal_code text not null check (length(postal_code) between 1 and 10),
  year_built integer check (year_built between 1600 and 2200),
  current_value_cents bigint not null default 0 check (current_value_cents between 0 and 10000000000000),
  is_active boolean not null default true,
  external_id text collate "C" check (length(external_id) between 1 and 200),
  created_at timestamptz not null default transaction_timestamp(),
  updated_at timestamptz not null default transaction_timestamp(),
  primary key (organization_id, id),
  foreign key (organization_id, portfolio_id) references portfolios,
  foreign key (organization_id, owner_id) references owners
);
create index properties_by_name on properties (organization_id, name, id);
create index properties_by_portfolio on properties (organization_id, portfolio_id);
create index properties_by_owner on properties (organization_id, owner_id);
create unique index properties_by_external_id on properties (organization_id, external_id) where external_id is not null;

create table units (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  property_id text collate "C" not null,
  label text collate "C" not null check (length(label) between 1 and 100),
  bedrooms integer check (bedrooms between 0 and 50),
  bathrooms numeric(4, 2) check (bathrooms between 0 and 50),
  sqft integer check (sqft between 1 and 10000000),
  -- In service on a day D when in_service_from <= D and (in_service_to is null or D <= in_service_to).
  in_service_from date not null,
  in_service_to date,
  available_from date,
  is_listed boolean not null default false,
  listing_title text check (length(listing_title) between 1 and 200),
  listing_description text check (length(listing_description) between 1 and 5000),
  photos text[] not null default '{}' check (cardinality(photos) <= 50),
  amenities text[] not null default '{}' check (cardinality(amenities) <= 100),
  external_id text collate "C" check (length(external_id) between 1 and 200),
  created_at timestamptz not null default transaction_timestamp(),
  updated_at timestamptz not null default transaction_timestamp(),
  primary key (organization_id, id),
  unique (organization_id, property_id, id),
  unique (organization_id, property_id, label),
  foreign key (organization_id, property_id) references properties,
  check (in_service_to >= in_service_from)
);
create index units_in_service on units (organization_id, property_id) include (in_service_from, in_service_to);
create index units_listed on units (organization_id, property_id, label, id) where is_listed;
create unique index units_by_external_id on units (organization_id, external_id) where external_id is not null;

-- What a unit is and what it would rent for, from a day until the next row.
create table unit_rates (
  organization_id uuid not null references organizations,
  unit_id text collate "C" not null,
  effective_from date not null,
  unit_type text check (length(unit_type) between 1 and 100),
  market_rent_cents bigint check (market_rent_cents between 0 and 10000000000000),
  recorded_at timestamptz not null default transaction_timestamp(),
  primary key (organization_id, unit_id, effective_from),
  foreign key (organization_id, unit_id) references units
);

-- Days on which a unit can be neither occupied nor let: a fire, a renovation, a model apartment.
create table unit_offline_spans (
  organization_id uuid not null references organizations,
  unit_id text collate "C" not null,
  starts_on date not null,
  ends_on date,
  reason text not null check (length(reason) between 1 and 200),
  primary key (organization_id, unit_id, starts_on),
  foreign key (organization_id, unit_id) references units,
  check (ends_on >= starts_on),
  exclude using gist (organization_id with =, unit_id with =, daterange(starts_on, ends_on, '[]') with &&)
);

-- People and leases --------------------------------------------------------------------------------------------------

create table residents (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  first_name text collate "C" not null check (length(first_name) <= 100),
  last_name text collate "C" not null check (length(last_name) <= 100),
  email text check (length(email) between 3 and 254),
  phone text check (length(phone) between 3 and 40),
  sms_opt_in text not null default 'NOT_SET' check (sms_opt_in in ('NOT_SET', 'OPTED_IN', 'OPTED_OUT')),
  external_id text collate "C" check (length(external_id) between 1 and 200),
  created_at timestamptz not null default transaction_timestamp(),
  updated_at timestamptz not null default transaction_timestamp(),
  primary key (organization_id, id),
  check (first_name <> '' or last_name <> '')
);
create unique index residents_by_external_id on residents (organization_id, external_id) where external_id is not null;

create table leases (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  property_id text collate "C" not null,
  unit_id text collate "C" not null,
  stage text not null check (stage in ('DRAFT', 'PENDING_SIGNATURE', 'SIGNED', 'CANCELLED')),
  term_type text not null check (term_type in ('FIXED', 'MONTH_TO_MONTH')),
  start_date date not null,
  -- Ends the term, never the occupancy: a holdover resident stays until move_out_date.
  end_date date,
  move_in_date date,
  move_out_date date,
  notice_given_on date,
  eviction_filed_on date,
  signed_at timestamptz,
  rent_due_day integer not null default 1 check (rent_due_day between 1 and 31),
  external_id text collate "C" check (length(external_id) between 1 and 200),
  created_at timestamptz not null default transaction_timestamp(),
  updated_at timestamptz not null default transaction_timestamp(),
  primary key (organization_id, id),
  foreign key (organization_id, property_id, unit_id) references units (organization_id, property_id, id),
  check (end_date >= start_date),
  check (move_out_date >= start_date),
  check ((stage = 'SIGNED') = (signed_at is not null) or stage = 'CANCELLED'),
  -- One unit is never let twice over the same days. A lease without either end keeps its unit.
  constraint leases_do_not_overlap exclude using gist (
    organization_id with =, unit_id with =, daterange(start_date, coalesce(move_out_date, end_date), '[]') with &&
  ) where (stage = 'SIGNED')
);
create index leases_by_unit on leases (organization_id, unit_id, start_date);
create index leases_by_property on leases (organization_id, property_id);
create unique index leases_by_external_id on leases (organization_id, external_id) where external_id is not null;

-- The status a lease shows on a day: FUTURE, ACTIVE and ENDED are derived, so that any past day can be asked again.
create function lease_status(stage text, start_date date, move_out_date date, day date) returns text
  language sql immutable parallel safe
  return case
    when stage <> 'SIGNED' then stage
    when day < start_date then 'FUTURE'
    when day > move_out_date then 'ENDED'
    else 'ACTIVE'
  end;

-- Every unit in service on a day: what it is then, who occupies it, and so its rent-roll status. One row a unit.
-- A holdover keeps the unit against a successor whose lease has begun: the earliest lease that is still running occupies it.
create function units_on(organization uuid, day date) returns table (
  unit_id text, property_id text, unit_type text, market_rent_cents bigint, status text, lease_id text, next_lease_id text
) language sql stable parallel safe as $$
  select u.id, u.property_id, rate.unit_type, rate.market_rent_cents,
         case
           when occupying.id is not null then case
             when occupying.eviction_filed_on <= day then 'EVICT'
             when occupying.notice_given_on <= day then case when next.id is null then 'NOTICE_UNRENTED' else 'NOTICE_RENTED' end
             else 'CURRENT'
           end
           when offline.unit_id is not null then 'OFFLINE'
           when next.id is not null then 'VACANT_RENTED'
           else 'VACANT_UNRENTED'
         end,
         occupying.id, next.id
    from units u
    left join lateral (
      select r.unit_type, r.market_rent_cents
        from unit_rates r
       where r.organization_id = organization and r.unit_id = u.id and r.effective_from <= day
       order by r.effective_from desc
       limit 1
    ) rate on true
    left join lateral (
      select l.id, l.eviction_filed_on, l.notice_given_on
        from leases l
       where l.organization_id = organization and l.unit_id = u.id and l.stage = 'SIGNED'
         and l.start_date <= day and (l.move_out_date is null or l.move_out_date >= day)
       order by l.start_date
       limit 1
    ) occupying on true
    left join lateral (
      select l.id
        from leases l
       where l.organization_id = organization and l.unit_id = u.id and l.stage = 'SIGNED'
         and l.id is distinct from occupying.id and (l.move_out_date is null or l.move_out_date >= day)
       order by l.start_date
       limit 1
    ) next on true
    left join lateral (
      select o.unit_id
        from unit_offline_spans o
       where o.organization_id = organization and o.unit_id = u.id
         and o.starts_on <= day and (o.ends_on is null or o.ends_on >= day)
       limit 1
    ) offline on true
   where u.organization_id = organization and u.in_service_from <= day and (u.in_service_to is null or u.in_service_to >= day)
$$;

create table lease_residents (
  organization_id uuid not null references organizations,
  lease_id text collate "C" not null,
  resident_id text collate "C" not null,
  role text not null check (role in ('PRIMARY', 'CO_TENANT', 'OCCUPANT', 'GUARANTOR')),
  is_primary boolean not null,
  created_at timestamptz not null default transaction_timestamp(),
  updated_at timestamptz not null default transaction_timestamp(),
  primary key (organization_id, lease_id, resident_id),
  foreign key (organization_id, lease_id) references leases,
  foreign key (organization_id, resident_id) references residents,
  check (is_primary = (role = 'PRIMARY'))
);
create unique index lease_residents_one_primary on lease_residents (organization_id, lease_id) where is_primary;
create index lease_residents_by_resident on lease_residents (organization_id, resident_id);

-- What a lease charges every month, from a day to a day or until changed.
create table lease_charges (
  organization_id uuid not null references organizations,
  lease_id text collate "C" not null,
  code text not null check (code in ('RENT', 'PARKING', 'PET', 'UTILITY', 'STORAGE', 'LATE_FEE', 'CONCESSION', 'OTHER')),
  description text not null check (length(description) between 1 and 200),
  amount_cents bigint not null check (
    case when code = 'CONCESSION' then amount_cents between -10000000000000 and 0 else amount_cents between 0 and 10000000000000 end
  ),
  effective_from date not null,
  effective_to date,
  recorded_at timestamptz not null default transaction_timestamp(),
  primary key (organization_id, lease_id, code, description, effective_from),
  foreign key (organization_id, lease_id) references leases,
  check (effective_to >= effective_from)
);

-- Money that moved: never changed, never deleted. RECEIVABLE is what the lease owes (negative: prepaid), DEPOSIT what we hold for it.
create table ledger_entries (
  organization_id uuid not null references organizations,
  id uuid not null,
  lease_id text collate "C" not null,
  account text not null check (account in ('RECEIVABLE', 'DEPOSIT')),
  code text not null check (
    code in ('RENT', 'PARKING', 'PET', 'UTILITY', 'STORAGE', 'LATE_FEE', 'CONCESSION', 'DEPOSIT', 'OPENING_BALANCE', 'OTHER')
  ),
  amount_cents bigint not null check (amount_cents <> 0 and amount_cents between -10000000000000 and 10000000000000),
  effective_on date not null,
  recorded_at timestamptz not null default transaction_timestamp(),
  description text check (length(description) between 1 and 200),
  primary key (organization_id, id),
  foreign key (organization_id, lease_id) references leases
);
create index ledger_entries_by_lease on ledger_entries (organization_id, lease_id, account) include (amount_cents, effective_on);

-- Audit --------------------------------------------------------------------------------------------------------------

-- One line a call. The id is the request's uuid (version 7), so the primary key is also the order of time and the
-- partition key. gatehouse_platform owns it and is exempt from its row-level security: COPY refuses to run under it.
create schema audit authorization gatehouse_platform;
grant usage on schema audit to gatehouse_app;

create table audit.calls (
  organization_id uuid not null,
  id uuid not null,
  occurred_at timestamptz not null,
  key_id text collate "C" not null,
  method text not null,
  route text,
  path text not null,
  status integer not null,
  scope text,
  caller_ip inet,
  user_agent text,
  latency_ms real not null,
  error text,
  reason text,
  replayed boolean not null,
  primary key (organization_id, id)
) partition by range (id);
-- Holds what no month's partition takes, so that a late upkeep loses nothing.
create table audit.calls_default partition of audit.calls default;

alter table audit.calls owner to gatehouse_platform;
alter table audit.calls_default owner to gatehouse_platform;
alter table audit.calls enable row level security;
create policy tenant on audit.calls to gatehouse_app using (organization_id = (select current_organization()));
grant select, insert on audit.calls to gatehouse_app;

-- Locks --------------------------------------------------------------------------------------------------------------

do $$
declare
  table_name text;
begin
  foreach table_name in array array[
    'api_keys', 'administrative_log', 'owners', 'portfolios', 'properties', 'units', 'unit_rates', 'unit_offline_spans', 'residents',
    'leases', 'lease_residents', 'lease_charges', 'ledger_entries'
  ] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy tenant on %I to gatehouse_app using (organization_id = (select current_organization()))', table_name);
    execute format('grant select, insert on %I to gatehouse_app', table_name);
  end loop;
  foreach table_name in array array['owners', 'portfolios', 'properties', 'units', 'residents', 'leases', 'lease_residents'] loop
    execute format(
      'create trigger touch before update on %I for each row when (old.* is distinct from new.*) execute function touch_updated_at()',
      table_name
    );
  end loop;
end
$$;

alter table organizations enable row level security;
alter table organizations force row level security;
create policy tenant on organizations to gatehouse_app using (id = (select current_organization()));
create policy platform on organizations to gatehouse_platform using (true);
create policy platform on api_keys to gatehouse_platform using (true);
create policy platform on administrative_log for insert to gatehouse_platform with check (true);
create trigger touch before update on organizations for each row when (old.* is distinct from new.*) execute function touch_updated_at();

grant select on organizations to gatehouse_app;
grant select, insert, update on organizations to gatehouse_platform;
grant insert on administrative_log to gatehouse_platform;
grant select on api_keys to gatehouse_platform;
grant update (last_used_at, last_used_address) on api_keys to gatehouse_platform;
grant update (expires_at, revoked_at) on api_keys to gatehouse_app;
grant update on owners, portfolios, properties, units, unit_rates, unit_offline_spans, residents, leases, lease_residents, lease_charges
  to gatehouse_app;
