-- In batches: adds up the payments that were there before the triggers of 0450 did, one organization at a time.
-- What is added up already and what is there are read in one snapshot, and the difference is stored, so that nobody is locked out. It reads every payment,
-- about a second per million.

-- As the application: an owner who is not a superuser is held to the policies too.
do $$
declare
  organization uuid := nullif(current_setting('gatehouse.progress'), '');
begin
  set local role gatehouse_platform;
  select o.id into organization from organizations o where organization is null or o.id > organization order by o.id limit 1;
  if organization is not null then
    set local role gatehouse_app;
    perform set_config('app.org', organization::text, true);
    insert into payment_sum_changes (organization_id, method, payment_date, status, payments, amount_cents)
    select organization, missing.method, missing.payment_date, missing.status, sum(missing.payments), sum(missing.amount_cents)
      from (
        select p.method, p.payment_date, p.status, count(*) as payments, sum(p.amount_cents) as amount_cents
          from payments p
         where p.organization_id = organization
         group by p.method, p.payment_date, p.status
        union all
        select c.method, c.payment_date, c.status, -c.payments, -c.amount_cents from payment_sum_changes c where c.organization_id = organization
        union all
        select s.method, s.payment_date, s.status, -s.payments, -s.amount_cents from payment_sums s where s.organization_id = organization
      ) missing
     group by missing.method, missing.payment_date, missing.status
    having sum(missing.payments) <> 0 or sum(missing.amount_cents) <> 0;
    perform set_config('app.org', '', true);
  end if;
  perform set_config('gatehouse.progress', coalesce(organization::text, ''), true);
  set local role none;
end
$$;

select nullif(current_setting('gatehouse.progress'), '') as progress;
