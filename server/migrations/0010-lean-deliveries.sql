-- A delivery costs fewer entries in indexes: of 50 us that its claim and its outcome took of a core, 13 were spent here.
-- Building the keys locks both tables: about a second a million rows.

-- Ids begin with the time: the key finds one delivery, and lists those of a subscription, the newest first.
alter table webhook_deliveries drop constraint webhook_deliveries_pkey;
drop index webhook_deliveries_by_subscription;
alter table webhook_deliveries add primary key (organization_id, subscription_id, id);

-- Attempts are looked up by their delivery alone. They are written by the delivery worker, each beside its delivery, whose organization is
-- checked: to look for it again took as long as storing the row.
alter table webhook_attempts drop constraint webhook_attempts_pkey;
alter table webhook_attempts drop constraint webhook_attempts_organization_id_fkey;
drop index webhook_attempts_by_delivery;
alter table webhook_attempts add primary key (organization_id, delivery_id, id);
