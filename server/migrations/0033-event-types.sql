-- New types of events, and what notices of changed records need: how far an organization was notified. 0034 checks the rows that exist.
-- Locks `events` and `webhook_subscriptions` for an instant.

alter table events drop constraint events_type_check1;
alter table events add constraint events_type_check check (
  type in (
    'lead.created', 'ticket.created', 'ticket.completed', 'payment.received', 'payment.reversed', 'payment.refunded', 'lease.signed', 'invoice.paid',
    'records.changed'
  )
) not valid;
alter table webhook_subscriptions drop constraint webhook_subscriptions_event_check;
alter table webhook_subscriptions add constraint webhook_subscriptions_event_check check (
  event in (
    'lead.created', 'ticket.created', 'ticket.completed', 'payment.received', 'payment.reversed', 'payment.refunded', 'lease.signed', 'invoice.paid',
    'records.changed'
  )
) not valid;

-- Up to which transaction, of which database, the subscribers to records.changed know that records changed. An organization has its row
-- from its first such subscription on.
create table change_notices (
  organization_id uuid primary key references organizations (id),
  identity text collate "C" not null,
  noticed_xid xid8 not null,
  noticed_at timestamptz(3)
);
alter table change_notices enable row level security;
alter table change_notices force row level security;
create policy tenant on change_notices to gatehouse_app using (organization_id = (select current_organization()));
create policy delivery on change_notices for select to gatehouse_platform using (true);
grant select, insert, update on change_notices to gatehouse_app;
grant select on change_notices to gatehouse_platform;
grant select (event) on webhook_subscriptions to gatehouse_platform;
