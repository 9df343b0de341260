-- The console: who signs in, where they belong, and who is asked to; which organization a sandbox stands beside.
-- Adds columns without a default to organizations, which is locked for an instant.

-- gatehouse_console knows people and where they belong. Of an organization it sees the name and the plan, and nothing it keeps.
do $$
begin
  if not exists (select from pg_roles where rolname = 'gatehouse_console') then
    begin
      create role gatehouse_console nologin;
    exception when duplicate_object or unique_violation then
      null; -- another database of the same cluster was faster
    end;
  end if;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      execute format('grant gatehouse_console to %I', current_user);
    exception when insufficient_privilege then
      null; -- an administrator made the role and granted it beforehand
    end;
  end if;
end
$$;

-- A reset puts a new sandbox in the place of an old one, which is kept as it is: nothing of an organization is ever deleted.
alter table organizations
  add column sandbox_of uuid references organizations check (sandbox_of is null or is_sandbox),
  add column retired_at timestamptz(3);
create unique index organizations_by_live on organizations (sandbox_of) where retired_at is null;

create schema console;
grant usage on schema console to gatehouse_console;
grant usage on schema public to gatehouse_console;

-- People and how they sign in: the tables of better-auth, under names of ours ---------------------------------------------

create table console.users (
  id text collate "C" primary key,
  -- In lower case: two spellings of one address are one person.
  email text collate "C" not null unique check (length(email) between 3 and 254 and email = lower(email)),
  name text not null check (length(name) between 1 and 200),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz(3) not null default transaction_timestamp(),
  updated_at timestamptz(3) not null default transaction_timestamp()
);

-- The token alone opens nothing: a cookie bears its signature, by a secret that is not in this database.
create table console.sessions (
  id text collate "C" primary key,
  user_id text collate "C" not null references console.users on delete cascade,
  token text collate "C" not null unique,
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default transaction_timestamp(),
  updated_at timestamptz(3) not null default transaction_timestamp()
);
create index sessions_by_user on console.sessions (user_id);
create index sessions_by_end on console.sessions (expires_at);

create table console.accounts (
  id text collate "C" primary key,
  user_id text collate "C" not null references console.users on delete cascade,
  account_id text collate "C" not null,
  provider_id text collate "C" not null,
  -- scrypt, with a salt of its own.
  password text,
  -- Of ways to sign in that we have not: better-auth asks for the columns all the same.
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  created_at timestamptz(3) not null default transaction_timestamp(),
  updated_at timestamptz(3) not null default transaction_timestamp(),
  unique (provider_id, account_id)
);
create index accounts_by_user on console.accounts (user_id);

-- What a link or a second step of signing in proves; the identifier is a hash of the token that was sent.
create table console.verifications (
  id text collate "C" primary key,
  identifier text collate "C" not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default transaction_timestamp(),
  updated_at timestamptz(3) not null default transaction_timestamp()
);
create index verifications_by_identifier on console.verifications (identifier);
create index verifications_by_end on console.verifications (expires_at);

-- Secret and codes are encrypted by a key that is not in this database.
create table console.two_factors (
  id text collate "C" primary key,
  user_id text collate "C" not null unique references console.users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz(3)
);

-- Where people belong ------------------------------------------------------------------------------------------------

create table console.members (
  organization_id uuid not null references organizations,
  user_id text collate "C" not null references console.users on delete cascade,
  role text not null check (role in ('OWNER', 'ADMIN', 'VIEWER')),
  created_at timestamptz(3) not null default transaction_timestamp(),
  primary key (organization_id, user_id)
);
create index members_by_user on console.members (user_id);

create table console.invitations (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  email text collate "C" not null check (length(email) between 3 and 254 and email = lower(email)),
  role text not null check (role in ('OWNER', 'ADMIN', 'VIEWER')),
  token_sha256 bytea not null check (length(token_sha256) = 32),
  invited_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  withdrawn_at timestamptz(3),
  primary key (organization_id, id),
  check (accepted_at is null or withdrawn_at is null)
);
create index invitations_by_token on console.invitations (token_sha256);
-- One that holds for an address; another takes its place.
create unique index invitations_open on console.invitations (organization_id, email) where accepted_at is null and withdrawn_at is null;

