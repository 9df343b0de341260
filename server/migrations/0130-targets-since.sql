-- When the target of a subscription was last changed. Attempts at the old target say nothing about the new one: they must neither pause the subscription
-- nor count among its failures, also if they end after the change. A subscription whose target never changed has null.
-- Adding the column locks the table for an instant.

alter table webhook_subscriptions add column target_changed_at timestamptz(3);
grant select (target_changed_at) on webhook_subscriptions to gatehouse_platform;
