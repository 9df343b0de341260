-- How a reply that was sent in parts ended: its line in the audit log is written before the first byte.
-- Adds columns without a default, so no table is rewritten; the lock on the log is held for an instant.

-- COMPLETED: all of it was taken. ABORTED: the caller went away, or took nothing for too long. FAILED: the service could not go on.
-- Null for every other reply, and for one that a process did not live to end.
alter table audit.calls add column outcome text, add column ended_at timestamptz;
