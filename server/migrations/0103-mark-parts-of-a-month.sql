-- Marks the invoices for the rest of a month as they were recognized until 0102. Of several that begin on the same day, one that is not void is marked.
-- Locks these few invoices, and nobody who reads.

-- As the application and one organization at a time: an owner who is not a superuser is held to the policies too.
do $$
declare
  organization uuid;
  organizations uuid[];
begin
  set local role gatehouse_platform;
  organizations := array(select o.id from organizations o);
  set local role gatehouse_app;
  foreach organization in array organizations loop
    perform set_config('app.org', organization::text, true);
    update invoices i
       set recurring_month = part.month
      from (
        select distinct on (rest.lease_id, own.recurring_month, rest.period_start) rest.id, own.recurring_month as month
          from (
            select of_month.lease_id, of_month.number, of_month.period_start, of_month.period_end, of_month.recurring_month,
                   (of_month.recurring_month + interval '1 month' - interval '1 day')::date as last_day
              from invoices of_month
             where of_month.organization_id = organization and of_month.recurring_month is not null
            offset 0
          ) own
          join invoices rest on rest.organization_id = organization and rest.lease_id = own.lease_id
         where (own.period_start > own.recurring_month or own.period_end < own.last_day)
           and rest.recurring_month is null and not rest.is_draft and rest.number > own.number
           and rest.period_start >= own.recurring_month and rest.period_end <= own.last_day
           and (rest.period_start > own.period_end or rest.period_end < own.period_start)
           and not exists (
             select from jsonb_array_elements(rest.lines) line
              where not exists (
                select from lease_charges c
                 where c.organization_id = organization and c.lease_id = rest.lease_id and c.code = line ->> 'charge_code'
                   and c.description = line ->> 'description'
              )
           )
         order by rest.lease_id, own.recurring_month, rest.period_start, rest.voided_on is not null, rest.number
      ) part
     where i.organization_id = organization and i.id = part.id;
  end loop;
  perform set_config('app.org', '', true);
  set local role none;
end
$$;
