-- Leases sorted by balance or rent looked up or summed the figure of every lease to show the first fifty: 180 and 160 ms of processor time for 51,000
-- leases. lease_last_figures holds the balance and the rent that each lease has after everything that is recorded, and a day from which it has them,
-- in indexes that have their order. Only the few leases that still change after today are looked up one by one.
-- No organization is referenced, since triggers write every row: one per lease, also for leases without charges or entries. The next migration fills it.
-- Locks nothing for longer than it takes to create triggers.

create table lease_last_figures (
  organization_id uuid not null,
  lease_id text collate "C" not null,
  balance_from date not null default '-infinity',
  rent_from date not null default '-infinity',
  balance_cents bigint not null default 0,
  rent_cents bigint not null default 0,
  primary key (organization_id, lease_id)
);
create index lease_last_figures_by_balance on lease_last_figures (organization_id, balance_cents, lease_id) include (balance_from);
create index lease_last_figures_by_rent on lease_last_figures (organization_id, rent_cents, lease_id) include (rent_from);
alter table lease_last_figures enable row level security;
alter table lease_last_figures force row level security;
create policy tenant on lease_last_figures for all to gatehouse_app using (organization_id = (select current_organization()));
grant insert, select, update on lease_last_figures to gatehouse_app;

-- The rent that is agreed without an end, and the day from which it is the only one. A rent that ends leaves 0 behind.
create function last_rent_of(organization uuid, lease text) returns table (rent_from date, rent_cents bigint)
  language sql stable parallel safe
as $$
  select coalesce(max(greatest(c.effective_from, c.effective_to + 1)), '-infinity'),
         coalesce(sum(c.amount_cents) filter (where c.effective_to is null), 0)::bigint
    from lease_charges c
   where c.organization_id = organization and c.lease_id = lease and c.code = 'RENT'
$$;

create function last_figures_of(organization uuid, leases text[])
  returns table (lease_id text, balance_from date, rent_from date, balance_cents bigint, rent_cents bigint)
  language sql stable parallel safe
as $$
  select wanted.id, balance.balance_from, rent.rent_from, balance.balance_cents, rent.rent_cents
    from unnest(leases) as wanted (id)
   cross join lateral (
     select coalesce(max(by_day.effective_on), '-infinity') as balance_from, coalesce(sum(by_day.cents), 0)::bigint as balance_cents
       from (
         select e.effective_on, sum(e.amount_cents) as cents
           from ledger_entries e
          where e.organization_id = organization and e.lease_id = wanted.id and e.account = 'RECEIVABLE'
          group by e.effective_on
         having sum(e.amount_cents) <> 0
       ) by_day
   ) balance
   cross join lateral last_rent_of(organization, wanted.id) rent
$$;

create function begin_last_figures() returns trigger language plpgsql as $$
begin
  insert into lease_last_figures (organization_id, lease_id)
  select n.organization_id, n.id from now_stored n
      on conflict do nothing;
  return null;
end
$$;
create trigger keep_last_figures after insert on leases
  referencing new table as now_stored for each statement execute function begin_last_figures();

-- Entries that cancel each other out on one day, such as those that apply a payment to an invoice, change nothing. The trigger that keeps balances has
-- locked the leases.
create function keep_last_balances() returns trigger language plpgsql as $$
begin
  insert into lease_last_figures as f (organization_id, lease_id, balance_from, balance_cents)
  select by_day.organization_id, by_day.lease_id, max(by_day.effective_on), sum(by_day.cents)::bigint
    from (
      select e.organization_id, e.lease_id, e.effective_on, sum(e.amount_cents) as cents
        from posted e
       where e.account = 'RECEIVABLE'
       group by e.organization_id, e.lease_id, e.effective_on
      having sum(e.amount_cents) <> 0
    ) by_day
   group by by_day.organization_id, by_day.lease_id
   order by by_day.organization_id, by_day.lease_id
      on conflict (organization_id, lease_id) do update set
         balance_from = greatest(f.balance_from, excluded.balance_from), balance_cents = f.balance_cents + excluded.balance_cents;
  return null;
end
$$;
create trigger keep_last_balances after insert on ledger_entries
  referencing new table as posted for each statement execute function keep_last_balances();

-- Without the settings, PostgreSQL may read all charges for each lease while it has no statistics of rows that were just imported.
create function keep_last_rents() returns trigger language plpgsql
  set enable_seqscan to 'off' set enable_bitmapscan to 'off'
as $$
begin
  insert into lease_last_figures as f (organization_id, lease_id, rent_from, rent_cents)
  select c.organization_id, c.lease_id, rent.rent_from, rent.rent_cents
    from (
      select distinct r.organization_id, r.lease_id from changed r where r.code = 'RENT' order by r.organization_id, r.lease_id
    ) c
   cross join lateral last_rent_of(c.organization_id, c.lease_id) rent
      on conflict (organization_id, lease_id) do update set rent_from = excluded.rent_from, rent_cents = excluded.rent_cents
   where (f.rent_from, f.rent_cents) is distinct from (excluded.rent_from, excluded.rent_cents);
  return null;
end
$$;
create trigger keep_last_rents_inserted after insert on lease_charges
  referencing new table as changed for each statement execute function keep_last_rents();
create trigger keep_last_rents_updated after update on lease_charges
  referencing new table as changed for each statement execute function keep_last_rents();
create trigger keep_last_rents_deleted after delete on lease_charges
  referencing old table as changed for each statement execute function keep_last_rents();
