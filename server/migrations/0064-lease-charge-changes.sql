-- What the charges of a lease were before they changed, so that a past day shows the rent that was agreed then for the first day of a lease to
-- come. Until now such a day showed the rent as it is agreed now, because a charge that has not begun is replaced in place.
-- Adds a table and a function; writes to lease_charges wait for a moment, until the transaction is over. Changes made before this are not known.

-- On a day before `changed_on`, and not before an earlier row's, the charge that begins on `effective_from` had the previous amount and end; if
-- the amount is null, there was no such charge. The charge itself says what it is since the last change. No day shows a charge before it begins,
-- except as the rent of a lease to come on its first day, so nothing is kept of a change that counts from a later day than every first day that
-- the lease has had. Kept for signed leases: on no earlier day does anyone else see one.
create table lease_charge_changes (
  organization_id uuid not null,
  lease_id text collate "C" not null,
  code text not null,
  description text not null,
  effective_from date not null,
  changed_on date not null,
  previous_amount_cents bigint,
  previous_effective_to date,
  recorded_at timestamptz not null default transaction_timestamp(),
  primary key (organization_id, lease_id, code, description, effective_from, changed_on),
  foreign key (organization_id, lease_id, code, description, effective_from) references lease_charges,
  check (previous_effective_to >= effective_from),
  check (previous_amount_cents is not null or previous_effective_to is null)
);

alter table lease_charge_changes enable row level security;
alter table lease_charge_changes force row level security;
create policy tenant on lease_charge_changes to gatehouse_app using (organization_id = (select current_organization()));
grant select, insert, update on lease_charge_changes to gatehouse_app;

-- The charges of a lease as they were agreed by the end of a day, whenever they begin.
create function lease_charges_on(organization uuid, lease text, day date) returns table (
  code text, description text, amount_cents bigint, effective_from date, effective_to date
) language sql stable parallel safe as $$
  select c.code, c.description,
         case when was.lease_id is null then c.amount_cents else was.previous_amount_cents end,
         c.effective_from,
         case when was.lease_id is null then c.effective_to else was.previous_effective_to end
    from lease_charges c
    left join lateral (
      select h.lease_id, h.previous_amount_cents, h.previous_effective_to
        from lease_charge_changes h
       where h.organization_id = organization and h.lease_id = c.lease_id and h.code = c.code and h.description = c.description
         and h.effective_from = c.effective_from and h.changed_on > day
       order by h.changed_on
       limit 1
    ) was on true
   where c.organization_id = organization and c.lease_id = lease and (was.lease_id is null or was.previous_amount_cents is not null)
$$;
