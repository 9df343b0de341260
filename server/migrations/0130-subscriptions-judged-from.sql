-- The instant from which attempts say something about a subscription: when it was last given another target, or was last enabled. Attempts that began
-- earlier must neither pause it nor count among its failures, also if they end later. A subscription that was never changed has null.
-- Adding the column locks the table for an instant.

alter table webhook_subscriptions add column judged_from timestamptz(3);
grant select (judged_from) on webhook_subscriptions to gatehouse_platform;
