-- People: a code works once, and a new password ends every open link.
-- Adds a table, an index and triggers; console.verifications and console.accounts are locked for an instant.

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
