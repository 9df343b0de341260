-- Checks the types of events that exist. Reading and writing go on meanwhile.

alter table events validate constraint events_type_check;
alter table webhook_subscriptions validate constraint webhook_subscriptions_event_check;
