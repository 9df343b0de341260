-- A reference to the organization is checked for every row, and each check locks the row of the organization. A delivery, an alert, a recovery, a message and
-- a late fee refer to another record of it, which is never null and proves the same. An event, an idempotency record and an entry of the administrative
-- log are stored together with a change whose records prove it, as the rows are that triggers keep and the lines of the audit log, which have no such
-- reference either. Nobody may delete an organization. Storing a work order with its event and record takes PostgreSQL 0.95 of its time (decisions/0027).
-- Locks these tables and organizations for an instant. The previous release does not notice.
alter table webhook_deliveries drop constraint webhook_deliveries_organization_id_fkey;
alter table webhook_alerts drop constraint webhook_alerts_organization_id_fkey;
alter table webhook_recoveries drop constraint webhook_recoveries_organization_id_fkey;
alter table messages drop constraint messages_organization_id_fkey;
alter table late_fees drop constraint late_fees_organization_id_fkey;
alter table events drop constraint events_organization_id_fkey1;
alter table idempotency_records drop constraint idempotency_records_organization_id_fkey;
alter table administrative_log drop constraint administrative_log_organization_id_fkey;
