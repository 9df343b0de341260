-- Indexes for what the back office lists: messages, the newest first or of one person, and the files that came in.
-- Building them locks each table against writes: about a second a million rows.

create index messages_by_creation on messages (organization_id, created_at desc, id desc);
create index messages_by_resident on messages (organization_id, resident_id, created_at desc, id desc);

-- Imports are few among all that the log has.
create index administrative_log_imports on administrative_log (organization_id, id desc)
  where action in ('import.rent_roll', 'import.payments', 'import.work_orders');
