-- Which root keys the secrets of subscriptions come from, found at every start, before the first delivery would find that one is missing.
-- Adds two indexes to webhook_subscriptions, which is locked against writes while they are built: less than a second for 100,000 rows.

create index webhook_subscriptions_by_root_key on webhook_subscriptions (root_key_id, organization_id, id) where deleted_at is null;
-- Only those whose rotation still overlaps matter, and they are few.
create index webhook_subscriptions_by_overlap on webhook_subscriptions (previous_until) where deleted_at is null and previous_until is not null;

-- The name of a key, not the key: that one is nowhere in the database.
grant select (root_key_id, previous_root_key_id, previous_until) on webhook_subscriptions to gatehouse_platform;
