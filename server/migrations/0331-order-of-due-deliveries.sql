-- The due deliveries of a subscription have one order, also those of one instant, such as all events of a month's invoices. A claim considers the first
-- ones only, whoever has claimed them, so that a subscription that fails is called once at a time. Among equal instants, a row that is claimed came
-- behind the others as soon as its page had no room for it, and then another one was claimed. Building the index locks deliveries against writes, about
-- half a second per million rows. Readers continue.

create index webhook_deliveries_due_in_order on webhook_deliveries (organization_id, subscription_id, due_at, id) where due_at is not null;
drop index webhook_deliveries_due;
