-- Plain words: the security deposit of a lease is called so, a resident's full name is a column of its own, and the log of administration has the
-- present names of four actions. Renaming is immediate; the new column rewrites residents, which stays locked until the end, and the log is
-- searched once for the four actions.

alter table leases rename column deposit_asked_cents to security_deposit_cents;
alter table leases rename constraint leases_deposit_asked_cents_check to leases_security_deposit_cents_check;

-- Many statements show it, and some order by it: it is put together in one place.
alter table residents add column full_name text not null generated always as (trim(first_name || ' ' || last_name)) stored;

-- The owner of a table is held to its policies too, and would rename nothing.
alter table administrative_log no force row level security;
update administrative_log
   set action = case action
         when 'lease.give_notice' then 'lease.record_notice'
         when 'lease.withdraw_notice' then 'lease.cancel_notice'
         when 'lease.file_eviction' then 'lease.record_eviction'
         else 'lease.cancel_eviction'
       end
 where action in ('lease.give_notice', 'lease.withdraw_notice', 'lease.file_eviction', 'lease.withdraw_eviction');
alter table administrative_log force row level security;
