-- Leasing: leads, renewals, units rented ahead, and what was true of a unit on any past day.
-- Adds a column and tables; replaces units_on().

-- A lease that was signed and then cancelled still counted until this day.
alter table leases
  add column cancelled_on date,
  add check (cancelled_on is null or stage = 'CANCELLED');

-- A term added to a lease. `previous_…` is what the lease said before, so that a day before starts_on still shows it.
create table lease_renewals (
  organization_id uuid not null references organizations,
  lease_id text collate "C" not null,
  starts_on date not null,
  previous_end_date date,
  previous_term_type text not null check (previous_term_type in ('FIXED', 'MONTH_TO_MONTH')),
  agreed_on date not null,
  created_at timestamptz not null default transaction_timestamp(),
  primary key (organization_id, lease_id, starts_on),
  foreign key (organization_id, lease_id) references leases
);

-- A unit is rented ahead to someone we do not know yet: a rent roll said so without naming a day or a person. From a day to a day, or
-- until a lease of the unit begins after it.
create table unit_preleases (
  organization_id uuid not null references organizations,
  unit_id text collate "C" not null,
  starts_on date not null,
  ends_on date,
  primary key (organization_id, unit_id, starts_on),
  foreign key (organization_id, unit_id) references units,
  check (ends_on >= starts_on)
);

-- Every unit in service on a day: what it is then, who occupies it, and so its rent-roll status, as far as it was agreed by the end of
-- that day. One row a unit. A holdover keeps the unit against a successor whose lease has begun: the earliest lease that is still
-- running occupies it.
create or replace function units_on(organization uuid, day date) returns table (
  unit_id text, property_id text, unit_type text, market_rent_cents bigint, status text, lease_id text, next_lease_id text
) language sql stable parallel safe as $$
  select u.id, u.property_id, rate.unit_type, rate.market_rent_cents,
         case
           when occupying.id is not null then case
             when occupying.eviction_filed_on <= day then 'EVICT'
             when occupying.notice_given_on <= day then
               case when next.id is null and ahead.unit_id is null then 'NOTICE_UNRENTED' else 'NOTICE_RENTED' end
             else 'CURRENT'
           end
           when offline.unit_id is not null then 'OFFLINE'
           when next.id is not null or ahead.unit_id is not null then 'VACANT_RENTED'
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
       where l.organization_id = organization and l.unit_id = u.id
         and (l.stage = 'SIGNED' or l.cancelled_on > day)
         and l.signed_at < (select (day + 1)::timestamp at time zone o.time_zone from organizations o where o.id = organization)
         and l.start_date <= day and (l.move_out_date is null or l.move_out_date >= day)
       order by l.start_date
       limit 1
    ) occupying on true
    left join lateral (
      select l.id
        from leases l
       where l.organization_id = organization and l.unit_id = u.id
         and (l.stage = 'SIGNED' or l.cancelled_on > day)
         and l.signed_at < (select (day + 1)::timestamp at time zone o.time_zone from organizations o where o.id = organization)
         and l.id is distinct from occupying.id and (l.move_out_date is null or l.move_out_date >= day)
       order by l.start_date
       limit 1
    ) next on true
    left join lateral (
      select p.unit_id
        from unit_preleases p
       where p.organization_id = organization and p.unit_id = u.id
         and p.starts_on <= day and (p.ends_on is null or p.ends_on >= day)
         and not exists (
           select from leases l
            where l.organization_id = organization and l.unit_id = u.id and l.stage = 'SIGNED'
              and l.start_date > p.starts_on and l.start_date <= day
         )
       limit 1
    ) ahead on true
    left join lateral (
      select o.unit_id
        from unit_offline_spans o
       where o.organization_id = organization and o.unit_id = u.id
         and o.starts_on <= day and (o.ends_on is null or o.ends_on >= day)
       limit 1
    ) offline on true
   where u.organization_id = organization and u.in_service_from <= day and (u.in_service_to is null or u.in_service_to >= day)
$$;

create table leads (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  first_name text collate "C" not null check (length(first_name) <= 100),
  last_name text collate "C" not null check (length(last_name) <= 100),
  email text check (length(email) between 3 and 254),
  phone text check (length(phone) between 3 and 40),
  source text not null check (length(source) between 1 and 100),
  status text not null check (status in ('NEW', 'CONTACTED', 'TOURED', 'APPLIED', 'LEASED', 'LOST')),
  property_id text collate "C",
  unit_id text collate "C",
  desired_move_in date,
  bedrooms_wanted integer check (bedrooms_wanted between 0 and 50),
  max_rent_cents bigint check (max_rent_cents between 0 and 10000000000000),
  notes text check (length(notes) between 1 and 5000),
  external_id text collate "C" check (length(external_id) between 1 and 200),
  created_at timestamptz(3) not null default transaction_timestamp(),
  updated_at timestamptz(3) not null default transaction_timestamp(),
  primary key (organization_id, id),
  foreign key (organization_id, property_id) references properties,
  foreign key (organization_id, property_id, unit_id) references units (organization_id, property_id, id),
  check (first_name <> '' or last_name <> ''),
  check (unit_id is null or property_id is not null)
);
create index leads_by_creation on leads (organization_id, created_at desc, id desc);
create index leads_by_status on leads (organization_id, status, created_at desc, id desc);
create index leads_by_property on leads (organization_id, property_id, created_at desc, id desc);
create index leads_by_change on leads (organization_id, updated_at);
create unique index leads_by_external_id on leads (organization_id, external_id) where external_id is not null;
create trigger touch before update on leads for each row when (old.* is distinct from new.*) execute function touch_updated_at();

do $$
declare
  table_name text;
begin
  foreach table_name in array array['lease_renewals', 'unit_preleases', 'leads'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy tenant on %I to gatehouse_app using (organization_id = (select current_organization()))', table_name);
    execute format('grant select, insert on %I to gatehouse_app', table_name);
  end loop;
end
$$;

grant update on unit_preleases, leads to gatehouse_app;
