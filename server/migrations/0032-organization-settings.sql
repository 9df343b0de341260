-- What an organization sets by itself: its address, and who its e-mail to residents comes from.
-- Adds columns without a default to organizations, which is locked for an instant.

alter table organizations
  add column address_line text check (length(address_line) between 1 and 200),
  add column city text check (length(city) between 1 and 100),
  add column state text check (length(state) = 2),
  add column postal_code text check (length(postal_code) between 1 and 20),
  add column sender_name text check (length(sender_name) between 1 and 100),
  add column reply_to text check (length(reply_to) between 3 and 254);

-- Plan, agreement and sandbox stay the operator's.
grant update (name, time_zone, books_closed_through, address_line, city, state, postal_code, sender_name, reply_to) on organizations
  to gatehouse_app;
