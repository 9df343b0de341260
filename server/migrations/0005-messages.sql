-- Messages to residents, and the queue they leave by.
-- Creates a table only; its foreign keys hold writes to organizations and residents up for an instant.

create table messages (
  organization_id uuid not null references organizations,
  id text collate "C" not null,
  resident_id text collate "C" not null,
  channel text not null check (channel in ('EMAIL', 'SMS')),
  -- The resident's address as it was when the message was written: an e-mail address, or a phone number in E.164.
  recipient text not null check (length(recipient) between 3 and 254),
  subject text check (length(subject) between 1 and 200),
  body text not null check (length(body) between 1 and 10000),
  status text not null check (status in ('QUEUED', 'SENT', 'FAILED')),
  -- Kept here and never meant to leave: a sandbox, or a channel that was not set up.
  is_captured boolean not null,
  attempts integer not null default 0 check (attempts >= 0),
  -- When it may next be sent; null once it is SENT or FAILED.
  next_attempt_at timestamptz(3),
  -- Until then one sender has it, and whatever that one stores states this instant. A later claim always ends later, so a sender that
  -- was away too long finds that the message is no longer its own.
  claimed_until timestamptz(3),
  -- An attempt was begun and its end was not stored. For an SMS nobody then knows whether it left.
  is_underway boolean not null default false,
  -- EMAIL: the Message-ID, the same at every attempt. SMS: the provider's own id.
  provider_id text check (length(provider_id) between 1 and 300),
  sent_at timestamptz(3),
  failure_reason text check (length(failure_reason) between 1 and 500),
  external_id text collate "C" check (length(external_id) between 1 and 200),
  created_at timestamptz(3) not null default transaction_timestamp(),
  updated_at timestamptz(3) not null default transaction_timestamp(),
  primary key (organization_id, id),
  foreign key (organization_id, resident_id) references residents,
  check ((channel = 'EMAIL') = (subject is not null)),
  check ((status = 'QUEUED') = (next_attempt_at is not null)),
  check ((status = 'SENT' and not is_captured) = (sent_at is not null)),
  check ((status = 'FAILED') = (failure_reason is not null)),
  check (not is_captured or (status = 'SENT' and attempts = 0)),
  check (status = 'QUEUED' or not is_underway)
);
-- The queue, of each organization by itself: a long one delays nobody else's.
create index messages_waiting on messages (channel, organization_id, next_attempt_at, id) where next_attempt_at is not null;
create unique index messages_by_external_id on messages (organization_id, external_id) where external_id is not null;

-- Being claimed is no change that a reader of updated_since could see.
create trigger touch before update on messages
  for each row when (old.status <> new.status) execute function touch_updated_at();

create function announce_message() returns trigger language plpgsql as $$
begin
  perform pg_notify('gatehouse_messages', '');
  return null;
end
$$;
create trigger announce after insert on messages
  for each row when (new.next_attempt_at is not null) execute function announce_message();

alter table messages enable row level security;
alter table messages force row level security;
create policy tenant on messages to gatehouse_app using (organization_id = (select current_organization()));
grant select, insert, update on messages to gatehouse_app;

-- The sender serves all organizations: it sees which message is due and takes it, and reads what it says inside its organization.
create policy sending on messages to gatehouse_platform using (true);
grant select (organization_id, id, channel, next_attempt_at, claimed_until), update (claimed_until) on messages to gatehouse_platform;
