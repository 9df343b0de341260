-- A write to a work order, an invoice or a payment adds a row to list_counts by a trigger, and that row proved once more that its organization exists,
-- which the keys of the counted row prove already. That took 116 of the 760 µs that PostgreSQL needs to open a work order. The other tables that triggers
-- keep (record_changes, lease_balances, unit_status_spans, search_words) have no such key either. Takes a lock for an instant.
alter table list_counts drop constraint list_counts_organization_id_fkey;
