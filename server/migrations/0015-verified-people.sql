-- People: an account is confined to the organization that invited it until its address is verified, a sandbox has the members of its
-- organization, invitations are mailed from a queue, a code works once, and a new password ends every open link.
-- Adds columns, constraints and triggers to small tables of the console, which are locked for an instant, and reads console.users once.

-- Verified addresses ---------------------------------------------------------------------------------------------------

-- An address is verified by a link that was mailed to it, or by an operator. Until then somebody else may have made the account: it belongs
-- to the organization that handed its link over, and to no other. Nothing says how the links of older accounts traveled; those count as
-- verified, as they did.
update console.users set email_verified = true where not email_verified;
alter table console.users
  add column confined_to uuid references organizations,
  add constraint users_unverified_are_confined check (email_verified = (confined_to is null));

-- A sandbox has the members of its organization, with their roles there, and none of its own.
do $$
declare
  sandbox_id uuid;
begin
  set local role gatehouse_console;
  for sandbox_id in select id from public.organizations where sandbox_of is not null loop
    perform set_config('app.org', sandbox_id::text, true);
    delete from console.members where organization_id = sandbox_id;
    update console.invitations set withdrawn_at = transaction_timestamp()
     where organization_id = sandbox_id and accepted_at is null and withdrawn_at is null;
  end loop;
  perform set_config('app.org', '', true);
  reset role;
end
$$;
drop policy sandbox on console.members;

create function console.check_member() returns trigger language plpgsql as $$
begin
  if exists (select from public.organizations o where o.id = new.organization_id and o.sandbox_of is not null) then
    raise check_violation using message = 'a sandbox has the members of its organization, and none of its own';
  end if;
  if exists (select from console.users u where u.id = new.user_id and u.confined_to <> new.organization_id) then
    raise check_violation using message = 'the address of this account is not verified: it belongs to one organization';
  end if;
  return new;
end
$$;
create trigger check_member before insert on console.members for each row execute function console.check_member();

-- Invitations ----------------------------------------------------------------------------------------------------------

-- Of an invitation that is mailed, the token is derived from a root key and the row; the database has neither the key nor the token.
alter table console.invitations
  -- Null where the link was handed over: its token is random, and kept nowhere.
  add column root_key_id text check (length(root_key_id) between 1 and 64),
  -- Where the link leads: the origin of the service as the process knew it that was asked to invite.
  add column link_origin text check (length(link_origin) between 1 and 2048),
  add column attempts integer not null default 0 check (attempts >= 0),
  -- When the mail may next be sent; null once it was sent or given up, or where there is none.
  add column next_attempt_at timestamptz(3),
  -- Until then one sender has it, and whatever that one stores states this instant.
  add column claimed_until timestamptz(3),
  add column sent_at timestamptz(3),
  add column failure_reason text check (length(failure_reason) between 1 and 500),
  add constraint invitations_mailed_are_derived check ((root_key_id is null) = (link_origin is null)),
  add constraint invitations_waiting_are_mailed check (next_attempt_at is null or root_key_id is not null),
  add constraint invitations_waiting_are_open
    check (next_attempt_at is null or (accepted_at is null and withdrawn_at is null and sent_at is null and failure_reason is null));
create index invitations_waiting on console.invitations (next_attempt_at, id) where next_attempt_at is not null;

create function console.announce_invitation() returns trigger language plpgsql as $$
begin
  perform pg_notify('gatehouse_invitations', '');
  return null;
end
$$;
create trigger announce after insert on console.invitations
  for each row when (new.next_attempt_at is not null) execute function console.announce_invitation();

-- Codes and links ------------------------------------------------------------------------------------------------------

-- Codes of authenticators that opened something; each is accepted for a minute and a half, and is worth nothing afterwards.
create table console.used_codes (
  user_id text collate "C" not null references console.users on delete cascade,
  code text collate "C" not null check (length(code) between 1 and 20),
  used_at timestamptz(3) not null default transaction_timestamp(),
  primary key (user_id, code)
);
create index used_codes_by_time on console.used_codes (used_at);
grant select, insert, update, delete on console.used_codes to gatehouse_console;

create index verifications_by_value on console.verifications (value);

-- Of the links that set a person's password only the newest holds. The lock makes two that are asked for at once wait for each other.
create function console.end_older_links() returns trigger language plpgsql as $$
begin
  perform from console.users where id = new.value for no key update;
  delete from console.verifications where value = new.value and identifier like 'reset-password:%';
  return new;
end
$$;
create trigger end_older_links before insert on console.verifications
  for each row when (new.identifier like 'reset-password:%') execute function console.end_older_links();

-- Whatever sets a password ends what the old one had opened: links, attempts that wait for a code, browsers that are asked for none.
create function console.end_links() returns trigger language plpgsql as $$
begin
  delete from console.verifications where value = new.user_id;
  return null;
end
$$;
create trigger end_links after update of password on console.accounts
  for each row when (old.password is distinct from new.password) execute function console.end_links();