-- A person is known before any organization is, so memberships and invitations are read across organizations; they are written in one.
do $$
declare
  table_name text;
begin
  foreach table_name in array array['members', 'invitations'] loop
    execute format('alter table console.%I enable row level security', table_name);
    execute format('alter table console.%I force row level security', table_name);
    execute format('create policy console on console.%I for select to gatehouse_console using (true)', table_name);
    execute format('create policy tenant on console.%I to gatehouse_console using (organization_id = (select current_organization()))', table_name);
  end loop;
end
$$;
create policy console on organizations for select to gatehouse_console using (true);
-- A sandbox is made and replaced from the organization it belongs to, and nothing else about organizations is.
create policy sandbox on organizations for insert to gatehouse_console
  with check (is_sandbox and sandbox_of = (select current_organization()));
create policy sandbox_end on organizations for update to gatehouse_console using (sandbox_of = (select current_organization()));
create policy sandbox on console.members for insert to gatehouse_console
  with check (organization_id in (select id from organizations where sandbox_of = (select current_organization())));
create policy console on administrative_log for insert to gatehouse_console with check (organization_id = (select current_organization()));

grant select, insert, update, delete on console.users, console.sessions, console.accounts, console.verifications, console.two_factors
  to gatehouse_console;
grant select, insert, update, delete on console.members to gatehouse_console;
grant select, insert, update on console.invitations to gatehouse_console;
grant select (id, name, plan, has_partner_agreement, time_zone, is_sandbox, sandbox_of, retired_at) on organizations to gatehouse_console;
grant insert (id, name, plan, has_partner_agreement, time_zone, is_sandbox, sandbox_of), update (retired_at) on organizations to gatehouse_console;
grant insert on administrative_log to gatehouse_console;

-- Calls in figures -----------------------------------------------------------------------------------------------------

-- What failed is looked for most, and is little of the log; what we failed at is little of that. While these are built, writing the log
-- waits.
create index calls_failed on audit.calls (organization_id, id) where status >= 400;
create index calls_broken on audit.calls (organization_id, id) where status >= 500;

-- Upkeep adds the log up, so that nobody reads a month of it for a chart. Until `through` all of an organization's lines are in.
create table audit.roll_ups (
  organization_id uuid primary key,
  through timestamptz(3) not null
);

create table audit.half_hours (
  organization_id uuid not null,
  begins_at timestamptz(3) not null,
  calls bigint not null,
  errors bigint not null,
  rate_limited bigint not null,
  -- How many calls took how long: by the power of 1.2 tenths of a millisecond.
  latencies jsonb not null,
  primary key (organization_id, begins_at)
);

-- Empty texts for what a line has not, since a key has no nulls.
create table audit.route_hours (
  organization_id uuid not null,
  begins_at timestamptz(3) not null,
  method text collate "C" not null,
  route text collate "C" not null,
  status integer not null,
  error text collate "C" not null,
  calls bigint not null,
  last_id uuid not null,
  primary key (organization_id, begins_at, method, route, status, error)
);

create table audit.key_hours (
  organization_id uuid not null,
  begins_at timestamptz(3) not null,
  key_id text collate "C" not null,
  calls bigint not null,
  primary key (organization_id, begins_at, key_id)
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['roll_ups', 'half_hours', 'route_hours', 'key_hours'] loop
    execute format('alter table audit.%I enable row level security', table_name);
    execute format('alter table audit.%I force row level security', table_name);
    execute format('create policy tenant on audit.%I to gatehouse_app using (organization_id = (select current_organization()))', table_name);
    execute format('create policy platform on audit.%I to gatehouse_platform using (true)', table_name);
    execute format('grant select on audit.%I to gatehouse_app', table_name);
    execute format('grant select, insert, update, delete on audit.%I to gatehouse_platform', table_name);
  end loop;
end
$$;
