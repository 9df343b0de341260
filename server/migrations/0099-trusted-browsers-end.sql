-- A browser that needs no codes is trusted under the codes that were set up at the time. Turning two-factor authentication off ends that trust,
-- and attempts to sign in with a code, so that somebody who sets up codes again, because a device was lost, is asked for one everywhere.
-- Locks console.two_factors for a moment.

create function console.end_links_of_codes() returns trigger language plpgsql as $$
begin
  delete from console.verifications where value = old.user_id;
  return null;
end
$$;

create trigger end_links after delete on console.two_factors
  for each row execute function console.end_links_of_codes();
