-- Alerts: the e-mails to an organization's administrators about a subscription that fails much of what it tries.
-- Adds a table; holds up writes to organizations and webhook_subscriptions for an instant.

-- One row for each subscription that is failing. It goes when the subscription recovers, so that the next failure is a new one.
create table webhook_alerts (
  organization_id uuid not null references organizations,
  subscription_id text collate "C" not null,
  -- What the e-mail says of it: the role that sends reads no subscriptions, and the path of a target may be a secret.
  event text not null,
  target_host text not null,
  -- The highest share that was reached, in percent, and what was counted then.
  threshold_pct integer not null check (threshold_pct in (50, 70, 90)),
  attempts integer not null check (attempts >= failed),
  failed integer not null check (failed > 0),
  raised_at timestamptz(3) not null,
  -- The queue of its e-mails: one conversation at a time, for the next administrator who is not among `handled_user_ids`.
  handled_user_ids text[] collate "C" not null default '{}',
  tries integer not null default 0 check (tries >= 0),
  next_attempt_at timestamptz(3),
  claimed_until timestamptz(3),
  primary key (organization_id, subscription_id),
  foreign key (organization_id, subscription_id) references webhook_subscriptions
);
create index webhook_alerts_waiting on webhook_alerts (next_attempt_at) where next_attempt_at is not null;
alter table webhook_alerts enable row level security;
alter table webhook_alerts force row level security;
create policy tenant on webhook_alerts to gatehouse_app using (organization_id = (select current_organization()));
create policy sending on webhook_alerts for select to gatehouse_console using (true);
create policy sent on webhook_alerts to gatehouse_console using (organization_id = (select current_organization()));
create policy upkeep on webhook_alerts for select to gatehouse_platform using (true);
grant select, insert, update, delete on webhook_alerts to gatehouse_app;
grant select, update on webhook_alerts to gatehouse_console;
grant select on webhook_alerts to gatehouse_platform;
