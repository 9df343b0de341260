-- What the dates of a lease were before they changed, so that a past day shows what was true then: a notice or an eviction that was cancelled
-- keeps the days on which it stood, and a changed move-out date changes no earlier day.
-- Adds a table and a function, and replaces units_on(). Reads the log of administration once, for the changes of the past that it holds;
-- that locks organizations, administrative_log, leases and lease_renewals until it is done.

-- On a day before `changed_on`, and not before an earlier row's, the lease's dates were the previous ones. A lease says itself what they are
-- since the last change. Kept for signed leases: on no earlier day does anybody else see one.
create table lease_date_changes (
  organization_id uuid not null references organizations,
  lease_id text collate "C" not null,
  changed_on date not null,
  previous_term_type text not null check (previous_term_type in ('FIXED', 'MONTH_TO_MONTH')),
  previous_start_date date not null,
  previous_end_date date,
  previous_move_in_date date,
  previous_move_out_date date,
  previous_notice_given_on date,
  previous_eviction_filed_on date,
  recorded_at timestamptz not null default transaction_timestamp(),
  primary key (organization_id, lease_id, changed_on),
  foreign key (organization_id, lease_id) references leases
);

do $$
declare
  table_name text;
begin
  -- An owner who is not a superuser is held to the policies too, and would copy nothing.
  foreach table_name in array array['organizations', 'administrative_log', 'leases', 'lease_renewals'] loop
    execute format('alter table %I no force row level security', table_name);
  end loop;

  insert into lease_date_changes (
    organization_id, lease_id, changed_on, previous_term_type, previous_start_date, previous_end_date, previous_move_in_date,
    previous_move_out_date, previous_notice_given_on, previous_eviction_filed_on, recorded_at
  )
  select distinct on (g.organization_id, g.subject, counts.from_day)
         g.organization_id, g.subject, counts.from_day, g.before ->> 'term_type', (g.before ->> 'start_date')::date,
         (g.before ->> 'end_date')::date, (g.before ->> 'move_in_date')::date, (g.before ->> 'move_out_date')::date,
         (g.before ->> 'notice_given_on')::date, (g.before ->> 'eviction_filed_on')::date, g.occurred_at
    from administrative_log g
    join organizations o on o.id = g.organization_id
    join leases l on l.organization_id = g.organization_id and l.id = g.subject
    -- Each counts from its own day when that came before: the last day there, the day notice was given, the day an eviction was filed.
    cross join lateral (
      select case g.action when 'lease.end' then 'move_out_date' when 'lease.file_eviction' then 'eviction_filed_on' else 'notice_given_on' end
    ) field (name)
    cross join lateral (
      select least(
               (g.occurred_at at time zone o.time_zone)::date,
               case
                 when g.after ->> field.name is distinct from g.before ->> field.name and g.after ->> field.name is not null
                   then least((g.before ->> field.name)::date, (g.after ->> field.name)::date)
               end
             )
    ) counts (from_day)
   where g.before ->> 'term_type' is not null and g.before ->> 'start_date' is not null
     and g.action in (
       'lease.give_notice', 'lease.withdraw_notice', 'lease.file_eviction', 'lease.withdraw_eviction', 'lease.reschedule', 'lease.end'
     )
   order by g.organization_id, g.subject, counts.from_day, g.id;

  -- A renewal changed what the lease says of its last term as it was agreed, or from its own first day when that came before.
  insert into lease_date_changes (
    organization_id, lease_id, changed_on, previous_term_type, previous_start_date, previous_end_date, previous_move_in_date,
    previous_move_out_date, previous_notice_given_on, previous_eviction_filed_on, recorded_at
  )
  select distinct on (n.organization_id, n.lease_id, least(n.agreed_on, n.starts_on))
         n.organization_id, n.lease_id, least(n.agreed_on, n.starts_on), n.previous_term_type, l.start_date, n.previous_end_date,
         l.move_in_date, l.move_out_date, l.notice_given_on, l.eviction_filed_on, n.created_at
    from lease_renewals n
    join leases l on l.organization_id = n.organization_id and l.id = n.lease_id
   order by n.organization_id, n.lease_id, least(n.agreed_on, n.starts_on), n.starts_on
      on conflict do nothing;

  foreach table_name in array array['organizations', 'administrative_log', 'leases', 'lease_renewals'] loop
    execute format('alter table %I force row level security', table_name);
  end loop;
end
$$;

alter table lease_date_changes enable row level security;
alter table lease_date_changes force row level security;
create policy tenant on lease_date_changes to gatehouse_app using (organization_id = (select current_organization()));
grant select, insert, update on lease_date_changes to gatehouse_app;

-- The dates of a lease as a day shows them: as they were by its end. A renewal that was agreed by then and has yet to begin leaves the term as
-- it is. Which lease occupies a unit does not follow from these but from what the lease says now, which is what is known of that day.
create function lease_dates_on(organization uuid, lease text, day date) returns table (
  term_type text, start_date date, end_date date, move_in_date date, move_out_date date, notice_given_on date, eviction_filed_on date
) language sql stable parallel safe as $$
  select case
           when later.lease_id is not null then later.previous_term_type
           when was.lease_id is not null then was.previous_term_type
           else l.term_type
         end,
         case when was.lease_id is null then l.start_date else was.previous_start_date end,
         case
           when later.lease_id is not null then later.previous_end_date
           when was.lease_id is not null then was.previous_end_date
           else l.end_date
         end,
         case when was.lease_id is null then l.move_in_date else was.previous_move_in_date end,
         case when was.lease_id is null then l.move_out_date else was.previous_move_out_date end,
         case when was.lease_id is null then l.notice_given_on else was.previous_notice_given_on end,
         case when was.lease_id is null then l.eviction_filed_on else was.previous_eviction_filed_on end
    from leases l
    left join lateral (
      select c.lease_id, c.previous_term_type, c.previous_start_date, c.previous_end_date, c.previous_move_in_date,
             c.previous_move_out_date, c.previous_notice_given_on, c.previous_eviction_filed_on
        from lease_date_changes c
       where c.organization_id = organization and c.lease_id = l.id and c.changed_on > day
       order by c.changed_on
       limit 1
    ) was on true
    left join lateral (
      select n.lease_id, n.previous_term_type, n.previous_end_date
        from lease_renewals n
       where n.organization_id = organization and n.lease_id = l.id and n.agreed_on <= day and n.starts_on > day
       order by n.starts_on
       limit 1
    ) later on true
   where l.organization_id = organization and l.id = lease
$$;

-- Every unit in service on a day: what it is then, who occupies it, and so its rent-roll status. One row per unit. The earliest lease that
-- is still running occupies it. Whoever is to have the unit next has signed by the end of the day; a lease that was cancelled counted until
-- then, and never occupied the unit. Whether a notice or an eviction stood is what the day shows of the lease's dates.
create or replace function units_on(organization uuid, day date) returns table (
  unit_id text, property_id text, unit_type text, market_rent_cents bigint, status text, lease_id text, next_lease_id text
) language sql stable parallel safe as $$
  select u.id, u.property_id, rate.unit_type, rate.market_rent_cents,
         case
           when occupying.id is not null then case
             when dates.eviction_filed_on <= day then 'EVICT'
             when dates.notice_given_on <= day then
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
      select l.id
        from leases l
       where l.organization_id = organization and l.unit_id = u.id and l.stage = 'SIGNED'
         and l.start_date <= day and (l.move_out_date is null or l.move_out_date >= day)
       order by l.start_date
       limit 1
    ) occupying on true
    left join lateral lease_dates_on(organization, occupying.id, day) dates on true
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
