-- What the migrations make, all together. Written by `npm run generate`; never edited, and compared by the tests.

create extension btree_gist;

create schema audit;
alter schema audit owner to gatehouse_platform;
grant usage on schema audit to gatehouse_app;

create schema console;
grant usage on schema console to gatehouse_console;

grant usage on schema public to gatehouse_app;
grant usage on schema public to gatehouse_console;
grant usage on schema public to gatehouse_platform;
grant usage on schema public to public;

CREATE OR REPLACE FUNCTION public.announce_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from added) then
    perform pg_notify('gatehouse_deliveries', '');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.announce_key_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('gatehouse_keys', '');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.announce_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('gatehouse_messages', '');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.balance_changes_of(account text, amount_cents bigint, effective_on date, due_on date)
 RETURNS TABLE(from_day date, receivable_cents bigint, deposit_cents bigint, past_due_cents bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select effective_on, case account when 'RECEIVABLE' then amount_cents else 0 end, case account when 'DEPOSIT' then amount_cents else 0 end, 0::bigint
  union all
  select greatest(effective_on, due_on + 1), 0, 0, amount_cents where account = 'RECEIVABLE'
$function$;

CREATE OR REPLACE FUNCTION public.begin_last_figures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into lease_last_figures (organization_id, lease_id)
  select n.organization_id, n.id from now_stored n
      on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_units()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from now_stored) then
    return null;
  end if;
  insert into unit_status_spans (organization_id, unit_id, from_day, to_day, status)
  select n.organization_id, n.id, n.in_service_from, coalesce(n.in_service_to, 'infinity'), 'VACANT_UNRENTED'
    from now_stored n
      on conflict do nothing;
  insert into unit_counts as c (organization_id, property_id, day, change)
  select n.organization_id, n.property_id, turn.day, sum(turn.change)
    from now_stored n
   cross join lateral (values (n.in_service_from, 1), (n.in_service_to + 1, -1)) turn (day, change)
   where turn.day is not null
   group by n.organization_id, n.property_id, turn.day
   order by n.organization_id, n.property_id, turn.day
      on conflict (organization_id, property_id, day) do update set change = c.change + excluded.change;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_begun()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  if tg_table_name = 'invoices' then
    if exists (
      select
        from added i
       cross join lateral (
         select coalesce(-sum(e.amount_cents), 0) as cents
           from ledger_entries e
          where e.organization_id = i.organization_id and e.invoice_id = i.id and e.account = 'RECEIVABLE' and e.payment_id is not null
       ) settled
       where i.paid_cents <> settled.cents
    ) then
      raise check_violation using message = 'invoices begin with what their entries settled';
    end if;
  elsif exists (
    select
      from added p
     cross join lateral (
       select coalesce(-sum(e.amount_cents), 0) as cents
         from ledger_entries e
        where e.organization_id = p.organization_id and e.payment_id = p.id and e.account = 'RECEIVABLE' and e.invoice_id is not null
     ) settled
     where p.allocated_cents <> settled.cents
  ) then
    raise check_violation using message = 'payments begin with what their entries allocated';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION console.announce_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('gatehouse_invitations', '');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION console.check_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.organizations o where o.id = new.organization_id and o.sandbox_of is not null) then
    raise check_violation using message = 'a sandbox has the members of its organization, and none of its own';
  end if;
  if exists (select from console.users u where u.id = new.user_id and u.confined_to <> new.organization_id) then
    raise check_violation using message = 'the address of this account is not verified: it belongs to one organization';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION console.end_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from console.verifications where value = new.user_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION console.end_links_of_codes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from console.verifications where value = old.user_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION console.end_older_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from console.users where id = new.value for no key update;
  delete from console.verifications where value = new.value and identifier like 'reset-password:%';
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.contact_words(name text, email text, phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select concat_ws(' ', plain_words(name), plain_words(split_part(email, '@', 1)), lower(email collate "C"), phone_words(phone))
$function$;

CREATE OR REPLACE FUNCTION public.count_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into list_counts (organization_id, list, status, change)
    select organization_id, tg_table_name, status, count(*) from added group by organization_id, status;
  else
    insert into list_counts (organization_id, list, status, change)
    select organization_id, tg_table_name, status, sum(change)
      from (
        select organization_id, status, -1 as change from removed
        union all
        select organization_id, status, 1 from added
      ) changes
     group by organization_id, status
    having sum(change) <> 0;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.current_organization()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.org'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION public.digits_of(phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select translate(phone, translate(phone, '0123456789', ''), '')
$function$;

CREATE OR REPLACE FUNCTION public.dividers()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select E' \t\n\x0b\f\r!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\u1680\u2028\u2029\ufeff'
$function$;

CREATE OR REPLACE FUNCTION public.feed_added_residents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization uuid;
  residents text[];
  leases text[];
begin
  for organization, residents, leases in
    select c.organization_id, array_agg(c.resident_id), array_agg(distinct c.lease_id) from changed c group by c.organization_id
  loop
    insert into record_changes (organization_id, type, id)
    select organization, 'resident', r.id from not_yet_entered(organization, 'resident', residents) as r (id)
        on conflict do nothing;
    perform feed_leases(organization, leases);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_calendar(organization uuid, after_day date, day date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform feed_leases(organization, array(
    select l.id from leases l
     where l.organization_id = organization and l.stage = 'SIGNED'
       and (l.start_date > after_day and l.start_date <= day
         or l.move_out_date >= after_day and l.move_out_date < day
         or l.notice_given_on > after_day and l.notice_given_on <= day
         or l.eviction_filed_on > after_day and l.eviction_filed_on <= day)
     union
    -- What waits for a unit that was left.
    select later.id
      from leases l
      join leases later on later.organization_id = organization and later.unit_id = l.unit_id and later.stage = 'SIGNED' and later.start_date > l.start_date
     where l.organization_id = organization and l.stage = 'SIGNED' and l.move_out_date >= after_day and l.move_out_date < day
     union
    select n.lease_id from lease_renewals n where n.organization_id = organization and n.starts_on > after_day and n.starts_on <= day
     union
    select d.lease_id from lease_date_changes d where d.organization_id = organization and d.changed_on > after_day and d.changed_on <= day
     union
    select c.lease_id from lease_charges c
     where c.organization_id = organization
       and (c.effective_from > after_day and c.effective_from <= day or c.effective_to >= after_day and c.effective_to < day)
     union
    select lr.lease_id from lease_residents lr
     where lr.organization_id = organization and (lr.from_day is not null or lr.to_day is not null)
       and (lr.from_day > after_day and lr.from_day <= day or lr.to_day >= after_day and lr.to_day < day)
     union
    select b.lease_id from lease_balances b where b.organization_id = organization and b.from_day > after_day and b.from_day <= day
  ));
  perform feed_units(organization, array(
    select s.unit_id from unit_status_spans s
     where s.organization_id = organization
       and (s.from_day > after_day and s.from_day <= day or s.to_day >= after_day and s.to_day < day)
     union
    select r.unit_id from unit_rates r where r.organization_id = organization and r.effective_from > after_day and r.effective_from <= day
  ));
  insert into record_changes (organization_id, type, id)
  select organization, 'property', u.property_id from units u
   where u.organization_id = organization
     and (u.in_service_from > after_day and u.in_service_from <= day or u.in_service_to >= after_day and u.in_service_to < day)
   union
  select organization, 'invoice', i.id from invoices i
   where i.organization_id = organization and i.status in ('OPEN', 'PARTIALLY_PAID') and i.due_date >= after_day and i.due_date < day
      on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_changed_leases()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization uuid;
  lease text;
  unit text;
  first_day date;
  leases text[];
  units text[];
  later text[];
  is_one boolean;
  is_other boolean;
  is_other_status boolean;
begin
  if tg_op = 'INSERT' then
    if not exists (select from changed) then
      return null;
    end if;
    insert into record_changes (organization_id, type, id) select c.organization_id, 'lease', c.id from changed c;
    select c.organization_id, array_agg(c.id), array_agg(distinct c.unit_id) filter (where c.signed_at is not null)
      into organization, leases, units
      from changed c group by c.organization_id;
  else
    select c.organization_id, c.id, c.unit_id, c.start_date, c.unit_id = w.unit_id and not exists (select from changed offset 1), c is distinct from w,
           (c.signed_at is not null or w.signed_at is not null)
             and (c.stage, c.start_date, c.move_out_date, c.notice_given_on, c.eviction_filed_on, c.signed_at, c.cancelled_on) is distinct from
                 (w.stage, w.start_date, w.move_out_date, w.notice_given_on, w.eviction_filed_on, w.signed_at, w.cancelled_on)
      into organization, lease, unit, first_day, is_one, is_other, is_other_status
      from changed c cross join was w;
    if is_one is null or is_one and not is_other then
      return null;
    end if;
    if is_one then
      -- The lease, the signed ones that follow it in its unit, and the residents on each; the unit and its listing if its status may differ.
      insert into record_changes (organization_id, type, id)
      select organization, named.type, named.id
        from (
          select n.id, n.stage, n.start_date from leases n
           where n.organization_id = organization and n.unit_id = unit and n.start_date >= first_day
          offset 0
        ) l
       cross join lateral (
         select 'lease' as type, l.id
          union all
         select 'resident', r.resident_id from lease_residents r where r.organization_id = organization and r.lease_id = l.id
       ) named
       where l.id = lease or l.stage = 'SIGNED' and l.start_date > first_day
       union all
      select organization, 'unit', unit where is_other_status
       union all
      select organization, 'listing', u.id
        from units u where is_other_status and u.organization_id = organization and u.id = unit and u.is_listed
          on conflict do nothing;
      return null;
    end if;
    select c.organization_id, array_agg(c.id) into organization, leases
      from (select * from changed except select * from was) c group by c.organization_id;
    units := array(
      select distinct side.unit_id
        from changed c
        join was w on w.id = c.id
       cross join lateral (values (c.unit_id), (w.unit_id)) side (unit_id)
       where (c.signed_at is not null or w.signed_at is not null)
         and (c.unit_id, c.stage, c.start_date, c.move_out_date, c.notice_given_on, c.eviction_filed_on, c.signed_at, c.cancelled_on) is distinct from
             (w.unit_id, w.stage, w.start_date, w.move_out_date, w.notice_given_on, w.eviction_filed_on, w.signed_at, w.cancelled_on)
    );
  end if;
  if leases is null then
    return null;
  end if;
  later := array(
    select n.id
      from changed c
     cross join lateral (
       select l.id, l.stage
         from leases l
        where l.organization_id = organization and l.unit_id = c.unit_id and l.start_date > c.start_date
       offset 0
     ) n
     where n.stage = 'SIGNED' and (tg_op = 'INSERT' or c.id = any(leases))
  );
  if tg_op = 'UPDATE' then
    perform feed_leases(organization, leases || later);
  elsif cardinality(later) > 0 then
    perform feed_leases(organization, later);
  end if;
  if cardinality(units) > 0 then
    perform feed_units(organization, units);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_changed_owners()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with differing as materialized (select * from changed except select * from was)
  insert into record_changes (organization_id, type, id)
  select d.organization_id, 'owner', d.id from differing d
   union
  select d.organization_id, 'property', p.id
    from differing d
    join was w on w.id = d.id and w.name <> d.name
    join properties p on p.organization_id = d.organization_id and p.owner_id = d.id
      on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_changed_properties()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into record_changes (organization_id, type, id)
    select c.organization_id, 'property', c.id from changed c
     union
    select c.organization_id, 'owner', c.owner_id from changed c where c.owner_id is not null
     union
    select c.organization_id, 'portfolio', c.portfolio_id from changed c where c.portfolio_id is not null
        on conflict do nothing;
    return null;
  end if;
  with differing as materialized (select * from changed except select * from was)
  insert into record_changes (organization_id, type, id)
  select d.organization_id, 'property', d.id from differing d
   union
  select d.organization_id, 'owner', o.id
    from differing d join was w on w.id = d.id and w.owner_id is distinct from d.owner_id
   cross join lateral (values (d.owner_id), (w.owner_id)) o (id)
   where o.id is not null
   union
  select d.organization_id, 'portfolio', p.id
    from differing d join was w on w.id = d.id and w.portfolio_id is distinct from d.portfolio_id
   cross join lateral (values (d.portfolio_id), (w.portfolio_id)) p (id)
   where p.id is not null
   union
  select d.organization_id, 'listing', u.id
    from differing d
   cross join lateral (
     select n.id from units n where n.organization_id = d.organization_id and n.property_id = d.id and n.is_listed offset 0
   ) u
   union
  select d.organization_id, 'resident', r.resident_id
    from differing d
    join was w on w.id = d.id and w.name <> d.name
   cross join lateral (
     select lr.resident_id
       from leases l
       join lease_residents lr on lr.organization_id = l.organization_id and lr.lease_id = l.id
      where l.organization_id = d.organization_id and l.property_id = d.id
     offset 0
   ) r
      on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_changed_residents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization uuid;
  resident text;
  lease text;
  leases text[];
  has_more boolean;
  is_other boolean;
  has_other_name boolean;
begin
  select c.organization_id, c.id, exists (select from changed offset 1), c is distinct from w,
         (w.first_name, w.last_name) <> (c.first_name, c.last_name)
    into organization, resident, has_more, is_other, has_other_name
    from changed c cross join was w;
  if has_more is null then
    return null;
  end if;
  if not has_more then
    if is_other then
      insert into record_changes (organization_id, type, id) values (organization, 'resident', resident) on conflict do nothing;
    end if;
    if not has_other_name then
      return null;
    end if;
  end if;
  if has_more then
    insert into record_changes (organization_id, type, id)
    select d.organization_id, 'resident', d.id from (select * from changed except select * from was) d
        on conflict do nothing;
  end if;
  for organization, leases in
    select c.organization_id, array_agg(distinct l.lease_id)
      from changed c
      join was w on w.id = c.id and (w.first_name, w.last_name) <> (c.first_name, c.last_name)
     cross join lateral (
       select lr.lease_id from lease_residents lr where lr.organization_id = c.organization_id and lr.resident_id = c.id offset 0
     ) l
     group by c.organization_id
  loop
    perform feed_leases(organization, leases);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_changed_units()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization uuid;
  unit text;
  property text;
  units text[];
  has_more boolean;
  is_other boolean;
  is_listing boolean;
  has_other_days boolean;
  has_other_label boolean;
begin
  if tg_op = 'INSERT' then
    if not exists (select from changed) then
      return null;
    end if;
    insert into record_changes (organization_id, type, id)
    select c.organization_id, 'unit', c.id from changed c
     union all
    select c.organization_id, 'listing', c.id from changed c where c.is_listed;
    insert into record_changes (organization_id, type, id)
    select distinct c.organization_id, 'property', c.property_id from changed c
        on conflict do nothing;
    return null;
  end if;
  select c.organization_id, c.id, c.property_id, exists (select from changed offset 1), c is distinct from w, c.is_listed or w.is_listed,
         (c.in_service_from, c.in_service_to) is distinct from (w.in_service_from, w.in_service_to), c.label <> w.label
    into organization, unit, property, has_more, is_other, is_listing, has_other_days, has_other_label
    from changed c cross join was w;
  if has_more is null then
    return null;
  end if;
  if not has_more then
    if is_other then
      insert into record_changes (organization_id, type, id) values (organization, 'unit', unit) on conflict do nothing;
    end if;
    if is_other and is_listing then
      insert into record_changes (organization_id, type, id) values (organization, 'listing', unit) on conflict do nothing;
    end if;
    if has_other_days then
      insert into record_changes (organization_id, type, id) values (organization, 'property', property) on conflict do nothing;
    end if;
    if has_other_label then
      perform feed_leases(organization, array(select l.id from leases l where l.organization_id = organization and l.unit_id = unit));
    end if;
    return null;
  end if;
  for organization, units in
    select c.organization_id, array_agg(c.id) from (select * from changed except select * from was) c group by c.organization_id
  loop
    perform feed_units(organization, units);
    insert into record_changes (organization_id, type, id)
    select organization, 'listing', c.id
      from changed c
      join was w on w.id = c.id
     where c.organization_id = organization and c.id = any(units) and (c.is_listed or w.is_listed)
     union
    select organization, 'property', c.property_id
      from changed c
      join was w on w.id = c.id
     where c.id = any(units) and (c.in_service_from, c.in_service_to) is distinct from (w.in_service_from, w.in_service_to)
        on conflict do nothing;
    perform feed_leases(organization, array(
      select l.id
        from changed c
        join was w on w.id = c.id and w.label <> c.label
       cross join lateral (
         select n.id from leases n where n.organization_id = organization and n.unit_id = c.id offset 0
       ) l
    ));
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_corrected_dates()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform feed_leases(new.organization_id, array[new.lease_id]);
  perform feed_units(new.organization_id, array(
    select l.unit_id from leases l where l.organization_id = new.organization_id and l.id = new.lease_id
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_date_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization uuid;
  lease text;
  leases text[];
  has_more boolean;
begin
  select c.organization_id, c.lease_id, exists (select from changed offset 1) into organization, lease, has_more from changed c;
  if has_more is null then
    return null;
  end if;
  if not has_more then
    insert into record_changes (organization_id, type, id)
    select organization, 'lease', lease
     union all
    select organization, 'resident', r.resident_id from lease_residents r where r.organization_id = organization and r.lease_id = lease
     union all
    select organization, 'unit', l.unit_id from leases l where l.organization_id = organization and l.id = lease
     union all
    select organization, 'listing', u.id
      from (select n.unit_id from leases n where n.organization_id = organization and n.id = lease offset 0) l
      join units u on u.organization_id = organization and u.id = l.unit_id and u.is_listed
        on conflict do nothing;
    return null;
  end if;
  for organization, leases in select c.organization_id, array_agg(distinct c.lease_id) from changed c group by c.organization_id loop
    perform feed_leases(organization, leases);
    perform feed_units(organization, array(
      select distinct l.unit_id
        from unnest(leases) as d (id)
       cross join lateral (select n.unit_id from leases n where n.organization_id = organization and n.id = d.id offset 0) l
    ));
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_derived()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  derived record;
begin
  derived := case when tg_op = 'DELETE' then old else new end;
  if tg_table_name = 'lease_balances' then
    perform feed_leases(derived.organization_id, array[derived.lease_id]);
  elsif tg_table_name in ('resident_status_spans', 'resident_stays') then
    insert into record_changes (organization_id, type, id) values (derived.organization_id, 'resident', derived.resident_id) on conflict do nothing;
  else
    perform feed_units(derived.organization_id, array[derived.unit_id]);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization uuid;
  lease text;
  leases text[];
  has_more boolean;
  may_move boolean;
begin
  select e.organization_id, e.lease_id, exists (select from changed o where o.lease_id <> e.lease_id),
         exists (select from changed m where m.amount_cents > 0 and m.payment_id is not null and m.invoice_id is not null)
    into organization, lease, has_more, may_move
    from changed e;
  if has_more then
    for organization, leases in select e.organization_id, array_agg(distinct e.lease_id) from changed e group by e.organization_id loop
      perform feed_leases(organization, leases);
    end loop;
  elsif lease is not null then
    insert into record_changes (organization_id, type, id)
    select organization, 'lease', lease
     union all
    select organization, 'resident', r.resident_id from lease_residents r where r.organization_id = organization and r.lease_id = lease
        on conflict do nothing;
  end if;
  if may_move then
    insert into record_changes (organization_id, type, id)
    select e.organization_id, 'payment', e.payment_id
      from changed e
     where e.payment_id is not null and e.invoice_id is not null
     group by e.organization_id, e.payment_id
    having sum(e.amount_cents) = 0
        on conflict do nothing;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_lease_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization uuid;
  lease text;
  leases text[];
  has_more boolean;
begin
  select c.organization_id, c.lease_id, exists (select from changed offset 1) into organization, lease, has_more from changed c;
  if has_more is null then
    return null;
  end if;
  if not has_more then
    if tg_op = 'UPDATE' then
      if (select c from changed c) is not distinct from (select w from was w) then
        return null;
      end if;
    end if;
    insert into record_changes (organization_id, type, id)
    select organization, 'lease', lease
     union all
    select organization, 'resident', r.resident_id from lease_residents r where r.organization_id = organization and r.lease_id = lease
        on conflict do nothing;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    for organization, leases in
      select c.organization_id, array_agg(distinct c.lease_id) from (select * from changed except select * from was) c group by c.organization_id
    loop
      perform feed_leases(organization, leases);
    end loop;
  else
    for organization, leases in select c.organization_id, array_agg(distinct c.lease_id) from changed c group by c.organization_id loop
      perform feed_leases(organization, leases);
    end loop;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_lease_residents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_changes (organization_id, type, id)
  select c.organization_id, 'resident', c.resident_id from changed c
      on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_leases(organization uuid, leases text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with entered as (
    insert into record_changes (organization_id, type, id)
    select organization, 'lease', l.id from not_yet_entered(organization, 'lease', leases) as l (id)
        on conflict do nothing
    returning id
  )
  insert into record_changes (organization_id, type, id)
  select organization, 'resident', r.resident_id
    from entered
   cross join lateral (
     select lr.resident_id from lease_residents lr where lr.organization_id = organization and lr.lease_id = entered.id offset 0
   ) r
      on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.feed_records()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization uuid;
  record text;
  has_more boolean;
  is_other boolean;
begin
  if tg_op = 'UPDATE' then
    select c.organization_id, c.id, exists (select from changed offset 1), c is distinct from w
      into organization, record, has_more, is_other
      from changed c cross join was w;
    if has_more then
      insert into record_changes (organization_id, type, id)
      select c.organization_id, tg_argv[0], c.id from (select * from changed except select * from was) c
          on conflict do nothing;
    elsif is_other then
      insert into record_changes (organization_id, type, id) values (organization, tg_argv[0], record) on conflict do nothing;
    end if;
  elsif tg_table_name = 'payments' then
    insert into record_changes (organization_id, type, id)
    select c.organization_id, tg_argv[0], c.id from changed c order by hashtextextended(c.id, 0)
        on conflict do nothing;
  elsif tg_table_name = 'invoices' then
    insert into record_changes (organization_id, type, id)
    select c.organization_id, tg_argv[0], c.id from changed c order by hashtextextended(c.id, 0);
  -- Work orders are only inserted; of the others, an upsert may insert none.
  elsif tg_table_name = 'work_orders' or exists (select from changed) then
    insert into record_changes (organization_id, type, id) select c.organization_id, tg_argv[0], c.id from changed c;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_unit_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization uuid;
  unit text;
  units text[];
  has_more boolean;
begin
  select c.organization_id, c.unit_id, exists (select from changed offset 1) into organization, unit, has_more from changed c;
  if has_more is null then
    return null;
  end if;
  if not has_more then
    if tg_op = 'UPDATE' then
      if (select c from changed c) is not distinct from (select w from was w) then
        return null;
      end if;
    end if;
    insert into record_changes (organization_id, type, id)
    select organization, 'unit', unit
     union all
    select organization, 'listing', u.id from units u where u.organization_id = organization and u.id = unit and u.is_listed
        on conflict do nothing;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    for organization, units in
      select c.organization_id, array_agg(distinct c.unit_id) from (select * from changed except select * from was) c group by c.organization_id
    loop
      perform feed_units(organization, units);
    end loop;
  else
    for organization, units in select c.organization_id, array_agg(distinct c.unit_id) from changed c group by c.organization_id loop
      perform feed_units(organization, units);
    end loop;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_units(organization uuid, units text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with entered as (
    insert into record_changes (organization_id, type, id)
    select organization, 'unit', u.id from not_yet_entered(organization, 'unit', units) as u (id)
        on conflict do nothing
    returning id
  )
  insert into record_changes (organization_id, type, id)
  select organization, 'listing', listed.id
    from entered
   cross join lateral (
     select n.id from units n where n.organization_id = organization and n.id = entered.id and n.is_listed offset 0
   ) listed
      on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.hold_time_zone(organization uuid, exclusively boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  key bigint := hashtextextended('zone ' || organization, 0);
  is_held boolean;
begin
  if exclusively then
    is_held := pg_try_advisory_xact_lock(key);
  else
    is_held := pg_try_advisory_xact_lock_shared(key);
  end if;
  if not is_held then
    raise exception 'the time zone of the organization is in use or changing' using errcode = 'serialization_failure';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.invoice_lines_fit(lines jsonb, total_cents bigint, is_deposit boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  line jsonb;
  cents bigint;
  code text;
  sum_cents numeric := 0;
begin
  if jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 100 then
    return false;
  end if;
  for place in 0 .. jsonb_array_length(lines) - 1 loop
    line := lines -> place;
    cents := (line ->> 'amount_cents')::bigint;
    code := line ->> 'charge_code';
    if (
      code in (
        'RENT', 'PARKING', 'PET', 'UTILITY', 'STORAGE', 'LATE_FEE', 'CONCESSION', 'DEPOSIT', 'OPENING_BALANCE', 'OTHER'
      )
      and (code = 'DEPOSIT') = is_deposit
      and (code = 'CONCESSION') = (cents < 0)
      and length(line ->> 'description') between 1 and 200
    ) is not true then
      return false;
    end if;
    sum_cents := sum_cents + cents;
  end loop;
  return sum_cents = total_cents;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_last_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.keep_last_rents()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.keep_lease_balances()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
AS $function$
begin
  perform
     from (select distinct e.organization_id, e.lease_id from posted e order by e.organization_id, e.lease_id) p
    cross join lateral (
      select l.id from leases l where l.organization_id = p.organization_id and l.id = p.lease_id for no key update
    ) locked;
  if not exists (
    select
      from (select distinct e.organization_id, e.lease_id from posted e) p
     cross join lateral (
       select from lease_balances b where b.organization_id = p.organization_id and b.lease_id = p.lease_id limit 1
     ) kept
  ) then
    insert into lease_balances (organization_id, lease_id, from_day, receivable_cents, deposit_cents, past_due_cents)
    select p.organization_id, b.lease_id, b.from_day, b.receivable_cents, b.deposit_cents, b.past_due_cents
      from (select e.organization_id, array_agg(distinct e.lease_id) as leases from posted e group by e.organization_id) p
     cross join lateral lease_balances_of(p.organization_id, p.leases) b;
    return null;
  end if;
  with changes as materialized (
    select by_day.*, lead(by_day.from_day) over lease as next_day,
           (sum(by_day.receivable_cents) over lease)::bigint as added_receivable_cents,
           (sum(by_day.deposit_cents) over lease)::bigint as added_deposit_cents,
           (sum(by_day.past_due_cents) over lease)::bigint as added_past_due_cents
      from (
        select e.organization_id, e.lease_id, c.from_day, sum(c.receivable_cents)::bigint as receivable_cents,
               sum(c.deposit_cents)::bigint as deposit_cents, sum(c.past_due_cents)::bigint as past_due_cents
          from posted e
         cross join lateral balance_changes_of(e.account, e.amount_cents, e.effective_on, e.due_on) c
         group by e.organization_id, e.lease_id, c.from_day
        having sum(c.receivable_cents) <> 0 or sum(c.deposit_cents) <> 0 or sum(c.past_due_cents) <> 0
      ) by_day
    window lease as (partition by by_day.organization_id, by_day.lease_id order by by_day.from_day)
  ),
  -- Each day that changes, with the latest row on it or before, and whether the day's row says nothing new any more.
  days as materialized (
    select c.*, coalesce(was.receivable_cents, 0) as was_receivable_cents, coalesce(was.deposit_cents, 0) as was_deposit_cents,
           coalesce(was.past_due_cents, 0) as was_past_due_cents, coalesce(was.from_day = c.from_day, false) as is_there,
           coalesce(
             was.from_day = c.from_day
               and was.receivable_cents + c.receivable_cents = coalesce(before.receivable_cents, 0)
               and was.deposit_cents + c.deposit_cents = coalesce(before.deposit_cents, 0)
               and was.past_due_cents + c.past_due_cents = coalesce(before.past_due_cents, 0),
             false
           ) as is_over
      from changes c
      left join lateral (
        select b.from_day, b.receivable_cents, b.deposit_cents, b.past_due_cents
          from lease_balances b
         where b.organization_id = c.organization_id and b.lease_id = c.lease_id and b.from_day <= c.from_day
         order by b.from_day desc
         limit 1
      ) was on true
      left join lateral (
        select b.receivable_cents, b.deposit_cents, b.past_due_cents
          from lease_balances b
         where b.organization_id = c.organization_id and b.lease_id = c.lease_id and b.from_day < c.from_day and was.from_day = c.from_day
         order by b.from_day desc
         limit 1
      ) before on true
  ),
  -- The rows from each day to the next: where they are, and what they say from now on.
  later as materialized (
    select d.organization_id, d.lease_id, kept.from_day, kept.place, d.is_over and kept.from_day = d.from_day as is_over,
           d.added_receivable_cents <> 0 or d.added_deposit_cents <> 0 or d.added_past_due_cents <> 0 as differs,
           kept.receivable_cents + d.added_receivable_cents as receivable_cents, kept.deposit_cents + d.added_deposit_cents as deposit_cents,
           kept.past_due_cents + d.added_past_due_cents as past_due_cents
      from days d
     cross join lateral (
       select b.ctid as place, b.from_day, b.receivable_cents, b.deposit_cents, b.past_due_cents
         from lease_balances b
        where b.organization_id = d.organization_id and b.lease_id = d.lease_id
          and b.from_day >= d.from_day and b.from_day < coalesce(d.next_day, 'infinity')
       offset 0
     ) kept
  ),
  gone as (
    delete from lease_balances b where b.ctid = any(array(select t.place from later t where t.is_over))
  )
  insert into lease_balances as b (organization_id, lease_id, from_day, receivable_cents, deposit_cents, past_due_cents)
  select d.organization_id, d.lease_id, d.from_day, d.was_receivable_cents + d.added_receivable_cents,
         d.was_deposit_cents + d.added_deposit_cents, d.was_past_due_cents + d.added_past_due_cents
    from days d
   where not d.is_there
   union all
  select t.organization_id, t.lease_id, t.from_day, t.receivable_cents, t.deposit_cents, t.past_due_cents
    from later t
   where t.differs and not t.is_over
      on conflict (organization_id, lease_id, from_day) do update set
         receivable_cents = excluded.receivable_cents, deposit_cents = excluded.deposit_cents, past_due_cents = excluded.past_due_cents;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_listings_of_properties()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  touched record;
begin
  for touched in
    select n.organization_id, array_agg(n.id) as properties
      from now_stored n
      join was_stored w on w.organization_id = n.organization_id and w.id = n.id
     where (n.name, n.city, n.state, n.is_active) is distinct from (w.name, w.city, w.state, w.is_active)
     group by n.organization_id
  loop
    perform lock_and_refresh_listings(touched.organization_id, array(
      select u.id from units u where u.organization_id = touched.organization_id and u.property_id = any(touched.properties)
    ));
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_listings_of_rates()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  touched record;
begin
  for touched in select n.organization_id, array_agg(distinct n.unit_id) as units from now_stored n group by n.organization_id loop
    perform lock_and_refresh_listings(touched.organization_id, touched.units);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_listings_of_units()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  touched record;
begin
  for touched in
    select n.organization_id, array_agg(n.id) as units
      from now_stored n
      join was_stored w on w.organization_id = n.organization_id and w.id = n.id
     where (n.is_listed or w.is_listed)
       and (n.is_listed, n.property_id, n.label, n.bedrooms is null, n.bathrooms is null)
           is distinct from (w.is_listed, w.property_id, w.label, w.bedrooms is null, w.bathrooms is null)
     group by n.organization_id
  loop
    perform refresh_listings(touched.organization_id, touched.units);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_resident_statuses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization uuid;
  residents text[];
begin
  if tg_op = 'INSERT' then
    for organization, residents in
      select n.organization_id, array_agg(distinct later.resident_id)
        from now_stored n
       cross join lateral (
         select lr.resident_id
           from leases l
           join lease_residents lr on lr.organization_id = n.organization_id and lr.lease_id = l.id
          where l.organization_id = n.organization_id and l.unit_id = n.unit_id and l.stage = 'SIGNED' and l.start_date > n.start_date
         offset 0
       ) later
       where n.stage = 'SIGNED'
       group by n.organization_id
    loop
      perform refresh_resident_statuses(organization, residents);
    end loop;
  else
    for organization, residents in
      select n.organization_id, array_agg(distinct affected.resident_id)
        from now_stored n
        join was_stored w on w.organization_id = n.organization_id and w.id = n.id
       cross join lateral (
         select lr.resident_id from lease_residents lr where lr.organization_id = n.organization_id and lr.lease_id = n.id
          union all
         select lr.resident_id
           from (values (n.unit_id, n.start_date), (w.unit_id, w.start_date)) side (unit_id, start_date)
           join leases l on l.organization_id = n.organization_id and l.unit_id = side.unit_id and l.stage = 'SIGNED' and l.start_date > side.start_date
           join lease_residents lr on lr.organization_id = n.organization_id and lr.lease_id = l.id
         offset 0
       ) affected
       where (n.unit_id, n.stage, n.start_date, n.move_out_date, n.notice_given_on, n.eviction_filed_on)
             is distinct from (w.unit_id, w.stage, w.start_date, w.move_out_date, w.notice_given_on, w.eviction_filed_on)
         and 'SIGNED' in (n.stage, w.stage)
       group by n.organization_id
    loop
      perform refresh_resident_statuses(organization, residents);
    end loop;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  most constant integer := 40;
  most_renamed constant integer := 1000;
  renaming refcursor;
  organization uuid;
  ids text[];
  renamed text[];
begin
  if tg_op = 'INSERT' then
    open renaming for select c.organization_id, array_agg(c.id) from changed c group by c.organization_id;
  elsif tg_argv[0] = 'unit' then
    open renaming for
      select c.organization_id, array_agg(c.id)
        from (select organization_id, id, label, property_id from changed except select organization_id, id, label, property_id from was) c
       group by c.organization_id;
  elsif tg_argv[0] = 'property' then
    open renaming for
      select c.organization_id, array_agg(c.id)
        from (
          select organization_id, id, name, address_line, city, postal_code from changed
          except
          select organization_id, id, name, address_line, city, postal_code from was
        ) c
       group by c.organization_id;
  else
    open renaming for
      select c.organization_id, array_agg(c.id)
        from (
          select organization_id, id, first_name, last_name, email, phone from changed
          except
          select organization_id, id, first_name, last_name, email, phone from was
        ) c
       group by c.organization_id;
  end if;
  loop
    fetch renaming into organization, ids;
    exit when not found;
    if cardinality(ids) > most then
      perform owe_words(organization, tg_argv[0], ids);
    else
      perform keep_words(organization, tg_argv[0], ids);
    end if;
    if tg_op = 'UPDATE' and tg_argv[0] = 'property' then
      renamed := array(
        select u.id
          from changed c
          join was w on w.id = c.id and w.name <> c.name
         cross join lateral (
           select n.id from units n where n.organization_id = organization and n.property_id = c.id offset 0
         ) u
      );
      if cardinality(renamed) > most_renamed then
        perform owe_words(organization, 'unit', renamed);
      else
        perform lock_named(organization, 'unit', renamed);
        perform keep_words(organization, 'unit', renamed);
      end if;
    end if;
  end loop;
  close renaming;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_statuses_of_changed_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization uuid;
  residents text[];
begin
  for organization, residents in
    select c.organization_id, array_agg(distinct c.resident_id)
      from changed c
      join was w on w.organization_id = c.organization_id and w.lease_id = c.lease_id and w.resident_id = c.resident_id
     where (c.from_day, c.to_day) is distinct from (w.from_day, w.to_day)
     group by c.organization_id
  loop
    perform refresh_resident_statuses(organization, residents);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_statuses_of_date_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  touched record;
begin
  for touched in
    select n.organization_id, array_agg(distinct l.unit_id) as units
      from now_stored n
      join leases l on l.organization_id = n.organization_id and l.id = n.lease_id
     group by n.organization_id
  loop
    perform refresh_unit_statuses(touched.organization_id, touched.units);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_statuses_of_lease_residents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization uuid;
  residents text[];
begin
  for organization, residents in
    select c.organization_id, array_agg(distinct c.resident_id)
      from changed c
     cross join lateral (
       select from leases l where l.organization_id = c.organization_id and l.id = c.lease_id and l.stage = 'SIGNED' offset 0
     ) signed
     group by c.organization_id
  loop
    perform refresh_resident_statuses(organization, residents);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_statuses_of_leases()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    for touched in
      select n.organization_id, array_agg(distinct n.unit_id) as units from now_stored n where n.signed_at is not null group by n.organization_id
    loop
      perform refresh_unit_statuses(touched.organization_id, touched.units);
    end loop;
  else
    for touched in
      select n.organization_id, array_agg(distinct side.unit_id) as units
        from now_stored n
        join was_stored w on w.organization_id = n.organization_id and w.id = n.id
       cross join lateral (values (n.unit_id), (w.unit_id)) side (unit_id)
       where (n.unit_id, n.stage, n.start_date, n.move_out_date, n.notice_given_on, n.eviction_filed_on, n.signed_at, n.cancelled_on)
             is distinct from
             (w.unit_id, w.stage, w.start_date, w.move_out_date, w.notice_given_on, w.eviction_filed_on, w.signed_at, w.cancelled_on)
       group by n.organization_id
    loop
      perform refresh_unit_statuses(touched.organization_id, touched.units);
    end loop;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_statuses_of_spans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  touched record;
begin
  for touched in select n.organization_id, array_agg(distinct n.unit_id) as units from now_stored n group by n.organization_id loop
    perform refresh_unit_statuses(touched.organization_id, touched.units);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_statuses_of_units()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  touched record;
begin
  for touched in
    select n.organization_id, array_agg(n.id) as units
      from now_stored n
      join was_stored w on w.organization_id = n.organization_id and w.id = n.id
     where (n.in_service_from, n.in_service_to) is distinct from (w.in_service_from, w.in_service_to)
     group by n.organization_id
  loop
    perform refresh_unit_statuses(touched.organization_id, touched.units);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_stays_of_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update resident_stays s
     set last_name = new.last_name, first_name = new.first_name
   where s.organization_id = new.organization_id and s.resident_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_words(organization uuid, kept_type text, ids text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with computed as materialized (
    select w.id, w.word from search_words_of(organization, kept_type, ids) w
  ), gone as (
    delete from search_words s
     where s.organization_id = organization and s.id = any(ids)
       and not exists (select from computed c where c.id = s.id and c.word = s.word)
  )
  insert into search_words (organization_id, type, word, id)
  select organization, kept_type, c.word, c.id from computed c
      on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_words_due(organization uuid)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  due search_words_due;
begin
  delete from search_words_due d
   where d.organization_id = organization
     and d.id = (
       select n.id from search_words_due n where n.organization_id = organization order by n.id limit 1 for update skip locked
     )
  returning d.* into due;
  if not found then
    return null;
  end if;
  perform lock_named(organization, due.type, due.ids);
  perform keep_words(organization, due.type, due.ids);
  return cardinality(due.ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_words_of_closed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  most constant integer := 40;
  closing refcursor;
  organization uuid;
  ids text[];
begin
  if tg_op = 'INSERT' then
    open closing for
      select c.organization_id, array_agg(c.id) from changed c where c.status in ('COMPLETED', 'CANCELLED') group by c.organization_id;
  else
    open closing for
      select c.organization_id, array_agg(c.id)
        from (
          select organization_id, id, title, status in ('COMPLETED', 'CANCELLED') from changed
          except
          select organization_id, id, title, status in ('COMPLETED', 'CANCELLED') from was
        ) c
       group by c.organization_id;
  end if;
  loop
    fetch closing into organization, ids;
    exit when not found;
    if cardinality(ids) > most then
      perform owe_words(organization, 'work_order', ids);
    else
      perform keep_words(organization, 'work_order', ids);
    end if;
  end loop;
  close closing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.label_words(label text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select concat_ws(
    ' ',
    label,
    replace(label, ' ', ''),
    case when label ~ '[a-z][0-9]|[0-9][a-z]' then regexp_replace(label, '([a-z])(?=[0-9])|([0-9])(?=[a-z])', '\1\2 ', 'g') end
  )
$function$;

CREATE OR REPLACE FUNCTION public.last_figures_of(organization uuid, leases text[])
 RETURNS TABLE(lease_id text, balance_from date, rent_from date, balance_cents bigint, rent_cents bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.last_rent_of(organization uuid, lease text)
 RETURNS TABLE(rent_from date, rent_cents bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select coalesce(max(greatest(c.effective_from, c.effective_to + 1)), '-infinity'),
         coalesce(sum(c.amount_cents) filter (where c.effective_to is null), 0)::bigint
    from lease_charges c
   where c.organization_id = organization and c.lease_id = lease and c.code = 'RENT'
$function$;

CREATE OR REPLACE FUNCTION public.lease_balances_of(organization uuid, leases text[])
 RETURNS TABLE(lease_id text, from_day date, receivable_cents bigint, deposit_cents bigint, past_due_cents bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select by_day.lease_id, by_day.from_day, (sum(by_day.receivable_cents) over so_far)::bigint,
         (sum(by_day.deposit_cents) over so_far)::bigint, (sum(by_day.past_due_cents) over so_far)::bigint
    from (
      select e.lease_id, c.from_day, sum(c.receivable_cents) as receivable_cents, sum(c.deposit_cents) as deposit_cents,
             sum(c.past_due_cents) as past_due_cents
        from ledger_entries e
       cross join lateral balance_changes_of(e.account, e.amount_cents, e.effective_on, e.due_on) c
       where e.organization_id = organization and e.lease_id = any(leases)
       group by e.lease_id, c.from_day
      having sum(c.receivable_cents) <> 0 or sum(c.deposit_cents) <> 0 or sum(c.past_due_cents) <> 0
    ) by_day
  window so_far as (partition by by_day.lease_id order by by_day.from_day)
$function$;

CREATE OR REPLACE FUNCTION public.lease_charges_on(organization uuid, lease text, day date)
 RETURNS TABLE(code text, description text, amount_cents bigint, effective_from date, effective_to date)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.lease_dates_on(organization uuid, lease text, day date)
 RETURNS TABLE(term_type text, start_date date, end_date date, move_in_date date, move_out_date date, notice_given_on date, eviction_filed_on date)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.lease_role_on(role text, from_day date, to_day date, former_roles jsonb, day date)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (to_day < day) THEN NULL::text WHEN (former_roles IS NULL) THEN CASE WHEN (from_day > day) THEN NULL::text ELSE role END WHEN (from_day > day) THEN (jsonb_path_query_first(former_roles, '$[*]?(@."until" >= $"day" && @."until" < $"first")'::jsonpath, jsonb_build_object('day', day, 'first', from_day)) ->> 'role'::text) ELSE COALESCE((jsonb_path_query_first(former_roles, '$[*]?(@."until" >= $"day")'::jsonpath, jsonb_build_object('day', day)) ->> 'role'::text), role) END;

CREATE OR REPLACE FUNCTION public.lease_status(stage text, start_date date, move_out_date date, waits boolean, day date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (stage <> 'SIGNED'::text) THEN stage WHEN (day < start_date) THEN 'FUTURE'::text WHEN (day > move_out_date) THEN 'ENDED'::text WHEN waits THEN 'FUTURE'::text ELSE 'ACTIVE'::text END;

CREATE OR REPLACE FUNCTION public.link_vendor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  vendor record;
begin
  select v.id, v.name into vendor
    from vendors v where v.organization_id = new.organization_id and lower(v.name) = lower(new.vendor_name);
  new.vendor_id := vendor.id;
  new.vendor_name := coalesce(vendor.name, new.vendor_name);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.listing_spans_of(organization uuid, units text[])
 RETURNS TABLE(unit_id text, from_day date, to_day date, property_name text, label text, city text, state text, market_rent_cents bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select wanted.id, greatest(s.from_day, rate.from_day), least(s.to_day, rate.to_day), p.name, u.label, lower(p.city), p.state, rate.market_rent_cents
    from unnest(units) as wanted (id)
   cross join lateral (
     select u.property_id, u.label
       from units u
      where u.organization_id = organization and u.id = wanted.id and u.is_listed and u.bedrooms is not null and u.bathrooms is not null
     offset 0
   ) u
   cross join lateral (
     select p.name, p.city, p.state from properties p where p.organization_id = organization and p.id = u.property_id and p.is_active offset 0
   ) p
   cross join lateral (
     select r.market_rent_cents, r.effective_from as from_day,
            coalesce(lead(r.effective_from) over (order by r.effective_from) - 1, 'infinity') as to_day
       from unit_rates r
      where r.organization_id = organization and r.unit_id = wanted.id
   ) rate
   cross join lateral (
     select s.from_day, s.to_day
       from unit_status_spans s
      where s.organization_id = organization and s.unit_id = wanted.id and s.status = 'VACANT_UNRENTED'
        and s.from_day <= rate.to_day and s.to_day >= rate.from_day
     offset 0
   ) s
   where rate.market_rent_cents is not null
$function$;

CREATE OR REPLACE FUNCTION public.lock_and_refresh_listings(organization uuid, units text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  listed text[] := lock_listed(organization, units);
begin
  if cardinality(listed) > 0 then
    perform refresh_listings(organization, listed);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.lock_listed(organization uuid, units text[])
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
begin
  perform
     from (select organization as organization_id, named.id from unnest(units) as named (id) order by named.id offset 0) unit
    cross join lateral (select from units u where u.organization_id = unit.organization_id and u.id = unit.id for no key update) locked;
  -- A statement of its own, which sees what others stored while this one waited.
  return array(
    select named.id
      from unnest(units) as named (id)
     cross join lateral (select u.is_listed from units u where u.organization_id = organization and u.id = named.id offset 0) u
     where u.is_listed
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.lock_named(organization uuid, record_type text, ids text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  case record_type
    when 'property' then
      perform from properties t where t.organization_id = organization and t.id = any(ids) order by t.id for no key update;
    when 'unit' then
      perform from units t where t.organization_id = organization and t.id = any(ids) order by t.id for no key update;
    when 'resident' then
      perform from residents t where t.organization_id = organization and t.id = any(ids) order by t.id for no key update;
    when 'lead' then
      perform from leads t where t.organization_id = organization and t.id = any(ids) order by t.id for no key update;
    when 'work_order' then
      perform from work_orders t where t.organization_id = organization and t.id = any(ids) order by t.id for no key update;
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.name_work_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from work_orders w
   where w.organization_id = new.organization_id
     and (w.vendor_id = new.id or (w.vendor_id is null and lower(w.vendor_name) = lower(new.name)))
   order by w.id for no key update;
  update work_orders w set vendor_name = new.name, vendor_id = new.id
   where w.organization_id = new.organization_id
     and (w.vendor_id = new.id or (w.vendor_id is null and lower(w.vendor_name) = lower(new.name)));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.not_yet_entered(organization uuid, kind text, ids text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE ROWS 10
AS $function$
  select r.id
    from unnest(ids) as r (id)
   where r.id not in (
     select entered.id
       from (select min(i.id collate "C") as first, max(i.id collate "C") as last from unnest(ids) as i (id)) range
      cross join lateral (
        select c.id
          from record_changes c
         where c.organization_id = organization and c.xid = pg_current_xact_id() and c.type = kind and c.id between range.first and range.last
         order by c.id
         limit 2 * cardinality(ids)
      ) entered
   )
$function$;

CREATE OR REPLACE FUNCTION public.owe_words(organization uuid, kept_type text, ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into search_words_due (organization_id, type, ids)
  select organization, kept_type, array_agg(record.id)
    from unnest(ids) with ordinality record (id, place)
   group by (record.place - 1) / 1000
$function$;

CREATE OR REPLACE FUNCTION public.phone_words(phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select concat_ws(
    ' ',
    case when length(digits_of(phone)) >= 10 then right(digits_of(phone), 10) end,
    case when length(digits_of(phone)) >= 7 then right(digits_of(phone), 7) end,
    case when length(digits_of(phone)) >= 4 then right(digits_of(phone), 4) end
  )
$function$;

CREATE OR REPLACE FUNCTION public.plain_words(content text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(
    translate(
      case
        when octet_length(content) = length(content) then content
        else regexp_replace(normalize(content, nfkd), '[\u0300-\u036f]', '', 'g')
      end,
      dividers() || '''’',
      repeat(' ', length(dividers()))
    ) collate "C"
  )
$function$;

CREATE OR REPLACE FUNCTION public.recount_unit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into unit_counts as c (organization_id, property_id, day, change)
  select new.organization_id, turn.property_id, turn.day, sum(turn.change)
    from (
      values (old.property_id, old.in_service_from, -1), (old.property_id, old.in_service_to + 1, 1),
             (new.property_id, new.in_service_from, 1), (new.property_id, new.in_service_to + 1, -1)
    ) turn (property_id, day, change)
   where turn.day is not null
   group by turn.property_id, turn.day
  having sum(turn.change) <> 0
   order by turn.property_id, turn.day
      on conflict (organization_id, property_id, day) do update set change = c.change + excluded.change;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_listings(organization uuid, units text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with computed as materialized (
    select * from listing_spans_of(organization, units)
  ), gone as (
    delete from listing_spans l
     where l.organization_id = organization and l.unit_id = any(refresh_listings.units)
       and not exists (select from computed c where c.unit_id = l.unit_id and c.from_day = l.from_day)
  )
  insert into listing_spans as l (organization_id, unit_id, from_day, to_day, property_name, label, city, state, market_rent_cents)
  select organization, c.unit_id, c.from_day, c.to_day, c.property_name, c.label, c.city, c.state, c.market_rent_cents
    from computed c
      on conflict (organization_id, unit_id, from_day) do update set
         to_day = excluded.to_day, property_name = excluded.property_name, label = excluded.label, city = excluded.city, state = excluded.state,
         market_rent_cents = excluded.market_rent_cents
   where (l.to_day, l.property_name, l.label, l.city, l.state, l.market_rent_cents)
         is distinct from
         (excluded.to_day, excluded.property_name, excluded.label, excluded.city, excluded.state, excluded.market_rent_cents);
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_resident_statuses(organization uuid, residents text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform
     from (select organization as organization_id, named.id from unnest(residents) as named (id) order by named.id offset 0) resident
    cross join lateral (
      select from residents r where r.organization_id = resident.organization_id and r.id = resident.id for no key update
    ) locked;
  with history as materialized (
    select * from resident_status_history(organization, residents)
  ), gone as (
    delete from resident_status_spans s
     where s.organization_id = organization and s.resident_id = any(refresh_resident_statuses.residents)
       and (s.resident_id, s.from_day) not in (select h.resident_id, h.from_day from history h)
  )
  insert into resident_status_spans as s
         (organization_id, resident_id, from_day, to_day, lease_id, begins_on, last_day, notice_given_on, eviction_filed_on)
  select organization, h.resident_id, h.from_day, h.to_day, h.lease_id, h.begins_on, h.last_day, h.notice_given_on, h.eviction_filed_on
    from history h
      on conflict (organization_id, resident_id, from_day) do update set
         to_day = excluded.to_day, lease_id = excluded.lease_id, begins_on = excluded.begins_on, last_day = excluded.last_day,
         notice_given_on = excluded.notice_given_on, eviction_filed_on = excluded.eviction_filed_on
   where (s.to_day, s.lease_id, s.begins_on, s.last_day, s.notice_given_on, s.eviction_filed_on) is distinct from
         (excluded.to_day, excluded.lease_id, excluded.begins_on, excluded.last_day, excluded.notice_given_on, excluded.eviction_filed_on);
  with stays as materialized (
    select * from resident_stays_of(organization, residents)
  ), gone as (
    delete from resident_stays s
     where s.organization_id = organization and s.resident_id = any(refresh_resident_statuses.residents)
       and (s.resident_id, s.lease_id) not in (select t.resident_id, t.lease_id from stays t)
  )
  insert into resident_stays as s (organization_id, resident_id, lease_id, property_id, last_name, first_name, from_day, to_day)
  select organization, t.resident_id, t.lease_id, t.property_id, t.last_name, t.first_name, t.from_day, t.to_day
    from stays t
      on conflict (organization_id, resident_id, lease_id) do update set
         property_id = excluded.property_id, last_name = excluded.last_name, first_name = excluded.first_name,
         from_day = excluded.from_day, to_day = excluded.to_day
   where (s.property_id, s.last_name, s.first_name, s.from_day, s.to_day) is distinct from
         (excluded.property_id, excluded.last_name, excluded.first_name, excluded.from_day, excluded.to_day);
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_unit_statuses(organization uuid, units text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  listed text[];
begin
  perform hold_time_zone(organization, false);
  listed := lock_listed(organization, units);
  with history as materialized (
    select * from unit_status_history(organization, units)
  ), gone as (
    delete from unit_status_spans s
     where s.organization_id = organization and s.unit_id = any(refresh_unit_statuses.units)
       and (s.unit_id, s.from_day) not in (select h.unit_id, h.from_day from history h)
  )
  insert into unit_status_spans as s (organization_id, unit_id, from_day, to_day, status, lease_id, next_lease_id)
  select organization, h.unit_id, h.from_day, h.to_day, h.status, h.lease_id, h.next_lease_id
    from history h
      on conflict (organization_id, unit_id, from_day) do update set
         to_day = excluded.to_day, status = excluded.status, lease_id = excluded.lease_id, next_lease_id = excluded.next_lease_id
   where (s.to_day, s.status, s.lease_id, s.next_lease_id)
         is distinct from (excluded.to_day, excluded.status, excluded.lease_id, excluded.next_lease_id);
  if cardinality(listed) > 0 then
    perform refresh_listings(organization, listed);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.resident_status(begins_on date, last_day date, notice_given_on date, eviction_filed_on date, day date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (last_day < day) THEN 'PAST'::text WHEN (begins_on > day) THEN 'FUTURE'::text WHEN (eviction_filed_on <= day) THEN 'EVICT'::text WHEN (notice_given_on <= day) THEN 'NOTICE'::text WHEN (begins_on <= day) THEN 'CURRENT'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.resident_status_history(organization uuid, residents text[])
 RETURNS TABLE(resident_id text, from_day date, to_day date, lease_id text, begins_on date, last_day date, notice_given_on date, eviction_filed_on date)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  with held as materialized (
    select resident.id as resident_id, l.id as lease_id, l.start_date, l.begins_on, l.last_day, l.notice_given_on, l.eviction_filed_on,
           count(*) over (partition by resident.id) > 1 as is_one_of_several
      from (select organization, named.id from unnest(residents) as named (id) offset 0) as resident (organization_id, id)
     cross join lateral (
       select lr.lease_id, lr.from_day, coalesce(lr.to_day, 'infinity') as to_day
         from lease_residents lr
        where lr.organization_id = resident.organization_id and lr.resident_id = resident.id
       offset 0
     ) lr
     cross join lateral (
       select l.id, greatest(l.start_date, lr.from_day) as start_date, least(l.move_out_date, lr.to_day) as last_day, l.notice_given_on, l.eviction_filed_on,
              case when exists (
                select from leases earlier
                 where earlier.organization_id = resident.organization_id and earlier.unit_id = l.unit_id and earlier.stage = 'SIGNED'
                   and earlier.move_out_date is null and earlier.start_date < l.start_date
                offset 0
              ) then 'infinity' else greatest(l.start_date, lr.from_day) end as begins_on
         from leases l
        where l.organization_id = resident.organization_id and l.id = lr.lease_id and l.stage = 'SIGNED'
          and greatest(l.start_date, lr.from_day) <= least(l.move_out_date, lr.to_day)
       offset 0
     ) l
  ),
  known as (
    select h.resident_id, array_agg(h.lease_id) as lease_ids, array_agg(h.start_date) as start_dates, array_agg(h.begins_on) as begins_on,
           array_agg(h.last_day) as last_days, array_agg(h.notice_given_on) as notices, array_agg(h.eviction_filed_on) as evictions
      from held h
     where h.is_one_of_several
     group by h.resident_id
  ),
  turns as (
    select k.resident_id, turn.day, shown.*, lag(shown.lease_id) over (partition by k.resident_id order by turn.day) as previous_id
      from known k
     cross join lateral (
       select date '-infinity' as day
       union
       select unnest(k.begins_on)
       union
       select last.day + 1 from unnest(k.last_days) as last (day) where last.day < 'infinity'
     ) turn
     cross join lateral (
       select l.lease_id, l.begins_on, l.last_day, l.notice_given_on, l.eviction_filed_on
         from unnest(k.lease_ids, k.start_dates, k.begins_on, k.last_days, k.notices, k.evictions)
           as l (lease_id, start_date, begins_on, last_day, notice_given_on, eviction_filed_on)
        cross join lateral (
          select case when l.last_day < turn.day then 2 when l.begins_on > turn.day then 1 else 0 end as place
        ) among
        order by among.place, case when among.place = 1 then l.start_date end, l.start_date desc, l.lease_id desc
        limit 1
     ) shown
     where turn.day < 'infinity'
  )
  select h.resident_id, '-infinity', 'infinity', h.lease_id, h.begins_on, h.last_day, h.notice_given_on, h.eviction_filed_on
    from held h
   where not h.is_one_of_several
   union all
  select t.resident_id, t.day, coalesce(lead(t.day) over (partition by t.resident_id order by t.day) - 1, 'infinity'),
         t.lease_id, t.begins_on, t.last_day, t.notice_given_on, t.eviction_filed_on
    from turns t
   where t.lease_id is distinct from t.previous_id
$function$;

CREATE OR REPLACE FUNCTION public.resident_stays_of(organization uuid, residents text[])
 RETURNS TABLE(resident_id text, lease_id text, property_id text, last_name text, first_name text, from_day date, to_day date)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select resident.id, l.id, l.property_id, r.last_name, r.first_name, l.from_day, l.to_day
    from (select organization, named.id from unnest(residents) as named (id) offset 0) as resident (organization_id, id)
   cross join lateral (
     select r.last_name, r.first_name from residents r where r.organization_id = resident.organization_id and r.id = resident.id offset 0
   ) r
   cross join lateral (
     select lr.lease_id, lr.from_day, coalesce(lr.to_day, 'infinity') as to_day
       from lease_residents lr
      where lr.organization_id = resident.organization_id and lr.resident_id = resident.id
     offset 0
   ) lr
   cross join lateral (
     select l.id, l.property_id, greatest(l.start_date, lr.from_day) as from_day, least(l.move_out_date, lr.to_day) as to_day
       from leases l
      where l.organization_id = resident.organization_id and l.id = lr.lease_id and l.stage = 'SIGNED'
        and greatest(l.start_date, lr.from_day) <= least(l.move_out_date, lr.to_day)
        and not exists (
          select from leases earlier
           where earlier.organization_id = resident.organization_id and earlier.unit_id = l.unit_id and earlier.stage = 'SIGNED'
             and earlier.move_out_date is null and earlier.start_date < l.start_date
          offset 0
        )
     offset 0
   ) l
$function$;

CREATE OR REPLACE FUNCTION public.search_words_of(organization uuid, record_type text, ids text[])
 RETURNS TABLE(id text, word text)
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  case record_type
    when 'resident' then
      return query
        select distinct r.id, w.word
          from residents r
         cross join lateral string_to_table(contact_words(r.full_name, r.email, r.phone), ' ') w (word)
         where r.organization_id = organization and r.id = any(ids) and w.word <> '';
    when 'lead' then
      return query
        select distinct d.id, w.word
          from leads d
         cross join lateral string_to_table(contact_words(d.first_name || ' ' || d.last_name, d.email, d.phone), ' ') w (word)
         where d.organization_id = organization and d.id = any(ids) and w.word <> '';
    when 'property' then
      return query
        select distinct p.id, w.word
          from properties p
         cross join lateral string_to_table(plain_words(concat_ws(' ', p.name, p.address_line, p.city, p.postal_code)), ' ') w (word)
         where p.organization_id = organization and p.id = any(ids) and w.word <> '';
    when 'unit' then
      return query
        with named as materialized (
          select u.id, u.property_id, plain_words(u.label) as label
            from units u
           where u.organization_id = organization and u.id = any(ids)
        ), of_properties as materialized (
          select p.id, w.word
            from properties p
           cross join lateral string_to_table(plain_words(p.name), ' ') w (word)
           where p.organization_id = organization and p.id in (select n.property_id from named n)
        )
        select n.id, p.word from named n join of_properties p on p.id = n.property_id where p.word <> ''
         union
        select n.id, w.word
          from named n
         cross join lateral string_to_table(label_words(n.label), ' ') w (word)
         where w.word <> '';
    when 'work_order' then
      return query
        select distinct o.id, w.word
          from work_orders o
         cross join lateral string_to_table(plain_words(o.title), ' ') w (word)
         where o.organization_id = organization and o.id = any(ids) and o.status in ('COMPLETED', 'CANCELLED') and w.word <> '';
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.settle_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  closed_through date;
begin
  -- Closing the books takes the lock alone: it waits for whoever is entering something, and whoever comes later sees them closed.
  perform pg_advisory_xact_lock_shared(hashtextextended('books ' || o.organization_id, 0))
     from (select distinct organization_id from posted) o;
  select o.books_closed_through
    into closed_through
    from posted e
    join organizations o on o.id = e.organization_id
   where e.effective_on <= o.books_closed_through
   limit 1;
  if closed_through is not null then
    raise exception using errcode = 'GH001', message = format('The books of the organization are closed through %s.', closed_through);
  end if;
  if not exists (select from posted e where e.account = 'RECEIVABLE' and e.invoice_id is not null and e.payment_id is not null) then
    return null;
  end if;
  update invoices i
     set paid_cents = i.paid_cents + settled.cents,
         paid_at = case when i.paid_cents + settled.cents = i.total_cents then settled.at end,
         first_paid_at = case when i.paid_cents + settled.cents = i.total_cents then coalesce(i.first_paid_at, settled.at) else i.first_paid_at end
    from (
      select e.organization_id, e.invoice_id, -sum(e.amount_cents) as cents, max(e.recorded_at) as at
        from posted e
       where e.account = 'RECEIVABLE' and e.invoice_id is not null and e.payment_id is not null
       group by e.organization_id, e.invoice_id
      having sum(e.amount_cents) <> 0
    ) settled
   where i.organization_id = settled.organization_id and i.id = settled.invoice_id;
  -- A payment that is applied to another invoice instead has changed as well, although as much of it is applied as before.
  update payments p
     set allocated_cents = p.allocated_cents + allocated.cents, updated_at = transaction_timestamp()
    from (
      select i.organization_id, i.payment_id, sum(i.cents) as cents
        from (
          select e.organization_id, e.payment_id, -sum(e.amount_cents) as cents
            from posted e
           where e.account = 'RECEIVABLE' and e.invoice_id is not null and e.payment_id is not null
           group by e.organization_id, e.payment_id, e.invoice_id
          having sum(e.amount_cents) <> 0
        ) i
       group by i.organization_id, i.payment_id
    ) allocated
   where p.organization_id = allocated.organization_id and p.id = allocated.payment_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.sum_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    with by_day as materialized (
      select organization_id, method, payment_date, status, count(*) as payments, sum(amount_cents)::bigint as amount_cents
        from added
       group by organization_id, method, payment_date, status
    ), summed as (
      insert into payment_sum_changes (organization_id, method, payment_date, status, payments, amount_cents)
      select organization_id, method, payment_date, status, payments, amount_cents from by_day
    )
    insert into list_counts (organization_id, list, status, change)
    select organization_id, 'payments', status, sum(payments) from by_day group by organization_id, status;
  else
    with by_day as materialized (
      select organization_id, method, payment_date, status, sum(change) as payments, sum(change * amount_cents)::bigint as amount_cents
        from (
          select organization_id, method, payment_date, status, amount_cents, -1 as change from removed
          union all
          select organization_id, method, payment_date, status, amount_cents, 1 from added
        ) changes
       group by organization_id, method, payment_date, status
      having sum(change) <> 0 or sum(change * amount_cents) <> 0
    ), summed as (
      insert into payment_sum_changes (organization_id, method, payment_date, status, payments, amount_cents)
      select organization_id, method, payment_date, status, payments, amount_cents from by_day
    )
    insert into list_counts (organization_id, list, status, change)
    select organization_id, 'payments', status, sum(payments) from by_day group by organization_id, status having sum(payments) <> 0;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.updated_at := transaction_timestamp();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.unit_number(organization uuid, unit text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((lpad(to_hex(hashtextextended(((organization)::text || unit), (0)::bigint)), 16, '0'::text) || lpad(to_hex(hashtextextended(((organization)::text || unit), (1)::bigint)), 16, '0'::text)))::uuid;

CREATE OR REPLACE FUNCTION public.unit_status_history(organization uuid, units text[])
 RETURNS TABLE(unit_id text, from_day date, to_day date, status text, lease_id text, next_lease_id text)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  with signed as (
    select l.id, l.unit_id, l.stage, l.start_date, coalesce(l.move_out_date, 'infinity') as last_day, l.notice_given_on, l.eviction_filed_on,
           (l.signed_at at time zone o.time_zone)::date as signed_on,
           case when l.stage = 'SIGNED' then 'infinity' else l.cancelled_on - 1 end as stood_until
      from organizations o
      join leases l on l.organization_id = organization and l.unit_id = any(units)
     where o.id = organization and (l.stage = 'SIGNED' or (l.cancelled_on is not null and l.signed_at is not null))
  ),
  -- What each lease said of a notice and of an eviction, and from which day to which.
  dated as (
    select s.id, s.unit_id, s.start_date, coalesce(lag(c.changed_on) over (partition by s.id order by c.changed_on), '-infinity') as from_day,
           c.changed_on - 1 as to_day, c.previous_notice_given_on as notice_given_on, c.previous_eviction_filed_on as eviction_filed_on
      from signed s
      join lease_date_changes c on c.organization_id = organization and c.lease_id = s.id
     where s.stage = 'SIGNED'
    union all
    select s.id, s.unit_id, s.start_date,
           coalesce((select max(c.changed_on) from lease_date_changes c where c.organization_id = organization and c.lease_id = s.id), '-infinity'),
           'infinity', s.notice_given_on, s.eviction_filed_on
      from signed s
     where s.stage = 'SIGNED' and (s.notice_given_on is not null or s.eviction_filed_on is not null)
  ),
  facts (unit_id, kind, from_day, to_day, lease_id, start_date) as (
    select s.unit_id, 'OCCUPIES', s.start_date, s.last_day, s.id, s.start_date from signed s where s.stage = 'SIGNED'
    union all
    select s.unit_id, 'AGREED', s.signed_on, least(s.last_day, s.stood_until), s.id, s.start_date from signed s
    union all
    select d.unit_id, 'NOTICE', greatest(d.from_day, d.notice_given_on), d.to_day, d.id, d.start_date
      from dated d where d.notice_given_on is not null
    union all
    select d.unit_id, 'EVICTION', greatest(d.from_day, d.eviction_filed_on), d.to_day, d.id, d.start_date
      from dated d where d.eviction_filed_on is not null
    union all
    select p.unit_id, 'AHEAD', p.starts_on, least(coalesce(p.ends_on, 'infinity'), begun.first_day - 1), null, p.starts_on
      from unit_preleases p
      left join lateral (
        select min(l.start_date) as first_day
          from leases l
         where l.organization_id = organization and l.unit_id = p.unit_id and l.stage = 'SIGNED' and l.start_date > p.starts_on
      ) begun on true
     where p.organization_id = organization and p.unit_id = any(units)
    union all
    select o.unit_id, 'OFFLINE', o.starts_on, coalesce(o.ends_on, 'infinity'), null, o.starts_on
      from unit_offline_spans o
     where o.organization_id = organization and o.unit_id = any(units)
  ),
  -- In arrays, so that a unit is held against its own facts alone, however many units there are and whatever the planner thinks of them.
  known as (
    select f.unit_id, array_agg(f.kind order by f.start_date, f.lease_id) as kinds,
           array_agg(f.from_day order by f.start_date, f.lease_id) as from_days,
           array_agg(f.to_day order by f.start_date, f.lease_id) as to_days,
           array_agg(f.lease_id order by f.start_date, f.lease_id) as lease_ids
      from facts f
     where f.from_day <= f.to_day
     group by f.unit_id
  ),
  turns as (
    select u.id as unit_id, u.in_service_to, turn.day, stood.occupant, stood.agreed, stood.noticed, stood.evicted, stood.is_ahead, stood.is_offline
      from (select organization, named.id from unnest(units) as named (id) offset 0) as wanted (organization_id, id)
     cross join lateral (
       select u.id, u.in_service_from, u.in_service_to from units u where u.organization_id = wanted.organization_id and u.id = wanted.id offset 0
     ) u
      left join known k on k.unit_id = u.id
     cross join lateral (
       select u.in_service_from as day
       union
       select turn.day
         from (
           select unnest(k.from_days)
           union all
           select last.day + 1 from unnest(k.to_days) as last (day) where last.day < 'infinity'
         ) turn (day)
        where turn.day > u.in_service_from and turn.day <= coalesce(u.in_service_to, 'infinity')
     ) turn
     cross join lateral (
       select (array_agg(f.lease_id order by f.place) filter (where f.kind = 'OCCUPIES'))[1] as occupant,
              array_agg(f.lease_id order by f.place) filter (where f.kind = 'AGREED') as agreed,
              array_agg(f.lease_id) filter (where f.kind = 'NOTICE') as noticed,
              array_agg(f.lease_id) filter (where f.kind = 'EVICTION') as evicted,
              coalesce(bool_or(f.kind = 'AHEAD'), false) as is_ahead,
              coalesce(bool_or(f.kind = 'OFFLINE'), false) as is_offline
         from unnest(k.kinds, k.from_days, k.to_days, k.lease_ids) with ordinality as f (kind, from_day, to_day, lease_id, place)
        where f.from_day <= turn.day and f.to_day >= turn.day
     ) stood
  ),
  named as (
    select t.unit_id, t.in_service_to, t.day, t.occupant, next.lease_id as next,
           case
             when t.occupant = any(t.evicted) then 'EVICT'
             when t.occupant = any(t.noticed) then case when next.lease_id is null and not t.is_ahead then 'NOTICE_UNRENTED' else 'NOTICE_RENTED' end
             when t.occupant is not null then 'CURRENT'
             when t.is_offline then 'OFFLINE'
             when next.lease_id is not null or t.is_ahead then 'VACANT_RENTED'
             else 'VACANT_UNRENTED'
           end as status
      from turns t
     cross join lateral (select case when t.agreed[1] is distinct from t.occupant then t.agreed[1] else t.agreed[2] end) next (lease_id)
  ),
  changed as (
    select n.*, lag(n.status) over of_unit is null
                  or (n.status, n.occupant, n.next) is distinct from (lag(n.status) over of_unit, lag(n.occupant) over of_unit, lag(n.next) over of_unit) as is_new
      from named n
    window of_unit as (partition by n.unit_id order by n.day)
  )
  select c.unit_id, c.day,
         coalesce(lead(c.day) over (partition by c.unit_id order by c.day) - 1, c.in_service_to, 'infinity'),
         c.status, c.occupant, c.next
    from changed c
   where c.is_new
$function$;

create table audit.calls (
  organization_id uuid not null,
  id uuid not null,
  occurred_at timestamp with time zone not null,
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
  outcome text,
  ended_at timestamp with time zone,
  constraint calls_pkey PRIMARY KEY (organization_id, id)
) partition by RANGE (id);
alter table audit.calls owner to gatehouse_platform;
CREATE INDEX calls_broken ON ONLY audit.calls USING btree (organization_id, id) WHERE (status >= 500);
CREATE INDEX calls_failed ON ONLY audit.calls USING btree (organization_id, id) WHERE (status >= 400);
alter table audit.calls enable row level security;
alter table audit.calls alter column organization_id set (n_distinct=1);
create policy tenant on audit.calls for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select on audit.calls to gatehouse_app;

create table audit.calls_default (
  organization_id uuid not null,
  id uuid not null,
  occurred_at timestamp with time zone not null,
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
  outcome text,
  ended_at timestamp with time zone,
  constraint calls_default_pkey PRIMARY KEY (organization_id, id)
);
alter table audit.calls attach partition audit.calls_default DEFAULT;
alter table audit.calls_default owner to gatehouse_platform;
CREATE INDEX calls_default_organization_id_id_idx ON audit.calls_default USING btree (organization_id, id) WHERE (status >= 400);
CREATE INDEX calls_default_organization_id_id_idx1 ON audit.calls_default USING btree (organization_id, id) WHERE (status >= 500);
alter table audit.calls_default alter column organization_id set (n_distinct=1);

create table audit.half_hours (
  organization_id uuid not null,
  begins_at timestamp(3) with time zone not null,
  calls bigint not null,
  errors bigint not null,
  rate_limited bigint not null,
  latencies jsonb not null,
  constraint half_hours_pkey PRIMARY KEY (organization_id, begins_at)
);
alter table audit.half_hours enable row level security;
alter table audit.half_hours alter column organization_id set (n_distinct=1);
alter table audit.half_hours force row level security;
create policy platform on audit.half_hours for all to gatehouse_platform using (true);
create policy tenant on audit.half_hours for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on audit.half_hours to gatehouse_platform;
grant select on audit.half_hours to gatehouse_app;

create table audit.key_hours (
  organization_id uuid not null,
  begins_at timestamp(3) with time zone not null,
  key_id text collate "C" not null,
  calls bigint not null,
  constraint key_hours_pkey PRIMARY KEY (organization_id, begins_at, key_id)
);
alter table audit.key_hours enable row level security;
alter table audit.key_hours alter column organization_id set (n_distinct=1);
alter table audit.key_hours force row level security;
create policy platform on audit.key_hours for all to gatehouse_platform using (true);
create policy tenant on audit.key_hours for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on audit.key_hours to gatehouse_platform;
grant select on audit.key_hours to gatehouse_app;

create table audit.roll_ups (
  organization_id uuid not null,
  through timestamp(3) with time zone not null,
  constraint roll_ups_pkey PRIMARY KEY (organization_id)
);
alter table audit.roll_ups enable row level security;
alter table audit.roll_ups alter column organization_id set (n_distinct=1);
alter table audit.roll_ups force row level security;
create policy platform on audit.roll_ups for all to gatehouse_platform using (true);
create policy tenant on audit.roll_ups for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on audit.roll_ups to gatehouse_platform;
grant select on audit.roll_ups to gatehouse_app;

create table audit.route_hours (
  organization_id uuid not null,
  begins_at timestamp(3) with time zone not null,
  method text collate "C" not null,
  route text collate "C" not null,
  status integer not null,
  error text collate "C" not null,
  calls bigint not null,
  last_id uuid not null,
  constraint route_hours_pkey PRIMARY KEY (organization_id, begins_at, method, route, status, error)
);
alter table audit.route_hours enable row level security;
alter table audit.route_hours alter column organization_id set (n_distinct=1);
alter table audit.route_hours force row level security;
create policy platform on audit.route_hours for all to gatehouse_platform using (true);
create policy tenant on audit.route_hours for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on audit.route_hours to gatehouse_platform;
grant select on audit.route_hours to gatehouse_app;

create table console.accounts (
  id text collate "C" not null,
  user_id text collate "C" not null,
  account_id text collate "C" not null,
  provider_id text collate "C" not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp(3) with time zone,
  refresh_token_expires_at timestamp(3) with time zone,
  scope text,
  created_at timestamp(3) with time zone not null default transaction_timestamp(),
  updated_at timestamp(3) with time zone not null default transaction_timestamp(),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_provider_id_account_id_key UNIQUE (provider_id, account_id),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id) ON DELETE CASCADE
);
CREATE INDEX accounts_by_user ON console.accounts USING btree (user_id);
CREATE TRIGGER end_links AFTER UPDATE OF password ON console.accounts FOR EACH ROW WHEN (old.password IS DISTINCT FROM new.password) EXECUTE FUNCTION console.end_links();
grant delete, insert, select, update on console.accounts to gatehouse_console;

create table console.invitations (
  organization_id uuid not null,
  id text collate "C" not null,
  email text collate "C" not null,
  role text not null,
  token_sha256 bytea not null,
  invited_by text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  withdrawn_at timestamp(3) with time zone,
  root_key_id text,
  link_origin text,
  attempts integer not null default 0,
  next_attempt_at timestamp(3) with time zone,
  claimed_until timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  failure_reason text,
  constraint invitations_pkey PRIMARY KEY (organization_id, id),
  constraint invitations_attempts_check CHECK (attempts >= 0),
  constraint invitations_check CHECK (accepted_at IS NULL OR withdrawn_at IS NULL),
  constraint invitations_email_check CHECK (length(email) >= 3 AND length(email) <= 254 AND email = lower(email)),
  constraint invitations_failure_reason_check CHECK (length(failure_reason) >= 1 AND length(failure_reason) <= 500),
  constraint invitations_link_origin_check CHECK (length(link_origin) >= 1 AND length(link_origin) <= 2048),
  constraint invitations_mailed_are_derived CHECK ((root_key_id IS NULL) = (link_origin IS NULL)),
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invitations_role_check CHECK (role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'VIEWER'::text])),
  constraint invitations_root_key_id_check CHECK (length(root_key_id) >= 1 AND length(root_key_id) <= 64),
  constraint invitations_token_sha256_check CHECK (length(token_sha256) = 32),
  constraint invitations_waiting_are_mailed CHECK (next_attempt_at IS NULL OR root_key_id IS NOT NULL),
  constraint invitations_waiting_are_open CHECK (next_attempt_at IS NULL OR accepted_at IS NULL AND withdrawn_at IS NULL AND sent_at IS NULL AND failure_reason IS NULL)
);
CREATE INDEX invitations_by_token ON console.invitations USING btree (token_sha256);
CREATE UNIQUE INDEX invitations_open ON console.invitations USING btree (organization_id, email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX invitations_waiting ON console.invitations USING btree (next_attempt_at, id) WHERE (next_attempt_at IS NOT NULL);
CREATE TRIGGER announce AFTER INSERT ON console.invitations FOR EACH ROW WHEN (new.next_attempt_at IS NOT NULL) EXECUTE FUNCTION console.announce_invitation();
alter table console.invitations enable row level security;
alter table console.invitations alter column organization_id set (n_distinct=1);
alter table console.invitations force row level security;
create policy console on console.invitations for select to gatehouse_console using (true);
create policy tenant on console.invitations for all to gatehouse_console using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on console.invitations to gatehouse_console;

create table console.members (
  organization_id uuid not null,
  user_id text collate "C" not null,
  role text not null,
  created_at timestamp(3) with time zone not null default transaction_timestamp(),
  constraint members_pkey PRIMARY KEY (organization_id, user_id),
  constraint members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint members_role_check CHECK (role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'VIEWER'::text])),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id) ON DELETE CASCADE
);
CREATE INDEX members_by_user ON console.members USING btree (user_id);
CREATE TRIGGER check_member BEFORE INSERT ON console.members FOR EACH ROW EXECUTE FUNCTION console.check_member();
alter table console.members enable row level security;
alter table console.members alter column organization_id set (n_distinct=1);
alter table console.members force row level security;
create policy console on console.members for select to gatehouse_console using (true);
create policy tenant on console.members for all to gatehouse_console using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on console.members to gatehouse_console;

create table console.sessions (
  id text collate "C" not null,
  user_id text collate "C" not null,
  token text collate "C" not null,
  expires_at timestamp(3) with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp(3) with time zone not null default transaction_timestamp(),
  updated_at timestamp(3) with time zone not null default transaction_timestamp(),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_end ON console.sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON console.sessions USING btree (user_id);
grant delete, insert, select, update on console.sessions to gatehouse_console;

create table console.two_factors (
  id text collate "C" not null,
  user_id text collate "C" not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamp(3) with time zone,
  constraint two_factors_pkey PRIMARY KEY (id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id) ON DELETE CASCADE,
  constraint two_factors_user_id_key UNIQUE (user_id)
);
CREATE TRIGGER end_links AFTER DELETE ON console.two_factors FOR EACH ROW EXECUTE FUNCTION console.end_links_of_codes();
grant delete, insert, select, update on console.two_factors to gatehouse_console;

create table console.used_codes (
  user_id text collate "C" not null,
  code text collate "C" not null,
  used_at timestamp(3) with time zone not null default transaction_timestamp(),
  constraint used_codes_pkey PRIMARY KEY (user_id, code),
  constraint used_codes_code_check CHECK (length(code) >= 1 AND length(code) <= 20),
  constraint used_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id) ON DELETE CASCADE
);
CREATE INDEX used_codes_by_time ON console.used_codes USING btree (used_at);
grant delete, insert, select, update on console.used_codes to gatehouse_console;

create table console.users (
  id text collate "C" not null,
  email text collate "C" not null,
  name text not null,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamp(3) with time zone not null default transaction_timestamp(),
  updated_at timestamp(3) with time zone not null default transaction_timestamp(),
  confined_to uuid,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_confined_to_fkey FOREIGN KEY (confined_to) REFERENCES organizations(id),
  constraint users_email_check CHECK (length(email) >= 3 AND length(email) <= 254 AND email = lower(email)),
  constraint users_email_key UNIQUE (email),
  constraint users_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint users_unverified_are_confined CHECK (email_verified = (confined_to IS NULL))
);
grant delete, insert, select, update on console.users to gatehouse_console;

create table console.verifications (
  id text collate "C" not null,
  identifier text collate "C" not null,
  value text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default transaction_timestamp(),
  updated_at timestamp(3) with time zone not null default transaction_timestamp(),
  constraint verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_by_end ON console.verifications USING btree (expires_at);
CREATE INDEX verifications_by_identifier ON console.verifications USING btree (identifier);
CREATE INDEX verifications_by_value ON console.verifications USING btree (value);
CREATE TRIGGER end_older_links BEFORE INSERT ON console.verifications FOR EACH ROW WHEN (new.identifier ~~ 'reset-password:%'::text) EXECUTE FUNCTION console.end_older_links();
grant delete, insert, select, update on console.verifications to gatehouse_console;

create table administrative_log (
  organization_id uuid not null,
  id uuid not null,
  occurred_at timestamp with time zone not null default transaction_timestamp(),
  actor text not null,
  action text not null,
  subject text,
  before jsonb,
  after jsonb,
  constraint administrative_log_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX administrative_log_by_subject ON public.administrative_log USING btree (organization_id, subject, id DESC);
CREATE INDEX administrative_log_imports ON public.administrative_log USING btree (organization_id, id DESC) WHERE (action = ANY (ARRAY['import.rent_roll'::text, 'import.payments'::text, 'import.work_orders'::text, 'import.ledger'::text]));
alter table administrative_log enable row level security;
alter table administrative_log alter column organization_id set (n_distinct=1);
alter table administrative_log force row level security;
create policy console on administrative_log for insert to gatehouse_console with check ((organization_id = ( SELECT current_organization() AS current_organization)));
create policy platform on administrative_log for insert to gatehouse_platform with check (true);
create policy tenant on administrative_log for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert on administrative_log to gatehouse_console;
grant insert on administrative_log to gatehouse_platform;
grant insert, select on administrative_log to gatehouse_app;

create table api_keys (
  organization_id uuid not null,
  id text collate "C" not null,
  family_id text collate "C" not null,
  name text not null,
  secret_sha256 bytea not null,
  mask text not null,
  scopes text[] not null,
  requests_per_minute integer,
  allowed_cidrs cidr[] not null default '{}'::cidr[],
  created_by text not null,
  created_at timestamp with time zone not null default transaction_timestamp(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_address inet,
  constraint api_keys_pkey PRIMARY KEY (organization_id, id),
  constraint api_keys_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint api_keys_requests_per_minute_check CHECK (requests_per_minute >= 1 AND requests_per_minute <= 100000),
  constraint api_keys_scopes_check CHECK (cardinality(scopes) > 0 AND scopes <@ '{properties:read,accounting:read,maintenance:read,maintenance:write,comms:write,webhooks:manage}'::text[]),
  constraint api_keys_secret_sha256_check CHECK (length(secret_sha256) = 32)
);
CREATE INDEX api_keys_by_creation ON public.api_keys USING btree (created_at);
CREATE INDEX api_keys_by_secret ON public.api_keys USING btree (secret_sha256);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OF scopes, requests_per_minute, allowed_cidrs, expires_at, revoked_at ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION announce_key_change();
alter table api_keys enable row level security;
alter table api_keys alter column organization_id set (n_distinct=1);
alter table api_keys force row level security;
create policy platform on api_keys for all to gatehouse_platform using (true);
create policy tenant on api_keys for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select on api_keys to gatehouse_app;
grant select on api_keys to gatehouse_platform;
grant update (expires_at, revoked_at) on api_keys to gatehouse_app;
grant update (last_used_at, last_used_address) on api_keys to gatehouse_platform;

create table calendar_days (
  organization_id uuid not null,
  entered_through date not null,
  constraint calendar_days_pkey PRIMARY KEY (organization_id),
  constraint calendar_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table calendar_days enable row level security;
alter table calendar_days alter column organization_id set (n_distinct=1);
alter table calendar_days force row level security;
create policy tenant on calendar_days for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
create policy upkeep on calendar_days for all to gatehouse_platform using (true);
grant insert, select, update on calendar_days to gatehouse_app;
grant select on calendar_days to gatehouse_platform;

create table change_notices (
  organization_id uuid not null,
  identity text collate "C" not null,
  noticed_xid xid8 not null,
  noticed_at timestamp(3) with time zone,
  constraint change_notices_pkey PRIMARY KEY (organization_id),
  constraint change_notices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table change_notices enable row level security;
alter table change_notices alter column organization_id set (n_distinct=1);
alter table change_notices force row level security;
create policy delivery on change_notices for select to gatehouse_platform using (true);
create policy tenant on change_notices for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on change_notices to gatehouse_app;
grant select on change_notices to gatehouse_platform;

create table database_identity (
  id uuid not null default gen_random_uuid(),
  is_only boolean not null default true,
  home text collate "C",
  constraint database_identity_pkey PRIMARY KEY (id),
  constraint database_identity_is_only_check CHECK (is_only),
  constraint database_identity_is_only_key UNIQUE (is_only)
);
grant select on database_identity to gatehouse_app;
grant select on database_identity to gatehouse_platform;

create table events (
  organization_id uuid not null,
  id uuid not null,
  type text collate "C" not null,
  data json not null,
  is_test boolean not null default false,
  occurred_at timestamp(3) with time zone not null,
  constraint events_pkey PRIMARY KEY (organization_id, id),
  constraint events_type_check CHECK (type = ANY ('{lead.created,ticket.created,ticket.completed,payment.received,payment.reversed,payment.refunded,lease.signed,invoice.paid,records.changed}'::text[]))
) partition by RANGE (id);
CREATE INDEX events_by_time ON ONLY public.events USING btree (organization_id, occurred_at, id);
CREATE INDEX events_by_type ON ONLY public.events USING btree (organization_id, type, occurred_at, id);
alter table events enable row level security;
alter table events alter column organization_id set (n_distinct=1);
alter table events force row level security;
create policy tenant on events for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select on events to gatehouse_app;

create table events_default (
  organization_id uuid not null,
  id uuid not null,
  type text collate "C" not null,
  data json not null,
  is_test boolean not null default false,
  occurred_at timestamp(3) with time zone not null,
  constraint events_default_pkey PRIMARY KEY (organization_id, id),
  constraint events_type_check CHECK (type = ANY ('{lead.created,ticket.created,ticket.completed,payment.received,payment.reversed,payment.refunded,lease.signed,invoice.paid,records.changed}'::text[]))
);
alter table events attach partition events_default DEFAULT;
CREATE INDEX events_default_organization_id_occurred_at_id_idx ON public.events_default USING btree (organization_id, occurred_at, id);
CREATE INDEX events_default_organization_id_type_occurred_at_id_idx ON public.events_default USING btree (organization_id, type, occurred_at, id);
alter table events_default alter column organization_id set (n_distinct=1);

create table files (
  organization_id uuid not null,
  id text collate "C" not null,
  unit_id text collate "C",
  work_order_id text collate "C",
  lease_id text collate "C",
  record_id text collate "C" generated always as (COALESCE(unit_id, work_order_id, lease_id)) stored,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  storage_key text collate "C" not null,
  uploaded_by text not null,
  created_at timestamp(3) with time zone not null,
  stored_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  constraint files_pkey PRIMARY KEY (organization_id, id),
  constraint files_check CHECK (num_nonnulls(unit_id, work_order_id, lease_id) = 1),
  constraint files_content_type_check CHECK (content_type = ANY ('{image/jpeg,image/png,image/webp,image/heic,application/pdf}'::text[])),
  constraint files_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint files_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint files_organization_id_lease_id_fkey FOREIGN KEY (organization_id, lease_id) REFERENCES leases(organization_id, id),
  constraint files_organization_id_storage_key_key UNIQUE (organization_id, storage_key),
  constraint files_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES units(organization_id, id),
  constraint files_organization_id_work_order_id_fkey FOREIGN KEY (organization_id, work_order_id) REFERENCES work_orders(organization_id, id),
  constraint files_size_bytes_check CHECK (size_bytes > 0),
  constraint files_storage_key_check CHECK (storage_key ~ '^[0-9a-f]{32}$'::text)
);
CREATE INDEX files_by_record ON public.files USING btree (organization_id, record_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX files_to_remove ON public.files USING btree (organization_id, id) WHERE ((deleted_at IS NOT NULL) OR (stored_at IS NULL));
alter table files enable row level security;
alter table files alter column organization_id set (n_distinct=1);
alter table files force row level security;
create policy tenant on files for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
create policy upkeep on files for all to gatehouse_platform using (true);
grant delete on files to gatehouse_platform;
grant insert, select on files to gatehouse_app;
grant update (stored_at, deleted_at) on files to gatehouse_app;
grant select (organization_id, id, storage_key, created_at, stored_at, deleted_at) on files to gatehouse_platform;

create table idempotency_records (
  organization_id uuid not null,
  key_family text collate "C" not null,
  method text not null,
  path text collate "C" not null,
  key text collate "C" not null,
  body_sha256 bytea not null,
  status integer not null,
  reply text not null,
  created_at timestamp(3) with time zone not null,
  constraint idempotency_records_pkey PRIMARY KEY (organization_id, key_family, method, path, key),
  constraint idempotency_records_body_sha256_check CHECK (length(body_sha256) = 32),
  constraint idempotency_records_key_check CHECK (length(key) >= 8 AND length(key) <= 128),
  constraint idempotency_records_status_check CHECK (status >= 200 AND status <= 299)
);
CREATE INDEX idempotency_records_by_age ON public.idempotency_records USING btree (created_at);
alter table idempotency_records enable row level security;
alter table idempotency_records alter column organization_id set (n_distinct=1);
alter table idempotency_records force row level security;
create policy tenant on idempotency_records for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
create policy upkeep on idempotency_records for all to gatehouse_platform using (true);
grant delete on idempotency_records to gatehouse_platform;
grant insert, select, update on idempotency_records to gatehouse_app;
grant select (organization_id, key_family, method, path, key, created_at) on idempotency_records to gatehouse_platform;

create table import_mappings (
  organization_id uuid not null,
  kind text collate "C" not null,
  key text collate "C" not null,
  word text not null,
  property_id text collate "C",
  meaning text collate "C",
  constraint import_mappings_pkey PRIMARY KEY (organization_id, kind, key),
  constraint import_mappings_check CHECK ((kind = 'PROPERTY'::text) = (property_id IS NOT NULL)),
  constraint import_mappings_check1 CHECK (
CASE kind
    WHEN 'PROPERTY'::text THEN meaning IS NULL
    WHEN 'CHARGE'::text THEN meaning = ANY ('{RENT,PARKING,PET,UTILITY,STORAGE,LATE_FEE,CONCESSION,OTHER}'::text[])
    WHEN 'STATUS'::text THEN meaning = ANY ('{CURRENT,NOTICE_RENTED,NOTICE_UNRENTED,EVICT,VACANT_RENTED,VACANT_UNRENTED,OFFLINE}'::text[])
    WHEN 'LAYOUT'::text THEN meaning = ANY ('{yardi-lease-charges,yardi-rent-roll,yardi-breeze,onesite,entrata,buildium,resman,template}'::text[])
    ELSE meaning IS NULL OR length(meaning) >= 1 AND length(meaning) <= 100
END),
  constraint import_mappings_key_check CHECK (length(key) >= 1 AND length(key) <= 200),
  constraint import_mappings_kind_check CHECK (kind = ANY ('{PROPERTY,CHARGE,STATUS,LAYOUT,RENT_ROLL_COLUMN,PAYMENTS_COLUMN,LEDGER_COLUMN,WORK_ORDERS_COLUMN}'::text[])),
  constraint import_mappings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint import_mappings_organization_id_property_id_fkey FOREIGN KEY (organization_id, property_id) REFERENCES properties(organization_id, id),
  constraint import_mappings_word_check CHECK (length(word) >= 1 AND length(word) <= 200)
);
alter table import_mappings enable row level security;
alter table import_mappings alter column organization_id set (n_distinct=1);
alter table import_mappings force row level security;
create policy tenant on import_mappings for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on import_mappings to gatehouse_app;

create table import_progress (
  organization_id uuid not null,
  id text collate "C" not null,
  rows_done integer not null,
  rows_known integer not null,
  constraint import_progress_pkey PRIMARY KEY (organization_id),
  constraint import_progress_check CHECK (rows_known >= rows_done),
  constraint import_progress_id_check CHECK (length(id) >= 1 AND length(id) <= 64),
  constraint import_progress_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint import_progress_rows_done_check CHECK (rows_done >= 0)
);
alter table import_progress enable row level security;
alter table import_progress alter column organization_id set (n_distinct=1);
alter table import_progress force row level security;
create policy tenant on import_progress for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on import_progress to gatehouse_app;

create table invoice_numbers (
  organization_id uuid not null,
  last_number integer not null,
  constraint invoice_numbers_pkey PRIMARY KEY (organization_id),
  constraint invoice_numbers_last_number_check CHECK (last_number > 0),
  constraint invoice_numbers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table invoice_numbers enable row level security;
alter table invoice_numbers alter column organization_id set (n_distinct=1);
alter table invoice_numbers force row level security;
create policy tenant on invoice_numbers for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on invoice_numbers to gatehouse_app;

create table invoices (
  organization_id uuid not null,
  id text collate "C" not null,
  number integer not null,
  lease_id text collate "C" not null,
  property_id text collate "C" not null,
  unit_id text collate "C" not null,
  resident_id text collate "C",
  is_draft boolean not null,
  is_deposit boolean not null,
  issue_date date not null,
  due_date date not null,
  period_start date,
  period_end date,
  recurring_month date,
  lines jsonb not null,
  total_cents bigint not null,
  paid_cents bigint not null default 0,
  paid_at timestamp(3) with time zone,
  first_paid_at timestamp(3) with time zone,
  voided_on date,
  voided_at timestamp(3) with time zone,
  status text not null generated always as (
CASE
    WHEN (voided_on IS NOT NULL) THEN 'VOID'::text
    WHEN is_draft THEN 'DRAFT'::text
    WHEN (paid_cents = total_cents) THEN 'PAID'::text
    WHEN (paid_cents > 0) THEN 'PARTIALLY_PAID'::text
    ELSE 'OPEN'::text
END) stored,
  external_id text collate "C",
  created_at timestamp(3) with time zone not null default transaction_timestamp(),
  updated_at timestamp(3) with time zone not null default transaction_timestamp(),
  released_month date,
  constraint invoices_pkey PRIMARY KEY (organization_id, id),
  constraint invoices_check CHECK (invoice_lines_fit(lines, total_cents, is_deposit)),
  constraint invoices_check1 CHECK (paid_cents >= 0 AND paid_cents <= total_cents),
  constraint invoices_check2 CHECK (paid_cents = 0 OR voided_on IS NULL AND NOT is_draft),
  constraint invoices_check3 CHECK ((voided_on IS NULL) = (voided_at IS NULL)),
  constraint invoices_check4 CHECK ((paid_at IS NOT NULL) = (voided_on IS NULL AND NOT is_draft AND paid_cents = total_cents)),
  constraint invoices_check5 CHECK (paid_at IS NULL OR first_paid_at IS NOT NULL),
  constraint invoices_check6 CHECK (voided_on >= issue_date),
  constraint invoices_check7 CHECK ((period_start IS NULL) = (period_end IS NULL) AND period_end >= period_start),
  constraint invoices_external_id_check CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  constraint invoices_number_check CHECK (number > 0),
  constraint invoices_organization_id_lease_id_property_id_unit_id_fkey FOREIGN KEY (organization_id, lease_id, property_id, unit_id) REFERENCES leases(organization_id, id, property_id, unit_id),
  constraint invoices_organization_id_number_key UNIQUE (organization_id, number),
  constraint invoices_organization_id_resident_id_fkey FOREIGN KEY (organization_id, resident_id) REFERENCES residents(organization_id, id),
  constraint invoices_recurring_month_check CHECK (EXTRACT(day FROM recurring_month) = 1::numeric),
  constraint invoices_total_cents_check CHECK (total_cents >= 0 AND total_cents <= '10000000000000'::bigint)
);
CREATE INDEX invoices_billed_after_month ON public.invoices USING btree (organization_id, recurring_month) WHERE (issue_date >= (recurring_month + '1 mon'::interval));
CREATE INDEX invoices_by_change ON public.invoices USING btree (organization_id, updated_at);
CREATE INDEX invoices_by_due_date ON public.invoices USING btree (organization_id, ((due_date + 0)));
CREATE UNIQUE INDEX invoices_by_external_id ON public.invoices USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX invoices_by_issue ON public.invoices USING btree (organization_id, issue_date DESC, id DESC) INCLUDE (updated_at, status);
CREATE UNIQUE INDEX invoices_by_lease ON public.invoices USING btree (organization_id, lease_id, id) INCLUDE (issue_date, due_date, updated_at, status);
CREATE UNIQUE INDEX invoices_by_part_of_month ON public.invoices USING btree (organization_id, lease_id, recurring_month, period_start) WHERE (recurring_month IS NOT NULL);
CREATE INDEX invoices_by_property ON public.invoices USING btree (organization_id, property_id, issue_date, status);
CREATE INDEX invoices_by_released_month ON public.invoices USING btree (organization_id, lease_id, released_month) WHERE (released_month IS NOT NULL);
CREATE INDEX invoices_by_status ON public.invoices USING btree (organization_id, status, issue_date DESC, id DESC) INCLUDE (updated_at, property_id) WHERE (status <> 'PAID'::text);
CREATE INDEX invoices_by_total ON public.invoices USING btree (organization_id, total_cents);
CREATE INDEX invoices_by_void ON public.invoices USING btree (organization_id, voided_on) WHERE (voided_on IS NOT NULL);
CREATE INDEX invoices_open ON public.invoices USING btree (organization_id, issue_date DESC, id DESC) INCLUDE (due_date, updated_at, property_id) WHERE (status = ANY (ARRAY['OPEN'::text, 'PARTIALLY_PAID'::text]));
CREATE TRIGGER check_begun AFTER INSERT ON invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_begun();
CREATE TRIGGER count_inserts AFTER INSERT ON invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_changes();
CREATE TRIGGER count_updates AFTER UPDATE ON invoices REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_changes();
CREATE TRIGGER feed_inserted AFTER INSERT ON invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_records('invoice');
CREATE TRIGGER feed_updated AFTER UPDATE ON invoices REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_records('invoice');
CREATE TRIGGER touch BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table invoices enable row level security;
alter table invoices set (autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.05);
alter table invoices alter column organization_id set (n_distinct=1);
alter table invoices force row level security;
create policy tenant on invoices for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on invoices to gatehouse_app;

create table late_fee_policies (
  organization_id uuid not null,
  grace_days integer not null,
  flat_cents bigint,
  percent_basis_points integer,
  constraint late_fee_policies_pkey PRIMARY KEY (organization_id),
  constraint late_fee_policies_check CHECK (flat_cents IS NULL OR percent_basis_points IS NULL),
  constraint late_fee_policies_flat_cents_check CHECK (flat_cents >= 1 AND flat_cents <= '10000000000000'::bigint),
  constraint late_fee_policies_grace_days_check CHECK (grace_days >= 0 AND grace_days <= 60),
  constraint late_fee_policies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint late_fee_policies_percent_basis_points_check CHECK (percent_basis_points >= 1 AND percent_basis_points <= 10000)
);
alter table late_fee_policies enable row level security;
alter table late_fee_policies alter column organization_id set (n_distinct=1);
alter table late_fee_policies force row level security;
create policy tenant on late_fee_policies for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on late_fee_policies to gatehouse_app;

create table late_fees (
  organization_id uuid not null,
  invoice_id text collate "C" not null,
  fee_invoice_id text collate "C" not null,
  constraint late_fees_pkey PRIMARY KEY (organization_id, invoice_id),
  constraint late_fees_organization_id_fee_invoice_id_fkey FOREIGN KEY (organization_id, fee_invoice_id) REFERENCES invoices(organization_id, id),
  constraint late_fees_organization_id_fee_invoice_id_key UNIQUE (organization_id, fee_invoice_id),
  constraint late_fees_organization_id_invoice_id_fkey FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id)
);
alter table late_fees enable row level security;
alter table late_fees alter column organization_id set (n_distinct=1);
alter table late_fees force row level security;
create policy tenant on late_fees for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select on late_fees to gatehouse_app;

create table leads (
  organization_id uuid not null,
  id text collate "C" not null,
  first_name text collate "C" not null,
  last_name text collate "C" not null,
  email text,
  phone text,
  source text not null,
  status text not null,
  property_id text collate "C",
  unit_id text collate "C",
  desired_move_in date,
  bedrooms_wanted integer,
  max_rent_cents bigint,
  notes text,
  external_id text collate "C",
  created_at timestamp(3) with time zone not null default transaction_timestamp(),
  updated_at timestamp(3) with time zone not null default transaction_timestamp(),
  constraint leads_pkey PRIMARY KEY (organization_id, id),
  constraint leads_bedrooms_wanted_check CHECK (bedrooms_wanted >= 0 AND bedrooms_wanted <= 50),
  constraint leads_check CHECK (first_name <> ''::text OR last_name <> ''::text),
  constraint leads_check1 CHECK (unit_id IS NULL OR property_id IS NOT NULL),
  constraint leads_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  constraint leads_external_id_check CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  constraint leads_first_name_check CHECK (length(first_name) <= 100),
  constraint leads_last_name_check CHECK (length(last_name) <= 100),
  constraint leads_max_rent_cents_check CHECK (max_rent_cents >= 0 AND max_rent_cents <= '10000000000000'::bigint),
  constraint leads_notes_check CHECK (length(notes) >= 1 AND length(notes) <= 5000),
  constraint leads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint leads_organization_id_property_id_fkey FOREIGN KEY (organization_id, property_id) REFERENCES properties(organization_id, id),
  constraint leads_organization_id_property_id_unit_id_fkey FOREIGN KEY (organization_id, property_id, unit_id) REFERENCES units(organization_id, property_id, id),
  constraint leads_phone_check CHECK (length(phone) >= 3 AND length(phone) <= 40),
  constraint leads_source_check CHECK (length(source) >= 1 AND length(source) <= 100),
  constraint leads_status_check CHECK (status = ANY ('{NEW,CONTACTED,TOURED,APPLIED,LEASED,LOST}'::text[]))
);
CREATE INDEX leads_by_change ON public.leads USING btree (organization_id, updated_at);
CREATE INDEX leads_by_creation ON public.leads USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX leads_by_external_id ON public.leads USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX leads_by_property ON public.leads USING btree (organization_id, property_id, created_at DESC, id DESC);
CREATE INDEX leads_by_status ON public.leads USING btree (organization_id, status, created_at DESC, id DESC);
CREATE TRIGGER feed_inserted AFTER INSERT ON leads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_records('lead');
CREATE TRIGGER feed_updated AFTER UPDATE ON leads REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_records('lead');
CREATE TRIGGER keep_words_inserted AFTER INSERT ON leads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_words('lead');
CREATE TRIGGER keep_words_updated AFTER UPDATE ON leads REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_words('lead');
CREATE TRIGGER touch BEFORE UPDATE ON leads FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION touch_updated_at();
alter table leads enable row level security;
alter table leads alter column organization_id set (n_distinct=1);
alter table leads force row level security;
create policy tenant on leads for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on leads to gatehouse_app;

create table lease_balances (
  organization_id uuid not null,
  lease_id text collate "C" not null,
  from_day date not null,
  receivable_cents bigint not null,
  deposit_cents bigint not null,
  past_due_cents bigint not null,
  constraint lease_balances_pkey PRIMARY KEY (organization_id, lease_id, from_day)
);
CREATE TRIGGER feed_derived AFTER INSERT OR DELETE OR UPDATE ON lease_balances FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION feed_derived();
alter table lease_balances enable row level security;
alter table lease_balances alter column organization_id set (n_distinct=1);
alter table lease_balances force row level security;
create policy tenant on lease_balances for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on lease_balances to gatehouse_app;

create table lease_charge_changes (
  organization_id uuid not null,
  lease_id text collate "C" not null,
  code text not null,
  description text not null,
  effective_from date not null,
  changed_on date not null,
  previous_amount_cents bigint,
  previous_effective_to date,
  recorded_at timestamp with time zone not null default transaction_timestamp(),
  constraint lease_charge_changes_pkey PRIMARY KEY (organization_id, lease_id, code, description, effective_from, changed_on),
  constraint lease_charge_changes_check CHECK (previous_effective_to >= effective_from),
  constraint lease_charge_changes_check1 CHECK (previous_amount_cents IS NOT NULL OR previous_effective_to IS NULL),
  constraint lease_charge_changes_organization_id_lease_id_code_descrip_fkey FOREIGN KEY (organization_id, lease_id, code, description, effective_from) REFERENCES lease_charges(organization_id, lease_id, code, description, effective_from)
);
alter table lease_charge_changes enable row level security;
alter table lease_charge_changes alter column organization_id set (n_distinct=1);
alter table lease_charge_changes force row level security;
create policy tenant on lease_charge_changes for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on lease_charge_changes to gatehouse_app;

create table lease_charges (
  organization_id uuid not null,
  lease_id text collate "C" not null,
  code text not null,
  description text not null,
  amount_cents bigint not null,
  effective_from date not null,
  effective_to date,
  recorded_at timestamp with time zone not null default transaction_timestamp(),
  agreed_cents bigint,
  agreed_to date,
  constraint lease_charges_pkey PRIMARY KEY (organization_id, lease_id, code, description, effective_from),
  constraint lease_charges_check CHECK (
CASE
    WHEN code = 'CONCESSION'::text THEN amount_cents >= '-10000000000000'::bigint AND amount_cents <= 0
    ELSE amount_cents >= 0 AND amount_cents <= '10000000000000'::bigint
END),
  constraint lease_charges_check1 CHECK (effective_to >= effective_from),
  constraint lease_charges_code_check CHECK (code = ANY ('{RENT,PARKING,PET,UTILITY,STORAGE,LATE_FEE,CONCESSION,OTHER}'::text[])),
  constraint lease_charges_description_check CHECK (length(description) >= 1 AND length(description) <= 200),
  constraint lease_charges_organization_id_lease_id_fkey FOREIGN KEY (organization_id, lease_id) REFERENCES leases(organization_id, id)
);
CREATE TRIGGER feed_deleted AFTER DELETE ON lease_charges REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_lease_facts();
CREATE TRIGGER feed_inserted AFTER INSERT ON lease_charges REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_lease_facts();
CREATE TRIGGER feed_updated AFTER UPDATE ON lease_charges REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_lease_facts();
CREATE TRIGGER keep_last_rents_deleted AFTER DELETE ON lease_charges REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_last_rents();
CREATE TRIGGER keep_last_rents_inserted AFTER INSERT ON lease_charges REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_last_rents();
CREATE TRIGGER keep_last_rents_updated AFTER UPDATE ON lease_charges REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_last_rents();
alter table lease_charges enable row level security;
alter table lease_charges alter column organization_id set (n_distinct=1);
alter table lease_charges force row level security;
create policy of_drafts on lease_charges as restrictive for delete to gatehouse_app using ((EXISTS ( SELECT FROM leases l WHERE ((l.organization_id = lease_charges.organization_id) AND (l.id = lease_charges.lease_id) AND (l.stage = 'DRAFT'::text)))));
create policy tenant on lease_charges for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on lease_charges to gatehouse_app;

create table lease_date_changes (
  organization_id uuid not null,
  lease_id text collate "C" not null,
  changed_on date not null,
  previous_term_type text not null,
  previous_start_date date not null,
  previous_end_date date,
  previous_move_in_date date,
  previous_move_out_date date,
  previous_notice_given_on date,
  previous_eviction_filed_on date,
  recorded_at timestamp with time zone not null default transaction_timestamp(),
  constraint lease_date_changes_pkey PRIMARY KEY (organization_id, lease_id, changed_on),
  constraint lease_date_changes_organization_id_lease_id_fkey FOREIGN KEY (organization_id, lease_id) REFERENCES leases(organization_id, id),
  constraint lease_date_changes_previous_term_type_check CHECK (previous_term_type = ANY ('{FIXED,MONTH_TO_MONTH}'::text[]))
);
CREATE TRIGGER feed_inserted AFTER INSERT ON lease_date_changes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_date_changes();
CREATE TRIGGER feed_updated AFTER UPDATE ON lease_date_changes FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION feed_corrected_dates();
CREATE TRIGGER keep_statuses_inserted AFTER INSERT ON lease_date_changes REFERENCING NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_statuses_of_date_changes();
CREATE TRIGGER keep_statuses_updated AFTER UPDATE ON lease_date_changes REFERENCING NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_statuses_of_date_changes();
alter table lease_date_changes enable row level security;
alter table lease_date_changes alter column organization_id set (n_distinct=1);
alter table lease_date_changes force row level security;
create policy tenant on lease_date_changes for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on lease_date_changes to gatehouse_app;

create table lease_last_figures (
  organization_id uuid not null,
  lease_id text collate "C" not null,
  balance_from date not null default '-infinity'::date,
  rent_from date not null default '-infinity'::date,
  balance_cents bigint not null default 0,
  rent_cents bigint not null default 0,
  constraint lease_last_figures_pkey PRIMARY KEY (organization_id, lease_id)
);
CREATE INDEX lease_last_figures_by_balance ON public.lease_last_figures USING btree (organization_id, balance_cents, lease_id) INCLUDE (balance_from);
CREATE INDEX lease_last_figures_by_rent ON public.lease_last_figures USING btree (organization_id, rent_cents, lease_id) INCLUDE (rent_from);
alter table lease_last_figures enable row level security;
alter table lease_last_figures alter column organization_id set (n_distinct=1);
alter table lease_last_figures force row level security;
create policy tenant on lease_last_figures for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on lease_last_figures to gatehouse_app;

create table lease_openings (
  organization_id uuid not null,
  lease_id text collate "C" not null,
  stated_on date not null,
  balance_cents bigint not null,
  constraint lease_openings_pkey PRIMARY KEY (organization_id, lease_id),
  constraint lease_openings_organization_id_lease_id_fkey FOREIGN KEY (organization_id, lease_id) REFERENCES leases(organization_id, id)
);
alter table lease_openings enable row level security;
alter table lease_openings alter column organization_id set (n_distinct=1);
alter table lease_openings force row level security;
create policy tenant on lease_openings for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select on lease_openings to gatehouse_app;

create table lease_renewals (
  organization_id uuid not null,
  lease_id text collate "C" not null,
  starts_on date not null,
  previous_end_date date,
  previous_term_type text not null,
  agreed_on date not null,
  created_at timestamp with time zone not null default transaction_timestamp(),
  changed_charges jsonb,
  constraint lease_renewals_pkey PRIMARY KEY (organization_id, lease_id, starts_on),
  constraint lease_renewals_organization_id_lease_id_fkey FOREIGN KEY (organization_id, lease_id) REFERENCES leases(organization_id, id),
  constraint lease_renewals_previous_term_type_check CHECK (previous_term_type = ANY ('{FIXED,MONTH_TO_MONTH}'::text[]))
);
CREATE TRIGGER feed_deleted AFTER DELETE ON lease_renewals REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_lease_facts();
CREATE TRIGGER feed_inserted AFTER INSERT ON lease_renewals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_lease_facts();
CREATE TRIGGER feed_updated AFTER UPDATE ON lease_renewals REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_lease_facts();
alter table lease_renewals enable row level security;
alter table lease_renewals alter column organization_id set (n_distinct=1);
alter table lease_renewals force row level security;
create policy tenant on lease_renewals for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select on lease_renewals to gatehouse_app;

create table lease_residents (
  organization_id uuid not null,
  lease_id text collate "C" not null,
  resident_id text collate "C" not null,
  role text not null,
  is_primary boolean not null,
  created_at timestamp with time zone not null default transaction_timestamp(),
  updated_at timestamp with time zone not null default transaction_timestamp(),
  from_day date,
  to_day date,
  former_roles jsonb,
  before_end jsonb,
  constraint lease_residents_pkey PRIMARY KEY (organization_id, lease_id, resident_id),
  constraint lease_residents_check CHECK (is_primary = (role = 'PRIMARY'::text)),
  constraint lease_residents_days_check CHECK (to_day >= from_day),
  constraint lease_residents_former_roles_check CHECK (jsonb_typeof(former_roles) = 'array'::text),
  constraint lease_residents_organization_id_lease_id_fkey FOREIGN KEY (organization_id, lease_id) REFERENCES leases(organization_id, id),
  constraint lease_residents_organization_id_resident_id_fkey FOREIGN KEY (organization_id, resident_id) REFERENCES residents(organization_id, id),
  constraint lease_residents_role_check CHECK (role = ANY ('{PRIMARY,CO_TENANT,OCCUPANT,GUARANTOR}'::text[]))
);
CREATE INDEX lease_residents_by_resident ON public.lease_residents USING btree (organization_id, resident_id);
CREATE UNIQUE INDEX lease_residents_one_primary ON public.lease_residents USING btree (organization_id, lease_id) WHERE is_primary;
CREATE INDEX lease_residents_with_days ON public.lease_residents USING btree (organization_id, from_day, to_day) INCLUDE (lease_id) WHERE ((from_day IS NOT NULL) OR (to_day IS NOT NULL));
CREATE TRIGGER feed_deleted AFTER DELETE ON lease_residents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_lease_facts();
CREATE TRIGGER feed_inserted AFTER INSERT ON lease_residents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_added_residents();
CREATE TRIGGER feed_removed AFTER DELETE ON lease_residents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_lease_residents();
CREATE TRIGGER feed_updated AFTER UPDATE ON lease_residents REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_lease_facts();
CREATE TRIGGER keep_statuses_deleted AFTER DELETE ON lease_residents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_statuses_of_lease_residents();
CREATE TRIGGER keep_statuses_inserted AFTER INSERT ON lease_residents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_statuses_of_lease_residents();
CREATE TRIGGER keep_statuses_updated AFTER UPDATE ON lease_residents REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_statuses_of_changed_days();
CREATE TRIGGER touch BEFORE UPDATE ON lease_residents FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION touch_updated_at();
alter table lease_residents enable row level security;
alter table lease_residents alter column organization_id set (n_distinct=1);
alter table lease_residents force row level security;
create policy of_drafts_or_mistakes on lease_residents as restrictive for delete to gatehouse_app using (((NOT is_primary) OR (EXISTS ( SELECT FROM leases l WHERE ((l.organization_id = lease_residents.organization_id) AND (l.id = lease_residents.lease_id) AND (l.stage = 'DRAFT'::text))))));
create policy tenant on lease_residents for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on lease_residents to gatehouse_app;

create table leases (
  organization_id uuid not null,
  id text collate "C" not null,
  property_id text collate "C" not null,
  unit_id text collate "C" not null,
  stage text not null,
  term_type text not null,
  start_date date not null,
  end_date date,
  move_in_date date,
  move_out_date date,
  notice_given_on date,
  eviction_filed_on date,
  signed_at timestamp with time zone,
  rent_due_day integer not null default 1,
  external_id text collate "C",
  created_at timestamp with time zone not null default transaction_timestamp(),
  updated_at timestamp with time zone not null default transaction_timestamp(),
  cancelled_on date,
  security_deposit_cents bigint,
  lead_id text collate "C",
  constraint leases_pkey PRIMARY KEY (organization_id, id),
  constraint leases_check CHECK (end_date >= start_date),
  constraint leases_check1 CHECK (move_out_date >= start_date),
  constraint leases_check2 CHECK ((stage = 'SIGNED'::text) = (signed_at IS NOT NULL) OR stage = 'CANCELLED'::text),
  constraint leases_check3 CHECK (cancelled_on IS NULL OR stage = 'CANCELLED'::text),
  constraint leases_do_not_overlap EXCLUDE USING gist (unit_number(organization_id, unit_id) WITH =, daterange(start_date, COALESCE(move_out_date, end_date), '[]'::text) WITH &&) WHERE (stage = 'SIGNED'::text),
  constraint leases_external_id_check CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  constraint leases_organization_id_id_property_id_unit_id_key UNIQUE (organization_id, id, property_id, unit_id),
  constraint leases_organization_id_lead_id_fkey FOREIGN KEY (organization_id, lead_id) REFERENCES leads(organization_id, id),
  constraint leases_organization_id_property_id_unit_id_fkey FOREIGN KEY (organization_id, property_id, unit_id) REFERENCES units(organization_id, property_id, id),
  constraint leases_rent_due_day_check CHECK (rent_due_day >= 1 AND rent_due_day <= 31),
  constraint leases_security_deposit_cents_check CHECK (security_deposit_cents >= 1 AND security_deposit_cents <= '10000000000000'::bigint),
  constraint leases_stage_check CHECK (stage = ANY ('{DRAFT,PENDING_SIGNATURE,SIGNED,CANCELLED}'::text[])),
  constraint leases_term_type_check CHECK (term_type = ANY ('{FIXED,MONTH_TO_MONTH}'::text[]))
);
CREATE INDEX leases_by_change ON public.leases USING btree (organization_id, updated_at);
CREATE UNIQUE INDEX leases_by_external_id ON public.leases USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX leases_by_lead ON public.leases USING btree (organization_id, lead_id, id) WHERE (lead_id IS NOT NULL);
CREATE INDEX leases_by_property ON public.leases USING btree (organization_id, property_id);
CREATE INDEX leases_by_start ON public.leases USING btree (organization_id, start_date, id) INCLUDE (stage, move_out_date);
CREATE INDEX leases_by_unit ON public.leases USING btree (organization_id, unit_id, start_date) INCLUDE (move_out_date, stage);
CREATE INDEX leases_not_signed ON public.leases USING btree (organization_id, stage, start_date, id) WHERE (stage <> 'SIGNED'::text);
CREATE TRIGGER feed_inserted AFTER INSERT ON leases REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed_leases();
CREATE TRIGGER feed_updated AFTER UPDATE ON leases REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed_leases();
CREATE TRIGGER keep_last_figures AFTER INSERT ON leases REFERENCING NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION begin_last_figures();
CREATE TRIGGER keep_residents_inserted AFTER INSERT ON leases REFERENCING NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_resident_statuses();
CREATE TRIGGER keep_residents_updated AFTER UPDATE ON leases REFERENCING OLD TABLE AS was_stored NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_resident_statuses();
CREATE TRIGGER keep_statuses_inserted AFTER INSERT ON leases REFERENCING NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_statuses_of_leases();
CREATE TRIGGER keep_statuses_updated AFTER UPDATE ON leases REFERENCING OLD TABLE AS was_stored NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_statuses_of_leases();
CREATE TRIGGER touch BEFORE UPDATE ON leases FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION touch_updated_at();
alter table leases enable row level security;
alter table leases alter column organization_id set (n_distinct=1);
alter table leases force row level security;
create policy tenant on leases for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on leases to gatehouse_app;

create table ledger_entries (
  organization_id uuid not null,
  id uuid not null,
  lease_id text collate "C" not null,
  account text not null,
  code text not null,
  amount_cents bigint not null,
  effective_on date not null,
  recorded_at timestamp with time zone not null default transaction_timestamp(),
  description text,
  invoice_id text collate "C",
  payment_id text collate "C",
  due_on date,
  direct_lease_id text collate "C",
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_account_check CHECK (account = ANY ('{RECEIVABLE,DEPOSIT}'::text[])),
  constraint ledger_entries_amount_cents_check CHECK (amount_cents <> 0 AND amount_cents >= '-10000000000000'::bigint AND amount_cents <= '10000000000000'::bigint),
  constraint ledger_entries_check CHECK ((due_on IS NOT NULL) = (account = 'RECEIVABLE'::text AND invoice_id IS NOT NULL)),
  constraint ledger_entries_code_check CHECK (code = ANY ('{RENT,PARKING,PET,UTILITY,STORAGE,LATE_FEE,CONCESSION,DEPOSIT,OPENING_BALANCE,OTHER,PAYMENT,REFUND}'::text[])),
  constraint ledger_entries_description_check CHECK (length(description) >= 1 AND length(description) <= 200),
  constraint ledger_entries_direct_lease_check CHECK (NOT direct_lease_id IS DISTINCT FROM
CASE
    WHEN invoice_id IS NULL AND payment_id IS NULL THEN lease_id
    ELSE NULL::text
END),
  constraint ledger_entries_direct_lease_fkey FOREIGN KEY (organization_id, direct_lease_id) REFERENCES leases(organization_id, id),
  constraint ledger_entries_invoice_of_lease_fkey FOREIGN KEY (organization_id, lease_id, invoice_id) REFERENCES invoices(organization_id, lease_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint ledger_entries_payment_of_lease_fkey FOREIGN KEY (organization_id, lease_id, payment_id) REFERENCES payments(organization_id, lease_id, id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX ledger_entries_ahead ON public.ledger_entries USING btree (organization_id, effective_on) WHERE ((payment_id IS NOT NULL) AND (due_on IS NOT NULL) AND (effective_on > (((recorded_at AT TIME ZONE 'UTC'::text) - '12:00:00'::interval))::date));
CREATE INDEX ledger_entries_by_account ON public.ledger_entries USING btree (organization_id, lease_id, account);
CREATE INDEX ledger_entries_by_invoice ON public.ledger_entries USING btree (organization_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX ledger_entries_by_payment ON public.ledger_entries USING btree (organization_id, payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX ledger_entries_of_opening_credit ON public.ledger_entries USING btree (organization_id, payment_id) WHERE ((code = 'OPENING_BALANCE'::text) AND (payment_id IS NOT NULL));
CREATE TRIGGER feed_inserted AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_entries();
CREATE TRIGGER keep_balances AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION keep_lease_balances();
CREATE TRIGGER keep_last_balances AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION keep_last_balances();
CREATE TRIGGER settle AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION settle_entries();
alter table ledger_entries enable row level security;
alter table ledger_entries alter column organization_id set (n_distinct=1);
alter table ledger_entries force row level security;
create policy tenant on ledger_entries for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select on ledger_entries to gatehouse_app;

create table list_counts (
  organization_id uuid not null,
  list text collate "C" not null,
  status text collate "C" not null,
  id uuid not null default gen_random_uuid(),
  change bigint not null,
  constraint list_counts_pkey PRIMARY KEY (organization_id, list, status, id) INCLUDE (change),
  constraint list_counts_list_check CHECK (list = ANY ('{work_orders,invoices,payments}'::text[]))
);
alter table list_counts enable row level security;
alter table list_counts alter column organization_id set (n_distinct=1);
alter table list_counts force row level security;
create policy tenant on list_counts for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
create policy upkeep on list_counts for all to gatehouse_platform using (true);
grant delete, insert, select on list_counts to gatehouse_platform;
grant insert, select on list_counts to gatehouse_app;

create table listing_spans (
  organization_id uuid not null,
  unit_id text collate "C" not null,
  from_day date not null,
  to_day date not null,
  property_name text collate "C" not null,
  label text collate "C" not null,
  city text not null,
  state text not null,
  market_rent_cents bigint not null,
  constraint listing_spans_pkey PRIMARY KEY (organization_id, unit_id, from_day),
  constraint listing_spans_check CHECK (to_day >= from_day)
);
CREATE INDEX listing_spans_in_order ON public.listing_spans USING btree (organization_id, property_name, label, unit_id) INCLUDE (from_day, to_day, city, state, market_rent_cents);
alter table listing_spans enable row level security;
alter table listing_spans alter column organization_id set (n_distinct=1);
alter table listing_spans force row level security;
create policy tenant on listing_spans for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on listing_spans to gatehouse_app;

create table messages (
  organization_id uuid not null,
  id text collate "C" not null,
  resident_id text collate "C" not null,
  channel text not null,
  recipient text not null,
  subject text,
  body text not null,
  status text not null,
  is_captured boolean not null,
  attempts integer not null default 0,
  next_attempt_at timestamp(3) with time zone,
  claimed_until timestamp(3) with time zone,
  is_underway boolean not null default false,
  provider_id text,
  sent_at timestamp(3) with time zone,
  failure_reason text,
  external_id text collate "C",
  created_at timestamp(3) with time zone not null default transaction_timestamp(),
  updated_at timestamp(3) with time zone not null default transaction_timestamp(),
  constraint messages_pkey PRIMARY KEY (organization_id, id),
  constraint messages_attempts_check CHECK (attempts >= 0),
  constraint messages_body_check CHECK (length(body) >= 1 AND length(body) <= 10000),
  constraint messages_captured_attempts_check CHECK (NOT is_captured OR attempts = 0),
  constraint messages_captured_check CHECK ((status = 'CAPTURED'::text) = is_captured),
  constraint messages_channel_check CHECK (channel = ANY ('{EMAIL,SMS}'::text[])),
  constraint messages_check CHECK ((channel = 'EMAIL'::text) = (subject IS NOT NULL)),
  constraint messages_check1 CHECK ((status = 'QUEUED'::text) = (next_attempt_at IS NOT NULL)),
  constraint messages_check3 CHECK ((status = 'FAILED'::text) = (failure_reason IS NOT NULL)),
  constraint messages_check5 CHECK (status = 'QUEUED'::text OR NOT is_underway),
  constraint messages_external_id_check CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  constraint messages_failure_reason_check CHECK (length(failure_reason) >= 1 AND length(failure_reason) <= 500),
  constraint messages_organization_id_resident_id_fkey FOREIGN KEY (organization_id, resident_id) REFERENCES residents(organization_id, id),
  constraint messages_provider_id_check CHECK (length(provider_id) >= 1 AND length(provider_id) <= 300),
  constraint messages_recipient_check CHECK (length(recipient) >= 3 AND length(recipient) <= 254),
  constraint messages_sent_at_check CHECK ((status = 'SENT'::text) = (sent_at IS NOT NULL)),
  constraint messages_status_check CHECK (status = ANY ('{QUEUED,SENT,FAILED,CAPTURED}'::text[])),
  constraint messages_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 200)
);
CREATE INDEX messages_by_creation ON public.messages USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX messages_by_external_id ON public.messages USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX messages_by_resident ON public.messages USING btree (organization_id, resident_id, created_at DESC, id DESC);
CREATE INDEX messages_by_status ON public.messages USING btree (organization_id, status, created_at DESC, id DESC);
CREATE INDEX messages_waiting ON public.messages USING btree (channel, organization_id, next_attempt_at, id) WHERE (next_attempt_at IS NOT NULL);
CREATE TRIGGER announce AFTER INSERT ON messages FOR EACH ROW WHEN (new.next_attempt_at IS NOT NULL) EXECUTE FUNCTION announce_message();
CREATE TRIGGER touch BEFORE UPDATE ON messages FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION touch_updated_at();
alter table messages enable row level security;
alter table messages alter column organization_id set (n_distinct=1);
alter table messages force row level security;
create policy sending on messages for all to gatehouse_platform using (true);
create policy tenant on messages for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on messages to gatehouse_app;
grant select (organization_id, id, channel, next_attempt_at, claimed_until) on messages to gatehouse_platform;
grant update (claimed_until) on messages to gatehouse_platform;

create table notes (
  organization_id uuid not null,
  id text collate "C" not null,
  subject text collate "C" not null,
  author text not null,
  body text not null,
  created_at timestamp(3) with time zone not null default transaction_timestamp(),
  edited_at timestamp(3) with time zone,
  constraint notes_pkey PRIMARY KEY (organization_id, id),
  constraint notes_author_check CHECK (length(author) >= 1 AND length(author) <= 254),
  constraint notes_body_check CHECK (length(body) >= 1 AND length(body) <= 5000),
  constraint notes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint notes_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 64)
);
CREATE INDEX notes_by_subject ON public.notes USING btree (organization_id, subject, created_at DESC, id DESC);
alter table notes enable row level security;
alter table notes alter column organization_id set (n_distinct=1);
alter table notes force row level security;
create policy tenant on notes for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on notes to gatehouse_app;

create table organizations (
  id uuid not null,
  name text not null,
  plan text not null,
  has_partner_agreement boolean not null default false,
  time_zone text not null,
  is_sandbox boolean not null default false,
  created_at timestamp with time zone not null default transaction_timestamp(),
  updated_at timestamp with time zone not null default transaction_timestamp(),
  books_closed_through date,
  sandbox_of uuid,
  retired_at timestamp(3) with time zone,
  address_line text,
  city text,
  state text,
  postal_code text,
  sender_name text,
  reply_to text,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_address_line_check CHECK (length(address_line) >= 1 AND length(address_line) <= 200),
  constraint organizations_check CHECK (sandbox_of IS NULL OR is_sandbox),
  constraint organizations_city_check CHECK (length(city) >= 1 AND length(city) <= 100),
  constraint organizations_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint organizations_plan_check CHECK (plan = ANY ('{STARTER,GROWTH,PRO,SCALE,ENTERPRISE}'::text[])),
  constraint organizations_postal_code_check CHECK (length(postal_code) >= 1 AND length(postal_code) <= 20),
  constraint organizations_reply_to_check CHECK (length(reply_to) >= 3 AND length(reply_to) <= 254),
  constraint organizations_sandbox_of_fkey FOREIGN KEY (sandbox_of) REFERENCES organizations(id),
  constraint organizations_sender_name_check CHECK (length(sender_name) >= 1 AND length(sender_name) <= 100),
  constraint organizations_state_check CHECK (length(state) = 2),
  constraint time_zone_is_known CHECK (timezone(time_zone, '2026-01-01 00:00:00+00'::timestamp with time zone) IS NOT NULL)
);
CREATE UNIQUE INDEX organizations_by_live ON public.organizations USING btree (sandbox_of) WHERE (retired_at IS NULL);
CREATE TRIGGER announce AFTER UPDATE OF plan, has_partner_agreement, time_zone ON organizations FOR EACH STATEMENT EXECUTE FUNCTION announce_key_change();
CREATE TRIGGER touch BEFORE UPDATE ON organizations FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION touch_updated_at();
alter table organizations enable row level security;
alter table organizations force row level security;
create policy console on organizations for select to gatehouse_console using (true);
create policy platform on organizations for all to gatehouse_platform using (true);
create policy sandbox on organizations for insert to gatehouse_console with check ((is_sandbox AND (sandbox_of = ( SELECT current_organization() AS current_organization))));
create policy sandbox_end on organizations for update to gatehouse_console using ((sandbox_of = ( SELECT current_organization() AS current_organization)));
create policy tenant on organizations for all to gatehouse_app using ((id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on organizations to gatehouse_platform;
grant select on organizations to gatehouse_app;
grant update (name, time_zone, books_closed_through, address_line, city, state, postal_code, sender_name, reply_to) on organizations to gatehouse_app;
grant insert (id, name, plan, has_partner_agreement, time_zone, is_sandbox, sandbox_of) on organizations to gatehouse_console;
grant select (id, name, plan, has_partner_agreement, time_zone, is_sandbox, sandbox_of, retired_at) on organizations to gatehouse_console;
grant update (retired_at) on organizations to gatehouse_console;

create table owners (
  organization_id uuid not null,
  id text collate "C" not null,
  name text not null,
  external_id text collate "C",
  created_at timestamp with time zone not null default transaction_timestamp(),
  updated_at timestamp with time zone not null default transaction_timestamp(),
  constraint owners_pkey PRIMARY KEY (organization_id, id),
  constraint owners_external_id_check CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  constraint owners_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint owners_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE UNIQUE INDEX owners_by_external_id ON public.owners USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX owners_by_id ON public.owners USING btree (organization_id, id) INCLUDE (name);
CREATE INDEX owners_by_name ON public.owners USING btree (organization_id, lower(name));
CREATE TRIGGER feed_inserted AFTER INSERT ON owners REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_records('owner');
CREATE TRIGGER feed_updated AFTER UPDATE ON owners REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed_owners();
CREATE TRIGGER touch BEFORE UPDATE ON owners FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION touch_updated_at();
alter table owners enable row level security;
alter table owners alter column organization_id set (n_distinct=1);
alter table owners force row level security;
create policy tenant on owners for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on owners to gatehouse_app;

create table payment_sum_changes (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  method text collate "C" not null,
  payment_date date not null,
  status text collate "C" not null,
  payments bigint not null,
  amount_cents bigint not null,
  constraint payment_sum_changes_pkey PRIMARY KEY (organization_id, id)
);
alter table payment_sum_changes enable row level security;
alter table payment_sum_changes alter column organization_id set (n_distinct=1);
alter table payment_sum_changes force row level security;
create policy tenant on payment_sum_changes for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
create policy upkeep on payment_sum_changes for select to gatehouse_platform using (true);
grant delete, insert, select on payment_sum_changes to gatehouse_app;
grant select (organization_id) on payment_sum_changes to gatehouse_platform;

create table payment_sums (
  organization_id uuid not null,
  method text collate "C" not null,
  payment_date date not null,
  status text collate "C" not null,
  payments bigint not null,
  amount_cents bigint not null,
  constraint payment_sums_pkey PRIMARY KEY (organization_id, method, payment_date, status)
);
alter table payment_sums enable row level security;
alter table payment_sums alter column organization_id set (n_distinct=1);
alter table payment_sums force row level security;
create policy tenant on payment_sums for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on payment_sums to gatehouse_app;

create table payments (
  organization_id uuid not null,
  id text collate "C" not null,
  lease_id text collate "C" not null,
  property_id text collate "C" not null,
  unit_id text collate "C" not null,
  resident_id text collate "C",
  status text not null,
  method text not null,
  amount_cents bigint not null,
  allocated_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  payment_date date not null,
  received_at timestamp(3) with time zone,
  reversed_at timestamp(3) with time zone,
  reference text,
  memo text,
  failure_reason text,
  external_id text collate "C",
  created_at timestamp(3) with time zone not null default transaction_timestamp(),
  updated_at timestamp(3) with time zone not null default transaction_timestamp(),
  voided_at timestamp(3) with time zone,
  constraint payments_pkey PRIMARY KEY (organization_id, id),
  constraint payments_amount_cents_check CHECK (amount_cents >= 1 AND amount_cents <= '10000000000000'::bigint),
  constraint payments_check CHECK (allocated_cents >= 0 AND refunded_cents >= 0 AND (allocated_cents + refunded_cents) <= amount_cents),
  constraint payments_check1 CHECK (allocated_cents = 0 OR status = 'PAID'::text),
  constraint payments_check3 CHECK ((status = 'REFUNDED'::text) = (refunded_cents = amount_cents)),
  constraint payments_check4 CHECK ((status = 'REVERSED'::text) = (reversed_at IS NOT NULL)),
  constraint payments_check5 CHECK (failure_reason IS NULL OR (status = ANY ('{FAILED,REVERSED}'::text[]))),
  constraint payments_external_id_check CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  constraint payments_failure_reason_check CHECK (length(failure_reason) >= 1 AND length(failure_reason) <= 500),
  constraint payments_memo_check CHECK (length(memo) >= 1 AND length(memo) <= 1000),
  constraint payments_method_check CHECK (method = ANY ('{ACH,CARD,CHECK,CASH,MONEY_ORDER,OTHER}'::text[])),
  constraint payments_not_received_check CHECK (received_at IS NULL OR voided_at IS NOT NULL OR (status = ANY ('{PAID,REVERSED,REFUNDED}'::text[]))),
  constraint payments_organization_id_lease_id_property_id_unit_id_fkey FOREIGN KEY (organization_id, lease_id, property_id, unit_id) REFERENCES leases(organization_id, id, property_id, unit_id),
  constraint payments_organization_id_resident_id_fkey FOREIGN KEY (organization_id, resident_id) REFERENCES residents(organization_id, id),
  constraint payments_received_check CHECK (received_at IS NOT NULL OR (status <> ALL ('{PAID,REVERSED,REFUNDED}'::text[]))),
  constraint payments_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 200),
  constraint payments_status_check CHECK (status = ANY ('{PENDING,PAID,FAILED,REVERSED,REFUNDED,CANCELLED}'::text[])),
  constraint payments_voided_check CHECK (voided_at IS NULL OR status = 'CANCELLED'::text) NOT VALID
);
CREATE INDEX payments_by_amount ON public.payments USING btree (organization_id, amount_cents);
CREATE INDEX payments_by_change ON public.payments USING btree (organization_id, updated_at);
CREATE INDEX payments_by_date ON public.payments USING btree (organization_id, payment_date DESC, id DESC) INCLUDE (updated_at, status);
CREATE UNIQUE INDEX payments_by_external_id ON public.payments USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX payments_by_method ON public.payments USING btree (organization_id, method, payment_date, status);
CREATE INDEX payments_by_property ON public.payments USING btree (organization_id, property_id, payment_date, status);
CREATE INDEX payments_by_status ON public.payments USING btree (organization_id, status, payment_date DESC, id DESC) INCLUDE (updated_at, property_id) WHERE (status <> 'PAID'::text);
CREATE UNIQUE INDEX payments_of_lease ON public.payments USING btree (organization_id, lease_id, id) INCLUDE (payment_date, updated_at, status, method, amount_cents);
CREATE INDEX payments_with_credit ON public.payments USING btree (organization_id, id) WHERE ((status = 'PAID'::text) AND (((amount_cents - allocated_cents) - refunded_cents) > 0));
CREATE INDEX payments_with_reference ON public.payments USING btree (organization_id, reference COLLATE "C") INCLUDE (lease_id, payment_date, updated_at, status, method, amount_cents) WHERE (reference IS NOT NULL);
CREATE TRIGGER check_begun AFTER INSERT ON payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_begun();
CREATE TRIGGER count_inserts AFTER INSERT ON payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_payments();
CREATE TRIGGER count_updates AFTER UPDATE ON payments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_payments();
CREATE TRIGGER feed_inserted AFTER INSERT ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_records('payment');
CREATE TRIGGER feed_updated AFTER UPDATE ON payments REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_records('payment');
CREATE TRIGGER touch BEFORE UPDATE ON payments FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION touch_updated_at();
alter table payments enable row level security;
alter table payments set (autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.05);
alter table payments alter column organization_id set (n_distinct=1);
alter table payments force row level security;
create policy tenant on payments for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on payments to gatehouse_app;

create table portfolios (
  organization_id uuid not null,
  id text collate "C" not null,
  name text not null,
  external_id text collate "C",
  created_at timestamp with time zone not null default transaction_timestamp(),
  updated_at timestamp with time zone not null default transaction_timestamp(),
  constraint portfolios_pkey PRIMARY KEY (organization_id, id),
  constraint portfolios_external_id_check CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  constraint portfolios_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint portfolios_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE UNIQUE INDEX portfolios_by_external_id ON public.portfolios USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX portfolios_by_name ON public.portfolios USING btree (organization_id, lower(name));
CREATE TRIGGER feed_inserted AFTER INSERT ON portfolios REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_records('portfolio');
CREATE TRIGGER feed_updated AFTER UPDATE ON portfolios REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_records('portfolio');
CREATE TRIGGER touch BEFORE UPDATE ON portfolios FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION touch_updated_at();
alter table portfolios enable row level security;
alter table portfolios alter column organization_id set (n_distinct=1);
alter table portfolios force row level security;
create policy tenant on portfolios for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on portfolios to gatehouse_app;

create table properties (
  organization_id uuid not null,
  id text collate "C" not null,
  portfolio_id text collate "C",
  owner_id text collate "C",
  name text collate "C" not null,
  type text not null,
  address_line text not null,
  city text not null,
  state text not null,
  postal_code text not null,
  year_built integer,
  current_value_cents bigint not null default 0,
  is_active boolean not null default true,
  external_id text collate "C",
  created_at timestamp with time zone not null default transaction_timestamp(),
  updated_at timestamp with time zone not null default transaction_timestamp(),
  constraint properties_pkey PRIMARY KEY (organization_id, id),
  constraint properties_address_line_check CHECK (length(address_line) >= 1 AND length(address_line) <= 200),
  constraint properties_city_check CHECK (length(city) >= 1 AND length(city) <= 100),
  constraint properties_current_value_cents_check CHECK (current_value_cents >= 0 AND current_value_cents <= '10000000000000'::bigint),
  constraint properties_external_id_check CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  constraint properties_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint properties_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint properties_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES owners(organization_id, id),
  constraint properties_organization_id_portfolio_id_fkey FOREIGN KEY (organization_id, portfolio_id) REFERENCES portfolios(organization_id, id),
  constraint properties_postal_code_check CHECK (length(postal_code) >= 1 AND length(postal_code) <= 10),
  constraint properties_state_check CHECK (state ~ '^[A-Z]{2}$'::text),
  constraint properties_type_check CHECK (type = ANY ('{SINGLE_FAMILY,MULTI_FAMILY,CONDO,TOWNHOUSE,COMMERCIAL,OTHER}'::text[])),
  constraint properties_year_built_check CHECK (year_built >= 1600 AND year_built <= 2200)
);
CREATE INDEX properties_by_change ON public.properties USING btree (organization_id, updated_at);
CREATE UNIQUE INDEX properties_by_external_id ON public.properties USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX properties_by_name ON public.properties USING btree (organization_id, name, id);
CREATE INDEX properties_by_owner ON public.properties USING btree (organization_id, owner_id);
CREATE INDEX properties_by_portfolio ON public.properties USING btree (organization_id, portfolio_id);
CREATE INDEX properties_by_state ON public.properties USING btree (organization_id, state, name, id);
CREATE TRIGGER feed_inserted AFTER INSERT ON properties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed_properties();
CREATE TRIGGER feed_updated AFTER UPDATE ON properties REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed_properties();
CREATE TRIGGER keep_listings_updated AFTER UPDATE ON properties REFERENCING OLD TABLE AS was_stored NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_listings_of_properties();
CREATE TRIGGER keep_words_inserted AFTER INSERT ON properties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_words('property');
CREATE TRIGGER keep_words_updated AFTER UPDATE ON properties REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_words('property');
CREATE TRIGGER touch BEFORE UPDATE ON properties FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION touch_updated_at();
alter table properties enable row level security;
alter table properties alter column organization_id set (n_distinct=1);
alter table properties force row level security;
create policy tenant on properties for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on properties to gatehouse_app;

create table record_changes (
  organization_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  type text collate "C" not null,
  id text collate "C" not null,
  changed_at timestamp with time zone not null default transaction_timestamp(),
  constraint record_changes_pkey PRIMARY KEY (organization_id, xid, type, id)
);
CREATE INDEX record_changes_by_id ON public.record_changes USING btree (organization_id, id, xid);
alter table record_changes enable row level security;
alter table record_changes alter column organization_id set (n_distinct=1);
alter table record_changes force row level security;
create policy tenant on record_changes for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
create policy upkeep on record_changes for all to gatehouse_platform using (true);
grant delete, select on record_changes to gatehouse_platform;
grant insert, select on record_changes to gatehouse_app;

create table resident_status_spans (
  organization_id uuid not null,
  resident_id text collate "C" not null,
  from_day date not null,
  to_day date not null,
  lease_id text collate "C" not null,
  begins_on date not null,
  last_day date not null,
  notice_given_on date,
  eviction_filed_on date,
  constraint resident_status_spans_pkey PRIMARY KEY (organization_id, resident_id, from_day),
  constraint resident_status_spans_check CHECK (to_day >= from_day)
);
CREATE INDEX resident_status_spans_by_day ON public.resident_status_spans USING btree (organization_id, last_day, resident_id, from_day, to_day, begins_on, notice_given_on, eviction_filed_on);
CREATE TRIGGER feed_derived AFTER INSERT OR DELETE OR UPDATE ON resident_status_spans FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION feed_derived();
alter table resident_status_spans enable row level security;
alter table resident_status_spans alter column organization_id set (n_distinct=1);
alter table resident_status_spans force row level security;
create policy tenant on resident_status_spans for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on resident_status_spans to gatehouse_app;

create table resident_stays (
  organization_id uuid not null,
  resident_id text collate "C" not null,
  lease_id text collate "C" not null,
  property_id text collate "C" not null,
  last_name text collate "C" not null,
  first_name text collate "C" not null,
  from_day date not null,
  to_day date not null,
  constraint resident_stays_pkey PRIMARY KEY (organization_id, resident_id, lease_id)
);
CREATE INDEX resident_stays_by_property ON public.resident_stays USING btree (organization_id, property_id, last_name, first_name, resident_id, lease_id) INCLUDE (from_day, to_day);
CREATE TRIGGER feed_derived AFTER INSERT OR DELETE OR UPDATE ON resident_stays FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION feed_derived();
alter table resident_stays enable row level security;
alter table resident_stays alter column organization_id set (n_distinct=1);
alter table resident_stays force row level security;
create policy tenant on resident_stays for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on resident_stays to gatehouse_app;

create table residents (
  organization_id uuid not null,
  id text collate "C" not null,
  first_name text collate "C" not null,
  last_name text collate "C" not null,
  email text,
  phone text,
  sms_opt_in text not null default 'NOT_SET'::text,
  external_id text collate "C",
  created_at timestamp with time zone not null default transaction_timestamp(),
  updated_at timestamp with time zone not null default transaction_timestamp(),
  full_name text not null generated always as (TRIM(BOTH FROM ((first_name || ' '::text) || last_name))) stored,
  constraint residents_pkey PRIMARY KEY (organization_id, id),
  constraint residents_check CHECK (first_name <> ''::text OR last_name <> ''::text),
  constraint residents_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  constraint residents_external_id_check CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  constraint residents_first_name_check CHECK (length(first_name) <= 100),
  constraint residents_last_name_check CHECK (length(last_name) <= 100),
  constraint residents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint residents_phone_check CHECK (length(phone) >= 3 AND length(phone) <= 40),
  constraint residents_sms_opt_in_check CHECK (sms_opt_in = ANY ('{NOT_SET,OPTED_IN,OPTED_OUT}'::text[]))
);
CREATE INDEX residents_by_email ON public.residents USING btree (organization_id, email COLLATE "C", id) WHERE (email IS NOT NULL);
CREATE UNIQUE INDEX residents_by_external_id ON public.residents USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX residents_by_last_name ON public.residents USING btree (organization_id, last_name, first_name, id);
CREATE INDEX residents_by_name ON public.residents USING btree (organization_id, full_name COLLATE "C", id);
CREATE INDEX residents_by_phone ON public.residents USING btree (organization_id, phone COLLATE "C", id) WHERE (phone IS NOT NULL);
CREATE TRIGGER feed_inserted AFTER INSERT ON residents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_records('resident');
CREATE TRIGGER feed_updated AFTER UPDATE ON residents REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed_residents();
CREATE TRIGGER keep_stays_renamed AFTER UPDATE ON residents FOR EACH ROW WHEN (old.last_name IS DISTINCT FROM new.last_name OR old.first_name IS DISTINCT FROM new.first_name) EXECUTE FUNCTION keep_stays_of_name();
CREATE TRIGGER keep_words_inserted AFTER INSERT ON residents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_words('resident');
CREATE TRIGGER keep_words_updated AFTER UPDATE ON residents REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_words('resident');
CREATE TRIGGER touch BEFORE UPDATE ON residents FOR EACH ROW WHEN (old.organization_id IS DISTINCT FROM new.organization_id OR old.id IS DISTINCT FROM new.id OR old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name OR old.email IS DISTINCT FROM new.email OR old.phone IS DISTINCT FROM new.phone OR old.sms_opt_in IS DISTINCT FROM new.sms_opt_in OR old.external_id IS DISTINCT FROM new.external_id OR old.created_at IS DISTINCT FROM new.created_at OR old.updated_at IS DISTINCT FROM new.updated_at) EXECUTE FUNCTION touch_updated_at();
alter table residents enable row level security;
alter table residents alter column organization_id set (n_distinct=1);
alter table residents force row level security;
create policy tenant on residents for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on residents to gatehouse_app;

create table saved_views (
  organization_id uuid not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  page text collate "C" not null,
  name text not null,
  query text not null,
  created_at timestamp(3) with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (organization_id, id),
  constraint saved_views_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  constraint saved_views_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint saved_views_organization_id_user_id_page_name_key UNIQUE (organization_id, user_id, page, name),
  constraint saved_views_page_check CHECK (length(page) >= 1 AND length(page) <= 100),
  constraint saved_views_query_check CHECK (length(query) <= 2000),
  constraint saved_views_user_id_check CHECK (length(user_id) >= 1 AND length(user_id) <= 64)
);
alter table saved_views enable row level security;
alter table saved_views alter column organization_id set (n_distinct=1);
alter table saved_views force row level security;
create policy tenant on saved_views for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on saved_views to gatehouse_app;

create table search_words (
  organization_id uuid not null,
  type text collate "C" not null,
  word text collate "C" not null,
  id text collate "C" not null,
  constraint search_words_pkey PRIMARY KEY (organization_id, type, word, id)
);
CREATE INDEX search_words_by_record ON public.search_words USING btree (organization_id, id, word);
alter table search_words enable row level security;
alter table search_words alter column organization_id set (n_distinct=1);
alter table search_words force row level security;
create policy tenant on search_words for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select on search_words to gatehouse_app;

create table search_words_due (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  type text collate "C" not null,
  ids text[] not null,
  constraint search_words_due_pkey PRIMARY KEY (organization_id, id),
  constraint search_words_due_ids_check CHECK (cardinality(ids) >= 1 AND cardinality(ids) <= 1000)
);
alter table search_words_due enable row level security;
alter table search_words_due alter column organization_id set (n_distinct=1);
alter table search_words_due force row level security;
create policy tenant on search_words_due for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
create policy upkeep on search_words_due for select to gatehouse_platform using (true);
grant delete, insert, select, update on search_words_due to gatehouse_app;
grant select on search_words_due to gatehouse_platform;

create table unit_counts (
  organization_id uuid not null,
  property_id text collate "C" not null,
  day date not null,
  change integer not null,
  constraint unit_counts_pkey PRIMARY KEY (organization_id, property_id, day) INCLUDE (change)
);
alter table unit_counts enable row level security;
alter table unit_counts alter column organization_id set (n_distinct=1);
alter table unit_counts force row level security;
create policy tenant on unit_counts for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on unit_counts to gatehouse_app;

create table unit_offline_spans (
  organization_id uuid not null,
  unit_id text collate "C" not null,
  starts_on date not null,
  ends_on date,
  reason text not null,
  constraint unit_offline_spans_pkey PRIMARY KEY (organization_id, unit_id, starts_on),
  constraint unit_offline_spans_check CHECK (ends_on >= starts_on),
  constraint unit_offline_spans_organization_id_unit_id_daterange_excl EXCLUDE USING gist (organization_id WITH =, unit_id WITH =, daterange(starts_on, ends_on, '[]'::text) WITH &&),
  constraint unit_offline_spans_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES units(organization_id, id),
  constraint unit_offline_spans_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 200)
);
CREATE TRIGGER feed_deleted AFTER DELETE ON unit_offline_spans REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_unit_facts();
CREATE TRIGGER feed_inserted AFTER INSERT ON unit_offline_spans REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_unit_facts();
CREATE TRIGGER feed_updated AFTER UPDATE ON unit_offline_spans REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_unit_facts();
CREATE TRIGGER keep_statuses_deleted AFTER DELETE ON unit_offline_spans REFERENCING OLD TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_statuses_of_spans();
CREATE TRIGGER keep_statuses_inserted AFTER INSERT ON unit_offline_spans REFERENCING NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_statuses_of_spans();
CREATE TRIGGER keep_statuses_updated AFTER UPDATE ON unit_offline_spans REFERENCING NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_statuses_of_spans();
alter table unit_offline_spans enable row level security;
alter table unit_offline_spans alter column organization_id set (n_distinct=1);
alter table unit_offline_spans force row level security;
create policy tenant on unit_offline_spans for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on unit_offline_spans to gatehouse_app;

create table unit_preleases (
  organization_id uuid not null,
  unit_id text collate "C" not null,
  starts_on date not null,
  ends_on date,
  constraint unit_preleases_pkey PRIMARY KEY (organization_id, unit_id, starts_on),
  constraint unit_preleases_check CHECK (ends_on >= starts_on),
  constraint unit_preleases_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES units(organization_id, id)
);
CREATE TRIGGER feed_inserted AFTER INSERT ON unit_preleases REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_unit_facts();
CREATE TRIGGER feed_updated AFTER UPDATE ON unit_preleases REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_unit_facts();
CREATE TRIGGER keep_statuses_inserted AFTER INSERT ON unit_preleases REFERENCING NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_statuses_of_spans();
CREATE TRIGGER keep_statuses_updated AFTER UPDATE ON unit_preleases REFERENCING NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_statuses_of_spans();
alter table unit_preleases enable row level security;
alter table unit_preleases alter column organization_id set (n_distinct=1);
alter table unit_preleases force row level security;
create policy tenant on unit_preleases for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on unit_preleases to gatehouse_app;

create table unit_rates (
  organization_id uuid not null,
  unit_id text collate "C" not null,
  effective_from date not null,
  unit_type text,
  market_rent_cents bigint,
  recorded_at timestamp with time zone not null default transaction_timestamp(),
  constraint unit_rates_pkey PRIMARY KEY (organization_id, unit_id, effective_from) INCLUDE (market_rent_cents, unit_type),
  constraint unit_rates_market_rent_cents_check CHECK (market_rent_cents >= 0 AND market_rent_cents <= '10000000000000'::bigint),
  constraint unit_rates_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES units(organization_id, id),
  constraint unit_rates_unit_type_check CHECK (length(unit_type) >= 1 AND length(unit_type) <= 100)
);
CREATE INDEX unit_rates_by_market_rent ON public.unit_rates USING btree (organization_id, market_rent_cents, unit_id, effective_from) WHERE (market_rent_cents IS NOT NULL);
CREATE INDEX unit_rates_by_type ON public.unit_rates USING btree (organization_id, unit_type COLLATE "C", unit_id, effective_from) WHERE (unit_type IS NOT NULL);
CREATE TRIGGER feed_inserted AFTER INSERT ON unit_rates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_unit_facts();
CREATE TRIGGER feed_updated AFTER UPDATE ON unit_rates REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_unit_facts();
CREATE TRIGGER keep_listings_inserted AFTER INSERT ON unit_rates REFERENCING NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_listings_of_rates();
CREATE TRIGGER keep_listings_updated AFTER UPDATE ON unit_rates REFERENCING NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_listings_of_rates();
alter table unit_rates enable row level security;
alter table unit_rates alter column organization_id set (n_distinct=1);
alter table unit_rates force row level security;
create policy tenant on unit_rates for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on unit_rates to gatehouse_app;

create table unit_status_spans (
  organization_id uuid not null,
  unit_id text collate "C" not null,
  from_day date not null,
  to_day date not null,
  status text not null,
  lease_id text collate "C",
  next_lease_id text collate "C",
  constraint unit_status_spans_pkey PRIMARY KEY (organization_id, unit_id, from_day),
  constraint unit_status_spans_check CHECK (to_day >= from_day),
  constraint unit_status_spans_check1 CHECK ((lease_id IS NOT NULL) = (status = ANY ('{CURRENT,NOTICE_RENTED,NOTICE_UNRENTED,EVICT}'::text[]))),
  constraint unit_status_spans_from_day_check CHECK (from_day > '-infinity'::date),
  constraint unit_status_spans_status_check CHECK (status = ANY ('{CURRENT,NOTICE_RENTED,NOTICE_UNRENTED,EVICT,VACANT_RENTED,VACANT_UNRENTED,OFFLINE}'::text[]))
);
CREATE INDEX unit_status_spans_by_status ON public.unit_status_spans USING btree (organization_id, status, to_day, from_day, unit_id);
CREATE TRIGGER feed_derived AFTER INSERT OR DELETE OR UPDATE ON unit_status_spans FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION feed_derived();
alter table unit_status_spans enable row level security;
alter table unit_status_spans alter column organization_id set (n_distinct=1);
alter table unit_status_spans force row level security;
create policy tenant on unit_status_spans for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant delete, insert, select, update on unit_status_spans to gatehouse_app;

create table units (
  organization_id uuid not null,
  id text collate "C" not null,
  property_id text collate "C" not null,
  label text collate "C" not null,
  bedrooms integer,
  bathrooms numeric(4,2),
  sqft integer,
  in_service_from date not null,
  in_service_to date,
  available_from date,
  is_listed boolean not null default false,
  listing_title text,
  listing_description text,
  photos text[] not null default '{}'::text[],
  amenities text[] not null default '{}'::text[],
  external_id text collate "C",
  created_at timestamp with time zone not null default transaction_timestamp(),
  updated_at timestamp with time zone not null default transaction_timestamp(),
  constraint units_pkey PRIMARY KEY (organization_id, id),
  constraint units_amenities_check CHECK (cardinality(amenities) <= 100),
  constraint units_bathrooms_check CHECK (bathrooms >= 0::numeric AND bathrooms <= 50::numeric),
  constraint units_bedrooms_check CHECK (bedrooms >= 0 AND bedrooms <= 50),
  constraint units_check CHECK (in_service_to >= in_service_from),
  constraint units_external_id_check CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  constraint units_label_check CHECK (length(label) >= 1 AND length(label) <= 100),
  constraint units_listing_description_check CHECK (length(listing_description) >= 1 AND length(listing_description) <= 5000),
  constraint units_listing_title_check CHECK (length(listing_title) >= 1 AND length(listing_title) <= 200),
  constraint units_organization_id_id_property_id_key UNIQUE (organization_id, id, property_id),
  constraint units_organization_id_property_id_fkey FOREIGN KEY (organization_id, property_id) REFERENCES properties(organization_id, id),
  constraint units_organization_id_property_id_label_key UNIQUE (organization_id, property_id, label) INCLUDE (id, in_service_from, in_service_to),
  constraint units_photos_check CHECK (cardinality(photos) <= 50),
  constraint units_sqft_check CHECK (sqft >= 1 AND sqft <= 10000000)
);
CREATE INDEX units_by_change ON public.units USING btree (organization_id, updated_at);
CREATE UNIQUE INDEX units_by_external_id ON public.units USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE TRIGGER count_updated AFTER UPDATE OF property_id, in_service_from, in_service_to ON units FOR EACH ROW WHEN (old.property_id IS DISTINCT FROM new.property_id OR old.in_service_from IS DISTINCT FROM new.in_service_from OR old.in_service_to IS DISTINCT FROM new.in_service_to) EXECUTE FUNCTION recount_unit();
CREATE TRIGGER feed_inserted AFTER INSERT ON units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed_units();
CREATE TRIGGER feed_updated AFTER UPDATE ON units REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_changed_units();
CREATE TRIGGER keep_listings_updated AFTER UPDATE ON units REFERENCING OLD TABLE AS was_stored NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_listings_of_units();
CREATE TRIGGER keep_statuses_inserted AFTER INSERT ON units REFERENCING NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION begin_units();
CREATE TRIGGER keep_statuses_updated AFTER UPDATE ON units REFERENCING OLD TABLE AS was_stored NEW TABLE AS now_stored FOR EACH STATEMENT EXECUTE FUNCTION keep_statuses_of_units();
CREATE TRIGGER keep_words_inserted AFTER INSERT ON units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_words('unit');
CREATE TRIGGER keep_words_updated AFTER UPDATE ON units REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_words('unit');
CREATE TRIGGER touch BEFORE UPDATE ON units FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION touch_updated_at();
alter table units enable row level security;
alter table units alter column organization_id set (n_distinct=1);
alter table units force row level security;
create policy tenant on units for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on units to gatehouse_app;

create table upkeep_days (
  day date not null,
  constraint upkeep_days_pkey PRIMARY KEY (day)
);
grant delete, insert, select on upkeep_days to gatehouse_platform;

create table vendors (
  organization_id uuid not null,
  id text collate "C" not null,
  name text not null,
  trade text,
  email text,
  phone text,
  is_active boolean not null default true,
  external_id text collate "C",
  created_at timestamp(3) with time zone not null default transaction_timestamp(),
  updated_at timestamp(3) with time zone not null default transaction_timestamp(),
  constraint vendors_pkey PRIMARY KEY (organization_id, id),
  constraint vendors_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  constraint vendors_external_id_check CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  constraint vendors_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint vendors_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint vendors_phone_check CHECK (length(phone) >= 3 AND length(phone) <= 40),
  constraint vendors_trade_check CHECK (length(trade) >= 1 AND length(trade) <= 100)
);
CREATE UNIQUE INDEX vendors_by_external_id ON public.vendors USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX vendors_by_name ON public.vendors USING btree (organization_id, lower(name));
CREATE TRIGGER name_work_orders AFTER INSERT ON vendors FOR EACH ROW EXECUTE FUNCTION name_work_orders();
CREATE TRIGGER rename_in_work_orders AFTER UPDATE ON vendors FOR EACH ROW WHEN (new.name IS DISTINCT FROM old.name) EXECUTE FUNCTION name_work_orders();
CREATE TRIGGER touch BEFORE UPDATE ON vendors FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION touch_updated_at();
alter table vendors enable row level security;
alter table vendors alter column organization_id set (n_distinct=1);
alter table vendors force row level security;
create policy tenant on vendors for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on vendors to gatehouse_app;

create table webhook_alerts (
  organization_id uuid not null,
  subscription_id text collate "C" not null,
  event text not null,
  target_host text not null,
  threshold_pct integer not null,
  attempts integer not null,
  failed integer not null,
  raised_at timestamp(3) with time zone not null,
  handled_user_ids text[] collate "C" not null default '{}'::text[],
  tries integer not null default 0,
  next_attempt_at timestamp(3) with time zone,
  claimed_until timestamp(3) with time zone,
  constraint webhook_alerts_pkey PRIMARY KEY (organization_id, subscription_id),
  constraint webhook_alerts_check CHECK (attempts >= failed),
  constraint webhook_alerts_failed_check CHECK (failed > 0),
  constraint webhook_alerts_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES webhook_subscriptions(organization_id, id),
  constraint webhook_alerts_threshold_pct_check CHECK (threshold_pct = ANY (ARRAY[50, 70, 90])),
  constraint webhook_alerts_tries_check CHECK (tries >= 0)
);
CREATE INDEX webhook_alerts_waiting ON public.webhook_alerts USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
alter table webhook_alerts enable row level security;
alter table webhook_alerts alter column organization_id set (n_distinct=1);
alter table webhook_alerts force row level security;
create policy sending on webhook_alerts for select to gatehouse_console using (true);
create policy sent on webhook_alerts for all to gatehouse_console using ((organization_id = ( SELECT current_organization() AS current_organization)));
create policy tenant on webhook_alerts for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
create policy upkeep on webhook_alerts for select to gatehouse_platform using (true);
grant delete, insert, select, update on webhook_alerts to gatehouse_app;
grant select on webhook_alerts to gatehouse_platform;
grant select, update on webhook_alerts to gatehouse_console;

create table webhook_attempts (
  organization_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  attempted_at timestamp(3) with time zone not null,
  outcome text not null,
  response_status integer,
  latency_ms integer not null,
  excerpt text,
  error text,
  constraint webhook_attempts_pkey PRIMARY KEY (organization_id, delivery_id, id),
  constraint webhook_attempts_latency_ms_check CHECK (latency_ms >= 0),
  constraint webhook_attempts_number_check CHECK (number > 0)
) partition by RANGE (id);
alter table webhook_attempts enable row level security;
alter table webhook_attempts alter column organization_id set (n_distinct=1);
alter table webhook_attempts force row level security;
create policy delivery on webhook_attempts for insert to gatehouse_platform with check (true);
create policy tenant on webhook_attempts for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert on webhook_attempts to gatehouse_platform;
grant insert, select on webhook_attempts to gatehouse_app;

create table webhook_attempts_default (
  organization_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  attempted_at timestamp(3) with time zone not null,
  outcome text not null,
  response_status integer,
  latency_ms integer not null,
  excerpt text,
  error text,
  constraint webhook_attempts_default_pkey PRIMARY KEY (organization_id, delivery_id, id),
  constraint webhook_attempts_latency_ms_check CHECK (latency_ms >= 0),
  constraint webhook_attempts_number_check CHECK (number > 0)
);
alter table webhook_attempts attach partition webhook_attempts_default DEFAULT;
alter table webhook_attempts_default alter column organization_id set (n_distinct=1);

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  subscription_id text collate "C" not null,
  event_id uuid not null,
  status text not null,
  attempts integer not null default 0,
  attempts_in_schedule integer not null default 0,
  due_at timestamp(3) with time zone,
  claimed_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (organization_id, subscription_id, id),
  constraint webhook_deliveries_attempts_check CHECK (attempts >= 0),
  constraint webhook_deliveries_attempts_in_schedule_check CHECK (attempts_in_schedule >= 0),
  constraint webhook_deliveries_check CHECK ((status = ANY ('{PENDING,RETRYING}'::text[])) = (due_at IS NOT NULL)),
  constraint webhook_deliveries_check1 CHECK ((due_at IS NULL) = (finished_at IS NOT NULL)),
  constraint webhook_deliveries_check2 CHECK (claimed_until IS NULL OR due_at IS NOT NULL),
  constraint webhook_deliveries_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES webhook_subscriptions(organization_id, id),
  constraint webhook_deliveries_status_check CHECK (status = ANY ('{PENDING,DELIVERED,RETRYING,EXHAUSTED,CANCELLED}'::text[]))
) partition by RANGE (id);
CREATE INDEX webhook_deliveries_due_in_order ON ONLY public.webhook_deliveries USING btree (organization_id, subscription_id, due_at, id) WHERE (due_at IS NOT NULL);
CREATE TRIGGER announce AFTER INSERT ON webhook_deliveries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION announce_deliveries();
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries alter column organization_id set (n_distinct=1);
alter table webhook_deliveries force row level security;
create policy delivery on webhook_deliveries for all to gatehouse_platform using (true);
create policy tenant on webhook_deliveries for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on webhook_deliveries to gatehouse_app;
grant select, update on webhook_deliveries to gatehouse_platform;

create table webhook_deliveries_default (
  organization_id uuid not null,
  id uuid not null,
  subscription_id text collate "C" not null,
  event_id uuid not null,
  status text not null,
  attempts integer not null default 0,
  attempts_in_schedule integer not null default 0,
  due_at timestamp(3) with time zone,
  claimed_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  constraint webhook_deliveries_default_pkey PRIMARY KEY (organization_id, subscription_id, id),
  constraint webhook_deliveries_attempts_check CHECK (attempts >= 0),
  constraint webhook_deliveries_attempts_in_schedule_check CHECK (attempts_in_schedule >= 0),
  constraint webhook_deliveries_check CHECK ((status = ANY ('{PENDING,RETRYING}'::text[])) = (due_at IS NOT NULL)),
  constraint webhook_deliveries_check1 CHECK ((due_at IS NULL) = (finished_at IS NOT NULL)),
  constraint webhook_deliveries_check2 CHECK (claimed_until IS NULL OR due_at IS NOT NULL),
  constraint webhook_deliveries_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES webhook_subscriptions(organization_id, id),
  constraint webhook_deliveries_status_check CHECK (status = ANY ('{PENDING,DELIVERED,RETRYING,EXHAUSTED,CANCELLED}'::text[]))
);
alter table webhook_deliveries attach partition webhook_deliveries_default DEFAULT;
CREATE INDEX webhook_deliveries_default_organization_id_subscription_id_idx1 ON public.webhook_deliveries_default USING btree (organization_id, subscription_id, due_at, id) WHERE (due_at IS NOT NULL);
alter table webhook_deliveries_default alter column organization_id set (n_distinct=1);

create table webhook_recoveries (
  organization_id uuid not null,
  id text collate "C" not null,
  subscription_id text collate "C" not null,
  since timestamp(3) with time zone not null,
  until timestamp(3) with time zone not null,
  is_all boolean not null,
  status text not null default 'RUNNING'::text,
  event_count integer not null,
  queued_count integer not null default 0,
  through_at timestamp(3) with time zone,
  through_id uuid,
  asked_in xid8 not null default pg_current_xact_id(),
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  constraint webhook_recoveries_pkey PRIMARY KEY (organization_id, subscription_id, id),
  constraint webhook_recoveries_check CHECK ((status = 'RUNNING'::text) = (finished_at IS NULL)),
  constraint webhook_recoveries_check1 CHECK ((through_at IS NULL) = (through_id IS NULL)),
  constraint webhook_recoveries_event_count_check CHECK (event_count >= 0),
  constraint webhook_recoveries_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES webhook_subscriptions(organization_id, id),
  constraint webhook_recoveries_queued_count_check CHECK (queued_count >= 0),
  constraint webhook_recoveries_status_check CHECK (status = ANY ('{RUNNING,COMPLETED,CANCELLED}'::text[]))
);
CREATE UNIQUE INDEX webhook_recoveries_running ON public.webhook_recoveries USING btree (organization_id, subscription_id) WHERE (status = 'RUNNING'::text);
alter table webhook_recoveries enable row level security;
alter table webhook_recoveries alter column organization_id set (n_distinct=1);
alter table webhook_recoveries force row level security;
create policy delivery on webhook_recoveries for select to gatehouse_platform using (true);
create policy tenant on webhook_recoveries for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on webhook_recoveries to gatehouse_app;
grant select on webhook_recoveries to gatehouse_platform;

create table webhook_subscriptions (
  organization_id uuid not null,
  id text collate "C" not null,
  event text collate "C" not null,
  target_url text not null,
  description text,
  status text not null default 'ACTIVE'::text,
  paused_reason text,
  root_key_id text collate "C" not null,
  epoch integer not null default 1,
  secret_sha256 bytea not null,
  secret_hint text not null,
  first_root_key_id text collate "C" not null,
  previous_root_key_id text collate "C",
  previous_epoch integer,
  previous_secret_sha256 bytea,
  previous_until timestamp(3) with time zone,
  consecutive_failures integer not null default 0,
  failing_since timestamp(3) with time zone,
  last_success_at timestamp(3) with time zone,
  last_failure_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default transaction_timestamp(),
  updated_at timestamp(3) with time zone not null default transaction_timestamp(),
  judged_from timestamp(3) with time zone,
  constraint webhook_subscriptions_pkey PRIMARY KEY (organization_id, id),
  constraint webhook_subscriptions_check CHECK ((status = 'PAUSED'::text) = (paused_reason IS NOT NULL)),
  constraint webhook_subscriptions_check1 CHECK ((failing_since IS NULL) = (consecutive_failures = 0)),
  constraint webhook_subscriptions_check2 CHECK (num_nonnulls(previous_root_key_id, previous_epoch, previous_secret_sha256, previous_until) = ANY (ARRAY[0, 4])),
  constraint webhook_subscriptions_consecutive_failures_check CHECK (consecutive_failures >= 0),
  constraint webhook_subscriptions_description_check CHECK (length(description) >= 1 AND length(description) <= 200),
  constraint webhook_subscriptions_epoch_check CHECK (epoch > 0),
  constraint webhook_subscriptions_event_check CHECK (event = ANY ('{lead.created,ticket.created,ticket.completed,payment.received,payment.reversed,payment.refunded,lease.signed,invoice.paid,records.changed}'::text[])),
  constraint webhook_subscriptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhook_subscriptions_paused_reason_check CHECK (length(paused_reason) >= 1 AND length(paused_reason) <= 500),
  constraint webhook_subscriptions_secret_sha256_check CHECK (length(secret_sha256) = 32),
  constraint webhook_subscriptions_status_check CHECK (status = ANY ('{ACTIVE,PAUSED}'::text[])),
  constraint webhook_subscriptions_target_url_check CHECK (length(target_url) >= 1 AND length(target_url) <= 2048)
);
CREATE INDEX webhook_subscriptions_by_creation ON public.webhook_subscriptions USING btree (organization_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX webhook_subscriptions_by_event ON public.webhook_subscriptions USING btree (organization_id, event) WHERE ((deleted_at IS NULL) AND (status = 'ACTIVE'::text));
CREATE INDEX webhook_subscriptions_by_overlap ON public.webhook_subscriptions USING btree (previous_until) WHERE ((deleted_at IS NULL) AND (previous_until IS NOT NULL));
CREATE INDEX webhook_subscriptions_by_root_key ON public.webhook_subscriptions USING btree (root_key_id, organization_id, id) WHERE (deleted_at IS NULL);
CREATE TRIGGER touch BEFORE UPDATE ON webhook_subscriptions FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.epoch IS DISTINCT FROM new.epoch OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION touch_updated_at();
alter table webhook_subscriptions enable row level security;
alter table webhook_subscriptions alter column organization_id set (n_distinct=1);
alter table webhook_subscriptions force row level security;
create policy delivery on webhook_subscriptions for all to gatehouse_platform using (true);
create policy tenant on webhook_subscriptions for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on webhook_subscriptions to gatehouse_app;
grant select (organization_id, id, event, status, paused_reason, root_key_id, previous_root_key_id, previous_until, consecutive_failures, failing_since, last_success_at, last_failure_at, deleted_at, judged_from) on webhook_subscriptions to gatehouse_platform;
grant update (status, paused_reason, consecutive_failures, failing_since, last_success_at, last_failure_at, judged_from) on webhook_subscriptions to gatehouse_platform;

create table work_order_numbers (
  organization_id uuid not null,
  last_number integer not null,
  constraint work_order_numbers_pkey PRIMARY KEY (organization_id),
  constraint work_order_numbers_last_number_check CHECK (last_number > 0),
  constraint work_order_numbers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table work_order_numbers enable row level security;
alter table work_order_numbers alter column organization_id set (n_distinct=1);
alter table work_order_numbers force row level security;
create policy tenant on work_order_numbers for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on work_order_numbers to gatehouse_app;

create table work_orders (
  organization_id uuid not null,
  id text collate "C" not null,
  number integer not null,
  title text not null,
  description text,
  status text not null,
  priority text not null,
  category text not null,
  source text not null,
  property_id text collate "C" not null,
  unit_id text collate "C",
  resident_id text collate "C",
  vendor_name text,
  entry_permission text not null,
  entry_notes text,
  has_pets boolean,
  due_date date,
  scheduled_start timestamp(3) with time zone,
  scheduled_end timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  cost_cents bigint,
  external_id text collate "C",
  created_at timestamp(3) with time zone not null default transaction_timestamp(),
  updated_at timestamp(3) with time zone not null default transaction_timestamp(),
  vendor_id text collate "C",
  constraint work_orders_pkey PRIMARY KEY (organization_id, id),
  constraint work_orders_category_check CHECK (category = ANY ('{PLUMBING,ELECTRICAL,HVAC,APPLIANCE,PEST_CONTROL,LOCKS,STRUCTURAL,CLEANING,UNIT_TURN,SAFETY,OTHER}'::text[])),
  constraint work_orders_check CHECK (scheduled_end IS NULL OR scheduled_start IS NOT NULL AND scheduled_end >= scheduled_start),
  constraint work_orders_check1 CHECK ((status = 'COMPLETED'::text) = (completed_at IS NOT NULL)),
  constraint work_orders_check2 CHECK (vendor_id IS NULL OR vendor_name IS NOT NULL),
  constraint work_orders_cost_cents_check CHECK (cost_cents >= 0 AND cost_cents <= '10000000000000'::bigint),
  constraint work_orders_description_check CHECK (length(description) >= 1 AND length(description) <= 5000),
  constraint work_orders_entry_notes_check CHECK (length(entry_notes) >= 1 AND length(entry_notes) <= 1000),
  constraint work_orders_entry_permission_check CHECK (entry_permission = ANY ('{YES,NO,CALL_FIRST}'::text[])),
  constraint work_orders_external_id_check CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  constraint work_orders_number_check CHECK (number > 0),
  constraint work_orders_organization_id_number_key UNIQUE (organization_id, number),
  constraint work_orders_organization_id_property_id_fkey FOREIGN KEY (organization_id, property_id) REFERENCES properties(organization_id, id),
  constraint work_orders_organization_id_property_id_unit_id_fkey FOREIGN KEY (organization_id, property_id, unit_id) REFERENCES units(organization_id, property_id, id),
  constraint work_orders_organization_id_resident_id_fkey FOREIGN KEY (organization_id, resident_id) REFERENCES residents(organization_id, id),
  constraint work_orders_organization_id_vendor_id_fkey FOREIGN KEY (organization_id, vendor_id) REFERENCES vendors(organization_id, id),
  constraint work_orders_priority_check CHECK (priority = ANY ('{LOW,NORMAL,HIGH,EMERGENCY}'::text[])),
  constraint work_orders_source_check CHECK (source = ANY ('{API,RESIDENT,STAFF,IMPORT}'::text[])),
  constraint work_orders_status_check CHECK (status = ANY ('{NEW,SCHEDULED,IN_PROGRESS,ON_HOLD,COMPLETED,CANCELLED}'::text[])),
  constraint work_orders_title_check CHECK (length(title) >= 1 AND length(title) <= 200),
  constraint work_orders_vendor_name_check CHECK (length(vendor_name) >= 1 AND length(vendor_name) <= 200)
);
CREATE INDEX work_orders_by_category ON public.work_orders USING btree (organization_id, category, created_at DESC, id DESC) INCLUDE (updated_at, status, priority);
CREATE INDEX work_orders_by_change ON public.work_orders USING btree (organization_id, updated_at);
CREATE INDEX work_orders_by_creation ON public.work_orders USING btree (organization_id, created_at DESC, id DESC) INCLUDE (updated_at, status);
CREATE INDEX work_orders_by_due_date ON public.work_orders USING btree (organization_id, due_date) WHERE (due_date IS NOT NULL);
CREATE UNIQUE INDEX work_orders_by_external_id ON public.work_orders USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX work_orders_by_priority ON public.work_orders USING btree (organization_id, priority, created_at DESC, id DESC) INCLUDE (updated_at, status, category);
CREATE INDEX work_orders_by_property ON public.work_orders USING btree (organization_id, property_id, created_at DESC, id DESC) INCLUDE (updated_at, status, priority, category);
CREATE INDEX work_orders_by_status ON public.work_orders USING btree (organization_id, status, created_at DESC, id DESC) INCLUDE (updated_at, property_id, priority, category) WHERE (status <> 'COMPLETED'::text);
CREATE INDEX work_orders_by_title ON public.work_orders USING btree (organization_id, title COLLATE "C");
CREATE INDEX work_orders_by_unit ON public.work_orders USING btree (organization_id, unit_id, created_at DESC, id DESC) INCLUDE (updated_at, status, priority, category) WHERE (unit_id IS NOT NULL);
CREATE INDEX work_orders_by_vendor_name ON public.work_orders USING btree (organization_id, vendor_name COLLATE "C") WHERE (vendor_name IS NOT NULL);
CREATE INDEX work_orders_of_vendor ON public.work_orders USING btree (organization_id, vendor_id, created_at DESC, id DESC) INCLUDE (updated_at, status, priority, category, property_id, unit_id) WHERE (vendor_id IS NOT NULL);
CREATE INDEX work_orders_open ON public.work_orders USING btree (organization_id, created_at DESC, id DESC) INCLUDE (updated_at, status, priority, category, property_id, unit_id, vendor_id, due_date) WHERE (status = ANY (ARRAY['NEW'::text, 'SCHEDULED'::text, 'IN_PROGRESS'::text, 'ON_HOLD'::text]));
CREATE INDEX work_orders_open_of_vendor ON public.work_orders USING btree (organization_id, vendor_id, created_at DESC, id DESC) INCLUDE (updated_at, status, priority, category, property_id, unit_id, due_date) WHERE ((vendor_id IS NOT NULL) AND (status <> ALL (ARRAY['COMPLETED'::text, 'CANCELLED'::text])));
CREATE TRIGGER count_inserts AFTER INSERT ON work_orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_changes();
CREATE TRIGGER count_updates AFTER UPDATE ON work_orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_changes();
CREATE TRIGGER feed_inserted AFTER INSERT ON work_orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_records('work_order');
CREATE TRIGGER feed_updated AFTER UPDATE ON work_orders REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION feed_records('work_order');
CREATE TRIGGER keep_words_inserted AFTER INSERT ON work_orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_words_of_closed();
CREATE TRIGGER keep_words_updated AFTER UPDATE ON work_orders REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_words_of_closed();
CREATE TRIGGER link_changed_vendor BEFORE UPDATE ON work_orders FOR EACH ROW WHEN (new.vendor_name IS DISTINCT FROM old.vendor_name) EXECUTE FUNCTION link_vendor();
CREATE TRIGGER link_vendor BEFORE INSERT ON work_orders FOR EACH ROW WHEN (new.vendor_name IS NOT NULL) EXECUTE FUNCTION link_vendor();
CREATE TRIGGER touch BEFORE UPDATE ON work_orders FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION touch_updated_at();
alter table work_orders enable row level security;
alter table work_orders set (autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.05);
alter table work_orders alter column organization_id set (n_distinct=1);
alter table work_orders force row level security;
create policy tenant on work_orders for all to gatehouse_app using ((organization_id = ( SELECT current_organization() AS current_organization)));
grant insert, select, update on work_orders to gatehouse_app;
